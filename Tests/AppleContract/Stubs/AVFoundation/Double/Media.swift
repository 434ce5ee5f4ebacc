@_spi(Double) import CoreGraphics
@_spi(Double) import CoreMedia
@_spi(Double) import CoreVideo
import FoundationApple

extension ContractWorld {
    public enum Kind: Sendable {
        case file
        case hls
    }

    /// The media at a URL.
    public struct Media: Sendable {
        public var duration: CMTime
        /// Frames per second, as a fraction.
        public var frameRate: (numerator: Int32, denominator: Int32)
        public var frameCount: Int
        /// When each frame is shown, if the rate varies: as many as `frameCount`. Empty: at the constant rate.
        public var frameTimes: [CMTime] = []
        /// Where the video track says that it begins. Only opening heeds it: frames are shown from zero on.
        public var start = CMTime.zero
        /// How much of the media an edit list cuts off before the first frame that is shown.
        public var cutOff = CMTime.zero
        /// Whether tracks hand out sample cursors.
        public var hasSampleCursors = true
        public var size: CGSize
        public var transform: CGAffineTransform
        public var hasVideo: Bool
        public var hasAudio: Bool
        /// `nil` means as long as the video.
        public var audioDuration: CMTime?
        /// Where the sound begins.
        public var audioStart = CMTime.zero
        /// From where on the samples of a damaged file cannot be read; `nil`: they all can.
        public var damage: CMTime?
        public var kind: Kind
        public var isPlayable: Bool
        public var isProtected: Bool
        /// How long an asset takes to answer `load`.
        public var loadDelay: Duration
        /// The error that loading the asset's properties throws.
        public var failure: (any Error)?
        /// The error that an item fails with instead of becoming ready.
        public var itemFailure: (any Error)?
        /// The sound tracks, if there is sound: whether each is enabled as the file comes.
        public var soundTracks = [true]
        /// What can be chosen, by characteristic, in the order of the file.
        public var options: [AVMediaCharacteristic: [Option]] = [:]
        /// How long it takes to read them, and the error that it ends with.
        public var optionsDelay: Duration = .zero
        public var optionsFailure: (any Error)?
        /// How long it takes to make a picture of it.
        public var pictureDelay: Duration = .zero
        /// Bits a second, of what comes over a shared line.
        public var bitRate = 2e6
        /// What is heard at a time in seconds, and the luma of a picture at a time, of a width and a height: for those who
        /// read the media's samples. `nil`: silence, and black.
        public var heard: (@Sendable (Double) -> Float)?
        public var seen: (@Sendable (Double, Int, Int) -> [UInt8])?
        /// The option without which the server turns an asset away, such as cookies; `nil`: it needs none.
        public var neededOption: String?

        /// - Parameter frameCount: The number of frames; `nil` means as many as fit the duration.
        public init(
            duration: CMTime, frameRate: (Int32, Int32) = (30, 1), frameCount: Int? = nil,
            size: CGSize = CGSize(width: 1920, height: 1080), transform: CGAffineTransform = .identity,
            hasVideo: Bool = true, hasAudio: Bool = false, audioDuration: CMTime? = nil, kind: Kind = .file,
            isPlayable: Bool = true, isProtected: Bool = false, loadDelay: Duration = .zero,
            failure: (any Error)? = nil, itemFailure: (any Error)? = nil
        ) {
            self.duration = duration
            self.frameRate = (frameRate.0, frameRate.1)
            self.frameCount =
                frameCount ?? Int((duration.seconds * Double(frameRate.0) / Double(frameRate.1)).rounded())
            self.size = size
            self.transform = transform
            self.hasVideo = hasVideo
            self.hasAudio = hasAudio
            self.audioDuration = audioDuration
            self.kind = kind
            self.isPlayable = isPlayable
            self.isProtected = isProtected
            self.loadDelay = loadDelay
            self.failure = failure
            self.itemFailure = itemFailure
        }

