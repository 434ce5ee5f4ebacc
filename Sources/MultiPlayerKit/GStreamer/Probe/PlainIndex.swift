#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What is overwritten in an MP4's index on its way to the demuxer, so that the demuxer sees one plain track: no
    /// edit list, and an end that lies far away.
    ///
    /// GStreamer's demuxer (1.22) compares positions in the stored track with an end counted in the shown one. If an
    /// edit list hides some seconds at the front, it stops after the first key frame of as many seconds at the end; if
    /// frames go on past the stated length, it drops them. Both happen silently. For such files the kit hides list and
    /// length from the demuxer and applies the list itself, as one shift of time.
    struct PlainIndex: Sendable {
        /// The position in the file of each byte to overwrite; `values` has the bytes to put there.
        private let positions: [UInt]
        private let values: [UInt8]
        /// Whether the file has an edit list.
        let hasEdits: Bool
        /// Whether its packets are described fragment by fragment, between them.
        let isFragmented: Bool

        /// Reads the boxes moov/mvhd, moov/trak/edts and moov/trak/mdia/mdhd of a file; overwrites nothing if there are
        /// none.
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
            var isFragmented = false
            for movie in boxes.children("moov", in: nil) {
                isFragmented = isFragmented || !boxes.children("mvex", in: movie).isEmpty
                let tracks = boxes.children("trak", in: movie)
                for edit in tracks.flatMap({ boxes.children("edts", in: $0) }) {
                    hasEdits = true
                    // The four letters of its name precede its content directly.
                    put(Array("free".utf8), at: edit.lowerBound - 4)
                }
                let media = tracks.flatMap { boxes.children("mdia", in: $0) }.flatMap { boxes.children("mdhd", in: $0) }
                for header in boxes.children("mvhd", in: movie) + media {
                    // Version, flags, two dates and the time scale precede the duration (ISO/IEC 14496-12, 8.2.2).
                    if boxes.byte(at: header.lowerBound) == 1 {
                        put([0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], at: header.lowerBound + 24)
                    } else {
                        put([0x7F, 0xFF, 0xFF, 0xFF], at: header.lowerBound + 16)
                    }
                }
            }
            // The times in `mfra` are presentation times, but the demuxer (1.22) takes them for decoding times: with
            // B-frames all that follows a seek is late by their delay. Without that box the demuxer goes from fragment
            // to fragment.
            if isFragmented {
                for list in boxes.children("mfra", in: nil) {
                    put(Array("free".utf8), at: list.lowerBound - 4)
                    for place in boxes.children("mfro", in: list) { put(Array("free".utf8), at: place.lowerBound - 4) }
                }
            }
            (self.positions, self.values) = (positions, values)
            (self.hasEdits, self.isFragmented) = (hasEdits, isFragmented)
        }

        /// Puts it in place of the file's own index for everything read through the element named `source`.
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

    /// The names and positions of the boxes of an ISO media file (MP4, QuickTime).
    struct ISOBoxes {
        /// Counts the heads of boxes that were read.
        private final class Count { var heads = 0 }

        private let bytes: SourceBytes
        private let size: UInt64
        private let count = Count()

        /// Whether the file has more boxes than are read; then not all have been found.
        var isCrowded: Bool { count.heads >= ProbeLimits.boxes }

        init(_ bytes: SourceBytes) {
            self.bytes = bytes
            size = bytes.size
        }

        /// The positions of the contents of boxes with a name, or with any (`nil`), inside a parent box; `nil`: on the
        /// outermost level.
        func children(_ name: String?, in parent: Range<UInt64>?) -> [Range<UInt64>] {
            var result: [Range<UInt64>] = []
            visit(parent) { if name == nil || $0 == name { result.append($1) } }
            return result
        }

        private func visit(_ parent: Range<UInt64>?, _ body: (_ name: String, _ content: Range<UInt64>) -> Void) {
            var at = parent?.lowerBound ?? 0
            let end = parent?.upperBound ?? size
            // Far more boxes than any level of a real file has; the bound keeps a damaged one from holding up the
            // probe.
            for _ in 0..<ProbeLimits.mostCounted where at + 8 <= end && !isCrowded {
                count.heads += 1
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
                body(String(decoding: head[4..<8], as: UTF8.self), at + headLength..<at + length)
                at += length
            }
        }

        /// Boxes that hold boxes. GStreamer's demuxer walks them recursively: some ten thousand levels, of 8 bytes
        /// each, overflow its stack and end the process.
        private static let containers: Set<String> = [
            "moov", "trak", "edts", "mdia", "minf", "dinf", "stbl", "udta", "mvex", "meta", "ilst", "moof", "traf",
            "mfra",
            "clip", "matt", "gmhd", "tref", "cmov", "rmra", "rmda", "sinf", "schi", "wave", "prln",
        ]

        /// How deep containers are nested, if that is deeper than a limit: the first level beyond it, where the search
        /// ends.
        ///
        /// - Parameter fragments: Whether fragments are walked too; they are spread all over a file.
        func depth(beyond limit: Int, fragments: Bool) -> Int? {
            var level: [Holder] = []
            visit(nil) { name, content in
                if name == "moov" || fragments && name == "moof" { level.append(Holder(content: content)) }
            }
            var depth = 0
            while !level.isEmpty {
                depth += 1
                guard depth <= limit else { return depth }
                // A real file has some thousands of containers in all.
                level = level.prefix(ProbeLimits.mostCounted).flatMap(holders)
            }
            return nil
        }

        /// A box that holds boxes.
        private struct Holder {
            /// Where the inner boxes lie.
            var content: Range<UInt64>
            /// Whether the inner boxes are sample entries, or lie in one: those have fields before their boxes.
            var holdsEntries = false
        }

        private func holders(in parent: Holder) -> [Holder] {
            var result: [Holder] = []
            visit(parent.content) { name, content in
                let skipped: UInt64
                if name == "stsd" {
                    skipped = 8
                } else if parent.holdsEntries {
                    skipped = name == "mp4a" ? 28 : 78
                } else if Self.containers.contains(name) {
                    skipped = 0
                } else {
                    return
                }
                guard content.count > skipped else { return }
                result.append(
                    Holder(
                        content: content.lowerBound + skipped..<content.upperBound,
                        holdsEntries: name == "stsd" || parent.holdsEntries))
            }
            return result
        }

        /// A big-endian number; `nil`: cut off.
        func number(_ count: Int, at position: UInt64) -> UInt64? {
            guard let bytes = read(count, at: position), bytes.count == count else { return nil }
            return bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }

        func bytes(_ count: Int, at position: UInt64) -> [UInt8]? { read(count, at: position) }

        func byte(at position: UInt64) -> UInt8? {
            read(1, at: position)?.first
        }

        private func read(_ count: Int, at position: UInt64) -> [UInt8]? { bytes.read(count, at: position) }
    }
#endif
