/// How much of a video is decoded, from nothing to all of it.
///
/// Ordered: a higher tier shows more and costs more. Which tiers a player can do is in ``PlayerTraits/tiers``.
public enum DecodeTier: String, Hashable, Comparable, CaseIterable, Sendable, Codable {
    /// Nothing is decoded, and nothing has been shown yet: the tile has its poster, if the app gave one.
    case poster
    /// The last frame shown stays; the decoder is given back.
    case still
    /// One exact frame for each group of pictures.
    case keyframes
    /// Frames that no other frame refers to are left out.
    case reducedFrameRate
    /// Every frame of a smaller rendition than the one that fits the tile.
    case reducedResolution
    /// Every frame, as large as the tile asks for.
    case full

    /// Whether a decoder is held.
    public var decodes: Bool { self > .still }

    /// Whether who comes to it has frames to decode from its key frame to where the line is.
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

/// What a player may decode: a tier, and of which rendition.
public struct DecodeGrant: Hashable, Sendable {
    public var tier: DecodeTier
    /// Which of the source's renditions, from 0, the largest first.
    public var rendition: Int

    public init(_ tier: DecodeTier, rendition: Int = 0) {
        self.tier = tier
        self.rendition = rendition
    }
}

/// Who comes first when not all can be decoded.
public enum PlaybackPriority: String, Hashable, Comparable, CaseIterable, Sendable, Codable {
    /// Decoration: goes first. A background's own.
    case ambient
    /// What members are unless the app says otherwise.
    case normal
    /// What the viewer asked for: goes last, and takes its decoder from others at once.
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
