import Foundation
import MultiPlayerKit

/// What a ``SimulatedPlayer`` makes of its video: how it is made, how long everything takes, and what goes wrong.
public struct SimulatedVideo: Sendable {
    /// What the player finds out when it opens the video.
    public var info: MediaInfo
    /// Times of its frames, the first at the start of the bounds, in order; empty, the default: by the frame rate. The
    /// player knows the eight around its position.
    public var frameTimes: [Duration] = []
    /// Time from `load` to `loaded` or to the failure. Default 0.
    public var loadDelay = Duration.zero
    /// Time from `prepare` to `prepared` or `refused`. Default 0.
    public var prerollDelay = Duration.zero
    /// Time from `prepare` to `previewed`, where a preview is allowed; `nil`, the default: none is shown.
    public var previewDelay: Duration?
    /// The video cannot be opened.
    public var loadFailure: PlaybackError?
    /// The video opens, but nothing of it can be prepared.
    public var refusal: PlaybackError?
    /// Commands are never answered: a server that hangs.
    public var isSilent = false
    /// How many times more than once each answer comes, each after the delay again. Default 0.
    public var duplicates = 0
    /// Whether answers to commands that newer ones have replaced still come, and those of a released player.
    public var answersLate = false

    /// - Parameters:
    ///   - frameRate: `nil`: it varies; frames are counted in thirtieths of a second. Default 30.
    ///   - length: from the first frame's time to the last one's end. Default 10 s.
    ///   - start: time of the first frame, as the file states it. Default 0.
    public init(
        frameRate: FrameRate? = FrameRate(30), length: Duration = .seconds(10), start: Duration = .zero,
        hasAudio: Bool = true
    ) {
        info = MediaInfo(
            displaySize: CGSize(width: 1280, height: 720), frameRate: frameRate,
            bounds: ItemBounds(start: start, end: start + length), hasAudio: hasAudio, codec: "simulated")
    }
}
