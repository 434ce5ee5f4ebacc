import Foundation
import FoundationNetworking

@testable import ComparisonScreens
@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import MultiPlayerKitKiosk

/// The readers that are given arbitrary bytes. None may trap, hang or take memory without limit.
enum Target: String, CaseIterable {
    case configuration
    case response
    case isoMedia = "iso-media"
    case matroska
    case picture
    case watchRequest = "watch-request"
    case cacheIndex = "cache-index"
    case commandLine = "command-line"

    /// The inputs from which fuzzing starts.
    var seeds: [[UInt8]] {
        switch self {
        case .configuration:
            [
                #"{"screens": [{"output": "none", "tiles": [{"name": "a", "clips": [{"file": "a.mp4", "duration": 2}]}]}]}"#,
                #"{"screens": [{"output": {"window": "full-screen"}, "background": "b.mp4", "layout": "grid", "tiles": []}], "#
                    + #""schedule": [{"days": "mon-fri", "open": "09:00-18:30"}], "watch": {"socket": "/tmp/s"}}"#,
            ].map { Array($0.utf8) }
        case .response:
            [
                "HTTP/1.1 206 Part\r\nContent-Range: bytes 100-199/1000\r\nETag: \"a\"\r\nContent-Length: 100\r\n\r\n",
                "HTTP/1.1 503 Later\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: Sun, 06 Nov 1994 08:49:30 GMT\r\n\r\n",
                "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 302 There\r\nLocation: //example.org/a?b#c\r\n\r\n",
            ].map { Array($0.utf8) }
        case .isoMedia: [Self.movie]
        case .matroska:
            [
                [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
                    + [0x16, 0x54, 0xAE, 0x6B, 0x84, 0xAE, 0x80, 0xAE, 0x80]
            ]
        case .picture:
            [
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                    + [0, 0, 1, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0],
                [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0],
            ]
        case .watchRequest: ["GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"].map { Array($0.utf8) }
        case .cacheIndex:
            [
                (try? StoreIndex.bytes(
                    of: StoreIndex.Head(
                        version: MediaVersion(), contentType: "video/mp4", dataName: "data"))).map { Array($0) } ?? []
            ].map { $0 + StoreIndex.bytes(of: .run(StoreIndex.Run(start: 0, count: 100, sum: 7))) }
        case .commandLine:
            [
                "compare\0a.mp4\0b.mp4\0--layout\0wipe\0--at\02:pause;3:step=1", "grid\0a\0--tiles\048",
                "feed\0a\0--scroll\00:0;2:9",
            ]
            .map { Array($0.utf8) }
        }
    }

    /// `ftyp`, then `moov` with one `trak`.
    private static var movie: [UInt8] {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let size = UInt32(content.count + 8)
            return withUnsafeBytes(of: size.bigEndian) { Array($0) } + Array(name.utf8) + content
        }
        let entry = box(
            "avc1", [UInt8](repeating: 0, count: 78) + box("colr", Array("nclx".utf8) + [0, 1, 0, 1, 0, 1, 0]))
        let table = box(
            "stbl", box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + entry) + box("stts", [UInt8](repeating: 0, count: 16)))
        let media = box("mdia", box("mdhd", [UInt8](repeating: 0, count: 24)) + box("minf", table))
        let track = box(
            "trak", box("tkhd", [UInt8](repeating: 0, count: 84)) + box("edts", box("elst", [0, 0, 0, 0])) + media)
        return box("ftyp", Array("isom".utf8)) + box("moov", box("mvhd", [UInt8](repeating: 0, count: 100)) + track)
    }

    func take(_ bytes: [UInt8]) {
        switch self {
        case .configuration:
            _ = try? KioskConfiguration(data: Data(bytes), folder: URL(filePath: "/nowhere"))
        case .response:
            var lines = ResponseLines()
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                _ = lines.take(line + [UInt8(ascii: "\n")])
            }
            for asked in [nil, 100..<200] as [Range<Int64>?] {
                _ = ResponseCheck(asked: asked, known: lines.head.version, longest: 1 << 40).verdict(
                    on: lines.head, now: 0)
            }
            if let location = lines.location,
                let url = URL(string: location, relativeTo: URL(string: "https://example.org/a"))
            {
                _ = Redirect.followed(URLRequest(url: url), from: nil, hops: 1)
            }
        case .isoMedia:
            Self.withFile(bytes) { file in
                guard file.isISOMedia else { return }
                _ = ISOMovie(of: file)
                _ = PlainIndex(of: file)
            }
        case .matroska: Self.withFile(bytes) { _ = MatroskaTracks(of: $0) }
        case .picture:
            Self.withFile(bytes) { _ = PictureHeader(still: $0) }
            for type in ["image/png", "image/jpeg", "image/x-jpc", "video/x-prores", "video/x-vp8", "video/x-dnxhd"] {
                _ = PictureHeader(mediaType: type) { place, count in
                    place < bytes.count ? Array(bytes[place..<min(place + count, bytes.count)]) : []
                }
            }
        case .watchRequest: _ = WatchRequest(bytes)
        case .cacheIndex:
            if let (index, _) = StoreIndex.read(Data(bytes)) {
                _ = RunTable(index.records.compactMap { if case .run(let run) = $0 { run } else { nil } })
            }
        case .commandLine:
            _ = try? Invocation.parse(
                bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) })
        }
    }

    /// A file in memory, because the kit reads these inputs from files.
    private static let file = URL(filePath: "/dev/shm/multiplayerkit-fuzz-\(ProcessInfo.processInfo.processIdentifier)")

    private static func withFile(_ bytes: [UInt8], _ body: (SourceBytes) -> Void) {
        guard (try? Data(bytes).write(to: file)) != nil, let found = SourceBytes(of: MediaSource(url: file)) else {
            fatalError("no place for an input")
        }
        defer {
            found.close()
            unlink(file.path)
        }
        body(found)
    }
}
