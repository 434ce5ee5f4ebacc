#if os(Linux) || os(macOS)
    import Foundation

    /// Removes what a Matroska or WebM file says about colour.
    ///
    /// From ffmpeg 7 on, every encoder claims limited range where nothing is known, and the file says so. The element
    /// is renamed to one that readers skip, so that nothing else moves.
    struct MatroskaColour {
        /// Segment, Tracks, TrackEntry and Video, one inside the other.
        private static let path: [UInt64] = [0x1853_8067, 0x1654_AE6B, 0xAE, 0xE0]
        private static let colour: UInt64 = 0x55B0

        /// Removes the colour of all tracks.
        static func remove(from file: URL) throws {
            let handle = try FileHandle(forUpdating: file)
            defer { try? handle.close() }
            // The tracks come before the pictures.
            let head = [UInt8](try handle.read(upToCount: 1 << 16) ?? Data())
            for element in elements(of: path[...], in: head, 0..<head.count) {
                let length = element.contents.count
                // The two-byte name becomes one byte, so the contents grow by one byte.
                guard element.contents.lowerBound - element.start == 3, length < 0x7E else {
                    throw ClipError(code: .file, detail: "colour of \(length) bytes in \(file.path)")
                }
                try handle.seek(toOffset: UInt64(element.start))
                try handle.write(
                    contentsOf: Data([0xEC, 0x81 + UInt8(length)] + [UInt8](repeating: 0, count: length + 1)))
            }
        }

        private typealias Element = (name: UInt64, start: Int, contents: Range<Int>)

        /// All colour elements at the end of a path.
        private static func elements(of path: ArraySlice<UInt64>, in bytes: [UInt8], _ range: Range<Int>) -> [Element] {
            let name = path.first ?? colour
            let found = children(in: bytes, range).filter { $0.name == name }
            return path.isEmpty ? found : found.flatMap { elements(of: path.dropFirst(), in: bytes, $0.contents) }
        }

        private static func children(in bytes: [UInt8], _ range: Range<Int>) -> [Element] {
            var found: [Element] = []
            var start = range.lowerBound
            while let (name, nameLength) = number(bytes, at: start, in: range, keepingMark: true),
                let (size, sizeLength) = number(bytes, at: start + nameLength, in: range, keepingMark: false)
            {
                let first = start + nameLength + sizeLength
                // All ones mean an unknown size. An element that reaches beyond the bytes read ends with them, too.
                let end = size > UInt64(range.upperBound - first) ? range.upperBound : first + Int(size)
                found.append((name, start, first..<end))
                start = end
            }
            return found
        }

        /// A number whose leading zeros tell how many bytes it has.
        private static func number(
            _ bytes: [UInt8], at start: Int, in range: Range<Int>, keepingMark: Bool
        ) -> (value: UInt64, length: Int)? {
            guard start < range.upperBound, bytes[start] != 0 else { return nil }
            let length = bytes[start].leadingZeroBitCount + 1
            guard start + length <= range.upperBound else { return nil }
            var value = UInt64(keepingMark ? bytes[start] : bytes[start] & (0xFF >> UInt8(length)))
            for byte in bytes[(start + 1)..<(start + length)] { value = value << 8 | UInt64(byte) }
            return (value, length)
        }
    }
#endif
