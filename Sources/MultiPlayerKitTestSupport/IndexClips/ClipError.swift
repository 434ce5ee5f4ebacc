import Foundation

/// Why a clip could not be made or examined.
public struct ClipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stage that failed. More stages may come.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The description asks for something its codec or container cannot carry.
        public static let unsupported = Code(name: "unsupported clip")
        /// `ffmpeg` or `ffprobe` is not there or cannot be started.
        public static let toolMissing = Code(name: "tool missing")
        /// `ffmpeg` or `ffprobe` ended with an error.
        public static let toolFailed = Code(name: "tool failed")
        /// A file could not be written, moved or read.
        public static let file = Code(name: "file")
        /// A decoded frame shows no index.
        public static let unreadable = Code(name: "unreadable frame")
    }

    public let code: Code
    /// What happened, with the output of the tool that failed.
    public let detail: String

    public var description: String { "\(code): \(detail)" }
}

extension ClipError.Code: CustomStringConvertible {
    public var description: String { name }
}
