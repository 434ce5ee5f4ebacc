#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// A still picture from a file: PNG or JPEG, as GStreamer decodes it.
    struct StillFile {
        let source: MediaSource

        /// Pictures from a memory card or a network disk have come by then.
        private static let patience = Duration.seconds(8)

        /// Decodes it; blocks.
        func picture() throws(PlaybackError) -> Picture {
            try SourceCheck(source: source).run()
            try checkSize()
            do throws(GStreamerFailure) {
                let pipeline = try Element(
                    launch: "filesrc name=source ! decodebin ! appsink name=frames sync=false caps=video/x-raw")
                defer { pipeline.stop() }
                pipeline.child("source")?.set("location", source.url.path)
                guard let frames = pipeline.child("frames") else { throw unreadable }
                pipeline.play()
                guard let sample = mpk_appsink_try_pull(frames.pointer, guint64(Self.patience.nanoseconds)) else {
                    throw unreadable
                }
                defer { mpk_sample_unref(sample) }
                guard let caps = gst_sample_get_caps(sample), let buffer = gst_sample_get_buffer(sample),
                    let info = gst_video_info_new_from_caps(caps)
                else { throw unreadable }
                defer { gst_video_info_free(info) }
                // A still that is luma and chroma is a JPEG.
                let colour = PictureColour(of: info, caps: caps, isJPEG: true)
                guard let format = PictureFormat(caps: caps, colour: colour) else { throw unreadable }
                return Picture(buffer, format: format)
            } catch {
                throw PlaybackError(
                    .notAVideo, subject: source.name, reason: "it is no picture that can be read",
                    cure: "save it as PNG or JPEG", underlying: error)
            }
        }

        /// A decoder takes memory by the size that the header states: 1.6 GB for a PNG of 48 KB.
        private func checkSize() throws(PlaybackError) {
            let bytes = SourceBytes(of: source)
            defer { bytes?.close() }
            guard let header = bytes.flatMap({ PictureHeader(still: $0) }) else {
                throw PlaybackError(
                    .notAVideo, subject: source.name, reason: "it is neither a PNG nor a JPEG that can be read",
                    cure: "save it as PNG or JPEG")
            }
            try ProbeLimits(source: source).check(width: header.width, height: header.height)
        }

        private var unreadable: GStreamerFailure {
            GStreamerFailure(domain: .stream, code: 0, text: "nothing came out of it")
        }
    }
#endif
