import Dispatch
import Foundation

/// Threads of the kit's own, for work that waits for a disk or a server.
///
/// Concurrent dispatch queues share one pool of as many threads as there are processors. What waits there holds up all
/// that comes after it, an app's work and the kit's alike, and an app that fills it holds the kit up.
///
/// Sendable because `condition` guards what changes.
package final class WorkerThreads: @unchecked Sendable {
    /// Scrolling asks for threads again and again; a thread that waits takes no time and some kilobytes.
    private static let patience: TimeInterval = 5

    private let name: String
    private let most: Int
    private let condition = NSCondition()
    private var jobs: [@Sendable () -> Void] = []
    private var idle = 0
    private var count = 0

    /// - Parameter most: how many at once; what comes beyond waits its turn.
    package init(_ name: String, most: Int = .max) {
        (self.name, self.most) = (name, max(most, 1))
    }

    /// Runs `body` on one of the threads, in the order of calls as far as there are threads. Returns at once.
    package func perform(_ body: @escaping @Sendable () -> Void) {
        condition.lock()
        defer { condition.unlock() }
        jobs.append(body)
        if idle >= jobs.count { return condition.signal() }
        guard count < most else { return }
        count += 1
        let thread = Thread { self.run() }
        thread.name = name
        thread.start()
    }

    private func run() {
        condition.lock()
        while true {
            if !jobs.isEmpty {
                let job = jobs.removeFirst()
                condition.unlock()
                job()
                condition.lock()
                continue
            }
            idle += 1
            let wasCalled = condition.wait(until: Date(timeIntervalSinceNow: Self.patience))
            idle -= 1
            if !wasCalled, jobs.isEmpty { break }
        }
        count -= 1
        condition.unlock()
    }
}

/// Calls back again and again on a queue of its own, until it is stopped or goes away.
///
/// Sendable because a dispatch source may be used from any thread, and neither property changes.
package final class RepeatingTimer: @unchecked Sendable {
    private let timer: any DispatchSourceTimer
    private let queue: DispatchQueue

    /// The first call comes after one interval, or at once.
    package init(
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
    package func stop() {
        timer.cancel()
        queue.sync {}
    }
}
