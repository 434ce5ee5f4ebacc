@_spi(Double) import CoreMedia
@_spi(Double) import CoreVideo
@_spi(Double) import FoundationApple
import QuartzCore

@available(iOS 8.0, macCatalyst 13.1, macOS 10.8, tvOS 10.2, visionOS 1.0, *)
@available(watchOS, unavailable)
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
    case unknown = 0
    case rendering = 1
    case failed = 2
}

@available(iOS 8.0, macCatalyst 13.1, macOS 10.8, tvOS 10.2, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVSampleBufferDisplayLayer: CALayer {
    open var controlTimebase: CMTimebase?
    open var videoGravity = AVLayerVideoGravity.resizeAspect

    @available(iOS 17.0, macCatalyst 17.0, macOS 14.0, tvOS 17.0, visionOS 1.0, *)
    public let sampleBufferRenderer = AVSampleBufferVideoRenderer()

    /// What is on the screen: the latest picture whose time has come.
    @_spi(Double) public var displayed: CVPixelBuffer? {
        guard let time = controlTimebase?.time else { return nil }
        return sampleBufferRenderer.displayed(at: time)
    }
}

@available(iOS 17.0, macCatalyst 17.0, macOS 14.0, tvOS 17.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVSampleBufferVideoRenderer: NSObject, @unchecked Sendable {
    private let world = ContractWorld.current
    // Guarded by the world's lock.
    private var queue: [CMSampleBuffer] = []
    private var shown: CMSampleBuffer?
    private var failure: AVQueuedSampleBufferRenderingStatus?

    open var status: AVQueuedSampleBufferRenderingStatus { world.locked { failure ?? .rendering } }
    open var requiresFlushToResumeDecoding: Bool { world.locked { isInterrupted } }

    /// Times that do not ascend are recorded as a violation: such pictures may never be seen.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) {
        world.locked {
            guard failure == nil, !isInterrupted else { return }
            let time = sampleBuffer.presentationTimeStamp
            if let last = queue.last ?? shown, last.presentationTimeStamp >= time, !wasFlushed {
                world.raise("AVSampleBufferVideoRenderer.enqueue: \(time.seconds) after later pictures")
            }
            wasFlushed = false
            queue.append(sampleBuffer)
        }
    }

    private var wasFlushed = true

    open func flush() {
        world.locked {
            queue = []
            flushes += 1
            wasFlushed = true
            failure = nil
            isInterrupted = false
        }
    }

    open func flush(
        removingDisplayedImage removeDisplayedImage: Bool, completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        flush()
        world.locked { if removeDisplayedImage { shown = nil } }
        handler?()
    }

    func displayed(at time: CMTime) -> CVPixelBuffer? {
        world.locked {
            while let next = queue.first, next.presentationTimeStamp <= time { shown = queue.removeFirst() }
            return shown?.imageBuffer
        }
    }

    /// Lets it fail, as all of them do when the app loses its decoders.
    @_spi(Double) public func fail() { world.locked { failure = .failed } }
    /// Lets it wait to be flushed, as after the app was away.
    @_spi(Double) public func interrupt() { world.locked { isInterrupted = true } }
    private var isInterrupted = false
    /// How often it was flushed.
    @_spi(Double) public private(set) var flushes = 0
    /// How many pictures wait for their time.
    @_spi(Double) public var waiting: Int { world.locked { queue.count } }
}
