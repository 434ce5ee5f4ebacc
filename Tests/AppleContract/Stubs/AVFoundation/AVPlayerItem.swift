@_spi(Double) import CoreMedia
@_spi(Double) import CoreVideo
@_spi(Double) import FoundationApple

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
@MainActor
open class AVPlayerItem: NSObject, @unchecked Sendable {
    nonisolated let double: ItemDouble

    nonisolated init(double: ItemDouble) {
        self.double = double
        super.init()
        double.begin(as: self)
    }

    nonisolated public convenience init(url URL: URL) {
        self.init(double: ItemDouble(asset: AVURLAsset(url: URL)))
    }

    nonisolated public convenience init(asset: any AVAsset & Sendable) {
        self.init(double: ItemDouble(asset: asset))
    }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    nonisolated public convenience init(
        asset: any AVAsset & Sendable, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]
    ) {
        self.init(double: ItemDouble(asset: asset))
    }

    public convenience init(asset: AVAsset) {
        self.init(double: ItemDouble(asset: asset))
    }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    @preconcurrency
    public convenience init(
        asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]
    ) {
        self.init(double: ItemDouble(asset: asset))
    }

    public enum Status: Int, Sendable {
        case unknown = 0
        case readyToPlay = 1
        case failed = 2
    }

    nonisolated public class var didPlayToEndTimeNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    }
    nonisolated public class var failedToPlayToEndTimeNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
    }
    nonisolated public class var timeJumpedNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    }
    nonisolated public class var playbackStalledNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
    }
    nonisolated public class var newErrorLogEntryNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerItemNewErrorLogEntryNotification")
    }
    nonisolated public class var newAccessLogEntryNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerItemNewAccessLogEntryNotification")
    }

    open var asset: AVAsset { double.asset }

    nonisolated open var status: AVPlayerItem.Status { double.read { $0.status } }
    nonisolated open var error: (any Error)? { double.read { $0.error } }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open var timebase: CMTimebase? { double.read { $0.timebase } }

    nonisolated open func currentTime() -> CMTime { double.read { $0.currentTime() } }
    nonisolated open var duration: CMTime { double.read { $0.status == .readyToPlay ? $0.duration : .indefinite } }
    nonisolated open var presentationSize: CGSize { double.read { $0.presentationSize } }
    nonisolated open var tracks: [AVPlayerItemTrack] { double.read { $0.tracks } }

    nonisolated open var isPlaybackLikelyToKeepUp: Bool { double.read { $0.likelyToKeepUp } }
    nonisolated open var isPlaybackBufferFull: Bool { double.read { $0.bufferFull } }
    nonisolated open var isPlaybackBufferEmpty: Bool { double.read { $0.bufferEmpty } }
    nonisolated open var loadedTimeRanges: [NSValue] { double.read { $0.loadedRanges.map(NSValue.init(timeRange:)) } }
    nonisolated open var seekableTimeRanges: [NSValue] {
        double.read { $0.seekableRanges.map(NSValue.init(timeRange:)) }
    }

    @available(iOS 10.0, macCatalyst 13.1, macOS 10.12, tvOS 10.0, visionOS 1.0, watchOS 3.0, *)
    nonisolated open var preferredForwardBufferDuration: TimeInterval {
        get { double.read { $0.preferredForwardBufferDuration } }
        set { double.write { $0.preferredForwardBufferDuration = newValue } }
    }

    @available(iOS 8.0, macCatalyst 13.1, macOS 10.10, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open var preferredPeakBitRate: Double {
        get { double.read { $0.preferredPeakBitRate } }
        set { double.write { $0.preferredPeakBitRate = newValue } }
    }

    @available(iOS 11.0, macCatalyst 13.1, macOS 10.13, tvOS 11.0, visionOS 1.0, *)
    nonisolated open var preferredMaximumResolution: CGSize {
        get { double.read { $0.preferredMaximumResolution } }
        set { double.write { $0.preferredMaximumResolution = newValue } }
    }

    @available(iOS 14.0, macCatalyst 14.0, macOS 11.0, tvOS 14.0, visionOS 1.0, watchOS 7.0, *)
    nonisolated open var startsOnFirstEligibleVariant: Bool {
        get { double.read { $0.startsOnFirstEligibleVariant } }
        set { double.write { $0.startsOnFirstEligibleVariant = newValue } }
    }

    nonisolated open var forwardPlaybackEndTime: CMTime {
        get { double.read { $0.forwardEnd } }
        set { double.setForwardEnd(newValue) }
    }

    nonisolated open var reversePlaybackEndTime: CMTime {
        get { double.read { $0.reverseEnd } }
        set { double.setReverseEnd(newValue) }
    }

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        double.seek(to: time, before: .positiveInfinity, after: .positiveInfinity, completionHandler)
    }

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    @discardableResult
    nonisolated open func seek(to time: CMTime) async -> Bool {
        await double.answer { double.seek(to: time, before: .positiveInfinity, after: .positiveInfinity, $0) }
    }

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        double.seek(to: time, before: toleranceBefore, after: toleranceAfter, completionHandler)
    }

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    @discardableResult
    nonisolated open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await double.answer { double.seek(to: time, before: toleranceBefore, after: toleranceAfter, $0) }
    }

    @available(iOS 5.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open func cancelPendingSeeks() { double.cancelSeeks() }

    open func step(byCount stepCount: Int) { double.step(stepCount) }
    nonisolated open var canStepForward: Bool { double.read { $0.status == .readyToPlay } }
    nonisolated open var canStepBackward: Bool { double.read { $0.status == .readyToPlay } }
    nonisolated open var canPlayReverse: Bool { double.read { $0.allowsRates } }
    nonisolated open var canPlayFastForward: Bool { double.read { $0.allowsRates } }
    nonisolated open var canPlaySlowForward: Bool { double.read { $0.allowsRates } }
    nonisolated open var canPlayFastReverse: Bool { double.read { $0.allowsRates } }
    nonisolated open var canPlaySlowReverse: Bool { double.read { $0.allowsRates } }

    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { double.read { $0.pitchAlgorithm } }
        set { double.write { $0.pitchAlgorithm = newValue } }
    }

    /// Raises for an output that is already attached.
    @available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    open func add(_ output: AVPlayerItemOutput) { double.add(output) }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    open func remove(_ output: AVPlayerItemOutput) { double.remove(output) }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    open var outputs: [AVPlayerItemOutput] { double.read { $0.outputs } }
}

