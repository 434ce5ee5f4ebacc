import Foundation
import Synchronization

/// One reader's wait for bytes: settled once, by whatever comes first.
final class ReadTicket: Sendable {
    enum Outcome: Equatable, Sendable {
        /// Something changed: look again.
        case look
        case failed(FetchFailure)
        case cancelled
    }

    private enum State {
        case open
        case awaited(CheckedContinuation<Outcome, Never>)
        case blocked(DispatchSemaphore)
        case settled(Outcome)
    }

    private let state = Mutex(State.open)

    func settle(_ outcome: Outcome) {
        let before = state.withLock { state -> State in
            let before = state
            if case .settled = before { return before }
            state = .settled(outcome)
            return before
        }
        switch before {
        case .awaited(let continuation): continuation.resume(returning: outcome)
        case .blocked(let semaphore): semaphore.signal()
        case .open, .settled: break
        }
    }

    func wait() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if case .settled(let outcome) = state { return outcome }
                    state = .awaited(continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            settle(.cancelled)
        }
    }

    /// Holds this thread up until it is settled.
    func waitBlocking() -> Outcome {
        let semaphore = DispatchSemaphore(value: 0)
        let isSettled = state.withLock { state -> Bool in
            if case .settled = state { return true }
            state = .blocked(semaphore)
            return false
        }
        if !isSettled { semaphore.wait() }
        return state.withLock { state in
            if case .settled(let outcome) = state { outcome } else { .look }
        }
    }
}
