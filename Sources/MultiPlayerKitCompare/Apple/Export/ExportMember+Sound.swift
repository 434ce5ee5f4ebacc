#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit

    extension ExportMember {
        /// What is heard of it while a line runs from a host time on; `nil`: it has no sound.
        func sound(on line: GroupLine, from start: HostTime) -> ExportSound? {
            guard let sound else { return nil }
            let timeline = timeline(on: line)
            let heard = ExportSound { [self] stretch throws(PlaybackError) in
                do throws(TrackReader.Failure) {
                    return try StretchReading.open(stretch, of: sound.track, sound.asset, sound.range, in: self)
                } catch {
                    throw soundFailure(error)
                }
            }
            heard.begin(at: start) { ExportSound.Stretch(of: timeline, at: $0) }
            return heard
        }

        fileprivate func soundFailure(_ error: TrackReader.Failure) -> PlaybackError {
            PlaybackError(
                .decodingFailed, subject: name, reason: "its sound cannot be read",
                cure: "export without its sound, or copy the video into an MP4 file", memberID: id,
                underlying: error.underlying)
        }
    }

    extension ExportSound.Stretch {
        /// Shorter turns are silent: each would be no more than a click.
        private static let shortest = Duration.milliseconds(20)

        fileprivate init(of timeline: MemberTimeline, at host: HostTime) {
            let stretch = timeline.stretch(at: host)
            let (position, piece) = (stretch.position, stretch.position.piece)
            let isHeard =
                stretch.rate > 0
                && (piece.upperBound - piece.lowerBound).unscaled(by: stretch.rate) >= Self.shortest
            self.init(
                sound: isHeard ? position.itemTime..<piece.upperBound : nil, speed: stretch.rate, end: stretch.end)
        }
    }

    /// One stretch of a track's sound.
    private final class StretchReading: SoundReading {
        private let reader: TrackReader
        /// The time of a sample that is heard at the beginning of the stretch.
        private let origin: Duration
        private let member: ExportMember

        private init(_ reader: TrackReader, origin: Duration, of member: ExportMember) {
            (self.reader, self.origin, self.member) = (reader, origin, member)
        }

        /// - Parameter whole: where the track has sound.
        static func open(
            _ stretch: ExportSound.Stretch, of track: AVAssetTrack, _ asset: AVAsset, _ whole: CMTimeRange,
            in member: ExportMember
        ) throws(TrackReader.Failure) -> StretchReading? {
            guard let sound = stretch.sound, let start = Duration(whole.start), let end = Duration(whole.end) else {
                return nil
            }
            let (first, last) = (max(sound.lowerBound, start), min(sound.upperBound, end))
            guard first < last else { return nil }
            let range = CMTimeRange(start: CMTime(first), end: CMTime(last))
            let settings = TrackReader.sound(rate: ExportSound.rate, channels: ExportSound.channels)
            guard stretch.speed != 1 else {
                let reader = try TrackReader(track, of: asset, as: settings, in: range)
                return StretchReading(reader, origin: sound.lowerBound, of: member)
            }
            let composition = AVMutableComposition()
            guard
                let scaled = composition.addMutableTrack(
                    withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
            else { throw TrackReader.Failure(underlying: nil) }
            do { try scaled.insertTimeRange(range, of: track, at: .zero) } catch {
                throw TrackReader.Failure(underlying: error)
            }
            scaled.scaleTimeRange(
                CMTimeRange(start: .zero, duration: range.duration),
                toDuration: CMTime((last - first).unscaled(by: stretch.speed)))
            let reader = try TrackReader(scaled, of: composition, as: settings)
            return StretchReading(reader, origin: (sound.lowerBound - first).unscaled(by: stretch.speed), of: member)
        }

        func next(_ take: (UnsafeBufferPointer<Float>, Duration) -> Void) throws(PlaybackError) -> Bool {
            let sample: CMSampleBuffer?
            do throws(TrackReader.Failure) { sample = try reader.next() } catch {
                throw member.soundFailure(error)
            }
            guard let sample else { return false }
            if let floats = sample.floats, let time = Duration(CMSampleBufferGetPresentationTimeStamp(sample)) {
                floats.withUnsafeBufferPointer { take($0, time - origin) }
            }
            return true
        }
    }
#endif
