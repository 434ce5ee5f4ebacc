import Foundation

@testable import MultiPlayerKit

/// A folder for one cache, gone at the end.
final class CacheBench: Sendable {
    let folder: URL

    init() {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("mpk-cache-\(UInt64.random(in: 0 ... .max))", isDirectory: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func cache(limit: Int64 = 1 << 30, _ change: (inout MediaCache.Configuration) -> Void = { _ in }) -> MediaCache {
        var configuration = MediaCache.Configuration(directory: folder, byteLimit: limit)
        change(&configuration)
        return MediaCache(configuration)
    }

    /// What the folder takes on the disk.
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
