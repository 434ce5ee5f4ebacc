import Foundation
import MultiPlayerKit

/// Pictures that stand still beside others that move.
extension PlaybackGroup {
    /// Adds a picture, or one frame of a video, that is shown for as long as the group plays.
    ///
    /// It is a member like any other: in step by definition, and laid out, captioned and exported with the others. It does
    /// not make the group longer.
    ///
    /// - Parameters:
    ///   - url: a video, or on Linux also a PNG or JPEG file. AVPlayer plays no pictures, so that on Apple platforms such a
    ///     file fails to open.
    ///   - time: which frame of a video, counted in time from its first one. Default: the first.
    @discardableResult
    public func add(still url: URL, at time: Duration = .zero) -> MemberID {
        add(source: MediaSource(url: url), map: .still(at: time))
    }
}

extension TimeMap {
    /// One frame, for good.
    ///
    /// - Parameter time: from the video's first frame, 0 or more.
    public static func still(at time: Duration) -> TimeMap {
        TimeMap(range: max(time, .zero)..<(max(time, .zero) + stillLength), end: .hold)
    }

    /// Shorter than any frame, and long enough for players that count in fewer ticks than nanoseconds.
    private static let stillLength = Duration.milliseconds(1)
}
