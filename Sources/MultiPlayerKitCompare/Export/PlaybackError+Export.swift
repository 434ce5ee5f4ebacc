import Foundation
import MultiPlayerKit

extension PlaybackError {
    /// A file that cannot be written.
    static func unwritten(
        _ url: URL, _ reason: String, cure: String = "choose a folder that exists, may be written to and has room",
        underlying: (any Error)? = nil
    ) -> PlaybackError {
        PlaybackError(
            .outputFailed, subject: url.lastPathComponent, reason: reason, cure: cure, underlying: underlying)
    }
}
