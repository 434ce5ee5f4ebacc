import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

/// Ownership of a cache's folder, and what a process that does not own it, or not yet, has open there.
struct StoreFolderTests {
    private static let name = String(repeating: "0a", count: 32)

    private static let others = ["1b", "2c"].map { String(repeating: $0, count: 32) }

    private static func store(_ bytes: Int, as name: String = name, in folder: StoreFolder) throws -> StoredMedia {
        let stored = try folder.create(name, version: MediaVersion(), contentType: nil, ending: "mp4")
        #expect(folder.reserve(0..<Int64(bytes), of: name))
        _ = try stored.write(Data(repeating: 7, count: bytes), at: 0)
        return stored
    }

    /// Stores a complete resource and closes it.
    ///
    /// - Returns: the path of its bytes.
    private static func keep(_ bytes: Int, as name: String = name, in folder: StoreFolder) throws -> String {
        #expect(try folder.use(name) == nil)
        let stored = try store(bytes, as: name, in: folder)
        try stored.append(.length(Int64(bytes)))
        try stored.seal()
        folder.leave(name)
        return stored.dataPath
    }

    private static func isThere(_ path: String) -> Bool { PosixFile.facts(of: path) != nil }

    @Test func `an unusable folder is used once it has been repaired`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        try Data().write(to: bench.folder)
        let folder = StoreFolder(bench.folder, limit: 1 << 20, pause: .milliseconds(100))
        #expect(try folder.use(Self.name) == nil)
        #expect(throws: PosixError.self) { _ = try Self.store(1_000, in: folder) }
        try FileManager.default.removeItem(at: bench.folder)
        // The folder is not checked again with every access.
        #expect(throws: PosixError.self) { _ = try Self.store(1_000, in: folder) }
        Thread.sleep(forTimeInterval: 0.15)
        _ = try Self.store(1_000, in: folder)
        #expect(folder.problem == nil)
    }

    @Test func `what a guest has open is counted once it owns the folder`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        var owner: StoreFolder? = StoreFolder(bench.folder, limit: 1 << 20)
        owner?.open()
        let guest = StoreFolder(bench.folder, limit: 1 << 20)
        // Two readers find nothing stored.
        for _ in 0..<2 { #expect(try guest.use(Self.name) == nil) }
        #expect(throws: PosixError.self) { _ = try Self.store(1_000, in: guest) }
        owner = nil
        let stored = try Self.store(20_000, in: guest)
        #expect(guest.bytes >= 20_000)
        guest.leave(Self.name)
        guest.remove(Self.name)
        // One reader still has it open.
        #expect(PosixFile.facts(of: stored.dataPath) != nil)
        guest.leave(Self.name)
        #expect(PosixFile.facts(of: stored.dataPath) == nil)
        #expect(guest.bytes == 0)
    }

    @Test func `a guest that leaves removes nothing of the owner's`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 1 << 20)
        #expect(try owner.use(Self.name) == nil)
        let stored = try Self.store(20_000, in: owner)
        let guest = StoreFolder(bench.folder, limit: 1 << 20)
        #expect(try guest.use(Self.name) == nil, "a guest opened an incomplete resource")
        guest.leave(Self.name)
        #expect(PosixFile.facts(of: stored.dataPath) != nil)
        #expect(owner.bytes >= 20_000)
        withExtendedLifetime(owner) {}
    }

    // MARK: Making room

    @Test func `a full disk costs no resource that a guest reads, and is tried again only after one has gone`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let full = PosixError("write", ENOSPC)
        let owner = StoreFolder(bench.folder, limit: 1 << 20)
        let first = try Self.keep(20_000, in: owner)
        let second = try Self.keep(20_000, as: Self.others[0], in: owner)
        let guest = StoreFolder(bench.folder, limit: 1 << 20)
        let reader = try #require(try guest.use(Self.name))
        // The guest reads the one that was used least recently.
        #expect(owner.refused(full))
        #expect(Self.isThere(first) && !Self.isThere(second))
        #expect(!owner.refused(full), "nothing is left to delete, and still the transfer is to try again")
        #expect(Self.isThere(first))
        withExtendedLifetime(reader) { guest.leave(Self.name) }
    }

    @Test func `what a guest has closed makes room on a full disk`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 1 << 20)
        let path = try Self.keep(20_000, in: owner)
        let guest = StoreFolder(bench.folder, limit: 1 << 20)
        do {
            let reader = try #require(try guest.use(Self.name))
            withExtendedLifetime(reader) { guest.leave(Self.name) }
        }
        #expect(owner.refused(PosixError("write", ENOSPC)))
        #expect(!Self.isThere(path) && owner.bytes == 0)
    }

    @Test func `a file that is too long for its disk costs no other`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 1 << 20)
        let path = try Self.keep(20_000, in: owner)
        #expect(!owner.refused(PosixError("write", EFBIG)))
        #expect(Self.isThere(path) && owner.problem?.number == EFBIG)
    }

    @Test func `a resource that a guest reads does not keep others from being stored`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 100_000)
        let first = try Self.keep(40_000, in: owner)
        let second = try Self.keep(40_000, as: Self.others[0], in: owner)
        let guest = StoreFolder(bench.folder, limit: 100_000)
        let reader = try #require(try guest.use(Self.name))
        #expect(try owner.use(Self.others[1]) == nil)
        let third = try Self.store(40_000, as: Self.others[1], in: owner)
        #expect(Self.isThere(first) && !Self.isThere(second) && Self.isThere(third.dataPath))
        #expect(owner.bytes <= 100_000)
        withExtendedLifetime(reader) { guest.leave(Self.name) }
    }

    @Test func `nothing is deleted where even that would not make room`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 100_000)
        let first = try Self.keep(20_000, in: owner)
        let second = try Self.keep(40_000, as: Self.others[0], in: owner)
        let guest = StoreFolder(bench.folder, limit: 100_000)
        let reader = try #require(try guest.use(Self.others[0]))
        #expect(try owner.use(Self.others[1]) == nil)
        _ = try owner.create(Self.others[1], version: MediaVersion(), contentType: nil, ending: "mp4")
        // Both would have to go.
        #expect(!owner.reserve(0..<70_000, of: Self.others[1]))
        #expect(Self.isThere(first) && Self.isThere(second))
        #expect(owner.reserve(0..<40_000, of: Self.others[1]))
        #expect(!Self.isThere(first) && Self.isThere(second))
        withExtendedLifetime(reader) { guest.leave(Self.others[0]) }
    }

    @Test func `a smaller limit is kept as far as a guest lets it`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        var owner = StoreFolder(bench.folder, limit: 1 << 20)
        let first = try Self.keep(40_000, as: Self.others[0], in: owner)
        let second = try Self.keep(40_000, as: Self.others[1], in: owner)
        let guest = StoreFolder(bench.folder, limit: 1 << 20)
        let reader = try #require(try guest.use(Self.others[0]))
        owner = StoreFolder(bench.folder, limit: 10_000)
        owner.open()
        #expect(Self.isThere(first) && !Self.isThere(second))
        withExtendedLifetime((owner, reader)) { guest.leave(Self.others[0]) }
    }

    @Test func `bytes that were not written are not counted`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 100_000)
        #expect(try owner.use(Self.name) == nil)
        _ = try Self.store(20_000, in: owner)
        let before = owner.bytes
        // More rounds than there is room for.
        for _ in 0..<10 {
            #expect(owner.reserve(20_000..<40_000, of: Self.name))
            #expect(!owner.refused(PosixError("write", ENOSPC)))
            owner.giveBack(20_000..<40_000, of: Self.name)
        }
        #expect(owner.bytes == before)
    }

    // MARK: What cannot be opened

    @Test func `what cannot be opened now is kept, and served once it can be`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 1 << 20)
        let path = try Self.keep(20_000, in: owner)
        // A folder in place of the index cannot be opened as a file, and its own contents are not known.
        let index = bench.folder.path + "/" + StoreName.index(of: Self.name)
        try PosixFile.rename(index, to: bench.notes.path)
        #expect(try PosixFile.makeFolder(index))
        let url = try #require(URL(string: "http://127.0.0.1/a"))
        var copy: MediaCopy? = MediaCopy(id: 1, name: Self.name, url: url, folder: owner)
        #expect(owner.problem != nil)
        // Its reader goes without the disk.
        copy?.answered(
            ResponseCheck.Acceptance(
                start: 0, end: 20_000, manner: .ranged,
                version: MediaVersion(etag: "\"a\"", lastModified: nil, length: 20_000), contentType: nil,
                hasCertainEnd: true))
        #expect(copy?.take(Data(repeating: 7, count: 20_000), at: 0, from: 1, lost: { _, _ in }) == .taken)
        copy = nil
        #expect(Self.isThere(path) && owner.problem == nil)
        try FileManager.default.removeItem(atPath: index)
        try PosixFile.rename(bench.notes.path, to: index)
        #expect(MediaCopy(id: 2, name: Self.name, url: url, folder: owner).completeFile == path)
    }

    @Test func `a version that cannot be created leaves no file behind`() throws {
        let bench = try CacheBench()
        defer { bench.remove() }
        let owner = StoreFolder(bench.folder, limit: 1 << 20)
        owner.open()
        let index = StoreName.index(of: Self.name)
        #expect(try PosixFile.makeFolder(bench.folder.path + "/" + index))
        #expect(throws: PosixError.self) { _ = try Self.store(20_000, in: owner) }
        let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
        #expect(Set(names) == [index, StoreName.lock, StoreName.mark])
        #expect(owner.bytes == 0)
    }
}
