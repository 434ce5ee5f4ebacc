#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import TestTools

    /// What the probe reads of an MP4's boxes, and what it overwrites in them.
    @Suite struct ISOIndexTests {
        // MARK: Fragments

        /// A recording in fragments of a second, with a table of them at its end.
        private static func recording(fragments: Int, of bytes: Int) -> (bytes: [UInt8], firstFragment: Int) {
            var all = file(box("moov", box("mvhd", header(scale: 1_000, units: 0)) + box("mvex", [])))
            let first = all.count
            let fragment = box("moof", box("mfhd", zeros(8))) + box("mdat", zeros(bytes))
            for _ in 0..<fragments { all += fragment }
            return (all + table(stating: nil), first)
        }

        /// - Parameter length: `nil`: the true one.
        private static func table(stating length: UInt64?) -> [UInt8] {
            let entries = box("tfra", zeros(16))
            return box("mfra", entries + box("mfro", zeros(4) + big(length ?? UInt64(entries.count + 24), 4)))
        }

        @Test(arguments: [3, 15_000])
        func `the table of a recording's fragments is hidden, however many there are`(fragments: Int) throws {
            let bytes = Self.recording(fragments: fragments, of: 0).bytes
            let plain = try Self.inFile(bytes) { Self.applying(PlainIndex(of: $0), to: bytes) }
            let start = bytes.count - Self.table(stating: nil).count
            #expect(Self.name(plain, at: start) == "free")
            #expect(Self.name(plain, at: bytes.count - 16) == "free")
            #expect(Self.name(plain, at: start + 8) == "tfra")
        }

        @Test func `a table whose length is not true hides nothing`() throws {
            let recording = Self.recording(fragments: 2, of: 100).bytes
            let count = Self.table(stating: nil).count
            let front = Array(recording.dropLast(count))
            for length: UInt64 in [0, 8, 1 << 30, UInt64(UInt32.max)] {
                let bytes = front + Self.table(stating: length)
                let plain = try Self.plain(bytes)
                #expect(plain[front.count...] == bytes[front.count...], "\(length)")
            }
            // It leads to another box, which keeps its name. Without the last name the demuxer finds no table.
            let bytes = front + Self.table(stating: UInt64(count + 108))
            let plain = try Self.plain(bytes)
            #expect(Self.name(plain, at: front.count - 108) == "mdat")
            #expect(Self.name(plain, at: front.count) == "mfra")
            #expect(Self.name(plain, at: bytes.count - 16) == "free")
        }

        @Test func `on a server only the first fragment is visited, and the end`() throws {
            let (bytes, first) = Self.recording(fragments: 60, of: 100_000)
            let (server, source) = try Self.served(bytes)
            let movie = ISOMovie(of: source)
            #expect(movie.excessDepth == nil && !movie.isCrowded)
            let plain = Self.applying(PlainIndex(of: source), to: bytes)
            #expect(Self.name(plain, at: bytes.count - 16) == "free")
            // The beginning is fetched in one piece.
            let between = Int64(max(first + 100, 65_536))..<Int64(bytes.count - 200)
            #expect(server.reads.withLock { $0.filter { between.contains($0.lowerBound) } }.isEmpty)
        }

        @Test func `a plain file's end is not asked for`() throws {
            let bytes = Self.file(Self.box("moov", Self.zeros(8)), Self.box("mdat", Self.zeros(500_000)))
            let (server, source) = try Self.served(bytes)
            _ = (ISOMovie(of: source), PlainIndex(of: source))
            #expect(server.reads.withLock { $0.allSatisfy { $0.lowerBound < 65_536 } })
        }

        // MARK: Lengths

        private struct Track {
            var scale: UInt64
            var units: UInt64
            var isWide = false
        }

        private static func film(_ movie: Track, _ tracks: [Track]) -> [UInt8] {
            func header(_ track: Track) -> [UInt8] {
                Self.header(scale: track.scale, units: track.units, isWide: track.isWide)
            }
            let edits = box("edts", box("elst", zeros(8)))
            let all = tracks.flatMap { box("trak", edits + box("mdia", box("mdhd", header($0)))) }
            return file(box("moov", box("mvhd", header(movie)) + all))
        }

        /// The lengths that the demuxer sees, the movie's first.
        private static func lengths(_ bytes: [UInt8], _ tracks: [Track]) throws -> [UInt64] {
            let plain = try plain(bytes)
            var (result, from): ([UInt64], Int) = ([], 0)
            for (index, track) in tracks.enumerated() {
                let name = Array((index == 0 ? "mvhd" : "mdhd").utf8)
                let place = try #require(plain[from...].indices.first { plain[$0...].starts(with: name) })
                let length = place + (track.isWide ? 28 : 20)
                result.append(plain[length..<length + (track.isWide ? 8 : 4)].reduce(0) { $0 << 8 | UInt64($1) })
                from = place + 4
            }
            return result
        }

        private static let unknown = UInt64(Int32.max)

        @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
        func `short films end far away, whichever headers they have`(isMovieWide: Bool, isTrackWide: Bool) throws {
            let all = [
                Track(scale: 1_000, units: 10_000, isWide: isMovieWide),
                Track(scale: 90_000, units: 900_000, isWide: isTrackWide),
            ]
            let bytes = Self.film(all[0], [all[1]])
            #expect(try Self.lengths(bytes, all) == [Self.unknown, Self.unknown])
            // The two lengths and one name are overwritten, nothing else.
            let count = 4 + (isMovieWide ? 8 : 4) + (isTrackWide ? 8 : 4)
            #expect(try Self.index(bytes).positions.count == count)
        }

        @Test func `no length that the demuxer sees cuts a film off, or makes it leave a track out`() throws {
            var random = SplitMix(seed: 41)
            for round in 0..<400 {
                let seconds = UInt64.random(in: 1...72_000, using: &random)
                func track(_ scales: [UInt64]) -> Track {
                    let scale = scales.randomElement(using: &random) ?? 1_000
                    let isWide = scale * seconds >= UInt64(UInt32.max) || random.oneIn(3)
                    return Track(scale: scale, units: scale * seconds, isWide: isWide)
                }
                let tracks = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    track([600, 15_360, 30_000, 48_000, 90_000, 1_000_000])
                }
                let all = [track([600, 1_000, 90_000])] + tracks
                let seen = try Self.lengths(Self.film(all[0], tracks), all)
                for (track, units) in zip(all, seen) {
                    let limit = track.isWide ? UInt64.max : UInt64(UInt32.max)
                    #expect(units >= min(track.units + track.units / 5, limit), "round \(round): \(track), \(units)")
                }
                // As the demuxer compares them.
                for (track, units) in zip(tracks, seen.dropFirst()) where units != Self.unknown {
                    let movie = track.scale * seen[0]
                    #expect(all[0].scale * units * 10 / movie >= 2, "round \(round): \(track), \(units) of \(seen[0])")
                }
            }
        }

        @Test func `a header that is cut off changes no other box`() throws {
            for version: UInt8 in [0, 1] {
                let header = [version] + Self.zeros(9)
                let media = Self.box("mdhd", header) + Self.box("hdlr", Self.zeros(40))
                let movie = Self.box("mvhd", header) + Self.box("trak", Self.box("mdia", media))
                let index = try Self.index(Self.file(Self.box("moov", movie)))
                #expect(index.positions.isEmpty)
            }
        }

        @Test func `a damaged file with thousands of equal boxes is overwritten in a few places`() throws {
            let edits = (0..<1_000).flatMap { _ in Self.box("edts", Self.zeros(8)) }
            let headers = (0..<1_000).flatMap { _ in Self.box("mdhd", Self.zeros(24)) }
            let track = Self.box("trak", edits + Self.box("mdia", headers))
            let index = try Self.index(Self.file(Self.box("moov", track)))
            #expect(index.hasEdits && index.positions.count <= 4 * ProbeLimits.tracks + 4)
        }

        // MARK: Depth

        /// Names of boxes, and the bytes before the boxes inside them.
        static let holders: [(name: [UInt8], inset: Int)] = [
            (Array("trak".utf8), 0), (Array("imap".utf8), 0), ([0xA9, 0x6E, 0x61, 0x6D], 0), (Array("meta".utf8), 4),
            (Array("mp4s".utf8), 8), (Array("mp4a".utf8), 28), (Array("mp4a".utf8), 44), (Array("alac".utf8), 64),
            (Array("avc1".utf8), 78), (Array("XiTh".utf8), 90), ([0x6D, 0x73, 0, 2], 28),
        ]

        @Test(arguments: holders)
        func `boxes are counted however the demuxer finds one in another`(name: [UInt8], inset: Int) throws {
            func nested(_ depth: Int) -> [UInt8] {
                (0..<depth).reduce([]) { content, _ in Self.box(name, Self.zeros(inset) + content + Self.zeros(8)) }
            }
            for place in ["moov", "moof", "meta"] {
                for depth in [20, 40] {
                    let holder = Self.box(place, nested(depth))
                    let bytes =
                        place == "moov" ? Self.file(holder) : Self.file(Self.box("moov", Self.zeros(8)), holder)
                    let movie = try Self.inFile(bytes) { ISOMovie(of: $0) }
                    #expect(movie.excessDepth == (depth > 32 ? 33 : nil), "\(depth) in \(place)")
                    #expect(!movie.isCrowded)
                }
            }
        }

        @Test func `the table at the end is looked into as well`() throws {
            let nested = (0..<40).reduce([]) { content, _ in Self.box("udta", content + Self.zeros(8)) }
            let end = Self.box("mfro", Self.zeros(4) + Self.big(UInt64(nested.count + 24), 4))
            let recording = Self.recording(fragments: 2, of: 10).bytes
            let bytes = recording.dropLast(Self.table(stating: nil).count) + Self.box("mfra", nested + end)
            #expect(try Self.inFile(Array(bytes)) { ISOMovie(of: $0).excessDepth } == 33)
        }

        @Test func `tables of numbers are not taken for boxes`() throws {
            // Falling sizes: each reads like the head of a box inside the one before.
            let sizes = (0..<4_000).flatMap { Self.big(UInt64(32_000 - 8 * $0), 4) }
            let tables = Self.box("stsz", Self.zeros(12) + sizes) + Self.box("stco", Self.zeros(8) + sizes)
            let bytes = Self.file(Self.box("moov", Self.box("trak", Self.box("stbl", tables))))
            let movie = try Self.inFile(bytes) { ISOMovie(of: $0) }
            #expect(movie.excessDepth == nil && !movie.isCrowded)
        }

        @Test func `a compressed index is refused by name`() throws {
            let packed = Self.box("cmov", Self.box("dcom", Array("zlib".utf8)) + Self.box("cmvd", Self.zeros(20)))
            let bytes = Self.file(Self.box("moov", packed))
            let movie = try Self.inFile(bytes) { ISOMovie(of: $0) }
            let limits = ProbeLimits(source: MediaSource(url: URL(filePath: "/old.mov")))
            let error = #expect(throws: PlaybackError.self) { try limits.check(movie) }
            #expect(error?.description.contains("old.mov") == true && error?.reason.contains("compressed") == true)
        }

        @Test func `a list of Matroska tracks that holds something else is not read to its end`() throws {
            func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
                id + [0x08] + Self.big(UInt64(content.count), 4) + content
            }
            let others = (0..<100_000).flatMap { _ -> [UInt8] in [0xEC, 0x80] }
            let tracks = element([0x16, 0x54, 0xAE, 0x6B], [0xAE, 0x80] + others)
            let bytes = element([0x1A, 0x45, 0xDF, 0xA3], []) + element([0x18, 0x53, 0x80, 0x67], tracks)
            let (server, source) = try Self.served(bytes)
            #expect(MatroskaTracks(of: source).count == 1)
            #expect(server.reads.withLock(\.count) < ProbeLimits.mostCounted + 100)
        }

        // MARK: Bytes

        private static func big(_ number: UInt64, _ count: UInt64) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
        }

        private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] { box(Array(name.utf8), content) }
        private static func box(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
            big(UInt64(content.count + 8), 4) + name + content
        }

        private static func file(_ boxes: [UInt8]...) -> [UInt8] {
            box("ftyp", Array("isom".utf8)) + boxes.flatMap(\.self)
        }

        /// The content of `mvhd` or `mdhd`.
        private static func header(scale: UInt64, units: UInt64, isWide: Bool = false) -> [UInt8] {
            let dates = zeros(isWide ? 16 : 8)
            return [isWide ? 1 : 0, 0, 0, 0] + dates + big(scale, 4) + big(units, isWide ? 8 : 4) + zeros(4)
        }

        private static func name(_ bytes: [UInt8], at box: Int) -> String {
            String(decoding: bytes[box + 4..<box + 8], as: UTF8.self)
        }

        private static func index(_ bytes: [UInt8]) throws -> PlainIndex {
            let source = try served(bytes).source
            return PlainIndex(of: source)
        }

        private static func plain(_ bytes: [UInt8]) throws -> [UInt8] { applying(try index(bytes), to: bytes) }

        /// What the demuxer sees.
        private static func applying(_ index: PlainIndex, to bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for (position, value) in zip(index.positions, index.values) { bytes[Int(position)] = value }
            return bytes
        }

        private static func inFile<Result>(_ bytes: [UInt8], _ body: (SourceBytes) throws -> Result) throws -> Result {
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let url = folder.url.appending(path: "clip.mp4")
            try Data(bytes).write(to: url)
            let source = try #require(SourceBytes(of: MediaSource(url: url)))
            defer { source.close() }
            return try body(source)
        }

        private static func served(_ bytes: [UInt8]) throws -> (server: Server, source: SourceBytes) {
            let server = Server(Data(bytes))
            let address = try #require(URL(string: "http://served.invalid/clip.mp4"))
            return (server, try #require(SourceBytes(of: MediaSource(url: address, cache: server))))
        }

        /// A server's bytes, all there.
        private final class Server: ByteSource, ByteReader {
            let reads = Mutex<[Range<Int64>]>([])
            private let bytes: Data

            init(_ bytes: Data) { self.bytes = bytes }

            func reader(of url: URL, priority: FetchPriority) -> any ByteReader { self }
            func fetch(_ range: Range<Int64>, of url: URL, priority: FetchPriority) -> any ByteFetch { NoFetch() }

            func readBlocking(_ range: Range<Int64>) throws -> Data {
                reads.withLock { $0.append(range) }
                let range = range.clamped(to: 0..<Int64(bytes.count))
                return bytes[Int(range.lowerBound)..<Int(range.upperBound)]
            }

            func lengthBlocking() throws -> Int64? { Int64(bytes.count) }
            func fileURLBlocking() -> URL? { nil }
            func bytesPresent(in range: Range<Int64>) -> Int64 { Int64(range.count) }
            func cancelReads() {}
            func close() {}
        }
    }
#endif
