import Foundation
import MultiPlayerKit
import Synchronization

/// Fetches bytes ahead of their use. Releasing or cancelling it ends the fetch; bytes that have come stay.
public final class MediaPrefetch: Sendable {
    /// How much of a resource to fetch.
    public enum Amount: Hashable, Sendable {
        case whole
        /// This many bytes from the start.
        case first(Int64)
        case range(Range<Int64>)
    }

    public struct Progress: Hashable, Sendable {
        /// Requested bytes that are here.
        public var present: Int64
        /// Requested bytes that exist; `nil`: not known yet.
        public var total: Int64?
    }

    private struct State {
        var priority: FetchPriority
        var copy: MediaCopy?
        var want: FetchPlan.WantID?
        var watch: MediaCopy.Watch?
        var last: Progress?
        var changes = 0
        var outcome: Result<Void, any Error>?
        var waiters: [CheckedContinuation<Void, any Error>] = []
    }

    public let url: URL
    /// The progress so far; when nobody reads, only the newest value is kept. Ends when all is here; throws
    /// `PlaybackError`, or `CancellationError` when the fetch was cancelled. For one reader.
    public let progress: AsyncThrowingStream<Progress, any Error>
    private let continuation: AsyncThrowingStream<Progress, any Error>.Continuation
    private let engine: CacheEngine
    private let name: String
    private let range: Range<Int64>
    private let state: Mutex<State>

    init(_ engine: CacheEngine, _ url: URL, name: String, _ amount: Amount, priority: FetchPriority) {
        (self.engine, self.url, self.name) = (engine, url, name)
        range =
            switch amount {
            case .whole: 0..<Int64.max
            case .first(let count): 0..<max(count, 0)
            case .range(let range): range.clamped(to: 0..<Int64.max)
            }
        state = Mutex(State(priority: priority))
        (progress, continuation) = AsyncThrowingStream.makeStream(
            of: Progress.self, bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        finish(.failure(CancellationError()))
    }

    /// The priority of the fetch. Settable at any time.
    public var priority: FetchPriority {
        get { state.withLock(\.priority) }
        set {
            let now = state.withLock { state -> (FetchPlan.WantID, MediaCopy)? in
                state.priority = newValue
                guard let want = state.want, let copy = state.copy else { return nil }
                return (want, copy)
            }
            guard let (want, copy) = now else { return }
            engine.soon { [weak self] _ in self?.want(want, of: copy, newValue) }
        }
    }

    /// Stops the fetch. Bytes that have come stay.
    public func cancel() { finish(.failure(CancellationError())) }

    /// Returns when all is here.
    ///
    /// - Throws: like ``progress``. A task that is cancelled meanwhile keeps waiting: cancel the prefetch instead.
    public func finished() async throws {
        try await withCheckedThrowingContinuation { waiter in
            let outcome = state.withLock { state -> Result<Void, any Error>? in
                if state.outcome == nil { state.waiters.append(waiter) }
                return state.outcome
            }
            if let outcome { waiter.resume(with: outcome) }
        }
    }

    func start() {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            return finish(.failure(PlaybackError.notCacheable(url)))
        }
        engine.disk.perform { [weak self] in self?.enter() }
    }

    // MARK: Inside

    private func enter() {
        let copy = engine.enter(url, name: name)
        let watch = MediaCopy.Watch { [weak self] in self?.look() }
        let want = engine.newNumber()
        let (isOver, priority) = state.withLock { state in
            if state.outcome == nil { (state.copy, state.want, state.watch) = (copy, want, watch) }
            return (state.outcome != nil, state.priority)
        }
        guard !isOver else { return engine.leave(copy) }
        copy.watch(watch)
        self.want(want, of: copy, priority)
        look()
    }

    private func want(_ want: FetchPlan.WantID, of copy: MediaCopy, _ priority: FetchPriority) {
        engine.want(want, FetchPlan.Want(resource: copy.id, range: range, priority: priority, isKept: true)) {
            [weak self] failure in
            self?.failed(failure)
        }
        // It may have ended since the caller looked.
        if state.withLock({ $0.want != want }) { engine.unwant(want) }
    }

    private func failed(_ failure: FetchFailure) {
        let again = state.withLock { state -> Bool in
            state.changes += 1
            return failure == .changed && state.changes <= 3 && state.outcome == nil
        }
        guard again else { return finish(.failure(PlaybackError.fetching(url, failure))) }
        giveBack()
        engine.disk.perform { [weak self] in self?.enter() }
    }

    private func look() {
        guard let copy = state.withLock(\.copy) else { return }
        let now = copy.state.withLock { state -> Progress in
            let whole = range.clamped(to: 0..<(state.length ?? .max))
            let present = state.present.present(in: whole).reduce(Int64(0)) { $0 + Int64($1.count) }
            let isKnown = state.length != nil || range.upperBound < .max && state.present.contains(range)
            return Progress(present: present, total: isKnown ? Int64(whole.count) : nil)
        }
        let isNew = state.withLock { state -> Bool in
            guard state.outcome == nil, state.last != now else { return false }
            state.last = now
            return true
        }
        if isNew { continuation.yield(now) }
        if now.present == now.total { finish(.success(())) }
    }

    private func finish(_ outcome: Result<Void, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, any Error>]? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiters = [] }
            return state.waiters
        }
        guard let waiters else { return }
        giveBack()
        switch outcome {
        case .success: continuation.finish()
        case .failure(let error): continuation.finish(throwing: error)
        }
        for waiter in waiters { waiter.resume(with: outcome) }
    }

    private func giveBack() {
        let (copy, want, watch) = state.withLock { state in
            defer { (state.copy, state.want, state.watch) = (nil, nil, nil) }
            return (state.copy, state.want, state.watch)
        }
        if let copy, let watch { copy.unwatch(watch) }
        engine.soon { engine in
            if let want { engine.unwant(want) }
            if let copy { engine.leave(copy) }
        }
    }
}
