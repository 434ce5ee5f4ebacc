import Foundation

/// An empty temporary folder, removed with its last user.
///
/// A folder in a local variable needs `defer { folder.remove() }`: an object may be released after its last use, before
/// its scope ends.
final class ScratchFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "mpk-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