public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
@MainActor
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
    /// Never changes, so reading it from any thread is safe.
    nonisolated(unsafe) let source: AVAssetTrack
    nonisolated let owner: Weak<ItemDouble>
    /// Guarded by the world's lock.
    nonisolated(unsafe) var enabled: Bool

    nonisolated init(source: AVAssetTrack, owner: ItemDouble) {
        self.source = source
        enabled = source.isOn
        self.owner = Weak(owner)
        super.init()
    }

    open var assetTrack: AVAssetTrack? { source }

    nonisolated open var isEnabled: Bool {
        get { owner.value?.read { _ in enabled } ?? false }
        set { owner.value?.setEnabled(newValue, of: self) }
    }

    @available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
    nonisolated open var currentVideoFrameRate: Float { owner.value?.frameRate(of: self) ?? 0 }
}

@available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVPlayerItemOutput: NSObject {
    let world = ContractWorld.current
    /// Guarded by the world's lock.
    weak var item: ItemDouble?
    var suppresses = false

    override init() {
        super.init()
    }

    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        world.locked { item?.timebase?.time(atHost: Int64((hostTimeInSeconds * 1e9).rounded())) ?? .invalid }
    }

    open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
        world.locked { item?.timebase?.time(atHost: machAbsoluteTime) ?? .invalid }
    }

    open var suppressesPlayerRendering: Bool {
        get { world.locked { suppresses } }
        set { world.locked { suppresses = newValue } }
    }
}

public protocol AVPlayerItemOutputPullDelegate: AnyObject, Sendable {
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

@available(iOS 6.0, macCatalyst 13.1, macOS 10.8, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVPlayerItemVideoOutput: AVPlayerItemOutput {
    var lastCopied: Int?
    var isWedged = false
    private weak var pullDelegate: (any AVPlayerItemOutputPullDelegate)?

    // `[String : Any]` in 2025; a newer SDK may print `[String : any Sendable]`. An argument of that type fits both.
    public init(pixelBufferAttributes: [String: Any]? = nil) {
        super.init()
    }

    @available(iOS 10.0, macCatalyst 13.1, macOS 10.12, tvOS 10.0, visionOS 1.0, *)
    public init(outputSettings: [String: Any]?) {
        super.init()
        if outputSettings?.isEmpty == true { world.raise("AVPlayerItemVideoOutput: empty output settings") }
    }

    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        world.locked { item?.picture(for: self, at: itemTime).map { $0.index != lastCopied } ?? false }
    }

    open func copyPixelBuffer(
        forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
        world.locked {
            guard let picture = item?.picture(for: self, at: itemTime) else { return nil }
            lastCopied = picture.index
            outItemTimeForDisplay?.pointee = picture.time
            return picture.pixelBuffer
        }
    }

    open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        pullDelegate = delegate
    }

    open var delegate: (any AVPlayerItemOutputPullDelegate)? { pullDelegate }

    open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {}
}

@available(iOS 7.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}
