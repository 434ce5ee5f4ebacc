import Foundation
import MultiPlayerKit
import Synchronization

/// How far ahead of its reads a reader's bytes are fetched: a quarter of what it has read so far.
///
/// So the first request is short and quickly answered, a reader that continues does not wait, and one that leaves has
/// fetched at most a fifth in vain. Several positions are tracked, because players read sound, pictures and index in
/// turns.
struct ReadAhead: Sendable {
    /// The smallest window: a fifth of a second at 10 Mbit/s, and the index and first frames of most short videos.
    static let first: Int64 = 256 << 10
    /// First windows end at multiples of this, so that readers that begin with four or with sixteen bytes want the
    /// same.
    static let grain: Int64 = 64 << 10
    /// The largest window: two seconds or more of high-definition video.
    static let last: Int64 = 2 << 20
    /// The window is what has been read, divided by this.
    static let share: Int64 = 4
    /// Tracked positions: sound and picture of a badly interleaved file, and the index.
    static let places = 3

    private struct Place {
        var next: Int64
        /// Where reading began.
        let origin: Int64
        /// The end of the bytes requested so far.
        var wantedEnd: Int64
        var usedAt: Int

        init(_ range: Range<Int64>, usedAt: Int) {
            (next, origin, self.usedAt) = (range.upperBound, range.lowerBound, usedAt)
            wantedEnd = range.upperBound.adding(ReadAhead.first) / ReadAhead.grain * ReadAhead.grain
        }

        private var window: Int64 { min(max((next - origin) / ReadAhead.share, ReadAhead.first), ReadAhead.last) }

        func continues(in range: Range<Int64>) -> Bool {
            // Small steps forward count as continuing: demuxers skip what they do not want.
            range.lowerBound >= next - ReadAhead.first && range.lowerBound <= next.adding(window)
        }

        mutating func goOn(to range: Range<Int64>, usedAt: Int) {
            (next, self.usedAt) = (range.upperBound, usedAt)
            // One request per half window, not per read.
            if wantedEnd < next.adding(window / 2) { wantedEnd = next.adding(window) }
        }
    }

    private var places: [Place] = []
    private var reads = 0

    /// The bytes that should be here after this read, and the tracked position that it belongs to, numbered from 0.
    mutating func read(_ range: Range<Int64>) -> (place: Int, wanted: Range<Int64>) {
        reads += 1
        let place: Int
        if let index = places.firstIndex(where: { $0.continues(in: range) }) {
            place = index
            places[index].goOn(to: range, usedAt: reads)
        } else if places.count < Self.places {
            place = places.count
            places.append(Place(range, usedAt: reads))
        } else {
            place = places.indices.min { places[$0].usedAt < places[$1].usedAt } ?? 0
            places[place] = Place(range, usedAt: reads)
        }
        return (place, range.lowerBound..<max(places[place].wantedEnd, range.upperBound))
    }
}

extension Int64 {
    /// The sum, or `Int64.max` where that overflows.
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}

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

    /// Blocks this thread until it is settled.
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
