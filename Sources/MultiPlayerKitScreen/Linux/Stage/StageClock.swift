#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// The ticks of a stage, and the gate between decisions and pictures.
    ///
    /// A decision applies to the next tick that has not been composed yet, and no tick is composed while a decision is
    /// being taken: so a pause, seek or rate change reaches every tile in the same tick, without a lead.
    final class StageClock: GroupClock {
        private struct Wake {
            var host: HostTime
            var call: @Sendable () -> Void
        }

        private struct Schedule {
            var wakes: [Wake] = []
        }

        let rate: FrameRate
        /// Host time of tick 0.
        private let origin: Mutex<HostTime>
        /// The tick to compose next. Its lock is the gate.
        private let next = Mutex<Int64>(0)
        private let schedule = Mutex(Schedule())

        init(rate: FrameRate, origin: HostTime) {
            self.rate = rate
            self.origin = Mutex(origin)
        }

        /// The exact host time at which a tick is due.
        func host(ofTick tick: Int64) -> HostTime {
            origin.withLock { $0 }.advanced(by: rate.time(ofFrame: tick))
        }

        /// Moves tick 0 so that the next tick is due at `host`; only before the first tick.
        func start(at host: HostTime) {
            origin.withLock { $0 = host }
        }

        func decide(_ body: (HostTime) -> Void) {
            next.withLock { body(host(ofTick: $0)) }
        }

        /// Takes what a tick shows, at one moment between decisions. From then on the tick counts as composed.
        func take<Result: Sendable>(tick: Int64, _ body: (HostTime) -> sending Result) -> Result {
            next.withLock { next in
                next = tick + 1
                return body(host(ofTick: tick))
            }
        }

        /// Makes decisions apply to this tick until it is taken.
        func aim(at tick: Int64) {
            next.withLock { $0 = max($0, tick) }
        }

        func wake(at host: HostTime, _ call: @escaping @Sendable () -> Void) {
            schedule.withLock { schedule in
                let index = schedule.wakes.firstIndex { $0.host > host } ?? schedule.wakes.count
                schedule.wakes.insert(Wake(host: host, call: call), at: index)
            }
        }

        /// Runs all wake-ups due by `host`, in order.
        func fireWakes(until host: HostTime) {
            while let due = schedule.withLock({ schedule -> Wake? in
                guard let first = schedule.wakes.first, first.host <= host else { return nil }
                return schedule.wakes.removeFirst()
            }) {
                due.call()
            }
        }
    }
#endif
