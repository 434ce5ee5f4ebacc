import Synchronization

/// Hands each event to every listener, in order.
final class EventHub<Event: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    /// A listener that nobody reads keeps the newest of these and drops older ones, so that memory stays bounded.
    private static var backlog: Int { 1_000 }

    /// A new listener; it hears what happens from now on.
    func stream() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let id = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func send(_ event: Event) {
        // Outside the lock: a listener's termination handler takes it.
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
    }

    func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            return Array(state.listeners.values)
        }
        listeners.forEach { $0.finish() }
    }
}
