import FoundationApple

// Sources: developer.apple.com/documentation/avfaudio/avaudiosession and the pages below it. Raw values: the headers.
@available(iOS 3.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, watchOS 2.0, *)
@available(macOS, unavailable)
open class AVAudioSession: NSObject, @unchecked Sendable {
    private static let shared = AVAudioSession()
    private let lock = NSLock()
    private var chosen: (category: Category, mode: Mode, options: CategoryOptions) = (.soloAmbient, .default, [])
    private var isOtherHeard = false

    open class func sharedInstance() -> AVAudioSession { shared }

    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    }

    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    }

    public struct CategoryOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let mixWithOthers = CategoryOptions(rawValue: 1)
        public static let duckOthers = CategoryOptions(rawValue: 2)
    }

    public struct SetActiveOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    public enum InterruptionType: UInt, Sendable {
        case ended = 0
        case began = 1
    }

    public struct InterruptionOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    public enum InterruptionReason: UInt, Sendable {
        case `default` = 0
        case builtInMicMuted = 2
        case routeDisconnected = 4
    }

    public enum RouteChangeReason: UInt, Sendable {
        case unknown = 0
        case newDeviceAvailable = 1
        case oldDeviceUnavailable = 2
        case categoryChange = 3
        case override = 4
        case wakeFromSleep = 6
        case noSuitableRouteForCategory = 7
        case routeConfigurationChange = 8
    }

    public class var interruptionNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionInterruptionNotification")
    }
    public class var routeChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionRouteChangeNotification")
    }
    public class var mediaServicesWereLostNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")
    }
    public class var mediaServicesWereResetNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
    }
    public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")
    }

    open var category: Category { lock.withLock { chosen.category } }
    open var mode: Mode { lock.withLock { chosen.mode } }
    open var categoryOptions: CategoryOptions { lock.withLock { chosen.options } }

    open var secondaryAudioShouldBeSilencedHint: Bool { lock.withLock { isOtherHeard } }

    /// Says whether another app, with a session that does not mix, is heard.
    @_spi(Double)
    public func setOtherAppHeard(_ isHeard: Bool) { lock.withLock { isOtherHeard = isHeard } }

    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        lock.withLock { chosen = (category, mode, options) }
    }

    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}

public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
@available(tvOS, unavailable)
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
