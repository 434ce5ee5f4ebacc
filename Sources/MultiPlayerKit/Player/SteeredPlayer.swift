import Foundation

/// A player that a group steers: commands in, events out, no pictures.
///
/// Every command returns at once, throws nothing, never suspends and may come from any thread. Its outcome arrives as a
/// ``PlayerEvent`` with the command's generation, never from inside the command itself.
/// `GStreamerPlayer` conforms, a player around `AVPlayer` does too, and tests bring their own.
public protocol SteeredPlayer: AnyObject, Sendable {
    /// What this kind of player can do.
    var traits: PlayerTraits { get }

    /// Sets the receiver of events. Called once, before `load`. The player calls `deliver` from any thread, in the
    /// order of events.
    func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void)

    /// Opens a video and reports `loaded` or `failed`. Opening another one drops whatever is under way for the previous
    /// one.
    func load(_ source: MediaSource, generation: Int)

    /// Prepares to show exactly what `timeline` requires at `host`, and to go on from there; reports `prepared` or
    /// `refused`. The current picture stays meanwhile. With `allowsPreview` a nearby key frame may be reported first
    /// (`previewed`) when the exact frame takes longer, and a ``FrameSource`` keeps its ``FrameSource/standIns(in:)``.
    func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int)

    /// Shows what the timeline says from `host` on; at rate 0 the picture is held. A player at another position catches
    /// up as fast as it can and counts itself late until then.
    func follow(_ timeline: MemberTimeline, from host: HostTime)

    /// Decodes what `grant` allows from now on: less at once, more as soon as its frames are there. The current picture
    /// stays until then. Reports `settled` when it has switched and released what it held before.
    ///
    /// Called before the first `prepare`, and only on a player with more than one tier in ``PlayerTraits/tiers``.
    func decode(_ grant: DecodeGrant)

    /// Sets the size at which the member is shown, in pixels; zero: it cannot be seen.
    func display(at size: CGSize)

    /// Sets how much this member matters: which members' frames come first when several wait for a processor.
    func prioritize(_ priority: PlaybackPriority)

    /// Sets whether its pictures are compared with those of others on the same tick. Below `full`, a compared player
    /// decodes the exact frame when it prepares to play on; one that is viewed alone begins with what its tier has.
    /// Default: alone.
    func setCompared(_ compared: Bool)

    /// Sets whether this member's sound is heard. At most one member of a group is audible.
    func setAudible(_ audible: Bool)

    /// Sets whether it keeps the display awake while it plays. Does nothing by default.
    func keepDisplayAwake(_ keeps: Bool)

    /// Releases everything it holds: decoder, threads, descriptors. The last picture remains on the screen.
    func release()

    /// The timeline it follows now; `nil` before the first `follow` and after `release`.
    func line() -> MemberTimeline?

    /// Whether the player is where its timeline wants it at a host time, as far as it knows: false while it is on its
    /// way back to the line. True, the default, if each picture follows the line by arithmetic. Called from any thread.
    func isOnLine(at host: HostTime) -> Bool

    /// Its actual position now; `nil`, the default, if it follows the line by arithmetic, or while it is paused.
    func reading() -> LineReading?

    /// Item times of the frames it has around a position, in order, without gaps and with the one due among them;
    /// empty, the default, if that one is missing. Steps follow these times, which matters where the frame rate varies.
    func frameTimes(around position: MemberTimeline.Position) -> [Duration]

    /// Processor time that decoding has taken so far; `nil`, the default, if other hardware decodes.
    func decodingTime() -> Duration?
}

extension SteeredPlayer {
    public func decode(_ grant: DecodeGrant) {}
    public func prioritize(_ priority: PlaybackPriority) {}
    public func setCompared(_ compared: Bool) {}
    public func keepDisplayAwake(_ keeps: Bool) {}
    public func display(at size: CGSize) {}
    public func decodingTime() -> Duration? { nil }
    public func reading() -> LineReading? { nil }
    public func isOnLine(at host: HostTime) -> Bool { true }
    public func frameTimes(around position: MemberTimeline.Position) -> [Duration] { [] }
}

