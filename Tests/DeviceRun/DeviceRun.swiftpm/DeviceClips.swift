import Foundation

/// The clips in the app's folder of caches: made at the first start, and again when the system has removed them.
enum DeviceClips {
    /// A clip that this device cannot make.
    struct Failure: Error {
        var reason: String
    }

    /// Part of every name. Raise it when the pictures change.
    private static let formatVersion = 1

    /// The file of a clip, made now unless it exists.
    static func url(for clip: TestClip) async throws -> URL {
        let url = try folder.appending(path: "\(clip.name)-\(formatVersion).mp4")
        if FileManager.default.fileExists(atPath: url.path) { return url }
        // Under another name until it is whole: a run that is stopped leaves nothing that looks like a clip.
        let part = url.appendingPathExtension("part.mp4")
        try? FileManager.default.removeItem(at: part)
        try await ClipWriter(clip, to: part).write()
        try FileManager.default.moveItem(at: part, to: url)
        return url
    }

    /// The file of a clip; `nil` if it could not be made.
    static func made(_ clip: TestClip) -> URL? {
        guard let url = try? folder.appending(path: "\(clip.name)-\(formatVersion).mp4") else { return nil }
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    private static var folder: URL {
        get throws {
            guard let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first else {
                throw Failure(reason: "the app has no folder of caches")
            }
            let folder = caches.appending(path: "DeviceRun")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        }
    }
}
