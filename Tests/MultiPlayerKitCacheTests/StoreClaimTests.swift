import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

/// Which folders a cache takes, and what it removes there.
@Suite struct StoreClaimTests {
    private static let name = String(repeating: "0a", count: 32)

    private static func fill(_ bench: CacheBench, _ names: [String], mode: Int = 0o755) throws {
        try FileManager.default.createDirectory(at: bench.folder, withIntermediateDirectories: false)
        for name in names { try Data().write(to: bench.folder.appending(path: name)) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: bench.folder.path)
    }

    private static func names(_ bench: CacheBench) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).sorted()
    }

    private static func mode(_ bench: CacheBench) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: bench.folder.path)[.posixPermissions] as? Int
    }

    @Test func `a folder that the cache makes is marked and private`() async throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        try await bench.cache().openStorage()
        #expect(try Self.names(bench) == [StoreName.mark, StoreName.lock])
        #expect(try Self.mode(bench) == 0o700)
    }

    @Test(arguments: [
        (["letter.new"], 0o755), (["lock", "letter.txt"], 0o755), ([".hidden"], 0o755),
        // Without a lock file it is not the cache of an earlier version.
        (["\(name).index"], 0o755), ([], 0o777), ([], 0o770),
    ])
    func `a folder that may hold others' files is refused and left as it is`(names: [String], mode: Int) async throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        try Self.fill(bench, names, mode: mode)
        await #expect(throws: PlaybackError.self) { try await bench.cache().openStorage() }
        #expect(try Self.names(bench) == names.sorted())
        #expect(try Self.mode(bench) == mode)
    }

    @Test func `the cache of an earlier version is taken over`() async throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        // Files that belong to no stored resource are removed as usual: they were the cache's.
        try Self.fill(bench, ["lock", "\(Self.name)-1f.mp4", "\(Self.name).index.new"], mode: 0o700)
        try await bench.cache().openStorage()
        #expect(try Self.names(bench) == [StoreName.mark, StoreName.lock])
    }

    @Test func `even in its own folder the cache removes only its own files`() async throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        // Someone may keep files by their hashes, and have the mark from elsewhere.
        let others = [
            "letter.new", "\(Self.name).new", "\(String(repeating: "z", count: 64))-1.mp4", "\(Self.name)-1f.txt",
            "\(Self.name)-holiday.mp4", "\(Self.name)-1f-2.mp4", "\(Self.name)-.mp4", "\(Self.name)-1f",
            "\(Self.name)-\(String(repeating: "1", count: 17)).mp4", "\(Self.name)-1f.mp4.mp4",
        ]
        try Self.fill(bench, others + [StoreName.mark, "\(Self.name)-1f.mp4"])
        try await bench.cache().openStorage()
        #expect(try Self.names(bench) == (others + [StoreName.mark, StoreName.lock]).sorted())
    }

    @Test func `the cache knows all names that it gives`() {
        let types = [nil, "video/mp4", "video/quicktime", "video/webm", "audio/mpeg", "text/plain"]
        for type in types {
            for path in ["/a", "/a.mkv", "/a.MOV", "/a.exe"] {
                let ending = FileEnding.of(contentType: type, url: URL(filePath: path))
                for nonce in ["0", "1f", String(UInt64.max, radix: 16)] {
                    let name = StoreName.data(of: Self.name, nonce: nonce, ending: ending)
                    #expect(StoreName.isData(name), "\(name)")
                }
            }
        }
    }
}
