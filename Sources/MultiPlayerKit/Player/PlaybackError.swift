import Foundation

/// What went wrong, at which stage, for which member, and what can be done about it.
///
/// ```swift
/// do { try await group.play() } catch PlaybackError.Code.prerollTimedOut { showPoster() }
/// ```
/// A minor release may add codes.
public struct PlaybackError: Error, Sendable, CustomStringConvertible {
    /// The kind of error. The set is open: compare with the static members.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The part of the work that failed.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Stage: String, Hashable, Sendable { case source, container, decoder, sync, cache, output }

        public let stage: Stage
        public let name: String

        package init(_ stage: Stage, _ name: String) {
            self.stage = stage
            self.name = name
        }

        /// There is no such file.
        public static let sourceNotFound = Code(.source, "sourceNotFound")
        /// The file cannot be read: no permission, a directory, an input/output error.
        public static let sourceUnreadable = Code(.source, "sourceUnreadable")
        /// A server cannot be reached or refuses.
        public static let sourceUnreachable = Code(.source, "sourceUnreachable")
        /// A local file leads to other addresses, which was not allowed (``MediaSource/allowsRemote``).
        public static let remoteNotAllowed = Code(.source, "remoteNotAllowed")
        /// The source is empty.
        public static let sourceEmpty = Code(.source, "sourceEmpty")
        /// The file is not a known video container, or an essential part of it is damaged.
        public static let notAVideo = Code(.container, "notAVideo")
        /// The file has sound or other streams, but no video.
        public static let noVideoTrack = Code(.container, "noVideoTrack")
        /// The file ends before the end that its own index states.
        public static let truncated = Code(.container, "truncated")
        /// The file has no index and could not be given one: seeks and loops land near the requested frame, not on it.
        public static let noIndex = Code(.container, "noIndex")
        /// The file states a size, rate, length or number of tracks beyond the supported limits.
        public static let beyondLimits = Code(.container, "beyondLimits")
        /// The file was given as another size of a video, but is a different video.
        public static let notARendition = Code(.container, "notARendition")
        /// No decoder here supports the codec.
        public static let codecUnknown = Code(.decoder, "codecUnknown")
        /// The colour system of the video is not known here; it is shown without the conversion it would need.
        public static let colourUnknown = Code(.decoder, "colourUnknown")
        /// The decoder does not output the last frame of the file; the frame before it is shown instead.
        public static let lastFrameLost = Code(.decoder, "lastFrameLost")
        /// A decoder gave up.
        public static let decodingFailed = Code(.decoder, "decodingFailed")
        /// A player passed in by the app is steered by something else, or cannot be used.
        public static let playerRefused = Code(.sync, "playerRefused")
        /// A member's player does not play backwards.
        public static let onlyForwards = Code(.sync, "onlyForwards")
        /// No first frame within the time allowed.
        public static let prerollTimedOut = Code(.sync, "prerollTimedOut")
        /// Nothing in the group can be played.
        public static let nothingToPlay = Code(.sync, "nothingToPlay")
        /// A newer request replaced this one.
        public static let superseded = Code(.sync, "superseded")
        /// A window, recording or picture could not be written.
        public static let outputFailed = Code(.output, "outputFailed")

        public var description: String { name }

        /// Makes a code usable as a pattern in a `catch`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PlaybackError)?.code == code
        }
    }

    public let code: Code
    /// The member it concerns; `nil`: the whole group, or an output.
    public internal(set) var memberID: MemberID?
    /// A human-readable name of what it concerns: a file, an address, an output.
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

    /// Returns the same error with another subject.
    func about(_ subject: String) -> PlaybackError {
        PlaybackError(code, subject: subject, reason: reason, cure: cure, memberID: memberID, underlying: underlying)
    }

    /// One line: subject, stage, reason, cure. No control characters: names come from files, and terminals obey them.
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
