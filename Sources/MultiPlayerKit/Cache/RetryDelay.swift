/// How long to leave a server alone after a failure, and when to give up.
struct RetryDelay: Equatable, Sendable {
    /// Failures in a row without a byte between them.
    private(set) var failures = 0

    /// With the delays below, five tries take 3 s where a server refuses at once: a player that waits longer for a
    /// server that is not there looks broken, and the next read tries again anyway.
    static let tries = 5
    static let first = Duration.milliseconds(200)
    /// A server that wants to be left alone for longer is, to someone who watches, not there.
    static let patience = Duration.seconds(30)

    mutating func progressed() { failures = 0 }

    /// - Parameter asked: what the server said, if it did.
    /// - Returns: how long to wait; `nil`: give up.
    mutating func failed(asked: Duration? = nil) -> Duration? {
        failures += 1
        guard failures < Self.tries else { return nil }
        let own = Self.first * (1 << (failures - 1))
        guard let asked else { return own }
        return asked > Self.patience ? nil : max(asked, own)
    }
}
