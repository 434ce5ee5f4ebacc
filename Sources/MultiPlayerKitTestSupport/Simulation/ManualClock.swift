import MultiPlayerKit

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

/// A group's clock that stands still until the test moves it: hours pass in milliseconds, and always in the same way.
///
/// ```swift
/// let clock = ManualClock()
/// let group = PlaybackGroup(clock: clock) { SimulatedPlayer(clock: clock) }
/// group.add(url: clip)
/// try await group.play()
/// clock.advance(by: .seconds(3600))
/// ```
/// What is due at once (a ``SimulatedPlayer`` without delays answers at once) happens as soon as the decision that
/// requested it has been taken; everything else happens inside ``advance(to:)``, in the order of host times.
public final class ManualClock: GroupClock {
    private struct Wake {
        var host: HostTime
        var call: @Sendable () -> Void
    }

    private struct State {
        var now: HostTime
        var lateness = Duration.zero
        /// In order of host time; at equal times, in the order of the requests.
        var wakes: [Wake] = []
        /// The number of decisions in progress, nested if groups share the clock.
        var depth = 0
    }

    private let state: Mutex<State>

    /// A clock that stands at `now`. Default: 1000 seconds after its origin, so that a host time in the past exists.
    public init(now: HostTime = HostTime(nanoseconds: 1_000_000_000_000)) {
        state = Mutex(State(now: now))
    }

    /// The clock's present time.
    public var now: HostTime { state.withLock(\.now) }
    public var present: HostTime { now }

    /// How much later than requested wake-ups come, as with real timers; 0 or more, default 0. Applies to those
    /// requested from then on.
    public var lateness: Duration {
        get { state.withLock(\.lateness) }
        set {
            precondition(newValue >= .zero, "a timer is never early")
            state.withLock { $0.lateness = newValue }
        }
    }

    /// Wake-ups that are still to come. A number that grows without end is a leak.
    public var pendingWakes: Int { state.withLock(\.wakes.count) }

    /// When the next wake-up comes; `nil` if none is pending.
    public var nextWake: HostTime? { state.withLock(\.wakes.first?.host) }

    public func decide(_ body: (HostTime) -> Void) {
        let now = state.withLock { state in
            state.depth += 1
            return state.now
        }
        body(now)
        if state.withLock({ state in
            state.depth -= 1
            return state.depth == 0
        }) {
            fireWakes(until: now)
        }
    }

    public func wake(at host: HostTime, _ call: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let host = max(host.advanced(by: state.lateness), state.now)
            let index = state.wakes.lastIndex { $0.host <= host }.map { $0 + 1 } ?? 0
            state.wakes.insert(Wake(host: host, call: call), at: index)
        }
    }

    /// Moves the clock on and runs everything that becomes due on the way, each at its own time.
    ///
    /// - Parameter duration: 0 or more; 0 runs what is due by now.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves the clock on to a host time, not before its present one, and runs everything that becomes due on the way.
    public func advance(to host: HostTime) {
        precondition(host >= now, "time never goes back")
        fireWakes(until: host)
        state.withLock { $0.now = max($0.now, host) }
    }

    /// Moves the clock to the next wake-up and runs it.
    ///
    /// - Returns: false when none is pending.
    @discardableResult
    public func advanceToNextWake() -> Bool {
        guard let host = nextWake else { return false }
        advance(to: host)
        return true
    }

    private func fireWakes(until host: HostTime) {
        while let due = state.withLock({ state -> Wake? in
            guard let first = state.wakes.first, first.host <= host else { return nil }
            state.now = max(state.now, first.host)
            return state.wakes.removeFirst()
        }) {
            due.call()
        }
    }
}
