@_spi(Double) import AVFoundation
import FoundationApple

/// What a center was told, and when.
@_spi(Double)
public struct NowPlayingReport {
    /// The double's host time.
    public let host: Int64
    public let info: [String: Any]?

    /// A number or a word of it.
    public func value<Value>(_ key: String) -> Value? { info?[key] as? Value }
}

/// The system's side of Now Playing: which sessions exist, and which rules were broken. Used on the main thread.
@available(macOS, unavailable)
@_spi(Double)
public final class NowPlayingDouble {
    // Used on the main thread only.
    nonisolated(unsafe) public static let shared = NowPlayingDouble()

    private struct Weak {
        weak var session: MPNowPlayingSession?
    }

    private var sessions: [Weak] = []
    private var taken: [ObjectIdentifier] = []
    /// The session that was the last to become active.
    public internal(set) weak var active: MPNowPlayingSession?
    /// The calls for which MediaPlayer would have raised, or whose outcome is not documented.
    public private(set) var violations: [String] = []

    /// The sessions that live.
    public var living: [MPNowPlayingSession] { sessions.compactMap(\.session) }

    public func forget() {
        violations = []
        active = nil
    }

    func raise(_ message: String) { violations.append(message) }

    func enrol(_ session: MPNowPlayingSession) { sessions.append(Weak(session: session)) }

    /// A player can be in one session only.
    func take(_ player: AVPlayer) {
        if taken.contains(ObjectIdentifier(player)) { raise("a player in two sessions") }
        taken.append(ObjectIdentifier(player))
    }

    func release(_ player: AVPlayer) {
        taken.removeAll { $0 == ObjectIdentifier(player) }
    }
}
