#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// The pictures of one member of an export, read from front to back. Used from one thread at a time.
    ///
    /// Which picture is due is decided as for a composed surface, by the member's timeline and by ``ComposedFrames``. A
    /// turn of a member that starts again is read anew.
    final class MemberPictures {
        struct Shown {
            let buffer: CVPixelBuffer
            /// Its item time.
            let time: Duration
            /// Whether it is the picture that is due; otherwise the file lacks that one.
            let isDue: Bool
        }

        let member: ExportMember
        private let timeline: MemberTimeline
        private var reader: TrackReader?
        private var turn: MemberTimeline.Turn?
        /// The first picture that is not due yet.
        private var ahead: (buffer: CVPixelBuffer, time: Duration)?
        private var last: Shown?

        /// Times are looked up this far inside a frame, as players of a group are led: its edge, rounded down to
        /// nanoseconds, would fall into the frame before.
        private static let aim = Duration.microseconds(10)
        /// How long before the time that is due a turn is read at first, so that the picture shown then is among what is
        /// read. One that stays for longer is found by reading from the beginning.
        private static let lead = Duration.seconds(1)

        init(of member: ExportMember, on line: GroupLine) {
            self.member = member
            timeline = member.timeline(on: line)
        }

        /// The picture that is due; `nil`: nothing is shown. Blocks.
        func picture(at host: HostTime) throws(PlaybackError) -> Shown? {
            let position = timeline.position(at: host)
            guard position.isVisible else { return nil }
            let due = position.itemTime + min(Self.aim, position.piece.upperBound - .nanoseconds(1) - position.itemTime)
            if turn != position.turn {
                turn = position.turn
                try begin(at: due, before: position.piece.upperBound)
            }
            while let next = ahead, next.time <= due {
                last = Shown(buffer: next.buffer, time: next.time, isDue: false)
                try readOn()
            }
            guard let last else { return nil }
            // Pictures are read in order, so the last one read is the one that an output would give.
            var frames = ComposedFrames<CVPixelBuffer>.Queue()
            frames.frameLength = member.info.frameRate?.frameDuration
            frames.add(last.buffer, time: last.time, for: due)
            return Shown(buffer: last.buffer, time: last.time, isDue: frames.entry(dueAt: due) != nil)
        }

        /// Reads a turn from where it is entered.
        private func begin(at due: Duration, before end: Duration) throws(PlaybackError) {
            let first = member.info.bounds.start
            for start in [max(due - Self.lead, first), first] {
                do throws(TrackReader.Failure) {
                    reader = try TrackReader(
                        member.video, of: member.asset, as: Self.settings,
                        in: CMTimeRange(start: CMTime(start), end: CMTime(end)))
                } catch {
                    throw failure(error)
                }
                try readOn()
                if let ahead, ahead.time <= due || start == first { break }
            }
            // A video whose first picture comes late shows it until then.
            if last == nil, let ahead { last = Shown(buffer: ahead.buffer, time: ahead.time, isDue: false) }
        }

        private func readOn() throws(PlaybackError) {
            ahead = nil
            do throws(TrackReader.Failure) {
                while let sample = try reader?.next() {
                    guard let buffer = CMSampleBufferGetImageBuffer(sample),
                        let time = Duration(CMSampleBufferGetPresentationTimeStamp(sample))
                    else { continue }
                    ahead = (buffer, time)
                    return
                }
            } catch {
                throw failure(error)
            }
            // What has been read to its end needs no decoder.
            reader = nil
        }

        private func failure(_ error: TrackReader.Failure) -> PlaybackError {
            PlaybackError(
                .decodingFailed, subject: member.name, reason: "its pictures cannot be read",
                cure: "stop what else decodes and keep the app on the screen, or copy the video into an MP4 file",
                memberID: member.id, underlying: error.underlying)
        }

        /// As a composed surface asks for them, and in the colours of the file that is written: HDR is mapped to them.
        private static var settings: [String: Any] {
            [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                kCVPixelBufferMetalCompatibilityKey as String: true,
                kCVPixelBufferIOSurfacePropertiesKey as String: [String: Int](),
                AVVideoColorPropertiesKey: MovieFile.colours,
            ]
        }
    }
#endif
