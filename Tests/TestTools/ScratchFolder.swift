import Foundation

/// An empty folder among the temporary ones, gone with its last user.
///
/// Who holds it in a local variable says `defer { folder.remove() }`: what is not used any more may go before its scope
/// ends.
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
