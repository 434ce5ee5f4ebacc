@_spi(Double) import AVFoundation
import FoundationApple
import QuartzCore

/// The system's floating window, as the stand-in of its controller and a test know it. Main thread only.
@_spi(Double)
public final class FloatingWindow {
    /// Whether the device has one.
    nonisolated(unsafe) public static var isSupported = true
    nonisolated(unsafe) private static weak var last: FloatingWindow?

    /// That of the controller that was made last and still exists.
    public static var current: FloatingWindow? { last }

    public private(set) var isOpen = false
    /// What the system knows of what it shows, from when it was last told to ask.
    public private(set) var range = CMTimeRange.invalid
    public private(set) var isPaused = true
    public private(set) var skipsUnderWay = 0
    /// Whether the next opening fails.
    public var refuses = false
    private weak var controller: AVPictureInPictureController?

    func begin(as controller: AVPictureInPictureController) {
        self.controller = controller
        Self.last = self
    }

    func end() { isOpen = false }

    var layer: AVSampleBufferDisplayLayer? { controller?.contentSource?.sampleBufferDisplayLayer }
    private var playback: (any AVPictureInPictureSampleBufferPlaybackDelegate)? {
        controller?.contentSource?.sampleBufferPlaybackDelegate
    }

    private(set) var isPossible = false

    /// Looks whether its layer is on a screen and has a picture, as the system does by itself.
    public func look() {
        isPossible = layer?.superlayer != nil && layer?.displayed != nil
        if isOpen { checkRange("while it is open") }
        if let controller { ContractWorld.current.announceChanges(of: controller) }
    }

    func ask() {
        guard let controller, let playback else { return }
        range = playback.pictureInPictureControllerTimeRangeForPlayback(controller)
        isPaused = playback.pictureInPictureControllerIsPlaybackPaused(controller)
        questions += 1
        checkRange("when it was asked for")
    }

    /// How often the system was told to ask.
    public private(set) var questions = 0
    /// Rules of AVKit that were broken.
    public private(set) var violations: [String] = []

    /// A range with an end should always contain the time of the layer's timebase.
    private func checkRange(_ when: String) {
        guard range.isValid, range.duration.isNumeric, let time = layer?.controlTimebase?.time else { return }
        // Both are read one after the other.
        let slack = CMTime(value: 1, timescale: 100)
        guard time < range.start - slack || time > range.end + slack else { return }
        violations.append(
            "the time is \(time.seconds), the range \(range.start.seconds) to \(range.end.seconds), \(when)")
    }

    public struct Refusal: Error {}

    /// Opens, as the app or, when it leaves, the system does.
    public func open() {
        guard let controller, !isOpen else { return }
        guard isPossible, !refuses else {
            refuses = false
            controller.delegate?.pictureInPictureController(
                controller, failedToStartPictureInPictureWithError: Refusal())
            return
        }
        controller.delegate?.pictureInPictureControllerWillStartPictureInPicture(controller)
        isOpen = true
        kept = controller
        ask()
    }

    /// Closes, as the app, the system or a person does.
    public func close() {
        guard let controller, isOpen else { return }
        isOpen = false
        kept = nil
        controller.delegate?.pictureInPictureControllerDidStopPictureInPicture(controller)
    }

    /// A person taps on what brings them back to the app; `answer` hears whether its screen is there.
    public func goBack(_ answer: @escaping (Bool) -> Void) {
        guard let controller else { return }
        controller.delegate?.pictureInPictureController(
            controller, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: answer)
    }

    public func tapPlay(_ plays: Bool) {
        guard let controller else { return }
        playback?.pictureInPictureController(controller, setPlaying: plays)
    }

    public func tapSkip(by seconds: Double) {
        guard let controller else { return }
        skipsUnderWay += 1
        playback?.pictureInPictureController(
            controller, skipByInterval: CMTime(seconds: seconds, preferredTimescale: 600)
        ) { [weak self] in self?.skipsUnderWay -= 1 }
    }

    /// The part of the range that has been played, as its bar shows it: 0 to 1.
    public var progress: Double? {
        guard range.isValid, range.duration.isNumeric, let time = layer?.controlTimebase?.time else { return nil }
        return (time - range.start).seconds / range.duration.seconds
    }

    /// The system keeps it for as long as the window is open.
    private var kept: AVPictureInPictureController?
}
