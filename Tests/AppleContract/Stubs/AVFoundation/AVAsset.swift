@_spi(Double) import CoreGraphics
@_spi(Double) import CoreMedia
@_spi(Double) import FoundationApple

public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let video = AVMediaType(rawValue: "vide")
    public static let audio = AVMediaType(rawValue: "soun")
    public static let text = AVMediaType(rawValue: "text")
    public static let subtitle = AVMediaType(rawValue: "sbtl")
    public static let metadata = AVMediaType(rawValue: "meta")
}

// Source of the next three declarations: developer.apple.com/documentation/avfoundation/avpartialasyncproperty.
@available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    init() {}
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
public class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let value: (Root) -> Value

    init(_ value: @escaping (Root) -> Value) {
        self.value = value
        super.init()
    }

    public enum Status: Sendable where Value: Sendable {
        case notYetLoaded
        case loading
        case loaded(Value)
        case failed(NSError)
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
public protocol AVAsynchronousKeyValueLoading {
    /// Not part of Apple's protocol. Waits for the file's load delay, and throws the file's failure.
    func _open(isolation: isolated (any Actor)?) async throws
}

// `isolation` is back-deployed from the 26 SDK: it keeps the values in the caller's actor.
extension AVAsynchronousKeyValueLoading {
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    public func load<T>(
        _ property: AVAsyncProperty<Self, T>, isolation: isolated (any Actor)? = #isolation
    ) async throws -> T {
        try await _open(isolation: isolation)
        return property.value(self)
    }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B) {
        try await _open(isolation: isolation)
        return (propertyA.value(self), propertyB.value(self))
    }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C) {
        try await _open(isolation: isolation)
        return (propertyA.value(self), propertyB.value(self), propertyC.value(self))
    }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (A, B, C, D) {
        try await _open(isolation: isolation)
        return (propertyA.value(self), propertyB.value(self), propertyC.value(self), propertyD.value(self))
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
extension AVPartialAsyncProperty where Root: AVAsset {
    public static var duration: AVAsyncProperty<Root, CMTime> { .init { $0.mediaDuration } }
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init { $0.mediaTracks } }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { .init { $0.media?.isPlayable ?? true } }
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> { .init { $0.media?.isProtected ?? false } }
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> { .init { $0.media?.kind != .hls } }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        .init { $0.media?.transform ?? .identity }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
extension AVPartialAsyncProperty where Root: AVAssetTrack {
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init { $0.size } }
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init { $0.frameRate } }
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { .init { $0.frameDuration } }
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { .init { $0.timescale } }
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init { $0.range } }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> { .init { $0.transform } }
    public static var isDecodable: AVAsyncProperty<Root, Bool> { .init { _ in true } }
    public static var isEnabled: AVAsyncProperty<Root, Bool> { .init { $0.isOn } }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { .init { _ in true } }
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> { .init { $0.formats } }
}

