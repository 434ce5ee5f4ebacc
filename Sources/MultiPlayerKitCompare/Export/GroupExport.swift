import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

/// Writes what a group shows, and what is heard of it, to a video file, as fast as it can be decoded.
///
/// ```swift
/// var export = GroupExport(of: group, as: .sideBySide)
/// export.captions = stage.captions
/// export.range = .seconds(2)..<(.seconds(12))
/// try await export.write(to: URL(filePath: "comparison.mp4")) { part in show(part) }
/// ```
/// The group itself is only looked at: members of the same sources are opened anew, beside it. Each frame of the file
/// is the picture that is due at its instant, of every member.
///
/// On Linux two exports of the same files with the same versions of GStreamer and x264 are the same byte for byte. On
/// Apple platforms each member that is seen takes a decoder for as long as the export lasts, beside those of what plays.
/// Streams and protected files are refused there, and iOS ends the export of an app that leaves the screen.
public struct GroupExport: Sendable {
    /// What is heard in the file.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Sound: Hashable, Sendable {
        /// Nothing: the file has no sound.
        case none
        /// The group's audible member; nothing if there is none, or if it has no sound.
        case audible
        /// All members at once.
        case mix
    }

    /// What has been written.
    public struct Outcome: Hashable, Sendable {
        /// Frames of the file.
        public var frames: Int
        /// Frames in which a tile shows an earlier picture, because the file lacks the one that is due.
        public var lateFrames: Int
        public var hasSound: Bool
    }

    /// Pixels, whole and even, 16…7680 a side. Default: 1280×720.
    public var size = CGSize(width: 1280, height: 720)
    /// Frames a second, up to 240. Default: 30.
    public var rate = FrameRate(30)
    /// The layout of the tiles.
    public var layout: TileLayout
    /// What is written into the tiles, as on the group's own stage. Default: `nil`, nothing.
    public var captions: TileCaptions?
    /// The group time that is shown. Default: the group's own range if it has one, otherwise `nil`, all of it.
    public var range: Range<Duration>?
    /// What is heard. Default: the audible member.
    public var sound = Sound.audible
    /// The colour where there is no picture. Default: black.
    public var background = StageColour.black

    let copy: GroupCopy
    let audible: MemberID?
    let groupRate: Double

    /// Creates an export of what a group has now: its members with their offsets and speeds, its background, rate,
    /// range and audible member.
    @MainActor
    public init(of group: PlaybackGroup, as layout: TileLayout) {
        copy = GroupCopy(of: group)
        (audible, groupRate, range) = (group.audibleMember, group.rate, group.runner.lineup.loop.range)
        self.layout = layout
    }

    /// Decodes, encodes and writes.
    ///
    /// - Parameters:
    ///   - url: a file ending in .mp4 or .mov, or on Linux for a short range in .webp: a picture that moves on a web page,
    ///     without sound. One that is there is replaced when the new one is complete; until then, and if it is never
    ///     complete, it stays.
    ///   - progress: called on the main actor now and then with the part that is done, 0…1.
    /// - Throws: `PlaybackError` for a video that cannot be played, `outputFailed` where the file cannot be written;
    ///   `CancellationError`.
    @MainActor
    @discardableResult
    public func write(
        to url: URL, progress: @MainActor (Double) -> Void = { _ in }
    ) async throws -> Outcome {
        let kind = try ExportKind(url)
        guard !copy.members.isEmpty else {
            throw PlaybackError(
                .outputFailed, subject: url.lastPathComponent, reason: "the group has no members",
                cure: "add videos to it first")
        }
        return try await write(to: url, kind, progress)
    }

    /// Whether the file has a member's sound, if there is any.
    func isHeard(_ member: GroupCopy.Member) -> Bool {
        sound == .mix || sound == .audible && member.id == audible
    }

    // MARK: Times

    /// The group time that is shown.
    ///
    /// - Parameter length: of the group.
    func span(of length: Duration?, for url: URL) throws(PlaybackError) -> Range<Duration> {
        let whole = Duration.zero..<(length ?? .zero)
        let span = range ?? whole
        guard span.lowerBound >= .zero, !span.isEmpty else {
            throw PlaybackError(
                .outputFailed, subject: url.lastPathComponent,
                reason: "there is nothing from \(span.lowerBound.seconds) s to \(span.upperBound.seconds) s",
                cure: "choose a range that begins at 0 s or later and ends after that")
        }
        return span
    }

    /// Frames of the file: a tick that begins within the range is shown.
    func frameCount(of span: Range<Duration>) -> Int {
        let length = (span.upperBound - span.lowerBound).seconds / abs(groupRate)
        return max(Int((length * rate.perSecond - 1e-6).rounded(.up)), 1)
    }
}
