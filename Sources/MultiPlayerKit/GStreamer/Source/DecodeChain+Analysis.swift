#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Access to the streams of a probed video for those who analyse it and play nothing.
    extension DecodeChain {
        /// The file's name, for errors.
        package var name: String { source.name }
        package var isISOMedia: Bool { finding.isISOMedia }
        /// The end of the video stream's id.
        package var videoStreamID: String { finding.video.streamID }

        /// The item time of the first frame.
        package var begin: Duration { finding.info.bounds.start }

        /// The stream time of sound that is heard at an item time, for a seek in its reader's pipeline.
        package func streamTime(ofSoundAt item: Duration) -> Duration { item + finding.delay }

        /// A reader of the pictures.
        package func pictureReader() -> SourceReader {
            SourceReader(source, copy: finding.copy, index: finding.index)
        }

        /// A reader of the sound.
        package func soundReader() -> SourceReader { SourceReader(source, copy: finding.copy) }

        /// When a packet or picture is shown, counted from the first frame; `nil` if it has no time.
        package func pictureTime(of sample: OpaquePointer) -> Duration? {
            let time = mpk_sample_stream_time(sample, finding.origin.map { gint64($0.nanoseconds) } ?? -1)
            guard time >= 0 else { return nil }
            return finding.itemTime(atStreamTime: .nanoseconds(time)) - finding.info.bounds.start
        }

        /// When a stretch of sound is heard, counted from the first frame; `nil` if it has no time.
        package func soundTime(of sample: OpaquePointer) -> Duration? {
            let time = mpk_sample_stream_time(sample, finding.origin.map { gint64($0.nanoseconds) } ?? -1)
            return time < 0 ? nil : .nanoseconds(time) - finding.delay - finding.info.bounds.start
        }

        /// The stream time of a picture, for a seek in its reader's pipeline.
        package func streamTime(ofPicture time: Duration) -> Duration {
            time + finding.info.bounds.start + finding.shift
        }

        package func translate(_ failure: GStreamerFailure) -> PlaybackError {
            ErrorTranslation(source: source).translate(failure)
        }
    }
#endif