        /// Takes seconds and frames per second; 23.976, 29.97 and 59.94 become the fractions that they stand for.
        public init(
            duration: Double, frameRate: Double, frameCount: Int? = nil,
            size: CGSize = CGSize(width: 1920, height: 1080), transform: CGAffineTransform = .identity,
            hasVideo: Bool = true, hasAudio: Bool = false, audioDuration: Double? = nil, kind: Kind = .file
        ) {
            let whole = frameRate.rounded()
            let rate: (Int32, Int32) =
                abs(frameRate - whole) < 0.000_001
                ? (Int32(whole), 1)
                : abs(frameRate - whole * 1000 / 1001) < 0.01
                    ? (Int32(whole) * 1000, 1001) : (Int32((frameRate * 1000).rounded()), 1000)
            self.init(
                duration: CMTime(seconds: duration, preferredTimescale: 90_000), frameRate: rate,
                frameCount: frameCount,
                size: size, transform: transform, hasVideo: hasVideo, hasAudio: hasAudio,
                audioDuration: audioDuration.map { CMTime(seconds: $0, preferredTimescale: 90_000) }, kind: kind)
        }

        var framesPerSecond: Double { Double(frameRate.numerator) / Double(frameRate.denominator) }
        var frameDuration: CMTime { CMTime(value: Int64(frameRate.denominator), timescale: frameRate.numerator) }
        var fullDuration: CMTime { hasAudio ? max(duration, audioDuration ?? duration) : duration }

        /// Within a tolerance the system chooses a time that is cheap to reach: here a key frame, one every two seconds.
        static func loose(_ time: CMTime, before: CMTime) -> CMTime {
            guard time.isNumeric else { return time }
            let key = CMTime(value: Int64(time.seconds / 2) * 2, timescale: 1)
            return before.isPositiveInfinity || time - key <= before ? key : time
        }

        /// The frame shown at `time`: the first frame before the start, and the last frame after the end.
        public func frameIndex(at time: CMTime) -> Int {
            guard time.isNumeric, frameCount > 0 else { return 0 }
            guard frameTimes.isEmpty else { return frameTimes.lastIndex { $0 <= time } ?? 0 }
            let scaled = Int128(time.value) * Int128(frameRate.numerator)
            let divisor = Int128(time.timescale) * Int128(frameRate.denominator)
            var index = scaled / divisor
            if scaled < 0, scaled % divisor != 0 { index -= 1 }
            return Int(min(max(index, 0), Int128(frameCount - 1)))
        }

        public func frameTime(_ index: Int) -> CMTime {
            guard frameTimes.isEmpty else { return frameTimes[index] }
            return CMTime(value: Int64(index) * Int64(frameRate.denominator), timescale: frameRate.numerator)
        }

        /// Time stamps of the samples, counted in the media; where something is cut off, it is one sample.
        var sampleStamps: [CMTime] {
            let shown = (0..<frameCount).map { cutOff + frameTime($0) }
            return cutOff > .zero ? [.zero] + shown : shown
        }
    }

    /// Identifies a picture by its file and its frame in that file.
    public struct Frame: Sendable, Hashable {
        public let url: URL
        public let index: Int
    }

    /// What goes wrong for a file, and how long things take.
    public struct Faults: Sendable {
        public enum Completions: Sendable {
            case once
            case late(Duration)
            case twice
            case never
        }

        /// The time from becoming current to becoming ready.
        public var openDelay: ClosedRange<Duration> = .milliseconds(5) ... .milliseconds(60)
        public var seekDelay: ClosedRange<Duration> = .milliseconds(2) ... .milliseconds(40)
        public var prerollDelay: ClosedRange<Duration> = .milliseconds(2) ... .milliseconds(50)
        /// The time from becoming ready, with a layer, to the first picture.
        public var displayDelay: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(45)
        /// How many of the next prerolls answer `false`.
        public var refusedPrerolls = 0
        /// How much later than requested an anchored start happens; negative is early.
        public var startError: ClosedRange<Duration> = .zero ... .zero
        /// Rates are rounded to multiples of this; 0 leaves them exact.
        public var rateQuantum: Double = 0
        /// Whether items become ready without an error and never show a picture.
        public var isSilent = false
        /// Whether video outputs that are added while this is set return no buffers.
        public var wedgesOutputs = false
        public var completions: Completions = .once
        /// How much of its stated duration an item lacks: it ends that much earlier.
        public var shortBy: Duration = .zero
        /// How the end of an item is announced.
        public var end: End = .together
        /// Whether a player whose start lies ahead says until then that it is paused. Apple does not say.
        public var isPausedUntilStart = false

