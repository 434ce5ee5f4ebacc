import MultiPlayerKit

/// How one video lies to another, and how sure that is.
public struct AlignmentResult: Hashable, Sendable {
    /// What the videos have in common by which they were brought into line.
    public struct Evidence: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// What both microphones heard.
        public static let sound = Evidence(description: "sound")
        /// What both cameras saw.
        public static let pictures = Evidence(description: "pictures")
    }

    /// The video's time at the reference's first frame, counted from its own first frame. Positive: the video began
    /// earlier than the reference, and so much of it is skipped. Negative: it began later.
    public var offset: Duration
    /// Seconds of the video per second of the reference: 1, unless one of both clocks went wrong.
    public var speed: Double
    /// How clearly this is the one way in which both fit, 0…1; at least 0.5. Near 1: no other way fits at all.
    public var confidence: Double
    /// By what it was found.
    public var evidence: Evidence

    /// Creates a result.
    public init(offset: Duration, speed: Double, confidence: Double, evidence: Evidence) {
        (self.offset, self.speed, self.confidence, self.evidence) = (offset, speed, confidence, evidence)
    }

    /// The map with which the video is in step with a reference.
    ///
    /// - Parameters:
    ///   - reference: the reference's map.
    ///   - map: gives range and end of the result.
    public func map(inStepWith reference: TimeMap, keeping map: TimeMap = TimeMap()) -> TimeMap {
        var map = map
        map.offset = offset + .nearest(seconds: reference.start.seconds * speed) - (map.range?.lowerBound ?? .zero)
        map.speed = speed * reference.speed
        return map
    }
}

extension PlaybackError.Code {
    /// Nothing was found that says for sure how two videos lie to each other.
    public static let notAlignable = PlaybackError.Code(.output, "notAlignable")
}
