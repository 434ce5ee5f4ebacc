@_exported import CoreGraphics
@_spi(Double) @_exported import CoreMedia
@_exported import CoreVideo
@_spi(Double) @_exported import FoundationApple
@_exported import QuartzCore

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
@MainActor
open class AVPlayer: NSObject, @unchecked Sendable {
    nonisolated let double: PlayerDouble

    nonisolated public override init() {
        double = PlayerDouble()
        super.init()
        double.begin(as: self, item: nil)
    }

    nonisolated public init(url URL: URL) {
        double = PlayerDouble()
        super.init()
        double.begin(as: self, item: AVPlayerItem(url: URL))
    }

    nonisolated public init(playerItem item: AVPlayerItem?) {
        double = PlayerDouble()
        super.init()
        double.begin(as: self, item: item)
    }

    deinit {
        double.end()
    }

    public enum Status: Int, Sendable {
        case unknown = 0
        case readyToPlay = 1
        case failed = 2
    }

    @available(iOS 10.0, macCatalyst 13.1, macOS 10.12, tvOS 10.0, visionOS 1.0, watchOS 3.0, *)
    public enum TimeControlStatus: Int, Sendable {
        case paused = 0
        case waitingToPlayAtSpecifiedRate = 1
        case playing = 2
    }

    public enum ActionAtItemEnd: Int, Sendable {
        case advance = 0
        case pause = 1
        case none = 2
    }

    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let toMinimizeStalls = WaitingReason(rawValue: "ToMinimizeStalls")
        public static let evaluatingBufferingRate = WaitingReason(rawValue: "EvaluatingBufferingRate")
        public static let noItemToPlay = WaitingReason(rawValue: "NoItemToPlay")
        public static let waitingForCoordinatedPlayback = WaitingReason(rawValue: "WaitingForCoordinatedPlayback")
        public static let interstitialEvent = WaitingReason(rawValue: "InterstitialEvent")
    }

    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
    public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let setRateCalled = RateDidChangeReason(rawValue: "SetRateCalled")
        public static let setRateFailed = RateDidChangeReason(rawValue: "SetRateFailed")
        public static let audioSessionInterrupted = RateDidChangeReason(rawValue: "AudioSessionInterrupted")
        public static let appBackgrounded = RateDidChangeReason(rawValue: "AppBackgrounded")
    }

    @available(iOS 26.0, macCatalyst 26.0, macOS 26.0, tvOS 26.0, visionOS 26.0, watchOS 26.0, *)
    public enum NetworkResourcePriority: Int, Sendable {
        case `default` = 0
        case low = 1
        case high = 2
    }

    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    nonisolated public class var rateDidChangeNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerRateDidChangeNotification")
    }
    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
    nonisolated public class var rateDidChangeReasonKey: String { "AVPlayerRateDidChangeReasonKey" }
    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
    nonisolated public class var rateDidChangeOriginatingParticipantKey: String {
        "AVPlayerRateDidChangeOriginatingParticipantKey"
    }

    nonisolated open var currentItem: AVPlayerItem? { double.read { $0.item } }

    /// A call off the main actor is recorded as a violation: widely used projects crashed or raced there.
    nonisolated open func replaceCurrentItem(with item: AVPlayerItem?) { double.replace(with: item) }

    nonisolated open var status: AVPlayer.Status { double.read { $0.status } }
    nonisolated open var error: (any Error)? { double.read { $0.error } }

    nonisolated open var rate: Float {
        get { double.read { $0.rate } }
        set { double.setRate(newValue) }
    }

    @available(iOS 16.0, macCatalyst 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, watchOS 9.0, *)
    nonisolated open var defaultRate: Float {
        get { double.read { $0.defaultRate } }
        set { double.write { $0.defaultRate = newValue } }
    }

    nonisolated open func play() { double.setRate(double.read { $0.defaultRate }) }
    nonisolated open func pause() { double.setRate(0) }

    @available(iOS 10.0, macCatalyst 13.1, macOS 10.12, tvOS 10.0, visionOS 1.0, watchOS 3.0, *)
    nonisolated open func playImmediately(atRate rate: Float) { double.setRate(rate, immediately: true) }

    @available(iOS 10.0, macCatalyst 13.1, macOS 10.12, tvOS 10.0, visionOS 1.0, watchOS 3.0, *)
    nonisolated open var timeControlStatus: AVPlayer.TimeControlStatus { double.read { $0.timeControlStatus } }

    @available(iOS 10.0, macCatalyst 13.1, macOS 10.12, tvOS 10.0, visionOS 1.0, watchOS 3.0, *)
    nonisolated open var reasonForWaitingToPlay: AVPlayer.WaitingReason? { double.read { $0.waitingReason } }

    @available(iOS 10.0, macCatalyst 13.1, macOS 10.12, tvOS 10.0, visionOS 1.0, watchOS 3.0, *)
    nonisolated open var automaticallyWaitsToMinimizeStalling: Bool {
        get { double.read { $0.waits } }
        set { double.setWaits(newValue) }
    }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        double.setRate(rate, time: itemTime, atHostTime: hostClockTime)
    }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        double.preroll(rate, completionHandler)
    }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    @discardableResult
    nonisolated open func preroll(atRate rate: Float) async -> Bool {
        await double.answer { double.preroll(rate, $0) }
    }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open func cancelPendingPrerolls() { double.cancelPrerolls() }

    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    nonisolated open var sourceClock: CMClock? {
        get { double.read { $0.sourceClock } }
        set { double.setSourceClock(newValue) }
    }

    nonisolated open var actionAtItemEnd: AVPlayer.ActionAtItemEnd {
        get { double.read { $0.actionAtItemEnd } }
        set { double.setAction(newValue) }
    }

    nonisolated open func currentTime() -> CMTime { double.read { $0.item?.double.currentTime() ?? .zero } }

    nonisolated open func seek(to time: CMTime) {
        double.seek(to: time, before: .positiveInfinity, after: .positiveInfinity, nil)
    }

    nonisolated open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        double.seek(to: time, before: toleranceBefore, after: toleranceAfter, nil)
    }

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        double.seek(to: time, before: .positiveInfinity, after: .positiveInfinity, completionHandler)
    }

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        double.seek(to: time, before: toleranceBefore, after: toleranceAfter, completionHandler)
    }

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    @discardableResult
    nonisolated open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await double.answer { double.seek(to: time, before: toleranceBefore, after: toleranceAfter, $0) }
    }

    nonisolated open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        double.addPeriodic(interval, queue, block)
    }

    nonisolated open func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any {
        double.addBoundary(times.map(\.timeValue), queue, block)
    }

    nonisolated open func removeTimeObserver(_ observer: Any) { double.removeObserver(observer) }

    @available(iOS 7.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open var volume: Float {
        get { double.read { $0.volume } }
        set { double.write { $0.volume = newValue } }
    }

    @available(iOS 7.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open var isMuted: Bool {
        get { double.read { $0.isMuted } }
        set { double.write { $0.isMuted = newValue } }
    }

    @available(iOS 12.0, macCatalyst 13.1, macOS 10.14, tvOS 12.0, *)
    @available(visionOS, unavailable)
    @available(watchOS, unavailable)
    nonisolated open var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { double.read { $0.preventsDisplaySleep } }
        set { double.write { $0.preventsDisplaySleep = newValue } }
    }

    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    nonisolated open var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
        get { double.read { $0.backgroundPolicy } }
        set { double.write { $0.backgroundPolicy = newValue } }
    }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.11, tvOS 9.0, *)
    @available(visionOS, unavailable)
    @available(watchOS, unavailable)
    nonisolated open var allowsExternalPlayback: Bool {
        get { double.read { $0.allowsExternalPlayback } }
        set { double.write { $0.allowsExternalPlayback = newValue } }
    }

    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
    nonisolated open var playbackCoordinator: AVPlayerPlaybackCoordinator { double.coordinator(of: self) }

    @available(iOS 26.0, macCatalyst 26.0, macOS 26.0, tvOS 26.0, visionOS 26.0, watchOS 26.0, *)
    open var networkResourcePriority: AVPlayer.NetworkResourcePriority {
        get { double.read { $0.networkPriority } }
        set { double.write { $0.networkPriority = newValue } }
    }

    @available(iOS 26.0, macCatalyst 26.0, tvOS 26.0, *)
    @available(macOS, unavailable)
    open var audioOutputSuppressedDueToNonMixableAudioRoute: Bool { false }

    /// Applies to the whole process, so a library must not set it. Raises once a player exists.
    @available(iOS 26.0, macCatalyst 26.0, macOS 26.0, tvOS 26.0, visionOS 26.0, watchOS 26.0, *)
    nonisolated open class var isObservationEnabled: Bool {
        get { false }
        set {
            let world = ContractWorld.current
            if !world.players.isEmpty { world.raise("AVPlayer.isObservationEnabled: players exist") }
        }
    }

    @available(iOS 13.4, macCatalyst 13.4, macOS 10.15, tvOS 13.4, visionOS 1.0, *)
    nonisolated open class var eligibleForHDRPlayback: Bool { true }
}

