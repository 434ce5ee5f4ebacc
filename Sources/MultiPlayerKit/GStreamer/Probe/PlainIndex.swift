#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What is overwritten in an MP4's index on its way to the demuxer, so that it sees one plain track: no edit list,
    /// and an end that lies far away.
    ///
    /// GStreamer's demuxer (1.22) compares positions in the stored track with an end counted in the shown one. Where an
    /// edit list hides frames at the front, it ends after the first key frame of the last so many seconds; where frames
    /// go on past the stated length, it drops them. Both silently. For such files the kit hides list and length from it
    /// and applies the list itself: one shift of time.
    struct PlainIndex: Sendable {
        /// Byte by byte: position in the file, and what to put there.
        private let positions: [UInt]
        private let values: [UInt8]
        /// Whether the file has an edit list.
        let hasEdits: Bool

        /// Reads the boxes moov/mvhd, moov/trak/edts and moov/trak/mdia/mdhd of a file; none where it has no such boxes.
        init(of bytes: SourceBytes) {
            var positions: [UInt] = []
            var values: [UInt8] = []
            func put(_ bytes: [UInt8], at position: UInt64) {
                for (index, byte) in bytes.enumerated() {
                    positions.append(UInt(position) + UInt(index))
                    values.append(byte)
                }
            }
            let boxes = ISOBoxes(bytes)
            var hasEdits = false
            for movie in boxes.children("moov", in: nil) {
                let tracks = boxes.children("trak", in: movie)
                for edit in tracks.flatMap({ boxes.children("edts", in: $0) }) {
                    hasEdits = true
                    // The four letters of its name stand right before its content.
                    put(Array("free".utf8), at: edit.lowerBound - 4)
                }
                let media = tracks.flatMap { boxes.children("mdia", in: $0) }.flatMap { boxes.children("mdhd", in: $0) }
                for header in boxes.children("mvhd", in: movie) + media {
                    // Version, flags, two dates and the time scale stand before the duration (ISO/IEC 14496-12, 8.2.2).
                    if boxes.byte(at: header.lowerBound) == 1 {
                        put([0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], at: header.lowerBound + 24)
                    } else {
                        put([0x7F, 0xFF, 0xFF, 0xFF], at: header.lowerBound + 16)
                    }
                }
            }
            (self.positions, self.values, self.hasEdits) = (positions, values, hasEdits)
        }

        /// Puts it in place of the file's own for whatever reads through the element named `source`.
        func apply(to pipeline: Element) {
            guard !positions.isEmpty, let source = pipeline.child("source"),
                let pad = gst_element_get_static_pad(source.pointer, "src")
            else { return }
            let kinds = GstPadProbeType(
                rawValue: GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue
                    | GST_PAD_PROBE_TYPE_PUSH.rawValue)
            _ = mpk_add_probe(
                pad, kinds,
                { _, info, context in
                    guard let info, let context else { return GST_PAD_PROBE_OK }
                    let index = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().index
                    mpk_probe_overwrite(info, index.positions, index.values, Int32(index.positions.count))
                    return GST_PAD_PROBE_OK
                }, Unmanaged.passRetained(Box(self)).toOpaque(),
                { context in context.map { Unmanaged<Box>.fromOpaque($0).release() } })
            mpk_unref(pad)
        }

        private final class Box: Sendable {
            let index: PlainIndex
            init(_ index: PlainIndex) { self.index = index }
        }
    }

    /// The boxes of an ISO media file (MP4, QuickTime), as far as their names and places.
    struct ISOBoxes {
        private let bytes: SourceBytes
        private let size: UInt64

        init(_ bytes: SourceBytes) {
            self.bytes = bytes
            size = bytes.size
        }

        /// Where the contents of the boxes of one name lie inside another box; `nil`: on the outermost level.
        func children(_ name: String, in parent: Range<UInt64>?) -> [Range<UInt64>] {
            var result: [Range<UInt64>] = []
            var at = parent?.lowerBound ?? 0
            let end = parent?.upperBound ?? size
            // Far more boxes than any level of a real file has; a damaged one must not keep us here.
            for _ in 0..<10_000 where at + 8 <= end {
                guard let head = read(16, at: at), head.count >= 8 else { break }
                func number(_ range: Range<Int>) -> UInt64 { head[range].reduce(0) { $0 << 8 | UInt64($1) } }
                var length = number(0..<4)
                var headLength: UInt64 = 8
                if length == 1, head.count == 16 {
                    length = number(8..<16)
                    headLength = 16
                } else if length == 0 {
                    length = end - at
                }
                guard length >= headLength, length <= end - at else { break }
                if String(decoding: head[4..<8], as: UTF8.self) == name { result.append(at + headLength..<at + length) }
                at += length
            }
            return result
        }

        func byte(at position: UInt64) -> UInt8? {
            read(1, at: position)?.first
        }

        private func read(_ count: Int, at position: UInt64) -> [UInt8]? { bytes.read(count, at: position) }
    }
#endif