/// Not `Sendable`; `AVURLAsset` is.
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading {
    let world = ContractWorld.current
    /// Guarded by the world's lock.
    var groups: [AVMediaCharacteristic: AVMediaSelectionGroup] = [:]

    override init() {
        super.init()
    }

    // Subclasses that have media override these.
    var media: ContractWorld.Media? { nil }
    var mediaDuration: CMTime { .zero }
    var mediaTracks: [AVAssetTrack] { [] }
    var sourceURL: URL? { nil }
    /// Why the server turns the asset away; `nil`: it does not.
    var refusal: (any Error)? { nil }
    /// The file that a frame of this asset comes from, and the time in that file.
    func source(of time: CMTime) -> (url: URL, media: ContractWorld.Media, time: CMTime)? { nil }

    public func _open(isolation: isolated (any Actor)?) async throws {}

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, watchOS 8.0, *)
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await _open(isolation: #isolation)
        return mediaTracks.filter { $0.mediaType == mediaType }
    }
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVURLAsset: AVAsset, @unchecked Sendable {
    public let url: URL
    public let options: [String: Any]?

    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        self.options = options
        super.init()
    }

    @available(iOS 6.0, macCatalyst 13.1, macOS 10.9, tvOS 9.0, visionOS 1.0, *)
    public let resourceLoader = AVAssetResourceLoader()

    /// The media's URL as the asset's bytes name it, for an asset whose own URL has no media.
    private let found = Found()
    override var media: ContractWorld.Media? { sourceURL.flatMap(world.media) }
    override var sourceURL: URL? { found.url ?? url }
    override var refusal: (any Error)? {
        guard let option = media?.neededOption, options?[option] == nil else { return nil }
        // NSURLErrorUserAuthenticationRequired
        return NSError(domain: NSURLErrorDomain, code: -1013)
    }
    override var mediaDuration: CMTime { media?.fullDuration ?? .zero }
    override var mediaTracks: [AVAssetTrack] { media.map { AVAssetTrack.tracks(of: $0, url: url, asset: self) } ?? [] }

    override func source(of time: CMTime) -> (url: URL, media: ContractWorld.Media, time: CMTime)? {
        media.map { (url, $0, time) }
    }

    public override func _open(isolation: isolated (any Actor)?) async throws {
        if found.url == nil, world.media(url) == nil {
            found.url = asksLoader ? try await resourceLoader.look(at: url, in: world) : LoaderBytes.source(inFile: url)
        }
        try await world.open(sourceURL ?? url, isolation: isolation)
        if let refusal { throw refusal }
    }

    /// AVFoundation asks the delegate only for schemes that it does not know.
    var asksLoader: Bool { !["file", "http", "https"].contains(url.scheme ?? "file") }
}

private final class Found: @unchecked Sendable {
    private let lock = NSLock()
    private var value: URL?

    var url: URL? {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }
}

