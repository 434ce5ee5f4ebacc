// Declarations as in Apple's documentation, https://developer.apple.com/documentation/mediaplayer, and in the headers of
// the same names.
@_spi(Double) import AVFoundation
import FoundationApple

@available(iOS 10.0, macCatalyst 13.1, macOS 10.12.2, tvOS 10.0, visionOS 1.0, watchOS 5.0, *)
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    case none = 0
    case audio = 1
    case video = 2
}

@available(iOS 11.0, macCatalyst 13.1, macOS 10.12.2, tvOS 11.0, visionOS 1.0, watchOS 5.0, *)
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    case unknown = 0
    case playing = 1
    case paused = 2
    case stopped = 3
    case interrupted = 4
}

/// https://developer.apple.com/documentation/mediaplayer/mpnowplayinginfocenter
@available(iOS 5.0, macCatalyst 13.1, macOS 10.12.2, tvOS 5.0, visionOS 1.0, watchOS 5.0, *)
open class MPNowPlayingInfoCenter: NSObject {
    // Only its methods are shared, and they take the lock.
    nonisolated(unsafe) private static let shared = MPNowPlayingInfoCenter()
    private let lock = NSLock()
    private var told: [NowPlayingReport] = []
    private var state = MPNowPlayingPlaybackState.unknown
    /// Called before each change, which may be forbidden.
    var willChange: () -> Void = {}

    override init() {
        super.init()
    }

    open class func `default`() -> MPNowPlayingInfoCenter { shared }

    open var nowPlayingInfo: [String: Any]? {
        get { lock.withLock { told.last?.info } }
        set {
            willChange()
            lock.withLock { told.append(NowPlayingReport(host: ContractWorld.current.now, info: newValue)) }
        }
    }

    @available(iOS 13.0, macCatalyst 13.1, macOS 10.12.2, tvOS 13.0, visionOS 1.0, watchOS 6.0, *)
    open var playbackState: MPNowPlayingPlaybackState {
        get { lock.withLock { state } }
        set { lock.withLock { state = newValue } }
    }

    /// All that it was told, in order.
    @_spi(Double)
    public var reports: [NowPlayingReport] { lock.withLock { told } }

    /// Forgets what other tests have told.
    @_spi(Double)
    public func forget() {
        lock.withLock {
            told = []
            state = .unknown
        }
    }
}

public let MPMediaItemPropertyTitle = "title"
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
public let MPMediaItemPropertyArtwork = "artwork"
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
