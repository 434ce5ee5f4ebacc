import Foundation

/// A player that a group steers: commands in, events out, no pictures.
///
/// Every command returns at once, throws nothing, never suspends and may come from any thread. What comes of it arrives
/// as a ``PlayerEvent`` that carries the command's generation, never from inside the command itself.
/// `GStreamerPlayer` is one, a player around `AVPlayer` another, and tests bring their own.
public protocol SteeredPlayer: AnyObject, Sendable {
    /// What is true of this kind of player.
    var traits: PlayerTraits { get }

    /// Where events go. Called once, before `load`. The player calls `deliver` from any thread, in the order of events.
    func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void)

    /// Opens a video and reports `loaded` or `failed`. Opening another drops whatever is under way for the one before.
    func load(_ source: MediaSource, generation: Int)

    /// Gets ready to show what `timeline` asks for at `host`, exactly, and to go on from there; reports `prepared` or
    /// `refused`. What is shown meanwhile stays. With `allowsPreview` a nearby key frame may be reported first
    /// (`previewed`) when the exact frame takes longer, and a ``FrameSource`` keeps its ``FrameSource/standIns(in:)``.
    func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int)

    /// From `host` on shows what the timeline says. A line of rate 0 holds. A player that is somewhere else gets there
    /// as fast as it can and counts itself late until then.
    func follow(_ timeline: MemberTimeline, from host: HostTime)

    /// Decodes as much as `grant` says from now on: less at once, more as soon as the frames of it are there. What is
    /// shown stays until then. Reports `settled` when it does, and has given back what it held before.
    ///
    /// Comes before the first `prepare`, and from a player whose ``PlayerTraits/tiers`` are more than one.
    func decode(_ grant: DecodeGrant)

    /// How large the member is shown, in pixels; zero: it cannot be seen.
    func display(at size: CGSize)

    /// How much this member matters: whose frames come first when several wait for a processor.
    func prioritize(_ priority: PlaybackPriority)

    /// Whether its pictures are compared with those of others on the same tick. Below `full`, one that gets ready to play on
    /// decodes the exact frame for that; one that is looked at alone begins with what its tier has. Default: alone.
    func setCompared(_ compared: Bool)

    /// Whether this member's sound is heard. At most one of a group is.
    func setAudible(_ audible: Bool)

    /// Gives back everything it holds: decoder, threads, descriptors. What it last showed remains on the screen.
    func release()

    /// The timeline it follows now; `nil` before the first `follow` and after `release`.
    func line() -> MemberTimeline?

    /// Whether at a host time it is where its timeline wants it, as far as it knows itself: not while it is on its way back
    /// to the line. True, the default, where each picture follows the line by arithmetic. Any thread.
    func isOnLine(at host: HostTime) -> Bool

    /// Where it really is now; `nil`, the default, where it follows the line by arithmetic, or while it stands still.
    func reading() -> LineReading?

    /// Item times of frames it has around a position, without gaps, in order, the one due among them; empty, the
    /// default, when it has not got that one. Steps follow them, which matters where the frame rate varies.
    func frameTimes(around position: MemberTimeline.Position) -> [Duration]

    /// Processor time that decoding has taken so far; `nil`, the default, where another chip decodes.
    func decodingTime() -> Duration?
}

extension SteeredPlayer {
    public func decode(_ grant: DecodeGrant) {}
    public func prioritize(_ priority: PlaybackPriority) {}
    public func setCompared(_ compared: Bool) {}
    public func display(at size: CGSize) {}
    public func decodingTime() -> Duration? { nil }
    public func reading() -> LineReading? { nil }
    public func isOnLine(at host: HostTime) -> Bool { true }
    public func frameTimes(around position: MemberTimeline.Position) -> [Duration] { [] }
}

/// What a kind of player can do.
public struct PlayerTraits: Hashable, Sendable {
    /// Rates it can follow. The product of group rate and member speed is held inside.
    public var rates: ClosedRange<Double>
    /// Whether each picture follows the line by arithmetic, so that no drift can arise.
    public var followsLineExactly: Bool
    /// How far ahead of its host time a start or a change of the line has to reach the player.
    public var lead: Duration
    /// The same while it is the audible one: sound devices take longer to start.
    public var leadWithSound: Duration
    /// What it can do when not all of a video can be decoded. Only `full`: it is not governed by a ``DecoderBudget``.
    public var tiers: Set<DecodeTier>

    /// `leadWithSound` is `lead` unless it is given.
    public init(
        rates: ClosedRange<Double>, followsLineExactly: Bool, lead: Duration, leadWithSound: Duration? = nil,
        tiers: Set<DecodeTier> = [.full]
    ) {
        self.tiers = tiers
        self.rates = rates
        self.followsLineExactly = followsLineExactly
        self.lead = lead
        self.leadWithSound = leadWithSound ?? lead
    }
}

/// What a player reports. Generations tell an answer to an old command from one to the last.
public enum PlayerEvent: Sendable {
    /// The video is open.
    case loaded(MediaInfo, generation: Int)
    /// The frame asked for is decoded and the ones after it are on their way.
    case prepared(generation: Int)
    /// A key frame before the one asked for can be shown; `prepared` follows.
    case previewed(generation: Int)
    /// It could not be prepared, although the video is open.
    case refused(PlaybackError, generation: Int)
    /// Frames do not arrive any more although the line moves.
    case stalled
    /// Frames arrive again after a stall.
    case resumed
    /// The file ends before its index says it does: it goes on with the frames that are there.
    case damaged(PlaybackError, ItemBounds)
    /// Someone else moved the player.
    case moved
    /// Another player has taken this member over, on the same line.
    case handedOver
    /// It decodes by this grant now. A lower tier than the one that was granted: that is all it can show for it.
    case settled(DecodeGrant)
    /// No decoder came for the present grant; silently: the system said it was there.
    case starved(silently: Bool)
    /// Its sound is heard (`nil`), or is not, and why; told when that changes. Pictures go on either way.
    case sound(PlaybackError?)
    /// The system took the player away; the video is to be opened again.
    case lost
    /// Nothing more will come. What was shown stays.
    case failed(PlaybackError, generation: Int)
}

/// Where a player really is, against the timeline it was told to follow: one look at its own clock.
public struct LineReading: Hashable, Sendable {
    /// When it was looked.
    public var host: HostTime
    /// Item time that the player is ahead of its timeline (positive) or behind it (negative).
    public var error: Duration
    /// Item seconds per host second, as the clocks involved have been measured to run; 0: it stands still.
    public var rate: Double

    public init(host: HostTime, error: Duration, rate: Double) {
        self.host = host
        self.error = error
        self.rate = rate
    }
}

/// Something outside the group that stops players or makes their anchors worthless.
public enum Disturbance: String, Hashable, Sendable, CaseIterable {
    /// A telephone call, an alarm or another app's sound took the audio session. Held until it ends.
    case audioInterruption
    /// The app is in the background. Held until it comes back.
    case background
    /// The machine slept, and its host clock stood still meanwhile.
    case sleep
    /// Sound goes somewhere else now: another device, another clock.
    case routeChange
    /// The system's media services started anew; every player is made again, and waits for someone to play.
    case mediaServicesReset

    /// Whether it has a beginning and an end, and the group holds between them.
    public var lasts: Bool { self == .audioInterruption || self == .background }
}
