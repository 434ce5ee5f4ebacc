import Synchronization

/// Handles letters from any thread, one at a time, in order of arrival.
///
/// A letter that is posted while another is being handled is left to the handling thread. So posting never waits, and a
/// handler may post.
package final class Mailbox<Letter: Sendable>: Sendable {
    private struct State {
        var letters: [Letter] = []
        var isBusy = false
        /// The number of letters that have come so far, and of those that have been handled.
        var posted = 0
        var handled = 0
    }

    private let state = Mutex(State())
    /// Held by the thread that handles. Nobody takes it with `state` locked.
    private let turn = Mutex(())

    package init() {}

    /// Handles a letter and those that arrive meanwhile, or leaves it to the thread that is handling already.
    package func post(_ letter: Letter, handle: (Letter) -> Void) {
        let (isMine, _) = take(letter)
        if isMine { handleAll(handle) }
    }

    /// Handles a letter, and returns when that is done, by this thread or by the one that is handling already. A handler
    /// must not call it: it would wait for itself.
    ///
    /// It waits for a lock, not for a signal: Apple's systems then lend the handling thread the priority of this one,
    /// which may be the main thread.
    package func perform(_ letter: Letter, handle: (Letter) -> Void) {
        let (isMine, number) = take(letter)
        guard !isMine else { return handleAll(handle) }
        // Again, in the instant in which the other thread is about to begin.
        repeat { turn.withLock { _ in } } while state.withLock { $0.handled < number }
    }

    /// Whether nothing waits and nothing is being handled.
    var isIdle: Bool { state.withLock { $0.letters.isEmpty && !$0.isBusy } }

    /// Keeps a letter; tells whether it is for this thread to handle, and its number.
    private func take(_ letter: Letter) -> (isMine: Bool, number: Int) {
        state.withLock { state in
            state.letters.append(letter)
            state.posted += 1
            defer { state.isBusy = true }
            return (!state.isBusy, state.posted)
        }
    }

    private func handleAll(_ handle: (Letter) -> Void) {
        turn.withLock { _ in
            while let next = next() {
                handle(next)
                state.withLock { $0.handled += 1 }
            }
        }
    }

    private func next() -> Letter? {
        state.withLock { state in
            guard !state.letters.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.letters.removeFirst()
        }
    }
}

/// Hands each event to every listener, in order.
package final class EventHub<Event: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    package init() {}

    /// How many events an unread listener keeps: the newest ones, so that memory stays bounded.
    private static var backlog: Int { 1_000 }

    /// Returns a new listener, which receives events from now on.
    package func stream() -> AsyncStream<Event> {
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

    package func send(_ event: Event) {
        // Outside the lock: a listener's termination handler takes the lock.
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
    }

    package func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