public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
@available(iOS 17.0, macCatalyst 17.0, macOS 14.0, tvOS 17.0, visionOS 1.0, *)
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading {
    public let trackID: CMPersistentTrackID
    public let mediaType: AVMediaType
    open private(set) weak var asset: AVAsset?
    let url: URL?
    let trackMedia: ContractWorld.Media?
    /// Whether it is enabled as the file comes.
    var isOn = true

    init(_ mediaType: AVMediaType, id: CMPersistentTrackID, media: ContractWorld.Media?, url: URL?, asset: AVAsset?) {
        self.mediaType = mediaType
        trackID = id
        trackMedia = media
        self.url = url
        self.asset = asset
        super.init()
    }

    static func tracks(of media: ContractWorld.Media, url: URL, asset: AVAsset) -> [AVAssetTrack] {
        var tracks: [AVAssetTrack] = []
        if media.hasVideo { tracks.append(AVAssetTrack(.video, id: 1, media: media, url: url, asset: asset)) }
        for (index, isOn) in media.soundTracks.enumerated() where media.hasAudio {
            let id = CMPersistentTrackID(2 + index)
            let track = AVAssetTrack(.audio, id: id, media: media, url: url, asset: asset)
            track.isOn = isOn
            tracks.append(track)
        }
        return tracks
    }

    /// The parts of files that a range of the track shows, from zero on; `nil`: it has none.
    func pieces(in range: CMTimeRange) -> [AVCompositionTrack.Segment]? {
        guard let trackMedia, let url else { return nil }
        return [AVCompositionTrack.Segment(url: url, media: trackMedia, range: range, target: .zero)]
    }

    /// What is heard at a time of the track.
    func heard(at seconds: Double) -> Float { trackMedia?.heard?(seconds) ?? 0 }

    var size: CGSize { mediaType == .video ? trackMedia?.size ?? .zero : .zero }
    var frameRate: Float { mediaType == .video ? Float(trackMedia?.framesPerSecond ?? 0) : 0 }
    var frameDuration: CMTime { mediaType == .video ? trackMedia?.frameDuration ?? .invalid : .invalid }
    var timescale: CMTimeScale { mediaType == .video ? trackMedia?.frameRate.numerator ?? 600 : 48_000 }
    var transform: CGAffineTransform { mediaType == .video ? trackMedia?.transform ?? .identity : .identity }
    var range: CMTimeRange {
        let length = mediaType == .video ? trackMedia?.duration : trackMedia?.audioDuration ?? trackMedia?.duration
        let start = mediaType == .video ? trackMedia?.start : trackMedia?.audioStart
        return CMTimeRange(start: start ?? .zero, duration: length ?? .zero)
    }
    var formats: [CMFormatDescription] {
        let dimensions = CMVideoDimensions(width: Int32(size.width), height: Int32(size.height))
        let isVideo = mediaType == .video
        return [
            CMFormatDescription(
                mediaType: isVideo ? .video : .audio, mediaSubType: isVideo ? .h264 : .init(rawValue: 0x6161_6320),
                dimensions: dimensions)
        ]
    }

    public func _open(isolation: isolated (any Actor)?) async throws {}
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVComposition: AVAsset, NSCopying, NSMutableCopying {
    var composed: [AVCompositionTrack] = []
    /// How many ranges were inserted, in how many calls, and how many of them on the main queue.
    @_spi(Double) public internal(set) var inserts = (all: 0, calls: 0, onMain: 0)

    override var mediaTracks: [AVAssetTrack] { composed }
    override var mediaDuration: CMTime { composed.map(\.range.duration).max() ?? .zero }
    override var media: ContractWorld.Media? {
        (composed.first { $0.mediaType == .video } ?? composed.first)?.segments.first?.media
    }

    override func source(of time: CMTime) -> (url: URL, media: ContractWorld.Media, time: CMTime)? {
        guard let track = composed.first(where: { $0.mediaType == .video }) else { return nil }
        // The last picture stays past the end.
        let segment = track.segments.last { $0.target <= time } ?? track.segments.first
        return segment.map { segment in
            let inside = CMTimeMinimum(time - segment.target, segment.range.duration)
            let last = segment.range.duration - CMTime(value: 1, timescale: 1_000_000_000)
            return (segment.url, segment.media, segment.range.start + CMTimeMinimum(inside, last))
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVComposition()
        copy.inserts = inserts
        copy.composed = composed.map { $0.copied(AVCompositionTrack.self, asset: copy) }
        return copy
    }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = AVMutableComposition()
        copy.composed = composed.map { $0.copied(AVMutableCompositionTrack.self, asset: copy) }
        return copy
    }
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
open class AVMutableComposition: AVComposition {
    public override init() {
        super.init()
    }

    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        let id = preferredTrackID == kCMPersistentTrackID_Invalid ? Int32(composed.count + 1) : preferredTrackID
        let track = AVMutableCompositionTrack(mediaType, id: id, media: nil, url: nil, asset: self)
        composed.append(track)
        return track
    }
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
public class AVCompositionTrack: AVAssetTrack {
    struct Segment {
        let url: URL
        let media: ContractWorld.Media
        let range: CMTimeRange
        var target: CMTime
        /// How long it takes, where it was scaled.
        var scaled: CMTime?

        var length: CMTime { scaled ?? range.duration }
    }

    var segments: [Segment] = []
    var orientation: CGAffineTransform = .identity

    // `required`, so that a copy can be made of either kind.
    required override init(
        _ mediaType: AVMediaType, id: CMPersistentTrackID, media: ContractWorld.Media?, url: URL?, asset: AVAsset?
    ) {
        super.init(mediaType, id: id, media: media, url: url, asset: asset)
    }

    override var size: CGSize { segments.first?.media.size ?? .zero }
    override var frameRate: Float { mediaType == .video ? Float(segments.first?.media.framesPerSecond ?? 0) : 0 }
    override var frameDuration: CMTime { segments.first?.media.frameDuration ?? .invalid }
    override var transform: CGAffineTransform { orientation }
    override var range: CMTimeRange {
        CMTimeRange(start: .zero, duration: segments.last.map { $0.target + $0.length } ?? .zero)
    }

    override func pieces(in range: CMTimeRange) -> [Segment]? {
        segments.compactMap { segment in
            let start = CMTimeMaximum(segment.target, range.start)
            let end = CMTimeMinimum(segment.target + segment.range.duration, range.end)
            guard start < end else { return nil }
            let part = CMTimeRange(
                start: segment.range.start + (start - segment.target), duration: end - start)
            return Segment(url: segment.url, media: segment.media, range: part, target: start - range.start)
        }
    }

    override func heard(at seconds: Double) -> Float {
        guard let segment = segments.last(where: { $0.target.seconds <= seconds }) else { return 0 }
        let speed = segment.range.duration.seconds / segment.length.seconds
        let inside = (seconds - segment.target.seconds) * speed
        return segment.media.heard?(segment.range.start.seconds + inside) ?? 0
    }

    func copied(_ kind: AVCompositionTrack.Type, asset: AVAsset) -> AVCompositionTrack {
        let copy = kind.init(mediaType, id: trackID, media: trackMedia, url: url, asset: asset)
        copy.segments = segments
        copy.orientation = orientation
        return copy
    }
}

@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, watchOS 1.0, *)
public class AVMutableCompositionTrack: AVCompositionTrack {
    public var preferredTransform: CGAffineTransform {
        get { orientation }
        set { orientation = newValue }
    }

    public func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        if let composition = asset as? AVComposition {
            composition.inserts.all += 1
            composition.inserts.calls += 1
            if ContractWorld.isOnMain { composition.inserts.onMain += 1 }
        }
        guard timeRange.isValid, !timeRange.isEmpty, track.range.containsTimeRange(timeRange),
            let pieces = track.pieces(in: timeRange)
        else { throw AVError(.invalidSourceMedia) }
        let end = range.end
        let target = startTime.isNumeric ? startTime : end
        segments = segments.map { segment in
            guard segment.target >= target else { return segment }
            return Segment(
                url: segment.url, media: segment.media, range: segment.range,
                target: segment.target + timeRange.duration)
        }
        let position = segments.firstIndex { $0.target > target } ?? segments.count
        let new = pieces.map { piece in
            Segment(url: piece.url, media: piece.media, range: piece.range, target: target + piece.target)
        }
        segments.insert(contentsOf: new, at: position)
    }

    /// The whole track can be scaled, and no part of it.
    public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        precondition(timeRange == range && duration > .zero, "the double scales whole tracks only")
        let factor = duration.seconds / range.duration.seconds
        func scaled(_ time: CMTime) -> CMTime {
            CMTime(seconds: time.seconds * factor, preferredTimescale: 1_000_000_000)
        }
        for index in segments.indices {
            (segments[index].target, segments[index].scaled) = (
                scaled(segments[index].target), scaled(segments[index].length)
            )
        }
    }

    public func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
        var target = startTime.isNumeric ? startTime : range.end
        for (value, track) in zip(timeRanges, tracks) {
            try insertTimeRange(value.timeRangeValue, of: track, at: target)
            target = target + value.timeRangeValue.duration
        }
        (asset as? AVComposition)?.inserts.calls -= timeRanges.count - 1
    }
}

