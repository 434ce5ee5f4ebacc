import Foundation
import Testing

@testable import MultiPlayerKitCompare

/// A file that is put in its place once it is complete, even if that lies on another volume than what was written.
@Suite(.serialized)
struct UnfinishedMovieStories {
    /// Folders on two volumes, where there are two: what is unfinished lies on the first.
    private static let roots = [FileManager.default.temporaryDirectory, URL(filePath: "/dev/shm")].filter {
        FileManager.default.isWritableFile(atPath: $0.path)
    }

    @Test(arguments: roots)
    func `a new file takes its place, on this volume and on another`(root: URL) throws {
        let folder = root.appending(path: "unfinished-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let goal = folder.appending(path: "film.mp4")
        let movie = try UnfinishedMovie(for: goal)
        try Data("complete".utf8).write(to: movie.url)
        try movie.commit()
        #expect(try String(contentsOf: goal, encoding: .utf8) == "complete")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["film.mp4"])
        #expect(!FileManager.default.fileExists(atPath: movie.url.deletingLastPathComponent().path))
    }
}
