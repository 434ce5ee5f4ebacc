import MultiPlayerKit

/// Makes a line follow shared time, the time that several machines agree on, without ever letting it jump.
///
/// ```swift
/// switch steering.measured(shared, at: host, now: .now) {
/// case .locked, .steered: follow(steering.line)
/// case .jump(let target): steering.take(target.continued(at: nextSeam, rate: target.rate))
/// case .none: break
/// }
/// ```
/// A value without a clock: the caller measures once a second or more often, and calls ``steer(at:)`` as often while
/// nothing can be measured. The line runs at the learned frequency of the host clock (``SharedTimeEstimate``) and is
/// pulled towards the estimate by a tenth of the error a second. The frequency is fed forward, so the pull only has to
/// remove the rest, and settles at zero: a host clock that is 500 ppm off leaves no error, where the pull alone would
/// need one of 5 ms. The estimate does not depend on the line, so the loop has one pole and no delay, and is stable.
struct ClockSteering: Hashable, Sendable {
    /// What the caller has to do.
    enum Outcome: Hashable, Sendable {
        /// Nothing; the line is what it was.
        case none
        /// The line has another rate from now on; its time is continuous.
        case steered
        /// There is a line for the first time.
        case locked
        /// Shared time is too far from the line to be followed: a clock was set, the machine slept. The line runs on
        /// until the caller gives another one to ``ClockSteering/take(_:)``, at an instant of its choosing.
        case jump(to: LineAnchor)
    }

    /// Whether sound follows the line: it is pulled more gently then.
    var isAudible: Bool
    /// Host time to shared time; `nil` until the first five measurements have agreed.
    private(set) var line: LineAnchor?
    /// How late the line was when it was last steered: positive is late, behind shared time.
    private(set) var error = Duration.zero
    private var estimate: SharedTimeEstimate
    /// The correction that is added to the learned frequency, in seconds per second.
    private var pull = 0.0
    private var steeredAt: HostTime?
    private var jumpedAt: HostTime?

    /// The time constant with which an error decays, in seconds (mpv's): 20 ms at 500 ppm take 40 s anyway.
    static let decay = 10.0
    /// Errors below this are left alone: they are noise, and no display shows them.
    static let deadBand = 100e-6
    /// The largest correction of the learned frequency, in seconds per second. 500 ppm are a hundredth of a semitone,
    /// the bound of Snapcast; 1 % of speed is what mpv allows for pictures.
    static let limits = (audible: 500e-6, muted: 0.01)
    /// Seconds in which the pull may go from zero to its limit. An error that decays in ten seconds asks for a change
    /// of a tenth of the limit a second at most; with twice that the end of a correction is never delayed.
    static let rampUp = 5.0
    /// Changes of rate below this are not worth a new line: 0.1 µs a second.
    static let grain = 1e-7
    /// A jump that is not carried out is offered again after this long.
    static let jumpInterval = Duration.seconds(10)

    /// - Parameter confirmation: how long measurements have to agree before a set clock is believed.
    init(isAudible: Bool = false, confirmation: Duration = SharedTimeEstimate.confirmation) {
        self.isAudible = isAudible
        estimate = SharedTimeEstimate(confirmation: confirmation)
    }

    /// Whether there is a line.
    var isLocked: Bool { line != nil }
    /// The pull over the learned frequency in parts per million, within ±500 while audible, else ±10,000.
    var correction: Double { pull * 1e6 }
    /// The learned gain of shared time on the host clock in parts per million, within ±1,000.
    var frequency: Double { estimate.frequency * 1e6 }
    /// When the latest believed measurement was taken.
    var lastMeasured: HostTime? { estimate.lastMeasured }

    /// Takes one measurement, that shared time was `shared` at `host`, and steers. Host times go up; a measurement that
    /// is not later than the one before is ignored.
    ///
    /// - Parameter now: the host time from which the line may change, not before `host`; `nil`: `host`. For
    ///   measurements that come late: a line that changes in the past jumps in the present.
    mutating func measured(_ shared: Duration, at host: HostTime, now: HostTime? = nil) -> Outcome {
        _ = estimate.add(shared, at: host)
        return steer(at: max(now ?? host, host))
    }

    /// Steers without a new measurement.
    mutating func steer(at host: HostTime) -> Outcome {
        guard let wanted = estimate.line else { return .none }
        guard let line else {
            self.line = wanted.continued(at: host, rate: wanted.rate)
            steeredAt = host
            return .locked
        }
        // A line that has been taken may start in the future.
        guard host > (steeredAt ?? host), host >= line.hostTime else { return .none }
        let passed = (steeredAt ?? host).duration(to: host).seconds
        steeredAt = host
        error = wanted.time(at: host) - line.time(at: host)
        let isFar = max(error, .zero - error) > SharedTimeEstimate.farthest
        setPull(toward: isFar ? 0 : error.seconds, after: passed)
        let rate = 1 + estimate.frequency + pull
        let isSteered = abs(rate - line.rate) >= Self.grain
        if isSteered { self.line = line.continued(at: host, rate: rate) }
        if isFar, jumpedAt.map({ $0.duration(to: host) >= Self.jumpInterval }) ?? true {
            jumpedAt = host
            return .jump(to: wanted.continued(at: host, rate: wanted.rate))
        }
        return isSteered ? .steered : .none
    }

    /// Switches to another line, the target of a jump, from its start on.
    mutating func take(_ line: LineAnchor) {
        self.line = line
        jumpedAt = nil
        // A line that is taken when there was none is steered from its start on.
        steeredAt = steeredAt ?? line.hostTime
        pull = 0
        error = estimate.line.map { $0.time(at: line.hostTime) - line.time } ?? .zero
    }

    private mutating func setPull(toward error: Double, after passed: Double) {
        let beyond = error < 0 ? min(error + Self.deadBand, 0) : max(error - Self.deadBand, 0)
        let limit = isAudible ? Self.limits.audible : Self.limits.muted
        // The pull holds until the next call, presumably as far away as the last: half the error may be gone by then.
        let aim = min(max(beyond / max(Self.decay, 2 * passed), -limit), limit)
        let ramp = limit / Self.rampUp * min(passed, Self.rampUp)
        pull = min(max(aim, pull - ramp), pull + ramp)
        // When sound comes on, the limit falls at once.
        pull = min(max(pull, -limit), limit)
    }
}
