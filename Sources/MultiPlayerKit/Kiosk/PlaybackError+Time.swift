extension PlaybackError.Code {
    /// The time that is to be followed, or served, cannot be had on this machine.
    public static let clockUnavailable = PlaybackError.Code(.sync, "clockUnavailable")
}

extension PlaybackError {
    static func clock(_ subject: String, _ reason: String, cure: String) -> PlaybackError {
        PlaybackError(.clockUnavailable, subject: subject, reason: reason, cure: cure)
    }
}
