import MultiPlayerKit

/// How a feed moves: how fast, which way, and whether it has come to rest.
struct FeedMotion: Sendable {
    private(set) var phase = FeedScrollPhase.idle
    /// Points a second, positive forwards.
    private(set) var velocity = 0.0
    private(set) var goesForward = true
    private(set) var isSettled = true
    private(set) var movedAt: HostTime?
    private var place: Double?
    /// The farthest position reached; from here movement back counts as a turn.
    private var farthest = 0.0
    private var sample: (place: Double, time: HostTime)?

    /// Changes up to this many points are not movement: views round to pixels.
    static let leastMovement = 0.5
    /// Movement back by less than this share of the viewport is a trembling finger, not a turn.
    static let turnShare = 0.03
    /// Speed is measured over at least this time, because reports come in pairs.
    static let sampleTime = Duration.milliseconds(8)
    /// And over at most this, so that a rest before a movement does not make it look slower.
    static let longestSample = Duration.milliseconds(34)

    /// Takes in the viewport's position, whether it has moved or not.
    mutating func moved(to place: Double, length: Double, velocity told: Double?, at now: HostTime) {
        guard let former = self.place else {
            self.place = place
            farthest = place
            sample = (place, now)
            return
        }
        guard abs(place - former) > Self.leastMovement else {
            if let told, told.isFinite { velocity = told }
            return
        }
        self.place = place
        movedAt = now
        isSettled = false
        measure(place, told, at: now)
        noteTurn(at: place, length: length)
    }

    /// Takes in a position that changed along with the content: no movement.
    mutating func shift(to place: Double) {
        guard let former = self.place else { return }
        self.place = place
        farthest += place - former
        sample?.place += place - former
    }

    mutating func enter(_ phase: FeedScrollPhase, velocity told: Double?) {
        self.phase = phase
        if let told, told.isFinite { velocity = told }
        if phase == .idle {
            velocity = 0
            isSettled = true
        }
    }

    /// Notes that the feed is at rest if it has not moved for `settleTime`.
    mutating func passTime(to now: HostTime, settleTime: Duration) {
        guard !isSettled, let movedAt, movedAt.duration(to: now) >= settleTime else { return }
        isSettled = true
        velocity = 0
    }

    /// When the feed will be at rest if nothing moves; `nil`: it already is.
    func rest(settleTime: Duration) -> HostTime? {
        isSettled ? nil : movedAt?.advanced(by: settleTime)
    }

    /// Whether cells may begin to play. A fling is calm only below the gate; a scroll by the app only at rest, because
    /// it passes over cells that it is not aimed at.
    func isCalm(gate: Double?, length: Double) -> Bool {
        if isSettled { return true }
        guard let gate, phase != .programmatic else { return false }
        return abs(velocity) < gate * length
    }

    private mutating func measure(_ place: Double, _ told: Double?, at now: HostTime) {
        defer { if let told, told.isFinite { velocity = told } }
        guard let last = sample else {
            sample = (place, now)
            return
        }
        let time = last.time.duration(to: now)
        guard time >= Self.sampleTime else { return }
        velocity = (place - last.place) / min(time, Self.longestSample).seconds
        sample = (place, now)
    }

    private mutating func noteTurn(at place: Double, length: Double) {
        if goesForward == (place > farthest) {
            farthest = place
        } else if abs(place - farthest) > max(Self.turnShare * length, Self.leastMovement) {
            goesForward.toggle()
            farthest = place
        }
    }
}
