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
    var now: HostTime {
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
