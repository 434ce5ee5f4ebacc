#if canImport(CGStreamer)
    import Foundation

    extension IndexedCopy {
        /// The same packets at the original's times. The copy's end is that of its longest stream, which tells nothing.
        func exact(_ packets: [Packet]) -> [Packet] {
            packets.map { packet in
                var packet = packet
                packet.stamp = exact(packet.stamp)
                packet.segment.stop = nil
                return packet
            }
        }
    }

    extension MediaProbe.Finding {
        /// The most by which a container moves a time stamp: Matroska and FLV keep milliseconds.
        static let rounding = Duration.milliseconds(1)

        /// Item time of a frame that a pipeline delivers.
        ///
        /// With a constant frame rate, frame k is due at k / rate, however its container has rounded that: with stamps
        /// of whole milliseconds a file of thirty frames a second would show every third frame a tick late.
        func itemTime(atStreamTime time: Duration) -> Duration {
            let stamp = (copy?.exact(time) ?? time) - shift
            guard let rate = info.frameRate else { return stamp }
            let number = rate.frame(at: stamp - info.bounds.start + rate.frameDuration / 2)
            let due = info.bounds.start + rate.time(ofFrame: number)
            return (due - stamp).magnitude <= Self.rounding ? due : stamp
        }

        /// The latest stream time that a frame due at an item time can have, if its demuxer can seek that far.
        func latestStreamTime(atItemTime time: Duration) -> Duration {
            let latest = time + shift + slack
            return reach.map { min(latest, $0) } ?? latest
        }

        /// Added because a time that a container has rounded down belongs to the frame before: by a nanosecond or two
        /// in MP4.
        private var slack: Duration {
            isISOMedia || info.frameRate == nil ? .microseconds(2) : Self.rounding + .microseconds(2)
        }

        /// Whether the decoder never delivers the last frame, as that of VP8 and VP9 with alpha since GStreamer 1.26.
        var losesLastFrame: Bool {
            info.hasAlpha && (info.codec == "VP8" || info.codec == "VP9") && GStreamerRuntime.version >= (1, 26)
        }

        /// The same finding with item times that count from the first frame.
        ///
        /// - Parameter isFragmented: whether to do so: a fragmented file is often a piece of a broadcast, with times
        ///   that count from the broadcast's beginning. In others the time before the first frame is meant to pass.
        func fromFirstFrame(_ isFragmented: Bool) -> MediaProbe.Finding {
            var finding = self
            finding.isFragmented = isFragmented
            guard isFragmented, info.bounds.start > .zero else { return finding }
            finding.delay = info.bounds.start
            finding.shift = shift + info.bounds.start
            finding.info.bounds = ItemBounds(start: .zero, end: info.bounds.end - info.bounds.start)
            return finding
        }
    }

    extension ErrorTranslation {
        /// Why the last frame is missing.
        func lastFrameLost() -> PlaybackError {
            make(
                .lastFrameLost, "its last frame is not shown: GStreamer's decoder of VP8 and VP9 with alpha keeps it",
                "code the alpha in ProRes 4444, PNG or FFV1", nil)
        }

        /// Why seeks in a file without an index are not exact.
        func noIndex(_ refusal: IndexedCopy.Refusal) -> PlaybackError {
            let why =
                switch refusal {
                case .tooLarge: "is too large to be given one"
                case .noRoom: "there is no room for a copy that has one"
                case .failed: "its streams cannot be copied into a file that has one"
                }
            let cure =
                switch refusal {
                case .noRoom: "make room in the folder for temporary files, or name another in TMPDIR"
                case .tooLarge, .failed: "copy it into MP4 or Matroska: ffmpeg -i in.ts -c copy out.mkv"
                }
            return make(
                .noIndex, "it has no index, and \(why): seeks and loops are not exact to the frame", cure, nil)
        }
    }

    /// Presentation times of MPEG-1 and MPEG-2 pictures, also of those that carry no time stamp.
    ///
    /// A program stream needs a time stamp every 0.7 s only (ISO/IEC 13818-1, 2.7.4). The pictures between state their
    /// position by number, counted from the first shown picture of their group.
    struct PictureOrder: Sendable {
        private var groupStart: Duration?
        /// Where the next group begins, if its first picture does not say.
        private var nextGroup: Duration?

        /// The time of the next picture, in the order in which pictures are stored.
        ///
        /// - Parameters:
        ///   - reference: the picture's number inside its group, in the order in which pictures are shown.
        ///   - beginsGroup: whether a group of pictures begins with this one.
        ///   - stamp: the time stamp that it carries.
        ///   - length: duration of one frame.
        /// - Returns: when the picture is to be shown; `nil` while no picture has carried a time stamp yet.
        mutating func time(
            reference: Int, beginsGroup: Bool, stamp: Duration?, length: Duration
        ) -> Duration? {
            if beginsGroup { groupStart = nextGroup }
            if let stamp { groupStart = stamp - length * reference }
            guard let time = stamp ?? groupStart.map({ $0 + length * reference }) else { return nil }
            nextGroup = max(nextGroup ?? .zero, time + length)
            return time
        }
    }
#endif
