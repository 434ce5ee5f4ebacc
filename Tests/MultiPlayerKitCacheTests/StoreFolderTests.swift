import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

/// Who owns a cache's folder, and what is counted of those who do not, or not yet.
struct StoreFolderTests {
    private static let name = String(repeating: "0a", count: 32)

    private static func store(_ bytes: Int, in folder: StoreFolder) throws -> StoredMedia {
        let stored = try folder.create(name, version: MediaVersion(), contentType: nil, ending: "mp4")
        #expect(folder.reserve(0..<Int64(bytes), of: name))
        _ = try stored.write(Data(repeating: 7, count: bytes), at: 0)
        return stored
    }

    @Test func `a folder that could not be used is found again`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        try Data().write(to: bench.folder)
        let folder = StoreFolder(bench.folder, limit: 1 << 20, pause: .milliseconds(100))
        #expect(folder.use(Self.name) == nil)
        #expect(throws: PosixError.self) { _ = try Self.store(1_000, in: folder) }
        try FileManager.default.removeItem(at: bench.folder)
        // Not asked with every read.
        #expect(throws: PosixError.self) { _ = try Self.store(1_000, in: folder) }
        Thread.sleep(forTimeInterval: 0.15)
        _ = try Self.store(1_000, in: folder)
        #expect(folder.problem == nil)
    }

    @Test func `what a guest has open is counted when it owns the folder`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        var owner: StoreFolder? = StoreFolder(bench.folder, limit: 1 << 20)
        owner?.open()
        let guest = StoreFolder(bench.folder, limit: 1 << 20)
        // Two readers, which find nothing.
        for _ in 0..<2 { #expect(guest.use(Self.name) == nil) }
        #expect(throws: PosixError.self) { _ = try Self.store(1_000, in: guest) }
        owner = nil
        let stored = try Self.store(20_000, in: guest)
        #expect(guest.bytes >= 20_000)
        guest.leave(Self.name)
        guest.remove(Self.name)
        // One reads on.
        #expect(PosixFile.facts(of: stored.dataPath) != nil)
        guest.leave(Self.name)
        #expect(PosixFile.facts(of: stored.dataPath) == nil)
        #expect(guest.bytes == 0)
    }

    @Test func `a guest that leaves takes nothing of the owner's with it`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 1 << 20)
        #expect(owner.use(Self.name) == nil)
        let stored = try Self.store(20_000, in: owner)
        let guest = StoreFolder(bench.folder, limit: 1 << 20)
        #expect(guest.use(Self.name) == nil, "not complete")
        guest.leave(Self.name)
        #expect(PosixFile.facts(of: stored.dataPath) != nil)
        #expect(owner.bytes >= 20_000)
        withExtendedLifetime(owner) {}
    }
}
