import MultiPlayerKit

/// Makes a kiosk's line follow shared time: measurements in, lines out, from host time to time since the epoch.
struct KioskLine: Sendable {
    enum Outcome: Hashable, Sendable {
        case none
        /// The line has another rate.
        case steered(LineAnchor)
        /// Another line takes over at its host time.
        case jumped(LineAnchor)
    }

    /// Four measurements a second: two seconds of them are enough to lock, and one to three to believe a jump.
    static let interval = Duration.milliseconds(250)

    private let epoch: Duration
    private let confirmation: Duration
    private var steering: ClockSteering

    /// - Parameters:
    ///   - epoch: when all loops begin, in shared time.
    ///   - isAudible: whether sound follows the line.
    ///   - confirmation: how long measurements have to agree before a step of shared time is believed.
    init(epoch: Duration, isAudible: Bool, confirmation: Duration = SharedTimeEstimate.confirmation) {
        (self.epoch, self.confirmation) = (epoch, confirmation)
        steering = ClockSteering(isAudible: isAudible, confirmation: confirmation)
    }

    /// How late the line is.
    var error: Duration { steering.error }
    /// The line's rate over the host clock, in parts per million.
    var correction: Double { ((steering.line?.rate ?? 1) - 1) * 1e6 }
    /// `nil` until enough has been measured, or ``begin(with:at:now:)`` has been called.
    var line: LineAnchor? { steering.line.map(onEpoch) }

    /// Starts the line from one measurement as it is, and forgets all earlier ones.
    ///
    /// - Parameter now: the host time at which the line begins.
    mutating func begin(with shared: Duration, at host: HostTime, now: HostTime) -> LineAnchor {
        let line = LineAnchor(hostTime: host, time: shared, rate: 1).continued(at: now, rate: 1)
        steering = ClockSteering(isAudible: steering.isAudible, confirmation: confirmation)
        steering.take(line)
        return onEpoch(line)
    }

    /// - Parameter measured: shared time at a host time; `nil`: nothing could be measured.
    mutating func measured(_ measured: (host: HostTime, shared: Duration)?, now: HostTime) -> Outcome {
        let outcome =
            measured.map { steering.measured($0.shared, at: $0.host, now: now) } ?? steering.steer(at: now)
        switch outcome {
        case .none: return .none
        case .locked, .steered: return line.map { .steered($0) } ?? .none
        case .jump(let target):
            let line = target.continued(at: now.advanced(by: KioskCore.jumpLead), rate: target.rate)
            steering.take(line)
            return .jumped(onEpoch(line))
        }
    }

    private func onEpoch(_ line: LineAnchor) -> LineAnchor {
        var line = line
        line.time -= epoch
        return line
    }
}
