import AVFoundation
import Foundation

extension ContractWorld {
    /// Creates a file of one byte that opens as `media`.
    func addFile(_ name: String, _ media: Media) -> URL {
        let url = Self.files.appending(path: name)
        FileManager.default.createFile(atPath: url.path, contents: Data([0]))
        register(url, media)
        return url
    }

    /// The folder of ``addFile(_:_:)``, which is removed when the process exits.
    static let files: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "contract-\(ProcessInfo.processInfo.processIdentifier)", directoryHint: .isDirectory)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: ContractWorld.files) }
        return folder
    }()
}
