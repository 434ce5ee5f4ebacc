import Dispatch
import Foundation

/// Calls back again and again on a queue of its own, until it is stopped or goes away.
///
/// Sendable because a dispatch source may be used from any thread, and neither property changes.
final class RepeatingTimer: @unchecked Sendable {
    private let timer: any DispatchSourceTimer
    private let queue: DispatchQueue

    /// The first call comes after one interval, or at once.
    init(
        _ label: String, every interval: Duration, atOnce: Bool = false,
        leeway: DispatchTimeInterval = .milliseconds(5),
        _ call: @escaping @Sendable () -> Void
    ) {
        queue = DispatchQueue(label: label, qos: .utility)
        timer = DispatchSource.makeTimerSource(queue: queue)
        let step = Int(interval.nanoseconds)
        timer.schedule(
            deadline: .now() + .nanoseconds(atOnce ? 0 : step), repeating: .nanoseconds(step), leeway: leeway)
        timer.setEventHandler(handler: call)
        timer.activate()
    }

    deinit { timer.cancel() }

    /// No call comes after this. Returns at once but for one that is on its way; never called from a call.
    func stop() {
        timer.cancel()
        queue.sync {}
    }
}
