import Foundation
import MultiPlayerKit

/// What an export writes, by the file's ending.
enum ExportKind: String {
    case mp4, mov
    /// A moving picture without sound; on Linux.
    case webp

    init(_ url: URL) throws(PlaybackError) {
        guard let kind = ExportKind(rawValue: url.pathExtension.lowercased()), kind.isWritten else {
            throw PlaybackError(
                .outputFailed, subject: url.lastPathComponent,
                reason: "an export is no file of the kind \"\(url.pathExtension)\"",
                cure: "choose a name that ends in .mp4 or .mov\(Self.others)")
        }
        self = kind
    }
}
