// Declarations as in Apple's documentation, https://developer.apple.com/documentation/avkit, and in the headers of
// AVKit. The double of the floating window is in Double.
@_exported import AVFoundation
import FoundationApple

@available(iOS 9.0, macCatalyst 13.1, macOS 10.15, tvOS 14.0, visionOS 1.0, *)
@available(watchOS, unavailable)
open class AVPictureInPictureController: NSObject {
    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
    open class ContentSource: NSObject {
        open private(set) var sampleBufferDisplayLayer: AVSampleBufferDisplayLayer?
        open private(set) weak var sampleBufferPlaybackDelegate: (any AVPictureInPictureSampleBufferPlaybackDelegate)?

        public init(
            sampleBufferDisplayLayer: AVSampleBufferDisplayLayer,
            playbackDelegate: any AVPictureInPictureSampleBufferPlaybackDelegate
        ) {
            super.init()
            self.sampleBufferDisplayLayer = sampleBufferDisplayLayer
            sampleBufferPlaybackDelegate = playbackDelegate
        }
    }

    let double = FloatingWindow()

    open class func isPictureInPictureSupported() -> Bool { FloatingWindow.isSupported }

    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
    public init(contentSource: ContentSource) {
        self.contentSource = contentSource
        super.init()
        double.begin(as: self)
    }

    deinit { double.end() }

    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
    open var contentSource: ContentSource?
    open weak var delegate: (any AVPictureInPictureControllerDelegate)?
    open var isPictureInPicturePossible: Bool { double.isPossible }
    open var isPictureInPictureActive: Bool { double.isOpen }

    open func startPictureInPicture() { double.open() }
    open func stopPictureInPicture() { double.close() }

    @available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
    open func invalidatePlaybackState() { double.ask() }

    @available(iOS 14.2, macCatalyst 14.2, visionOS 1.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    open var canStartPictureInPictureAutomaticallyFromInline = false
}

@available(iOS 9.0, macCatalyst 13.1, macOS 10.15, tvOS 14.0, visionOS 1.0, *)
public protocol AVPictureInPictureControllerDelegate: NSObjectProtocol {
    func pictureInPictureControllerWillStartPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController)
    func pictureInPictureControllerDidStopPictureInPicture(_ pictureInPictureController: AVPictureInPictureController)
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error)
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void)
}

@available(iOS 15.0, macCatalyst 15.0, macOS 12.0, tvOS 15.0, visionOS 1.0, *)
public protocol AVPictureInPictureSampleBufferPlaybackDelegate: NSObjectProtocol {
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController, setPlaying playing: Bool)
    func pictureInPictureControllerTimeRangeForPlayback(
        _ pictureInPictureController: AVPictureInPictureController
    ) -> CMTimeRange
    func pictureInPictureControllerIsPlaybackPaused(
        _ pictureInPictureController: AVPictureInPictureController
    ) -> Bool
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController,
        didTransitionToRenderSize newRenderSize: CMVideoDimensions)
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController, skipByInterval skipInterval: CMTime,
        completion completionHandler: @escaping () -> Void)
}
