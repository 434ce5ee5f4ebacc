#if canImport(CGStreamer)
    import Foundation

    extension IndexedCopy {
        /// The same packets at the original's times. The end of the copy is that of its longest stream, and says nothing.
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
        /// Item time of a frame that a pipeline delivers.
        func itemTime(atStreamTime time: Duration) -> Duration {
            (copy?.exact(time) ?? time) - shift
        }

        /// The same with item times that count from the first frame.
        ///
        /// - Parameter isFragmented: whether that is to be done: a fragmented file is often a piece of a broadcast, with
        ///   times that count from the broadcast's beginning. In others the time before the first frame is meant to pass.
        func fromFirstFrame(_ isFragmented: Bool) -> MediaProbe.Finding {
            guard isFragmented, info.bounds.start > .zero else { return self }
            var finding = self
            finding.delay = info.bounds.start
            finding.shift = shift + info.bounds.start
            finding.info.bounds = ItemBounds(start: .zero, end: info.bounds.end - info.bounds.start)
            return finding
        }
    }

    extension ErrorTranslation {
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
#endif
