#if os(Linux)
    extension PlaybackError {
        /// Something by which a kiosk is watched cannot be set up.
        static func watching(_ subject: String, _ error: any Error, cure: String) -> PlaybackError {
            PlaybackError(.outputFailed, subject: subject, reason: "\(error)", cure: cure, underlying: error)
        }
    }
#endif
