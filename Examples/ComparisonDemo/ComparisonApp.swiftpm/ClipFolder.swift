import Foundation

/// Where picked videos are kept while they are shown.
///
/// They are copied: the right to read a file of another app ends, and what Photos hands over is deleted at once. On one
/// volume a copy costs no room and no time, because the file system shares the blocks.
enum ClipFolder {
    private static var folder: URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("Picked", isDirectory: true)
    }

    /// Copies a file that another app has opened up for this one.
    static func copy(scoped file: URL) async throws -> URL {
        // False for a file that needs no permission, such as one in the app's own folder.
        let isScoped = file.startAccessingSecurityScopedResource()
        defer { if isScoped { file.stopAccessingSecurityScopedResource() } }
        return try copy(file)
    }

    static func copy(_ file: URL) throws -> URL {
        // A folder for each, so that two files of one name do not meet.
        let place = folder.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let copy = place.appendingPathComponent(file.lastPathComponent)
        try FileManager.default.copyItem(at: file, to: copy)
        return copy
    }

    /// Removes all copies. A player that still has one open keeps it until it is released.
    static func empty() {
        try? FileManager.default.removeItem(at: folder)
    }
}
