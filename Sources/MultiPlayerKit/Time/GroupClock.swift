import Foundation
import Synchronization

/// The clock by which a group decides; it also keeps decisions and pictures in order.
public protocol GroupClock: AnyObject, Sendable {
    /// Runs `body` with the host time at which decisions made now take effect. No picture is composed while it runs, so
    /// all its changes become visible together.
    func decide(_ body: (HostTime) -> Void)

    /// The host clock's reading now, without waiting for a decision or a picture.
    var present: HostTime { get }

    /// Calls back, from any thread, at or soon after a host time.
    func wake(at host: HostTime, _ call: @escaping @Sendable () -> Void)
}

extension GroupClock {
    public var present: HostTime { .now }

    /// The host time at which decisions made now take effect.
    package var now: HostTime {
        var now = HostTime(nanoseconds: 0)
        decide { now = $0 }
        return now
    }
}

/// The plain host clock: for groups whose players draw by themselves.
public final class SystemGroupClock: GroupClock {
    private let queue = DispatchQueue(label: "MultiPlayerKit.clock", qos: .userInteractive)

    public init() {}

    public func decide(_ body: (HostTime) -> Void) {
        body(.now)
    }

    public func wake(at host: HostTime, _ call: @escaping @Sendable () -> Void) {
        let wait = HostTime.now.duration(to: host).seconds
        // Strict: to save power the system delays other timers, those of `asyncAfter` by up to a tenth of the wait.
        // Any thread may use a dispatch source.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.schedule(deadline: .now() + max(wait, 0), leeway: .nanoseconds(0))
        // The handler keeps the timer until it is cancelled.
        timer.setEventHandler {
            timer.cancel()
            call()
        }
        timer.activate()
    }
}

/// The wake-ups that have been requested and are still pending.
///
/// None is requested while an earlier one is pending, because that one requests the next: so however often the line
/// changes, only a handful are pending.
package struct WakeUps {
    private var pending: [HostTime] = []

    package init() {}

    /// Returns the host time to request, or `nil` if a pending wake-up covers `needed`.
    package mutating func ask(for needed: HostTime?) -> HostTime? {
        guard let needed, pending.allSatisfy({ $0 > needed }) else { return nil }
        pending.append(needed)
        return needed
    }

    /// Removes the wake-ups due by `now`; a timer may be a millisecond early.
    package mutating func came(at now: HostTime) {
        let limit = now.advanced(by: .milliseconds(1))
        pending.removeAll { $0 <= limit }
    }
}
