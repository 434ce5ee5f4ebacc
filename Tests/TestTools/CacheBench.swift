import Foundation

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache

/// A folder for one cache, removed at the end. A bench in a local variable needs `defer { bench.remove() }`.
final class CacheBench: Sendable {
    private let scratch: ScratchFolder
    /// Not created yet.
    let folder: URL
    /// A path beside it, for a test's own notes.
    var notes: URL { scratch.url.appending(path: "notes") }

    init() throws {
        scratch = try ScratchFolder()
        folder = scratch.url.appending(path: "cache", directoryHint: .isDirectory)
    }

    func cache(limit: Int64 = 1 << 30, _ change: (inout MediaCache.Configuration) -> Void = { _ in }) -> MediaCache {
        var configuration = MediaCache.Configuration(directory: folder, byteLimit: limit)
        change(&configuration)
        return MediaCache(configuration)
    }

    func remove() { scratch.remove() }

    /// The bytes that the folder takes on the disk.
    var bytesOnDisk: Int64 {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.reduce(0) { $0 + (PosixFile.facts(of: folder.path + "/" + $1)?.bytesOnDisk ?? 0) }
    }
}

extension CachedMedia {
    /// All of a range, read in order.
    func all(_ range: Range<Int64> = 0..<Int64.max) async throws -> Data {
        var data = Data()
        for try await piece in pieces(of: range) { data.append(piece) }
        return data
    }
}
