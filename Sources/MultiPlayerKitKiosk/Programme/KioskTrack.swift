import MultiPlayerKit

/// The state of one tile or background: its plan, the players that serve it, and what comes next.
struct KioskTrack: Sendable {
    /// What a seat serves.
    struct Key: Hashable, Sendable {
        /// The number of the plan.
        var generation: Int
        /// The occurrence; `nil`: all of them.
        var occurrence: TrackPlan.Occurrence?
    }

    /// A player of this track, or a still picture in place of one.
    struct Seat: Sendable {
        enum Phase: Hashable, Sendable {
            case opening
            /// Has its first pictures.
            case ready
            /// Is reopened at this time.
            case waiting(until: HostTime)
        }

        var id: KioskSeatID
        var key: Key
        var slot: Int
        var clip: Int
        var source: MediaSource
        /// The start of what it serves, since the epoch.
        var start: Duration
        var phase: Phase
        /// The instant whose frame it was asked for; once it is ready, from when on it may be seen.
        var aim = HostTime(nanoseconds: 0)
        /// The timeline to follow, on the line of when it was opened; `nil`: a still picture.
        var timeline: MemberTimeline?
        /// When it was last opened.
        var openedAt: HostTime
        /// Failures in a row, without a long good run in between.
        var attempts = 0
        /// What its player was told to follow last; `nil`: nothing yet, or a still picture.
        var followed: MemberTimeline?
        /// When its player was put onto the line last.
        var correctedAt: HostTime?
    }

    /// A plan that takes over from another.
    struct Change: Sendable {
        var plan: TrackPlan
        var generation: Int
        /// When it takes over, since the epoch.
        var at: Duration
    }

    /// A plan from which another has taken over.
    struct Past: Sendable {
        var plan: TrackPlan
        var generation: Int
        /// When the other took over, since the epoch.
        var until: Duration
    }

    let screen: Int
    let tile: KioskConfiguration.Tile
    var plan: TrackPlan
    var generation = 0
    var change: Change?
    /// The plan before the last seam that changed it: what fades in at that seam does so over its picture.
    var past: Past?
    var seats: [Key: Seat] = [:]
    var rebuilds = 0
    /// Whether it has to be arranged because something has happened.
    var isTouched = false
    /// When to arrange it if nothing happens before.
    var checkAt: HostTime?

    /// The key of the seat that serves a moment of a plan.
    static func key(_ moment: TrackPlan.Moment, of plan: TrackPlan, _ generation: Int) -> Key {
        Key(generation: generation, occurrence: plan.isSeamless ? nil : moment.occurrence)
    }
}

/// Identifies one seat of a kiosk; never reused.
struct KioskSeatID: Hashable, Comparable, Sendable, CustomStringConvertible {
    let number: Int

    static func < (left: KioskSeatID, right: KioskSeatID) -> Bool { left.number < right.number }
    var description: String { "seat \(number)" }

    /// The member under which its lease is kept.
    var member: MemberID { MemberID(number) }
}
