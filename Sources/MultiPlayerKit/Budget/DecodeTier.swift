/// How much of a video is decoded, from nothing to all of it.
///
/// Tiers are ordered: a higher one shows more and costs more. ``PlayerTraits/tiers`` are those that a player supports.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum DecodeTier: String, Hashable, Comparable, CaseIterable, Sendable, Codable {
    /// Nothing is decoded, and nothing has been shown yet: the tile shows its poster, if the app gave one.
    case poster
    /// The last frame shown stays; the decoder is released.
    case still
    /// One exact frame for each group of pictures.
    case keyframes
    /// Frames that no other frame refers to are left out.
    case reducedFrameRate
    /// Every frame of a smaller rendition than the one that fits the tile.
    case reducedResolution
    /// Every frame, in the size that fits the tile.
    case full

    /// Whether a decoder is held.
    public var decodes: Bool { self > .still }

    /// Whether a stream that moves to this tier has to decode from its key frame to where the line is.
    var catchesUp: Bool { self > .keyframes }

    private var rank: Int {
        switch self {
        case .poster: 0
        case .still: 1
        case .keyframes: 2
        case .reducedFrameRate: 3
        case .reducedResolution: 4
        case .full: 5
        }
    }

    public static func < (left: DecodeTier, right: DecodeTier) -> Bool { left.rank < right.rank }
}

/// What a player may decode: a tier and a rendition.
public struct DecodeGrant: Hashable, Sendable {
    public var tier: DecodeTier
    /// The number of the source's rendition, from 0, the largest first.
    public var rendition: Int

    public init(_ tier: DecodeTier, rendition: Int = 0) {
        self.tier = tier
        self.rendition = rendition
    }
}

/// How important a stream is when not all can be decoded.
public enum PlaybackPriority: String, Hashable, Comparable, CaseIterable, Sendable, Codable {
    /// Decoration: lowered first. The default of backgrounds.
    case ambient
    /// The default of members.
    case normal
    /// What the viewer asked for: lowered last; takes its decoder from others at once.
    case focused

    private var rank: Int { self == .ambient ? 0 : self == .normal ? 1 : 2 }

    public static func < (left: PlaybackPriority, right: PlaybackPriority) -> Bool { left.rank < right.rank }
}

/// How long a stream has spent at each tier.
struct TierLog: Hashable, Sendable {
    private(set) var tier: DecodeTier
    private(set) var since: HostTime
    private var before: [DecodeTier: Duration] = [:]

    init(_ tier: DecodeTier, since: HostTime) {
        (self.tier, self.since) = (tier, since)
    }

    mutating func move(to tier: DecodeTier, at now: HostTime) {
        before[self.tier, default: .zero] += max(since.duration(to: now), .zero)
        (self.tier, since) = (tier, max(now, since))
    }

    /// Time at each tier until `now`; tiers that it never had are left out.
    func durations(until now: HostTime) -> [DecodeTier: Duration] {
        var log = self
        log.move(to: tier, at: now)
        return log.before.filter { $0.value > .zero }
    }
}