@available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    case automatic = 1
    case pauses = 2
    case continuesIfPossible = 3
}

extension NSValue {
    public convenience init(time: CMTime) {
        self.init(bits: time.bits + (0, 0))
    }

    public var timeValue: CMTime {
        let bits = bits
        return CMTime(bits: (bits.0, bits.1))
    }

    public convenience init(timeRange: CMTimeRange) {
        self.init(bits: timeRange.start.bits + timeRange.duration.bits)
    }

    public var timeRangeValue: CMTimeRange {
        let bits = bits
        return CMTimeRange(start: CMTime(bits: (bits.0, bits.1)), duration: CMTime(bits: (bits.2, bits.3)))
    }
}

private func + (left: (UInt64, UInt64), right: (UInt64, UInt64)) -> (UInt64, UInt64, UInt64, UInt64) {
    (left.0, left.1, right.0, right.1)
}

extension CMTime {
    /// The time without its epoch, which no item time uses.
    fileprivate var bits: (UInt64, UInt64) {
        (UInt64(bitPattern: value), UInt64(UInt32(bitPattern: timescale)) << 32 | UInt64(flags.rawValue))
    }

    fileprivate init(bits: (UInt64, UInt64)) {
        self.init(
            value: Int64(bitPattern: bits.0), timescale: Int32(bitPattern: UInt32(bits.1 >> 32)),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: bits.1)), epoch: 0)
    }
}

