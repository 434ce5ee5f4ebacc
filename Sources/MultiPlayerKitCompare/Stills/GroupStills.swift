import Foundation
import MultiPlayerKit

/// Writes one picture of each member of a group, all of one instant, each as large as its video is shown pixel for
/// pixel.
///
/// ```swift
/// let files = try await GroupStills(of: group).write(to: folder)     // 1-left.png, 2-right.png
/// ```
/// The group itself goes on undisturbed. The pictures are turned as they are shown, and in square pixels.
public struct GroupStills: Sendable {
    /// Group time. Default: where the group was.
    public var time: Duration

    let members: [Member]

    /// A member whose picture can be written.
    struct Member: Sendable {
        /// Of its video.
        var name: String
        /// Writes the picture that is due at a group time to a file.
        var write: @MainActor @Sendable (_ time: Duration, _ file: URL) async throws -> Void
    }

    /// Decodes the pictures and writes them.
    ///
    /// - Parameter folder: is there already. Files of the same names are replaced, each when the new one is complete.
    /// - Returns: a PNG file for each member, in their order: its number, counted from 1, and the name of its video.
    /// - Throws: `PlaybackError` for a video that cannot be played or shows nothing at that time, and for a file that
    ///   cannot be written; the files before it are there then. `CancellationError`.
    @MainActor
    @discardableResult
    public func write(to folder: URL) async throws -> [URL] {
        var files: [URL] = []
        for (index, member) in members.enumerated() {
            try Task.checkCancellation()
            let name = URL(filePath: member.name.replacing("/", with: "-")).deletingPathExtension().lastPathComponent
            let file = folder.appending(path: "\(index + 1)-\(name).png")
            try await member.write(time, file)
            files.append(file)
        }
        return files
    }

    static func missing(_ name: String, at time: Duration, cure: String) -> PlaybackError {
        PlaybackError(
            .outputFailed, subject: name, reason: "its picture at \(time.seconds) s did not come", cure: cure)
    }
}
