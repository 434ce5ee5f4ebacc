#if canImport(CGStreamer)
    import Foundation

    /// Sets the dates in an MP4 or QuickTime file to "not known": the muxer writes the time of day, and two exports of the
    /// same group are to be the same file.
    ///
    /// The boxes are those of ISO/IEC 14496-12, 8.2.2, 8.3.2 and 8.4.2: after version and flags come the times of
    /// creation and modification, of 8 bytes each in version 1, otherwise of 4.
    enum MovieDates {
        private static let parents: Set<String> = ["moov", "trak", "mdia"]
        private static let dated: Set<String> = ["mvhd", "tkhd", "mdhd"]

        static func clear(in path: String) throws {
            let file = try FileHandle(forUpdating: URL(filePath: path))
            defer { try? file.close() }
            try clear(file, from: 0, to: file.seekToEnd())
        }

        private static func clear(_ file: FileHandle, from start: UInt64, to end: UInt64) throws {
            var place = start
            while place + 8 <= end {
                try file.seek(toOffset: place)
                guard let head = try file.read(upToCount: 16), head.count >= 8 else { return }
                let bytes = [UInt8](head)
                func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
                let name = String(decoding: bytes[4..<8], as: UTF8.self)
                var (size, headSize) = (number(0..<4), UInt64(8))
                if size == 1, bytes.count == 16 { (size, headSize) = (number(8..<16), 16) }
                // A size of 0: to the end of the file.
                let next = size == 0 ? end : place + size
                guard next > place, next <= end else { return }
                if parents.contains(name) { try clear(file, from: place + headSize, to: next) }
                if dated.contains(name) {
                    try file.seek(toOffset: place + headSize)
                    let isLong = try file.read(upToCount: 1)?.first == 1
                    try file.seek(toOffset: place + headSize + 4)
                    try file.write(contentsOf: Data(count: isLong ? 16 : 8))
                }
                place = next
            }
        }
    }
#endif
