import Foundation
import MultiPlayerKit

/// The video of a ``SimulatedPlayer``: its properties, how long everything takes, and what goes wrong.
public struct SimulatedVideo: Sendable {
    /// What the player finds out when it opens the video.
    public var info: MediaInfo
    /// Times of its frames, in order, the first at the start of the bounds. If empty, the default, they follow the
    /// frame rate. The player knows the eight around its position.
    public var frameTimes: [Duration] = []
    /// Time from `load` to `loaded` or to the failure. Default 0.
    public var loadDelay = Duration.zero
    /// Time from `prepare` to `prepared` or `refused`. Default 0.
    public var prerollDelay = Duration.zero
    /// Time from `prepare` to `previewed`, where a preview is allowed; `nil`, the default: none is shown.
    public var previewDelay: Duration?
    /// The error with which opening the video fails, if set.
    public var loadFailure: PlaybackError?
    /// The error with which every `prepare` is refused, although the video opens, if set.
    public var refusal: PlaybackError?
    /// Whether commands are never answered, as by a server that hangs.
    public var isSilent = false
    /// How many times each answer is repeated, each time after the delay again. Default 0.
    public var duplicates = 0
    /// Whether answers still come to commands that newer ones have replaced, and from a released player.
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
