#if canImport(CGStreamer)
    import Foundation

    /// Files whose headers lie, by name.
    struct HostileFiles {
        /// A small MP4 whose headers are true.
        let good: URL

        static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

        private static let hevc = ["libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]
        private static let av1 = ["libaom-av1", "-cpu-used", "8", "-usage", "realtime"]

        func make(_ url: URL) throws {
            let path = url.path
            func copy(_ changes: (String, Int, [UInt8])...) throws {
                try FileManager.default.copyItem(at: good, to: url)
                for (box, offset, bytes) in changes { try Forge.patching(url, box: box, at: offset, with: bytes) }
            }
            // A visual sample entry has its size 24 bytes into its content (ISO/IEC 14496-12, 12.1.3).
            switch url.lastPathComponent {
            case "wide.mp4": try wide(url, 16_400, 360)
            case "widest.mp4": try wide(url, 65_535, 65_535)
            case "flat.mp4": try copy(("avc1", 24, [0, 0, 0, 0]))
            case "lying parameter set.mp4": try lyingParameterSet(url)
            case "lying hevc.mp4": try lyingSize(url, 16_600, Self.hevc, "hev1")
            case "hidden hevc.mp4": try lyingSize(url, 20_000, Self.hevc, "hev1")
            case "hidden av1.mp4": try lyingSize(url, 20_000, Self.av1, "av01")
            case "stated wide.mkv": try matroska(entries: 1, width: Int(Int32.max)).write(to: url)
            case "negative aspect.mp4": try aspect(url, .max, 1)
            case "thin aspect.mp4": try aspect(url, 1, UInt32(Int32.max))
            case "zero aspect.mp4": try aspect(url, 0, 0)
            case "slow.mp4":
                try constantRate(url)
                try Forge.patching(url, box: "mdhd", at: 12, with: Forge.big(UInt32(1)))
                try Forge.patching(url, box: "stts", at: 12, with: Forge.big(UInt32(1_000_000_000)))
            case "fast.mp4":
                try constantRate(url)
                try Forge.patching(url, box: "mdhd", at: 12, with: Forge.big(UInt32(30_000)))
                try Forge.patching(url, box: "stts", at: 12, with: Forge.big(UInt32(15)))
            case "fastest.mp4":
                try constantRate(url)
                try Forge.patching(url, box: "mdhd", at: 12, with: Forge.big(Int32.max))
                try Forge.patching(url, box: "stts", at: 12, with: Forge.big(UInt32(1)))
            case "timeless.mp4":
                try copy(("mdhd", 12, [0, 0, 0, 0]), ("mvhd", 12, [0, 0, 0, 0]), ("stts", 12, [0, 0, 0, 0]))
            case "long.mp4": try copy(("mdhd", 16, [0xFF, 0xFF, 0xFF, 0xFE]), ("mdhd", 12, [0, 0, 0, 1]))
            case "tracks.mp4": try manyTracks(url)
            case "tracks.mkv": try matroska(entries: 10_000, width: 640).write(to: url)
            case "tracks.avi": try aviOfManyTracks().write(to: url)
            case "large.png": try blackPNG(side: 20_000).write(to: url)
            case "large.jpg":
                try Forge.ffmpeg(["-f", "lavfi", "-i", "color=s=64x64", "-frames:v", "1", path])
                try Self.enlargeJPEG(url)
            case "large.mov", "large.avi", "large.mkv": try container(url, of: "picture.png")
            case "large jpeg.mov", "large jpeg.avi": try container(url, of: "picture.jpg")
            case "cut.mp4":
                let data = try Data(contentsOf: fastStart())
                try data.prefix(Self.headerLength(data) * 2 / 3).write(to: url)
            case "huge box.mp4": try copy(("stsz", -8, [0x7F, 0xFF, 0xFF, 0xFF]))
            case "huger box.mp4":
                let name: [UInt8] = Array("moov".utf8)
                let data = try Data(contentsOf: fastStart())
                let place = data.range(of: Data(name))!.lowerBound - 4
                let head: [UInt8] = [0, 0, 0, 1] + name + [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
                try (data.prefix(place) + head + data.dropFirst(place + 8)).write(to: url)
            case "nested.mp4": try nested(url, in: "trak")
            case "nested elsewhere.mp4": try nested(url, in: "udta")
            case "nested fragment.mp4": try nested(url, in: "moof")
            case "nested entries.mp4": try nestedEntries(url)
            case "crowded.mp4":
                // Eight million boxes, none deep: 64 MB.
                let leaf = Forge.big(UInt32(8)) + Array("free".utf8)
                let holder = Forge.box("udta", Array(repeating: leaf, count: 10_000).flatMap { $0 })
                try add(Array(repeating: holder, count: 800).flatMap { $0 }, to: url, asFragment: false)
            case "many samples.mp4":
                try copy(("stsz", 8, [0x7F, 0xFF, 0xFF, 0xFF]), ("stts", 8, [0x7F, 0xFF, 0xFF, 0xFF]))
            case "huge sample.mp4": try copy(("stsz", 12, [0x7F, 0xFF, 0xFF, 0xFF]))
            default: throw CocoaError(.featureUnsupported)
            }
        }

        /// The number of bytes before the coded pictures.
        static func headerLength(_ data: Data) -> Int {
            if let place = data.prefix(100_000).range(of: Data("mdat".utf8)) { return place.upperBound }
            if let place = data.prefix(100_000).range(of: Data("movi".utf8)) { return place.upperBound }
            return min(data.count, 1_000)
        }

        private func fastStart() throws -> URL {
            let url = good.deletingLastPathComponent().appending(path: "front.mp4")
            try Forge.ffmpeg(["-i", good.path, "-c", "copy", "-movflags", "+faststart", url.path])
            return url
        }

        /// The container states a size that its stream does not have.
        private func wide(_ url: URL, _ width: Int, _ height: Int) throws {
            try FileManager.default.copyItem(at: good, to: url)
            try Forge.patching(url, box: "avc1", at: 24, with: Forge.big16(width) + Forge.big16(height))
        }

        /// The stream has the given width; the container says 640.
        private func lyingSize(_ url: URL, _ width: Int, _ codec: [String], _ entry: String) throws {
            try Forge.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=\(width)x64:r=25:d=0.1", "-c:v"] + codec + [url.path])
            try Forge.patching(url, box: entry, at: 24, with: Forge.big16(640))
        }

        private func aspect(_ url: URL, _ width: UInt32, _ height: UInt32) throws {
            try Forge.ffmpeg(["-i", good.path, "-c", "copy", "-aspect", "4:3", url.path])
            try Forge.patching(url, box: "pasp", at: 0, with: Forge.big(width) + Forge.big(height))
        }

        /// One run of equal durations, and no edit list.
        private func constantRate(_ url: URL) throws {
            try Forge.ffmpeg(["-i", good.path, "-c", "copy", "-use_editlist", "0", url.path])
        }

        /// The container says 640x360, the sequence parameter set 20000x4000.
        private func lyingParameterSet(_ url: URL) throws {
            try FileManager.default.copyItem(at: good, to: url)
            let data = try Data(contentsOf: url)
            let place = data.range(of: Data("avcC".utf8), options: .backwards)!.upperBound + 6
            let length = Int(data[place]) << 8 | Int(data[place + 1])
            var bits = BitWriter()
            // ITU-T H.264, 7.3.2.1.1: type, profile 66, constraints, level.
            for byte: UInt in [0x67, 66, 0xC0, 62] { bits.put(byte, 8) }
            for value: UInt in [0, 0, 2, 1] { bits.exponential(value) }
            bits.put(0, 1)
            bits.exponential(20_000 / 16 - 1)
            bits.exponential(4_000 / 16 - 1)
            for bit: UInt in [1, 1, 0, 0, 1] { bits.put(bit, 1) }
            let set = bits.bytes + [UInt8](repeating: 0, count: length - bits.bytes.count)
            try Forge.replacing(data, at: place + 2, with: set).write(to: url)
        }

        /// The track, ten thousand times.
        private func manyTracks(_ url: URL) throws {
            let data = try Data(contentsOf: good)
            let movie = data.range(of: Data("moov".utf8), options: .backwards)!.lowerBound - 4
            let track = data.range(of: Data("trak".utf8))!.lowerBound - 4
            let header = Array(data[movie + 8..<track])
            let length = data[track..<track + 4].reduce(0) { $0 << 8 | Int($1) }
            let one = Array(data[track..<track + length])
            let all = header + (0..<10_000).flatMap { _ in one }
            try (data.prefix(movie) + Data(Forge.box("moov", all))).write(to: url)
        }

        /// A segment of unknown length with this many video tracks and one frame.
        private func matroska(entries: Int, width: Int) -> Data {
            func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
                id + [0x08] + Forge.big(UInt32(content.count)) + content
            }
            func number(_ id: [UInt8], _ value: Int) -> [UInt8] { element(id, Forge.big(UInt32(value))) }
            let header = element(
                [0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)) + number([0x42, 0x87], 4))
            let tracks = (1...entries).flatMap { index in
                element(
                    [0xAE],
                    number([0xD7], index) + number([0x73, 0xC5], index) + number([0x83], 1)
                        + element([0x86], Array("V_FFV1".utf8))
                        + element([0xE0], number([0xB0], width) + number([0xBA], 360)))
            }
            let frame = element(
                [0xA3],
                [0x81, 0, 0, 0x80] + [0x10, 0, 0, 0x9D, 1, 0x2A, 0x80, 2, 0x68, 1] + [UInt8](repeating: 0, count: 200))
            let cluster = element([0x1F, 0x43, 0xB6, 0x75], number([0xE7], 0) + frame)
            return Data(
                header + [0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255]
                    + element([0x16, 0x54, 0xAE, 0x6B], tracks) + cluster)
        }

        private func aviOfManyTracks() throws -> Data {
            let url = good.deletingLastPathComponent().appending(path: "one.avi")
            try Forge.ffmpeg(Forge.pattern + ["-c:v", "mpeg4", url.path])
            let data = try Data(contentsOf: url)
            let list = data.range(of: Data("strl".utf8))!.lowerBound - 8
            let length = Int(data[list + 4]) | Int(data[list + 5]) << 8
            let one = data[list..<list + 8 + length]
            let all = (0..<10_000).reduce(into: Data()) { all, _ in all += one }
            let header = data.range(of: Data("hdrl".utf8))!.lowerBound - 4
            var copy = data.prefix(list) + all + data.dropFirst(list + 8 + length)
            let size = UInt32(list - header - 4 + all.count)
            copy.replaceSubrange(header..<header + 4, with: Forge.big(size).reversed())
            return copy
        }

        /// A container of 64x64 pictures whose own headers say 20000x20000.
        private func container(_ url: URL, of name: String) throws {
            let picture = good.deletingLastPathComponent().appending(path: name)
            try Forge.ffmpeg(["-f", "lavfi", "-i", "color=s=64x64", "-frames:v", "1", picture.path])
            try Forge.ffmpeg(["-framerate", "25", "-i", picture.path, "-c", "copy", url.path])
            if picture.pathExtension == "png" { try Self.enlargePNG(url) } else { try Self.enlargeJPEG(url) }
        }

        private static func enlargePNG(_ url: URL) throws {
            let data = try Data(contentsOf: url)
            guard let name = data.range(of: Data("IHDR".utf8)) else { throw CocoaError(.fileReadCorruptFile) }
            let fields =
                Forge.big(UInt32(20_000)) + Forge.big(UInt32(20_000))
                + Array(data[name.upperBound + 8..<name.upperBound + 13])
            let chunk = Array("IHDR".utf8) + fields
            try Forge.replacing(data, at: name.lowerBound, with: chunk + Forge.big(PNGFile.checksum(chunk))).write(
                to: url)
        }

        /// Writes 20000x20000 into each frame header of 64x64.
        private static func enlargeJPEG(_ url: URL) throws {
            var data = try Data(contentsOf: url)
            var from = data.startIndex
            let header: [UInt8] = [0xFF, 0xC0, 0x00, 0x11, 0x08, 0x00, 0x40, 0x00, 0x40]
            while let place = data.range(of: Data(header), in: from..<data.endIndex) {
                let size = Forge.big16(20_000) + Forge.big16(20_000)
                data.replaceSubrange(place.lowerBound + 5..<place.lowerBound + 9, with: size)
                from = place.upperBound
            }
            guard from > data.startIndex else { throw CocoaError(.fileReadCorruptFile) }
            try data.write(to: url)
        }

        /// Such a file is dangerous because all of it can be decoded.
        private func blackPNG(side: Int) -> Data { PNGFile.black(side: side) }

        /// Two hundred thousand nested boxes, each with a header of 8 bytes.
        private func nested(_ url: URL, in name: String) throws {
            let depth = 200_000
            var content: [UInt8] = []
            for level in 0..<depth { content += Forge.big(UInt32((depth - level) * 8)) + Array(name.utf8) }
            try add(content, to: url, asFragment: name == "moof")
        }

        /// Nested sample entries, each after the fields of the one around it.
        private func nestedEntries(_ url: URL) throws {
            let (depth, step) = (50_000, 86)
            var content: [UInt8] = []
            for level in 0..<depth {
                content +=
                    Forge.big(UInt32((depth - level) * step)) + Array("avc1".utf8) + [UInt8](repeating: 0, count: 78)
            }
            var box = Forge.box("stsd", Forge.big(UInt32(0)) + Forge.big(UInt32(1)) + content)
            for name in ["stbl", "minf", "mdia", "trak"] { box = Forge.box(name, box) }
            try add(box, to: url, asFragment: false)
        }

        /// Puts boxes at the beginning of the index or, as fragments, at the end of the file.
        private func add(_ content: [UInt8], to url: URL, asFragment: Bool) throws {
            let data = try Data(contentsOf: good)
            let movie = data.range(of: Data("moov".utf8), options: .backwards)!.lowerBound - 4
            guard !asFragment else { return try (data + Data(content)).write(to: url) }
            let length = data[movie..<movie + 4].reduce(0) { $0 << 8 | Int($1) }
            let all = Forge.box("moov", content + Array(data[movie + 8..<movie + length]))
            try (data.prefix(movie) + Data(all)).write(to: url)
        }
    }

    /// A PNG written without a library.
    enum PNGFile {
        /// One bit a pixel: 20000 by 20000 in 315 KB.
        static func black(side: Int) -> Data {
            let bytes = side * ((side + 7) / 8 + 1)
            let header = Forge.big(UInt32(side)) + Forge.big(UInt32(side)) + [1, 0, 0, 0, 0]
            return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
                + chunk("IHDR", header) + chunk("IDAT", zeros(bytes)) + chunk("IEND", [])
        }

        /// Zeros as a zlib stream (RFC 1950 and 1951): one literal, and repeats of it 258 long.
        private static func zeros(_ count: Int) -> [UInt8] {
            var stream: [UInt8] = [0x78, 0x01]
            var (rest, free) = (UInt64(0), UInt64(0))
            func put(_ bits: UInt64, _ number: UInt64) {
                rest |= bits << free
                free += number
                while free >= 8 {
                    stream.append(UInt8(truncatingIfNeeded: rest))
                    rest >>= 8
                    free -= 8
                }
            }
            // The last block with fixed codes, then the literal 0. Codes are written from their highest bit.
            put(0b011, 3)
            put(0b0000_1100, 8)
            let repeats = (count - 1 + 257) / 258
            // Length code 285 (11000101) means 258, distance code 0 (00000) means one.
            for _ in 0..<repeats { put(0b0_0000_1010_0011, 13) }
            put(0, 7)
            put(0, 7)
            let sum = UInt32((1 + repeats * 258) % 65_521) << 16 | 1
            return stream + Forge.big(sum)
        }

        private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let all = Array(name.utf8) + content
            return Forge.big(UInt32(content.count)) + all + Forge.big(checksum(all))
        }

        /// CRC of PNG, annex D.
        static func checksum(_ bytes: [UInt8]) -> UInt32 {
            ~bytes.reduce(0xFFFF_FFFF as UInt32) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
        }

        private static let table: [UInt32] = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
        }
    }

    /// Writes bits as a parameter set has them.
    struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var free = 0

        mutating func put(_ value: UInt, _ count: Int) {
            for bit in (0..<count).reversed() {
                if free == 0 {
                    bytes.append(0)
                    free = 8
                }
                free -= 1
                bytes[bytes.count - 1] |= UInt8(value >> UInt(bit) & 1) << UInt8(free)
            }
        }

        /// Exp-Golomb, ITU-T H.264, 9.1.
        mutating func exponential(_ value: UInt) {
            let length = UInt.bitWidth - (value + 1).leadingZeroBitCount
            put(0, length - 1)
            put(value + 1, length)
        }
    }
#endif
