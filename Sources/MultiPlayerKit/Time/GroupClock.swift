import Foundation
import Synchronization

/// The clock on which a group decides, and the order between its decisions and the pictures.
public protocol GroupClock: AnyObject, Sendable {
    /// Runs `body` with the host time that decisions made now take effect at. No picture is composed while it runs, so
    /// all that it changes is seen at once.
    func decide(_ body: (HostTime) -> Void)

    /// The host clock's reading now, without waiting for a decision or a picture.
    var present: HostTime { get }

    /// Calls back, from any thread, at or soon after a host time.
    func wake(at host: HostTime, _ call: @escaping @Sendable () -> Void)
}

extension GroupClock {
    public var present: HostTime { .now }

    /// The host time that decisions made now take effect at.
    package var now: HostTime {
        var now = HostTime(nanoseconds: 0)
        decide { now = $0 }
        return now
    }
}

/// The plain host clock: for groups whose players draw by themselves.
public final class SystemGroupClock: GroupClock {
    private let queue = DispatchQueue(label: "MultiPlayerKit.clock")

    public init() {}

    public func decide(_ body: (HostTime) -> Void) {
        body(.now)
    }

    public func wake(at host: HostTime, _ call: @escaping @Sendable () -> Void) {
        let wait = HostTime.now.duration(to: host).seconds
        queue.asyncAfter(deadline: .now() + max(wait, 0), execute: call)
    }
}

/// The wake-ups a group has asked for and not had yet.
///
/// None is asked for while an earlier one is still to come, because that one asks again: so however often the line
/// changes, only a handful are pending.
package struct WakeUps {
    private var pending: [HostTime] = []

    package init() {}

    /// The host time to ask for, if `needed` is not covered by what is pending.
    package mutating func ask(for needed: HostTime?) -> HostTime? {
        guard let needed, pending.allSatisfy({ $0 > needed }) else { return nil }
        pending.append(needed)
        return needed
    }

    /// Notes that what was asked for by `now` has come; a timer a millisecond early counts as come.
    package mutating func came(at now: HostTime) {
        let limit = now.advanced(by: .milliseconds(1))
        pending.removeAll { $0 <= limit }
    }
}
