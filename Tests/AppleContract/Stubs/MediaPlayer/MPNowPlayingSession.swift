// Declarations as in Apple's documentation, https://developer.apple.com/documentation/mediaplayer/mpnowplayingsession.
// Apple's pages have it on Mac Catalyst, the header of iOS 17.4 excludes that.
@_exported import AVFoundation
import FoundationApple

@available(iOS 16.0, tvOS 14.0, visionOS 1.0, *)
@available(macOS, unavailable)
@available(macCatalyst, unavailable)
@available(watchOS, unavailable)
open class MPNowPlayingSession: NSObject {
    public let nowPlayingInfoCenter = MPNowPlayingInfoCenter()
    public let remoteCommandCenter = MPRemoteCommandCenter()
    open private(set) var players: [AVPlayer]

    public init(players: [AVPlayer]) {
        self.players = players
        super.init()
        if players.isEmpty { NowPlayingDouble.shared.raise("a session without a player") }
        for player in players { NowPlayingDouble.shared.take(player) }
        NowPlayingDouble.shared.enrol(self)
        nowPlayingInfoCenter.willChange = { [weak self] in
            if self?.automaticallyPublishesNowPlayingInfo == true {
                NowPlayingDouble.shared.raise("info set in a session that publishes by itself")
            }
        }
    }

    deinit {
        for player in players { NowPlayingDouble.shared.release(player) }
    }

    /// No default is documented: this is the one that does harm.
    @available(iOS 16.0, tvOS 16.0, visionOS 1.0, *)
    open var automaticallyPublishesNowPlayingInfo = true

    open func becomeActiveIfPossible(completion: (@Sendable (Bool) -> Void)? = nil) {
        NowPlayingDouble.shared.active = self
        completion?(true)
    }

    open func addPlayer(_ player: AVPlayer) {
        NowPlayingDouble.shared.take(player)
        players.append(player)
    }

    open func removePlayer(_ player: AVPlayer) {
        NowPlayingDouble.shared.release(player)
        players.removeAll { $0 === player }
        if players.isEmpty { NowPlayingDouble.shared.raise("a session that lost its last player") }
    }
}
