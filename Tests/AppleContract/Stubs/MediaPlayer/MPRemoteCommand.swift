// Declarations as in Apple's documentation, https://developer.apple.com/documentation/mediaplayer, and in the headers of
// the same names.
import FoundationApple

@available(iOS 7.1, macCatalyst 13.1, macOS 10.12.2, tvOS 7.1, visionOS 1.0, watchOS 5.0, *)
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success = 0
    case noSuchContent = 100
    @available(iOS 9.1, macCatalyst 13.1, macOS 10.12.2, tvOS 9.1, visionOS 1.0, watchOS 5.0, *)
    case noActionableNowPlayingItem = 110
    @available(iOS 11.0, macCatalyst 13.1, macOS 10.13, tvOS 11.0, visionOS 1.0, watchOS 5.0, *)
    case deviceNotFound = 120
    case commandFailed = 200
}

/// https://developer.apple.com/documentation/mediaplayer/mpremotecommand
@available(iOS 7.1, macCatalyst 13.1, macOS 10.12.2, tvOS 7.1, visionOS 1.0, watchOS 5.0, *)
open class MPRemoteCommand: NSObject {
    private let lock = NSLock()
    private var isOn = true
    private var targets: [(target: NSObject, handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus)] = []

    override init() {
        super.init()
    }

    open var isEnabled: Bool {
        get { lock.withLock { isOn } }
        set { lock.withLock { isOn = newValue } }
    }

    open func removeTarget(_ target: Any?) {
        lock.withLock { targets.removeAll { target == nil || $0.target === target as? NSObject } }
    }

    open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        let target = NSObject()
        lock.withLock { targets.append((target, handler)) }
        return target
    }

    @_spi(Double)
    public var targetCount: Int { lock.withLock { targets.count } }

    /// What someone does with a button, on the calling thread; `nil`: there is no button for it.
    @_spi(Double)
    public func press(_ event: MPRemoteCommandEvent = MPRemoteCommandEvent()) -> MPRemoteCommandHandlerStatus? {
        let handlers = lock.withLock { isOn ? targets.map(\.handler) : [] }
        return handlers.map { $0(event) }.last
    }
}

@available(iOS 7.1, macCatalyst 13.1, macOS 10.12.2, tvOS 7.1, visionOS 1.0, watchOS 5.0, *)
open class MPSkipIntervalCommand: MPRemoteCommand {
    open var preferredIntervals: [NSNumber] = []
}

@available(iOS 7.1, macCatalyst 13.1, macOS 10.12.2, tvOS 7.1, visionOS 1.0, watchOS 5.0, *)
open class MPChangePlaybackRateCommand: MPRemoteCommand {
    open var supportedPlaybackRates: [NSNumber] = []
}

@available(iOS 9.0, macCatalyst 13.1, macOS 10.12.2, tvOS 9.0, visionOS 1.0, watchOS 5.0, *)
open class MPChangePlaybackPositionCommand: MPRemoteCommand {}

/// https://developer.apple.com/documentation/mediaplayer/mpremotecommandevent
@available(iOS 7.1, macCatalyst 13.1, macOS 10.12.2, tvOS 7.1, visionOS 1.0, watchOS 5.0, *)
open class MPRemoteCommandEvent: NSObject {
    @_spi(Double)
    public override init() {
        super.init()
    }
}

@available(iOS 7.1, macCatalyst 13.1, macOS 10.12.2, tvOS 7.1, visionOS 1.0, watchOS 5.0, *)
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent {
    open private(set) var interval: TimeInterval

    @_spi(Double)
    public init(interval: TimeInterval) {
        self.interval = interval
        super.init()
    }
}

@available(iOS 7.1, macCatalyst 13.1, macOS 10.12.2, tvOS 7.1, visionOS 1.0, watchOS 5.0, *)
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent {
    open private(set) var playbackRate: Float

    @_spi(Double)
    public init(playbackRate: Float) {
        self.playbackRate = playbackRate
        super.init()
    }
}

@available(iOS 8.0, macCatalyst 13.1, macOS 10.12.2, tvOS 9.0, visionOS 1.0, watchOS 5.0, *)
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent {
    open private(set) var positionTime: TimeInterval

    @_spi(Double)
    public init(positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init()
    }
}

/// https://developer.apple.com/documentation/mediaplayer/mpremotecommandcenter
@available(iOS 7.1, macCatalyst 13.1, macOS 10.12.2, tvOS 7.1, visionOS 1.0, watchOS 5.0, *)
open class MPRemoteCommandCenter: NSObject {
    // Only its commands are shared, and they take locks.
    nonisolated(unsafe) private static let only = MPRemoteCommandCenter()

    public let pauseCommand = MPRemoteCommand()
    public let playCommand = MPRemoteCommand()
    public let togglePlayPauseCommand = MPRemoteCommand()
    public let changePlaybackRateCommand = MPChangePlaybackRateCommand()
    public let skipForwardCommand = MPSkipIntervalCommand()
    public let skipBackwardCommand = MPSkipIntervalCommand()
    @available(iOS 9.1, macCatalyst 13.1, macOS 10.12.2, tvOS 9.1, visionOS 1.0, watchOS 5.0, *)
    public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()

    override init() {
        super.init()
    }

    open class func shared() -> MPRemoteCommandCenter { only }

    @_spi(Double)
    public var commands: [MPRemoteCommand] {
        [
            playCommand, pauseCommand, togglePlayPauseCommand, changePlaybackPositionCommand, skipForwardCommand,
            skipBackwardCommand, changePlaybackRateCommand,
        ]
    }
}
