#if canImport(CGStreamer)
    import Foundation

    /// The names and positions of the boxes of an ISO media file (MP4, QuickTime).
    struct ISOBoxes {
        /// What changes while boxes are read.
        private final class Reading {
            /// Boxes that were read.
            var heads = 0
            /// The bytes read last: where boxes are many, they lie close together.
            var bytes: [UInt8] = []
            var start: UInt64 = 0
        }

        private let bytes: SourceBytes
        private let size: UInt64
        private let reading = Reading()
        /// The contents of the movies (`moov`): a demuxer reads the first.
        private(set) var movies: [Range<UInt64>] = []
        /// The contents of fragments (`moof`); of the first alone where each further one may have to be fetched.
        private var fragments: [Range<UInt64>] = []
        /// The contents of metadata beside the movie.
        private var metadata: [Range<UInt64>] = []

        /// Whether the file has more boxes than are read; then not all have been found.
        var isCrowded: Bool { reading.heads >= ProbeLimits.boxes }

        init(_ bytes: SourceBytes) {
            self.bytes = bytes
            size = bytes.size
            var (movies, fragments, metadata): ([Range<UInt64>], [Range<UInt64>], [Range<UInt64>]) = ([], [], [])
            var left = ProbeLimits.mostCounted
            visit(nil) { name, content in
                switch name {
                case Self.code("moov"): movies.append(content)
                case Self.code("moof"): fragments.append(content)
                case Self.code("meta"): metadata.append(content)
                default: break
                }
                // A long recording has more fragments than need to be seen, but its movie must not be overlooked.
                if !movies.isEmpty || !bytes.isFile { left -= 1 }
                return left > 0 && (bytes.isFile || movies.isEmpty || fragments.isEmpty)
            }
            (self.movies, self.fragments, self.metadata) = (movies, fragments, metadata)
        }

        /// The positions of the contents of boxes with a name, or with any (`nil`), inside a parent box.
        func children(_ name: String?, in parent: Range<UInt64>) -> [Range<UInt64>] {
            var result: [Range<UInt64>] = []
            let code = name.map(Self.code)
            visit(parent) {
                if code == nil || $0 == code { result.append($1) }
                return true
            }
            return result
        }

        /// The table of all fragments (`mfra`) from its name on; `nil`: there is none. It ends the file, and its last
        /// box (`mfro`, ISO/IEC 14496-12, 8.8.11) ends with its length, by which demuxers find it.
        var fragmentTable: Range<UInt64>? {
            guard !fragments.isEmpty, size >= 16, number(4, at: size - 12) == Self.code("mfro"),
                let length = number(4, at: size - 4), length >= 24, length <= size
            else { return nil }
            return size - length + 4..<size
        }

        /// - Parameter parent: The content to look into; `nil`: the file.
        /// - Parameter body: Returns whether to go on.
        private func visit(
            _ parent: Range<UInt64>?, _ body: (_ name: UInt64, _ content: Range<UInt64>) -> Bool
        ) {
            var at = parent?.lowerBound ?? 0
            let end = parent?.upperBound ?? size
            while at + 8 <= end, !isCrowded, var length = number(4, at: at), let name = number(4, at: at + 4) {
                reading.heads += 1
                var headLength: UInt64 = 8
                if length == 1, let long = number(8, at: at + 8) {
                    (length, headLength) = (long, 16)
                } else if length == 0 {
                    length = end - at
                }
                guard length >= headLength, length <= end - at else { return }
                guard body(name, at + headLength..<at + length) else { return }
                at += length
            }
        }

        // MARK: Depth

        /// Where boxes may begin inside others for GStreamer's demuxer (1.20 to 1.28): directly, after version and
        /// flags, after a count of entries, and after the fields of entries for sound, pictures and Theora.
        private static let insets: [UInt64] = [0, 4, 8, 28, 44, 64, 78, 90]

        /// How deep boxes are nested, if that is deeper than a limit: the first level beyond it, where the search ends.
        ///
        /// GStreamer's demuxer walks them recursively: some ten thousand levels, of 8 bytes each, overflow its stack
        /// and end the process. Which boxes it looks into depends on their names and on its version, so all are looked
        /// into here.
        func depth(beyond limit: Int) -> Int? {
            var level = movies + fragments + metadata
            if let table = fragmentTable { level.append(table.lowerBound + 4..<table.upperBound) }
            var depth = 0
            while !level.isEmpty {
                depth += 1
                guard depth <= limit else { return depth }
                level = inner(level)
            }
            return nil
        }

        private func inner(_ level: [Range<UInt64>]) -> [Range<UInt64>] {
            var inner: [Range<UInt64>] = []
            var seen: Set<UInt64> = []
            for parent in level {
                for inset in Self.insets {
                    var at = parent.lowerBound + inset
                    while at + 8 <= parent.upperBound, !isCrowded, let length = number(4, at: at), length >= 8,
                        length <= parent.upperBound - at, let name = number(4, at: at + 4), Self.isName(name),
                        seen.insert(at).inserted
                    {
                        reading.heads += 1
                        if length >= 16 { inner.append(at + 8..<at + length) }
                        at += length
                    }
                }
            }
            return inner
        }

        /// Whether four bytes can be the name of a box into which the demuxer looks: ASCII, perhaps with © as the first
        /// letter, or a number beside the letters "ms". Hardly any other data look like that.
        private static func isName(_ name: UInt64) -> Bool {
            if name >> 16 == 0x6D73 || name & 0xFFFF == 0x736D { return true }
            let letters: ClosedRange<UInt64> = 0x20...0x7E
            return (letters.contains(name >> 24) || name >> 24 == 0xA9)
                && [16, 8, 0].allSatisfy { letters.contains(name >> $0 & 0xFF) }
        }

        // MARK: Bytes

        /// Four letters as a number.
        static func code(_ name: String) -> UInt64 { name.utf8.reduce(0) { $0 << 8 | UInt64($1) } }

        /// A big-endian number; `nil`: cut off.
        func number(_ count: Int, at position: UInt64) -> UInt64? {
            guard let bytes = read(count, at: position), bytes.count == count else { return nil }
            return bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }

        func bytes(_ count: Int, at position: UInt64) -> [UInt8]? { read(count, at: position).map(Array.init) }

        func byte(at position: UInt64) -> UInt8? { read(1, at: position)?.first }

        /// A page: reading it costs no more than reading a few bytes.
        private static let block = 4_096

        private func read(_ count: Int, at position: UInt64) -> ArraySlice<UInt8>? {
            let end = reading.start + UInt64(reading.bytes.count)
            if position < reading.start || position + UInt64(count) > end {
                guard let bytes = bytes.read(max(count, Self.block), at: position) else { return nil }
                (reading.start, reading.bytes) = (position, bytes)
            }
            return reading.bytes[Int(position - reading.start)...].prefix(count)
        }
    }
#endif
