import Synchronization

/// Letters from any thread, handled one at a time in the order in which they came.
///
/// Whoever posts one while another is being handled leaves it and goes on; so nobody who posts ever waits, and a handler
/// may post.
final class Mailbox<Letter: Sendable>: Sendable {
    private struct State {
        var letters: [Letter] = []
        var isBusy = false
    }

    private let state = Mutex(State())

    /// Handles a letter now, and those that come meanwhile, or leaves it to the thread that is handling.
    ///
    /// - Returns: whether it was handled here.
    @discardableResult
    func post(_ letter: Letter, handle: (Letter) -> Void) -> Bool {
        let isMine = state.withLock { state -> Bool in
            state.letters.append(letter)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard isMine else { return false }
        while let next = next() { handle(next) }
        return true
    }

    /// Whether nothing waits and nothing is being handled.
    var isIdle: Bool { state.withLock { $0.letters.isEmpty && !$0.isBusy } }

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
