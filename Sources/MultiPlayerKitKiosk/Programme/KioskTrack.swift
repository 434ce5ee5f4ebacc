import MultiPlayerKit

/// One place on a screen as it stands: its plan, the players that serve it, and what comes next.
struct KioskTrack: Sendable {
    /// What a seat serves.
    struct Key: Hashable, Sendable {
        /// Which of the plans.
        var generation: Int
        /// Which occurrence; `nil`: all of them.
        var occurrence: TrackPlan.Occurrence?
    }

    /// A player of this track, or a still picture that stands for one.
    struct Seat: Sendable {
        enum Phase: Hashable, Sendable {
            case opening
            /// Has its first pictures.
            case ready
            /// Is opened again then.
            case waiting(until: HostTime)
        }

        var id: KioskSeatID
        var key: Key
        var slot: Int
        var clip: Int
        var source: MediaSource
        /// When what it serves begins, since the epoch.
        var start: Duration
        var phase: Phase
        /// The instant whose frame it was asked for.
        var aim = HostTime(nanoseconds: 0)
        /// What it follows, on the line of when it was opened; `nil`: a still picture.
        var timeline: MemberTimeline?
        /// When it was opened last.
        var openedAt: HostTime
        /// How often it was, without success between.
        var attempts = 0
        /// The line that its sound follows.
        var heardOn: LineAnchor?
    }

    /// A plan that takes over.
    struct Change: Sendable {
        var plan: TrackPlan
        var generation: Int
        /// When, since the epoch.
        var at: Duration
    }

    let screen: Int
    let tile: KioskConfiguration.Tile
    var plan: TrackPlan
    var generation = 0
    var change: Change?
    var seats: [Key: Seat] = [:]
    var rebuilds = 0
    /// Something has happened to it.
    var isTouched = false
    /// When it is to be looked at, if nothing happens.
    var checkAt: HostTime?

    /// What serves a moment of a plan.
    static func key(_ moment: TrackPlan.Moment, of plan: TrackPlan, _ generation: Int) -> Key {
        Key(generation: generation, occurrence: plan.isSeamless ? nil : moment.occurrence)
    }
}

/// Names one seat of a kiosk; never used again.
struct KioskSeatID: Hashable, Comparable, Sendable, CustomStringConvertible {
    let number: Int

    static func < (left: KioskSeatID, right: KioskSeatID) -> Bool { left.number < right.number }
    var description: String { "seat \(number)" }

    /// Under which its lease is kept.
    var member: MemberID { MemberID(number) }
}
