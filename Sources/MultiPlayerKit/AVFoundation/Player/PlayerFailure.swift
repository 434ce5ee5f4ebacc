#if canImport(AVFoundation)
    import AVFoundation

    /// Translates AVFoundation's errors into what they mean for a member and what can be done.
    package enum PlayerFailure {
        /// Whether the system's media services were reset and took the player away: not the video's fault.
        package static func isReset(_ error: (any Error)?) -> Bool {
            (error as NSError?).map { $0.domain == AVFoundationErrorDomain && $0.code == Self.mediaServicesWereReset }
                ?? false
        }

        /// Whether every decoder of the device is taken.
        package static func isDecoderBusy(_ error: (any Error)?) -> Bool {
            (error as NSError?).map {
                $0.domain == AVFoundationErrorDomain && $0.code == Self.decoderTemporarilyUnavailable
            } ?? false
        }

        package static func translate(_ error: (any Error)?, _ source: MediaSource) -> PlaybackError {
            guard let error = error as NSError? else {
                return PlaybackError(
                    .decodingFailed, subject: source.name, reason: "stopped without saying why", cure: "open it again")
            }
            func make(_ code: PlaybackError.Code, _ reason: String, _ cure: String) -> PlaybackError {
                PlaybackError(
                    code, subject: source.name, reason: "\(reason) (\(error.domain) \(error.code))", cure: cure,
                    underlying: error)
            }
            guard error.domain == AVFoundationErrorDomain else {
                return error.domain == NSURLErrorDomain
                    ? make(.sourceUnreachable, "cannot be reached", "check the address and the connection")
                    : make(.sourceUnreadable, "cannot be read", "check the file")
            }
            return switch error.code {
            case decoderTemporarilyUnavailable:
                make(.decodingFailed, "every decoder is busy", "play fewer videos at once, or smaller ones")
            case decoderNotFound, undecodableMediaData, formatUnsupported:
                make(.codecUnknown, "no decoder here knows its codec", "convert it to H.264 or HEVC")
            case fileFormatNotRecognized, fileFailedToParse, failedToParse, invalidSourceMedia:
                make(.notAVideo, "is no video that is known here, or is damaged", "export it again as an MP4 file")
            case serverIncorrectlyConfigured:
                make(
                    .sourceUnreachable, "its server does not serve parts of files",
                    "turn on byte ranges there, or download it first")
            case failedToLoadMediaData:
                make(.sourceUnreachable, "its data cannot be loaded", "check the file or the connection")
            default: make(.decodingFailed, "cannot go on", "open it again")
            }
        }

        // Raw values from AVError.h, because older systems do not declare the newer codes.
        private static let mediaServicesWereReset = -11819
        private static let invalidSourceMedia = -11822
        private static let fileFormatNotRecognized = -11828
        private static let fileFailedToParse = -11829
        private static let decoderNotFound = -11833
        private static let decoderTemporarilyUnavailable = -11839
        private static let failedToLoadMediaData = -11849
        private static let serverIncorrectlyConfigured = -11850
        private static let failedToParse = -11853
        private static let undecodableMediaData = -11855
        private static let formatUnsupported = -11864
    }
#endif
