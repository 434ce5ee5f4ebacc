/// One straight stretch of time: at `hostTime` the line stands at `time` and moves at `rate`.
///
/// A group has one; what every member shows follows from it by arithmetic.
public struct LineAnchor: Hashable, Sendable {
    /// The instant at which the line stands at `time`. It may lie in the past or in the future.
    public var hostTime: HostTime
    /// Position of the line at `hostTime`.
    public var time: Duration
    /// Line seconds per host second, 0 or more. `0` holds, `1` is natural speed.
    public var rate: Double

    public init(hostTime: HostTime, time: Duration, rate: Double) {
        self.hostTime = hostTime
        self.time = time
        self.rate = rate
    }

    /// A line that stands still at `time`.
    public static func held(at time: Duration, since hostTime: HostTime = HostTime(nanoseconds: 0)) -> LineAnchor {
        LineAnchor(hostTime: hostTime, time: time, rate: 0)
    }

    /// Where the line stands at a host time. Before a start that lies in the future it waits at `time`.
    public func time(at host: HostTime) -> Duration {
        guard rate != 0, host > hostTime else { return time }
        return time + hostTime.duration(to: host).scaled(by: rate)
    }

    /// When a moving line reaches `target`; `nil` for a line that stands still.
    public func hostTime(at target: Duration) -> HostTime? {
        guard rate > 0 else { return nil }
        return hostTime.advanced(by: (target - time).unscaled(by: rate))
    }

    /// The same line described from a later instant, with another rate from there on. A start that is still to come
    /// stays where it is.
    public func continued(at host: HostTime, rate: Double) -> LineAnchor {
        LineAnchor(hostTime: self.rate == 0 ? host : max(host, hostTime), time: time(at: host), rate: rate)
    }
}