/// What a kind of player can do.
public struct PlayerTraits: Hashable, Sendable {
    /// Rates it can follow, in item seconds per host second. One whose range does not reach below 0 only plays forwards,
    /// and a group that it is in refuses to play backwards.
    public var rates: ClosedRange<Double>
    /// Whether each picture follows the line by arithmetic, so that no drift can arise.
    public var followsLineExactly: Bool
    /// Whether a playing member's sound can be turned on or off while its picture goes on. Irrelevant if it
    /// `followsLineExactly`.
    package var changesSoundInPlay = false
    /// How far ahead of its host time a start or a change of the line has to reach the player.
    public var lead: Duration
    /// The same while the player is audible: sound devices take longer to start.
    public var leadWithSound: Duration
    /// The tiers at which it can decode. A player with only `full` is not governed by a ``DecoderBudget``.
    public var tiers: Set<DecodeTier>

    /// `leadWithSound` is `lead` by default.
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

/// What a player reports. The generation tells an answer to the latest command from one to an earlier command.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum PlayerEvent: Sendable {
    /// The video is open.
    case loaded(MediaInfo, generation: Int)
    /// The requested frame is decoded and the ones after it are on their way.
    case prepared(generation: Int)
    /// A key frame before the requested frame can be shown; `prepared` follows.
    case previewed(generation: Int)
    /// The position could not be prepared, although the video is open.
    case refused(PlaybackError, generation: Int)
    /// Frames no longer arrive although the line moves.
    case stalled
    /// Frames arrive again after a stall.
    case resumed
    /// The file ends before its index says it does: playback continues with the frames that are there.
    case damaged(PlaybackError, ItemBounds)
    /// Someone else moved the player.
    case moved
    /// Another player has taken this member over, on this line: where the one before was heard. `nil`: as it was told.
    case handedOver(MemberTimeline?)
    /// The player decodes by this grant now. A tier below the granted one is the most that it can do for it.
    case settled(DecodeGrant)
    /// No decoder was available for the present grant; `silently`: although the system claimed that there was one.
    case starved(silently: Bool)
    /// Sound is heard (`nil`) or not, with the reason; reported on each change. Pictures go on either way.
    case sound(PlaybackError?)
    /// The system took the player away; the video has to be opened again.
    case lost
    /// The player delivers nothing more. The last picture stays.
    case failed(PlaybackError, generation: Int)
}

/// A player's actual position relative to the timeline that it follows: one reading of its own clock.
public struct LineReading: Hashable, Sendable {
    /// When the reading was taken.
    public var host: HostTime
    /// Item time by which the player is ahead of its timeline (positive) or behind it (negative).
    public var error: Duration
    /// Item seconds per host second, as measured from the clocks involved; 0: the player is paused.
    public var rate: Double

    public init(host: HostTime, error: Duration, rate: Double) {
        self.host = host
        self.error = error
        self.rate = rate
    }
}

/// Something outside the group that stops players or invalidates their anchors.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum Disturbance: String, Hashable, Sendable, CaseIterable {
    /// A telephone call, an alarm or another app's sound took the audio session. A group with an audible member is held
    /// until it ends.
    case audioInterruption
    /// The app is in the background. Held until it comes back.
    case background
    /// The machine slept, and its host clock stood still meanwhile.
    case sleep
    /// Sound is routed elsewhere: to another device with another clock. If that is because its device is gone, as when
    /// headphones are unplugged, the group is paused, so that nothing is suddenly heard aloud.
    case routeChange
    /// The system's media services restarted; every player is recreated and stays paused until it is told to play.
    case mediaServicesReset

    /// Whether it has a beginning and an end, between which the group holds.
    public var lasts: Bool { self == .audioInterruption || self == .background }
}