// Source: developer.apple.com/documentation/avfoundation/avassetimagegenerator.
@available(iOS 4.0, macCatalyst 13.1, macOS 10.7, tvOS 9.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    private let asset: AVAsset
    private let lock = NSLock()
    private var settings = (
        before: CMTime.positiveInfinity, after: CMTime.positiveInfinity, size: CGSize.zero, turn: false
    )

    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    open var requestedTimeToleranceBefore: CMTime {
        get { lock.withLock { settings.before } }
        set { lock.withLock { settings.before = newValue } }
    }
    open var requestedTimeToleranceAfter: CMTime {
        get { lock.withLock { settings.after } }
        set { lock.withLock { settings.after = newValue } }
    }
    open var maximumSize: CGSize {
        get { lock.withLock { settings.size } }
        set { lock.withLock { settings.size = newValue } }
    }
    open var appliesPreferredTrackTransform: Bool {
        get { lock.withLock { settings.turn } }
        set { lock.withLock { settings.turn = newValue } }
    }

    @available(iOS 16.0, macCatalyst 16.0, macOS 13.0, tvOS 16.0, visionOS 1.0, *)
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        let delay = asset.media?.pictureDelay ?? .zero
        if delay > .zero {
            let step = asset.world.wait(for: delay)
            lock.withLock { waits.append(step) }
            guard await step.isOver() else { throw AVError(.operationCancelled) }
        }
        return try await asset.world.image(
            of: asset, at: time, before: requestedTimeToleranceBefore, after: requestedTimeToleranceAfter,
            maximumSize: maximumSize, applyTransform: appliesPreferredTrackTransform)
    }

    open func cancelAllCGImageGeneration() {
        let waits = lock.withLock {
            defer { self.waits = [] }
            return self.waits
        }
        for step in waits { step.end(false) }
    }

    private var waits: [ContractWorld.Wait] = []
}