@available(iOS 4.1, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
@MainActor
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    nonisolated public init(items: [AVPlayerItem]) {
        super.init(playerItem: nil)
        double.beginQueue(items)
    }

    nonisolated public override init() {
        super.init(playerItem: nil)
        double.beginQueue([])
    }

    nonisolated public override init(playerItem item: AVPlayerItem?) {
        super.init(playerItem: nil)
        double.beginQueue(item.map { [$0] } ?? [])
    }

    nonisolated open func items() -> [AVPlayerItem] { double.read { $0.queued } }
    nonisolated open func advanceToNextItem() { double.advanceQueue() }
    nonisolated open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        double.canInsert(item)
    }
    nonisolated open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        double.insert(item, after: afterItem)
    }
    nonisolated open func remove(_ item: AVPlayerItem) { double.removeQueued(item) }
    nonisolated open func removeAllItems() { double.removeAllQueued() }
}

/// Does not loop: the kit refuses players under a looper, so a test only has to make one.
@available(iOS 10.0, macCatalyst 13.1, macOS 10.12, tvOS 10.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVPlayerLooper: NSObject, @unchecked Sendable {
    public enum Status: Int, Sendable {
        case unknown = 0
        case ready = 1
        case failed = 2
        case cancelled = 3
    }

    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    public init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange) {
        let copies = (0..<3).map { _ in itemToLoop.double.replica() }
        loopingPlayerItems = copies
        super.init()
        if loopRange.isValid, loopRange.isEmpty { player.double.world.raise("AVPlayerLooper: empty time range") }
        player.double.loop(copies)
    }

    open var status: AVPlayerLooper.Status { .ready }
    open var error: (any Error)? { nil }
    open var loopCount: Int { 0 }
    public let loopingPlayerItems: [AVPlayerItem]
    open func disableLooping() {}
}
