#if os(Linux) || os(macOS)
    import Foundation

    /// Writes the orientation of a clip into the header of its video track.
    ///
    /// ffmpeg's own ways to do so change from version to version, do not support mirroring, or turn the other way
    /// around. The matrix is 36 bytes at a known offset, so it is written there directly.
    struct TrackMatrix {
        let clip: IndexClip

        /// Writes the matrix into every video track of an MP4 or MOV file.
        func write(into file: URL) throws {
            let handle = try FileHandle(forUpdating: file)
            defer { try? handle.close() }
            let end = try handle.seekToEnd()
            var tracks = 0
            for movie in try boxes("moov", of: handle, in: 0..<end) {
                for track in try boxes("trak", of: handle, in: movie) where try isVideo(track, handle) {
                    for header in try boxes("tkhd", of: handle, in: track) {
                        let version = try bytes(1, of: handle, at: header.lowerBound)[0]
                        // Version and flags, then times, number and duration, then layer, group and volume.
                        try handle.seek(toOffset: header.lowerBound + 4 + (version == 0 ? 20 : 32) + 16)
                        try handle.write(contentsOf: matrix)
                        tracks += 1
                    }
                }
            }
            guard tracks > 0 else { throw ClipError(code: .file, detail: "no video track in \(file.path)") }
        }

        /// The nine numbers, from stored to displayed pixels; see ISO 14496-12, track header.
        private var matrix: Data {
            let (width, height) = (clip.width, clip.height)
            // x' = a x + c y + tx, y' = b x + d y + ty
            var (a, b, c, d, tx, ty): (Int, Int, Int, Int, Int, Int) =
                switch clip.rotation {
                case .none: (1, 0, 0, 1, 0, 0)
                case .clockwise90: (0, 1, -1, 0, height, 0)
                case .clockwise180: (-1, 0, 0, -1, width, height)
                case .clockwise270: (0, -1, 1, 0, 0, width)
                }
            if clip.isMirrored { (a, c, tx) = (-a, -c, clip.displayedSize.width - tx) }
            let one = 1 << 16
            let numbers = [a * one, b * one, 0, c * one, d * one, 0, tx * one, ty * one, 1 << 30]
            var data = Data()
            for number in numbers {
                let bits = UInt32(bitPattern: Int32(number))
                for shift in [24, 16, 8, 0] as [UInt32] { data.append(UInt8(truncatingIfNeeded: bits >> shift)) }
            }
            return data
        }

        private func isVideo(_ track: Range<UInt64>, _ handle: FileHandle) throws -> Bool {
            for media in try boxes("mdia", of: handle, in: track) {
                for kind in try boxes("hdlr", of: handle, in: media) {
                    // Version and flags, then the type of the component, then its subtype.
                    if try bytes(4, of: handle, at: kind.lowerBound + 8) == Array("vide".utf8) { return true }
                }
            }
            return false
        }

        /// The contents of all boxes of a type in a range of the file.
        private func boxes(_ type: String, of handle: FileHandle, in range: Range<UInt64>) throws -> [Range<UInt64>] {
            var found: [Range<UInt64>] = []
            var start = range.lowerBound
            while start + 8 <= range.upperBound {
                let head = try bytes(8, of: handle, at: start)
                var (length, headLength) = (number(head[0..<4]), UInt64(8))
                if length == 1 { (length, headLength) = (number(try bytes(8, of: handle, at: start + 8)[...]), 16) }
                if length == 0 { length = range.upperBound - start }
                guard length >= headLength, length <= range.upperBound - start else { break }
                if Array(head[4..<8]) == Array(type.utf8) { found.append(start + headLength..<start + length) }
                start += length
            }
            return found
        }

        private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

        private func bytes(_ count: Int, of handle: FileHandle, at offset: UInt64) throws -> [UInt8] {
            try handle.seek(toOffset: offset)
            let data = try handle.read(upToCount: count) ?? Data()
            guard data.count == count else { throw ClipError(code: .file, detail: "box cut off at \(offset)") }
            return [UInt8](data)
        }
    }
#endif
