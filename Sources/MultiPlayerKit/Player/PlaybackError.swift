import Foundation

/// What went wrong, at which stage, for which member, and what can be done about it.
///
/// ```swift
/// do { try await group.play() } catch PlaybackError.Code.prerollTimedOut { showPoster() }
/// ```
/// A minor release may add codes.
public struct PlaybackError: Error, Sendable, CustomStringConvertible {
    /// Why. Open: compare with the static members.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The part of the work that failed.
        public enum Stage: String, Hashable, Sendable { case source, container, decoder, sync, cache, output }

        public let stage: Stage
        public let name: String

        package init(_ stage: Stage, _ name: String) {
            self.stage = stage
            self.name = name
        }

        /// There is no such file.
        public static let sourceNotFound = Code(.source, "sourceNotFound")
        /// It cannot be read: no permission, a directory, an input/output error.
        public static let sourceUnreadable = Code(.source, "sourceUnreadable")
        /// A server cannot be reached or refuses.
        public static let sourceUnreachable = Code(.source, "sourceUnreachable")
        /// A local file leads to other addresses, and was not allowed to (``MediaSource/allowsRemote``).
        public static let remoteNotAllowed = Code(.source, "remoteNotAllowed")
        /// There is nothing in it.
        public static let sourceEmpty = Code(.source, "sourceEmpty")
        /// It is no video container that is known here, or it is damaged where that matters.
        public static let notAVideo = Code(.container, "notAVideo")
        /// It has sound or other streams, but no pictures.
        public static let noVideoTrack = Code(.container, "noVideoTrack")
        /// It ends before the end that its own index states.
        public static let truncated = Code(.container, "truncated")
        /// It has no index and could not be given one: seeks and loops land near their place, not on the frame.
        public static let noIndex = Code(.container, "noIndex")
        /// It states a size, a rate, a length or a number of tracks beyond what is played here.
        public static let beyondLimits = Code(.container, "beyondLimits")
        /// It was given as another size of a video, and is another video.
        public static let notARendition = Code(.container, "notARendition")
        /// No decoder here knows its codec.
        public static let codecUnknown = Code(.decoder, "codecUnknown")
        /// Its colours are of a system that is not known here; it is shown without what they would need.
        public static let colourUnknown = Code(.decoder, "colourUnknown")
        /// The decoder keeps the last frame of a file to itself; the one before it is shown in its place.
        public static let lastFrameLost = Code(.decoder, "lastFrameLost")
        /// A decoder gave up.
        public static let decodingFailed = Code(.decoder, "decodingFailed")
        /// A player that was handed in is steered by something else, or is of no use.
        public static let playerRefused = Code(.sync, "playerRefused")
        /// No first frame within the time allowed.
        public static let prerollTimedOut = Code(.sync, "prerollTimedOut")
        /// Nothing in the group can be played.
        public static let nothingToPlay = Code(.sync, "nothingToPlay")
        /// A newer request took this one's place.
        public static let superseded = Code(.sync, "superseded")
        /// A window, recording or picture could not be written.
        public static let outputFailed = Code(.output, "outputFailed")

        public var description: String { name }

        /// Lets a code stand in a `catch`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PlaybackError)?.code == code
        }
    }

    public let code: Code
    /// The member it concerns; `nil`: the whole group, or an output.
    public internal(set) var memberID: MemberID?
    /// What it concerns, as people call it: a file, an address, an output.
    public let subject: String
    /// What happened, in one sentence without a full stop.
    public let reason: String
    /// What to do about it, in one sentence without a full stop.
    public let cure: String
    /// The error below this one, unchanged.
    public let underlying: (any Error)?

    public init(
        _ code: Code, subject: String, reason: String, cure: String, memberID: MemberID? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.subject = subject
        self.reason = reason
        self.cure = cure
        self.memberID = memberID
        self.underlying = underlying
    }

    /// The same error about something with another name.
    func about(_ subject: String) -> PlaybackError {
        PlaybackError(code, subject: subject, reason: reason, cure: cure, memberID: memberID, underlying: underlying)
    }

    /// One line: what, stage, why, cure. Without control characters: names come from files, and terminals obey them.
    public var description: String {
        PlainText.line("\(subject): \(code.stage.rawValue): \(reason); \(cure)")
    }
}

/// Names one member of one group.
public struct MemberID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Counts up in the order of adding, from 1; never used again in its group.
    public let number: Int

    public init(_ number: Int) {
        self.number = number
    }

    public static func < (left: MemberID, right: MemberID) -> Bool { left.number < right.number }
    public var description: String { "#\(number)" }
}