        public init() {}
    }

    /// An image's frame, for tests.
    public static func frame(of image: CGImage) -> Frame? { image.content as? Frame }
    public static func frame(of buffer: CVPixelBuffer) -> Frame? {
        buffer.content as? Frame ?? (buffer.content as? PixelPlanes)?.name as? Frame
    }

    static func missing(_ url: URL) -> any Error {
        // The error that AVFoundation reports for a missing file.
        NSError(
            domain: NSURLErrorDomain, code: -1100,
            userInfo: [NSUnderlyingErrorKey: NSError(domain: NSOSStatusErrorDomain, code: -12935)])
    }

    /// The reason that a file cannot be opened; `nil` if it can.
    func failure(of url: URL) -> (any Error)? {
        guard let media = media(url) else { return Self.missing(url) }
        return media.failure
    }

    func open(_ url: URL, isolation: isolated (any Actor)?) async throws {
        let delay = media(url)?.loadDelay ?? .zero
        if delay > .zero { await wait(delay, isolation: isolation) }
        if let failure = failure(of: url) { throw failure }
    }

    private func wait(_ delay: Duration, isolation: isolated (any Actor)?) async {
        await withCheckedContinuation { continuation in
            _ = schedule(at: now + delay.nanoseconds) { [weak self] in
                self?.deliver(.anywhere { continuation.resume() })
            }
        }
    }

    /// A stretch of time that may be called off.
    final class Wait: Sendable {
        private let ends: AsyncStream<Bool>
        private let end: AsyncStream<Bool>.Continuation

        init() { (ends, end) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingOldest(1)) }

        func end(_ isWhole: Bool) {
            end.yield(isWhole)
            end.finish()
        }

        /// Whether it has passed, and was not called off.
        func isOver() async -> Bool {
            // Whoever waits may have been cancelled, which by itself ends no work of the system's.
            await Task.detached { [ends] in await ends.first { _ in true } ?? false }.value
        }
    }

    func wait(for duration: Duration) -> Wait {
        let wait = Wait()
        _ = schedule(at: now + duration.nanoseconds) { wait.end(true) }
        return wait
    }

    func image(
        of asset: AVAsset, at time: CMTime, before: CMTime, after: CMTime, maximumSize: CGSize, applyTransform: Bool
    ) async throws -> (image: CGImage, actualTime: CMTime) {
        if let url = asset.sourceURL, let failure = failure(of: url) { throw failure }
        guard let source = asset.source(of: time), source.media.hasVideo, !source.media.isProtected else {
            throw AVError(.contentIsUnavailable)
        }
        let wanted = Media.loose(source.time, before: before)
        let index = source.media.frameIndex(at: wanted)
        var size = source.media.size
        if applyTransform {
            let turned = size.applying(source.media.transform)
            size = CGSize(width: abs(turned.width), height: abs(turned.height))
        }
        if maximumSize.width > 0, maximumSize.height > 0 {
            let scale = min(1, maximumSize.width / size.width, maximumSize.height / size.height)
            size = CGSize(width: size.width * scale, height: size.height * scale)
        }
        let image = CGImage(
            width: Int(size.width.rounded()), height: Int(size.height.rounded()),
            content: Frame(url: source.url, index: index))
        return (image, time - source.time + source.media.frameTime(index))
    }
}

/// A frame as an output hands it over.
struct Picture {
    let index: Int
    let time: CMTime
    let frame: ContractWorld.Frame
    let size: CGSize
    /// What its pixels are; `nil`: they cannot be read.
    let seen: (@Sendable (Double, Int, Int) -> [UInt8])?

    var pixelBuffer: CVPixelBuffer {
        let (width, height) = (Int(size.width), Int(size.height))
        let planes = seen.map { seen in
            PixelPlanes(luma: seen(time.seconds, width, height), width: width, height: height, name: frame)
        }
        return CVPixelBuffer(
            width: width, height: height, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            content: planes ?? frame as any Sendable)
    }
}
