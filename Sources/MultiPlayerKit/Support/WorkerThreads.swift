import Dispatch
import Foundation

/// The kit's own threads, for work that waits for a disk or a server.
///
/// Concurrent dispatch queues share one pool of as many threads as there are processors. Work that waits there delays
/// everything behind it, an app's and the kit's alike, and an app that fills the pool delays the kit.
///
/// Sendable because `condition` guards what changes.
package final class WorkerThreads: @unchecked Sendable {
    /// Seconds that an idle thread stays: scrolling needs threads again and again, and a waiting one costs no processor
    /// time and a few kilobytes.
    private static let patience: TimeInterval = 5

    private let name: String
    private let most: Int
    private let condition = NSCondition()
    private var jobs: [@Sendable () -> Void] = []
    private var idle = 0
    private var count = 0

    /// - Parameter most: the maximum number of threads; work beyond that waits its turn.
    package init(_ name: String, most: Int = .max) {
        (self.name, self.most) = (name, max(most, 1))
    }

    /// Runs `body` on one of the threads; bodies start in the order of calls as threads are free. Returns at once.
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

/// Calls back repeatedly on its own queue until it is stopped or released.
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

    /// Stops the timer: no call comes after this. Waits only for a call in progress; never called from within a call.
    package func stop() {
        timer.cancel()
        queue.sync {}
    }
}
