import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import TestTools

/// A store whose limit leaves no room while others are in use.
@Suite(.timeLimit(.minutes(10)))
struct CrowdedFolderTests {
    private static func copy(of origin: Origin, as name: String, in folder: StoreFolder) throws -> MediaCopy {
        let copy = MediaCopy(
            id: 1, name: name, url: try #require(URL(string: "http://127.0.0.1/\(name)")), folder: folder)
        copy.answered(
            ResponseCheck.Acceptance(
                start: 0, end: origin.length, manner: .ranged,
                version: MediaVersion(etag: origin.etag, lastModified: nil, length: origin.length),
                contentType: "video/mp4", hasCertainEnd: true))
        #expect(copy.take(Data(origin.bytes(0..<origin.length)), at: 0, from: 1) { _, _ in } == .taken)
        return copy
    }

    @Test func `bytes that found no room are stored once another resource may be deleted`() throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let folder = StoreFolder(scratch.url.appending(path: "cache"), limit: 1_000_000)
        let names = ["0a", "1b"].map { String(repeating: $0, count: 32) }
        var first: MediaCopy? = try Self.copy(of: Origin(seed: 1, length: 800_000), as: names[0], in: folder)
        first?.flushAll { _, _ in }
        #expect(first?.checkAll { _, _ in } == true)
        let second = try Self.copy(of: Origin(seed: 2, length: 700_000), as: names[1], in: folder)
        second.flushAll { _, _ in }
        #expect(!second.checkAll { _, _ in } && second.state.withLock(\.isHere))
        first = nil
        second.flushAll { _, _ in }
        #expect(second.checkAll { _, _ in })
        #expect(second.state.withLock(\.held.isEmpty) && folder.bytes <= 1_000_000)
    }
}
