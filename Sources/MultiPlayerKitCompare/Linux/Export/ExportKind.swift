#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// What an export writes, by the file's ending.
    enum ExportKind: String, CaseIterable {
        case mp4, mov, webp

        init(_ url: URL) throws(PlaybackError) {
            guard let kind = ExportKind(rawValue: url.pathExtension.lowercased()) else {
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent,
                    reason: "an export is no file of the kind \"\(url.pathExtension)\"",
                    cure: "choose a name that ends in .mp4 or .mov, or for a moving picture without sound in .webp")
            }
            self = kind
        }
    }
#endif
