import MultiPlayerKit

/// Keeps a kiosk's line along shared time: measurements in, lines out, from host time to time since the epoch.
struct KioskLine: Sendable {
    enum Outcome: Hashable, Sendable {
        case none
        /// The line has another rate.
        case steered(LineAnchor)
        /// Another line is to take over at its host time.
        case jumped(LineAnchor)
    }

    /// Four measurements a second: two seconds of them are enough to lock, and to believe a jump.
    static let interval = Duration.milliseconds(250)

    private let epoch: Duration
    private let confirmation: Duration
    private var steering: ClockSteering

    /// - Parameters:
    ///   - epoch: when all loops begin, in shared time.
    ///   - isAudible: whether somebody hears what follows the line.
    ///   - confirmation: for how long measurements have to agree that shared time was set.
    init(epoch: Duration, isAudible: Bool, confirmation: Duration = SharedTimeEstimate.confirmation) {
        (self.epoch, self.confirmation) = (epoch, confirmation)
        steering = ClockSteering(isAudible: isAudible, confirmation: confirmation)
    }

    /// How late the line is.
    var error: Duration { steering.error }
    /// Millionths over the host clock.
    var correction: Double { ((steering.line?.rate ?? 1) - 1) * 1e6 }
    /// `nil` before enough has been measured, and before ``begin(with:at:now:)``.
    var line: LineAnchor? { steering.line.map(onEpoch) }

    /// Takes one measurement as it is: the line begins with it, and all that was measured before is forgotten.
    ///
    /// - Parameter now: where the line begins.
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
