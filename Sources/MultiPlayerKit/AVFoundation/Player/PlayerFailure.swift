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

        /// Whether the network is at fault, which may come back by itself.
        package static func isNetwork(_ error: (any Error)?) -> Bool {
            guard let error = error as NSError? else { return false }
            return error.domain == NSURLErrorDomain && networkFaults.contains(error.code) || isNetwork(cause(of: error))
        }

        package static func translate(_ error: (any Error)?, _ source: MediaSource) -> PlaybackError {
            guard let error = error as NSError? else {
                return PlaybackError(
                    .decodingFailed, subject: source.name, reason: "stopped without saying why", cure: "open it again")
            }
            func make(_ code: PlaybackError.Code, _ reason: String, _ cure: String) -> PlaybackError {
                PlaybackError(
                    code, subject: source.name, reason: "\(reason) (\(words(of: error)))", cure: cure,
                    underlying: error)
            }
            if error.domain == NSURLErrorDomain || isNetwork(error) {
                return make(
                    .sourceUnreachable, "cannot be reached", "check the address and the connection, then try again")
            }
            guard error.domain == AVFoundationErrorDomain else {
                return make(.sourceUnreadable, "cannot be read", "check the file")
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

        private static func cause(of error: NSError) -> NSError? { error.userInfo[NSUnderlyingErrorKey] as? NSError }

        /// What the system says, down to the first cause.
        private static func words(of error: NSError) -> String {
            var text = MediaSource.redactedAddresses(in: error.localizedDescription)
            if text.hasSuffix(".") { text.removeLast() }
            let below = cause(of: error).map { "; \(words(of: $0))" } ?? ""
            return "\(error.domain) \(error.code): \(text)\(below)"
        }

        /// Raw values from NSURLError.h: timed out; no such host; no connection to it; lost; no answer to a name; not
        /// online; no roaming; a call; no data allowed.
        private static let networkFaults: Set = [-1001, -1003, -1004, -1005, -1006, -1009, -1018, -1019, -1020]

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
