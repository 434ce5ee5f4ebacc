import Foundation
import MultiPlayerKit
import Synchronization

/// What a server says about a resource.
public struct MediaFacts: Hashable, Sendable {
    /// The length in bytes; `nil`: not known before the end has come.
    public internal(set) var length: Int64?
    /// `type/subtype` in lower case, as the server states it; `nil`: it states none, or an invalid one.
    public internal(set) var contentType: String?
    /// The server's name for this version: its `ETag` or `Last-Modified`; `nil`: it gives none.
    public internal(set) var version: String?
}

/// Reads one resource, in any order and from any thread, while it is being fetched.
///
/// Everything that one reader returns is of one version. While it is open, what is here of the resource is not deleted.
/// Releasing it closes it.
public final class CachedMedia: Sendable {
    private struct State {
        var priority: FetchPriority
        /// The version that reads use; it no longer changes once anything of it was returned.
        var copy: MediaCopy?
        var isBound = false
        var ahead = ReadAhead()
        var places: [Int: (want: FetchPlan.WantID, range: Range<Int64>)] = [:]
        var tickets: [ObjectIdentifier: ReadTicket] = [:]
        var isClosed = false
        var isInterrupted = false
    }

    /// The address of the resource.
    public let url: URL
    private let name: String
    private let engine: CacheEngine
    private let state: Mutex<State>

    init(_ engine: CacheEngine, _ url: URL, name: String, priority: FetchPriority) {
        (self.engine, self.url, self.name) = (engine, url, name)
        state = Mutex(State(priority: priority))
    }

    deinit {
        close()
    }

    /// The priority of this reader's reads when several readers wait. Settable at any time.
    public var priority: FetchPriority {
        get { state.withLock(\.priority) }
        set {
            let (wants, tickets) = state.withLock { state -> ([(FetchPlan.WantID, FetchPlan.Want)], [ReadTicket]) in
                guard state.priority != newValue else { return ([], []) }
                state.priority = newValue
                let tickets = Array(state.tickets.values)
                guard let id = state.copy?.id else { return ([], tickets) }
                let wants = state.places.values.map { place in
                    (place.want, FetchPlan.Want(resource: id, range: place.range, priority: newValue))
                }
                return (wants, tickets)
            }
            // Reads that wait ask again, with the new priority.
            for ticket in tickets { ticket.settle(.look) }
            engine.soon { engine in
                for (id, want) in wants { engine.want(id, want) { _ in } }
            }
        }
    }

    // MARK: Reading

    /// Returns bytes from the start of `range` on, as soon as there are any: at least one, at most all of it; none at
    /// or past the end of the resource.
    ///
    /// - Throws: `PlaybackError` if the bytes cannot be had, or the resource changed while it was read.
    ///   `CancellationError` if the task was cancelled, `cancelReads()` was called, or the reader is closed.
    public func read(_ range: Range<Int64>) async throws -> Data {
        try await awaiting { try $0.bytes(of: range, in: $1, $2) }
    }

    /// Like ``read(_:)``, for threads that may wait, such as a demuxer's. Blocks the thread; `cancelReads()` from
    /// another one unblocks it.
    public func readBlocking(_ range: Range<Int64>) throws -> Data {
        try blocking { try $0.bytes(of: range, in: $1, $2) }
    }

    /// All bytes of `range` that the resource has, in pieces as they come.
    ///
    /// Reads on as pieces are taken. Ends with the range or the resource; throws what ``read(_:)`` throws.
    public func pieces(of range: Range<Int64>) -> MediaPieces { MediaPieces(self, range) }

    /// What the server says about the resource, once it does.
    ///
    /// - Throws: like ``read(_:)``.
    public func facts() async throws -> MediaFacts {
        try await awaiting { try $0.facts(in: $1, $2) }
    }

    /// Like ``facts()``, for threads that may wait.
    public func factsBlocking() throws -> MediaFacts {
        try blocking { try $0.facts(in: $1, $2) }
    }

    /// The resource as a plain file, if all of it is here. The file stays in place for as long as this reader is open;
    /// do not write to it.
    ///
    /// - Returns: `nil` if something is missing.
    public func fileURL() async -> URL? {
        await engine.onDisk { self.fileURLBlocking() }
    }

    /// Like ``fileURL()``, for threads that may access the disk.
    public func fileURLBlocking() -> URL? {
        guard let copy = try? currentCopy() else { return nil }
        if copy.state.withLock({ $0.isHere && !$0.isComplete }) { engine.putDown(copy) }
        if copy.completeFile == nil, copy.state.withLock(\.isComplete) {
            guard copy.checkAll(lost: { engine.lost($0, $1, of: copy) }) else { return nil }
        }
        guard let path = copy.completeFile else { return nil }
        state.withLock { $0.isBound = true }
        return URL(fileURLWithPath: path)
    }

    /// How many bytes of a range are here already. Accesses the disk the first time.
    public func bytesPresent(in range: Range<Int64>) -> Int64 {
        guard let copy = try? currentCopy() else { return 0 }
        return copy.state.withLock { state in
            state.present.present(in: range).reduce(0) { $0 + Int64($1.count) }
        }
    }

    /// Ends every read that is waiting now, with a `CancellationError`. Later reads work as before.
    public func cancelReads() {
        for ticket in state.withLock({ Array($0.tickets.values) }) { ticket.settle(.cancelled) }
    }

    /// While this is `true`, no read waits: waiting reads end, and those that would have to wait throw a
    /// `CancellationError`.
    ///
    /// For demuxers that are told to stop and to resume: a thread that is only just about to read is caught too.
    public var isInterrupted: Bool {
        get { state.withLock(\.isInterrupted) }
        set {
            state.withLock { $0.isInterrupted = newValue }
            if newValue { cancelReads() }
        }
    }

    /// Ends waiting reads and releases what the reader holds. Later reads throw a `CancellationError`.
    public func close() {
        let (copy, places, tickets) = state.withLock { state in
            defer { (state.isClosed, state.copy, state.places) = (true, nil, [:]) }
            return (state.copy, Array(state.places.values), Array(state.tickets.values))
        }
        for ticket in tickets { ticket.settle(.cancelled) }
        engine.soon { engine in
            for place in places { engine.unwant(place.want) }
            if let copy { engine.leave(copy) }
        }
    }

    // MARK: Steps

    /// The result of one attempt.
    private enum Look<Result: Sendable>: Sendable {
        case found(Result)
        /// The part of what is missing that should be fetched in one go.
        case missing(Range<Int64>)
    }

    private func bytes(of range: Range<Int64>, in copy: MediaCopy, _ watch: MediaCopy.Watch) throws -> Look<Data> {
        guard !range.isEmpty, range.lowerBound >= 0 else { return .found(Data()) }
        let count = Int(min(range.upperBound - range.lowerBound, Self.longestRead))
        switch copy.read(range.lowerBound, count: count, watch: watch, lost: { engine.lost($0, $1, of: copy) }) {
        case .bytes(let bytes):
            engine.noteUse(of: range.lowerBound..<range.lowerBound + Int64(bytes.count), name)
            readAhead(of: range.lowerBound..<range.lowerBound + Int64(bytes.count), in: copy)
            return .found(bytes)
        case .end: return .found(Data())
        case .missing:
            // Nothing was read, so the position does not move.
            return .missing(state.withLock { $0.ahead.read(range.lowerBound..<range.lowerBound).wanted })
        }
    }

    private func facts(in copy: MediaCopy, _ watch: MediaCopy.Watch) throws -> Look<MediaFacts> {
        copy.watch(watch)
        return copy.state.withLock { state in
            guard let version = state.version else { return .missing(0..<Self.heading) }
            return .found(
                MediaFacts(length: state.length, contentType: state.contentType, version: version.condition))
        }
    }

    /// How much to fetch along with the facts: their reader usually reads the beginning next, and if not, this is no
    /// more than the remainder of a response that is fetched to its end.
    private static let heading: Int64 = 64 << 10

    /// The most that one read returns: what a player takes at once, and not too much memory.
    private static let longestRead: Int64 = 1 << 20

    /// Fetches ahead of a read.
    private func readAhead(of range: Range<Int64>, in copy: MediaCopy) {
        let changed = state.withLock { state -> (FetchPlan.WantID, Range<Int64>, FetchPriority)? in
            let (place, wanted) = state.ahead.read(range)
            guard !state.isClosed, state.places[place]?.range.upperBound != wanted.upperBound else { return nil }
            let want = state.places[place]?.want ?? engine.newNumber()
            state.places[place] = (want, wanted)
            return (want, wanted, state.priority)
        }
        guard let (want, wanted, priority) = changed else { return }
        engine.want(want, FetchPlan.Want(resource: copy.id, range: wanted, priority: priority)) { _ in }
        // The reader may have been closed since the check above.
        if state.withLock({ $0.isClosed }) { engine.unwant(want) }
    }

    /// Enters the current version, or stays with the one that something was returned of.
    private func currentCopy() throws -> MediaCopy {
        let (copy, isBound) = try state.withLock { state in
            if state.isClosed { throw CancellationError() }
            return (state.copy, state.isBound)
        }
        if let copy, isBound || !copy.state.withLock(\.isRetired) { return copy }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw PlaybackError.notCacheable(url)
        }
        let fresh = engine.enter(url, name: name)
        let (kept, left) = state.withLock { state -> (MediaCopy?, MediaCopy) in
            if state.isClosed { return (nil, fresh) }
            // Another thread was faster.
            if let now = state.copy, now !== copy { return (now, fresh) }
            state.places = [:]
            state.copy = fresh
            return (fresh, copy ?? fresh)
        }
        if kept !== left { engine.leave(left) }
        guard let kept else { throw CancellationError() }
        return kept
    }

    private enum Step<Result: Sendable>: Sendable {
        case done(Result)
        case wait(MediaCopy, ReadTicket, FetchPlan.WantID, MediaCopy.Watch)
    }

    private typealias Attempt<Result: Sendable> =
        @Sendable (CachedMedia, MediaCopy, MediaCopy.Watch) throws -> Look<Result>

    /// Tries once, and requests what is missing.
    ///
    /// - Parameter last: the want of the previous attempt. It is withdrawn after this one has placed its own, so that
    ///   bytes on their way are wanted all the time.
    private func step<Result: Sendable>(_ last: FetchPlan.WantID?, _ attempt: Attempt<Result>) throws -> Step<Result> {
        defer { if let last { engine.unwant(last) } }
        let copy = try currentCopy()
        let ticket = ReadTicket()
        let watch = MediaCopy.Watch { ticket.settle(.look) }
        let missing: Range<Int64>
        switch try attempt(self, copy, watch) {
        case .found(let result):
            copy.unwatch(watch)
            state.withLock { $0.isBound = true }
            if last == nil { engine.count { $0.hits += 1 } }
            return .done(result)
        case .missing(let range): missing = range
        }
        if last == nil { engine.count { $0.misses += 1 } }
        let want = engine.newNumber()
        let priority = state.withLock { state -> FetchPriority? in
            guard !state.isClosed, !state.isInterrupted else { return nil }
            state.tickets[ObjectIdentifier(ticket)] = ticket
            return state.priority
        }
        guard let priority else {
            copy.unwatch(watch)
            throw CancellationError()
        }
        engine.want(want, FetchPlan.Want(resource: copy.id, range: missing, priority: priority, isWaiting: true)) {
            ticket.settle(.failed($0))
        }
        return .wait(copy, ticket, want, watch)
    }

    private func settled(
        _ outcome: ReadTicket.Outcome, _ copy: MediaCopy, _ ticket: ReadTicket, _ want: FetchPlan.WantID,
        _ watch: MediaCopy.Watch, changes: inout Int
    ) throws {
        copy.unwatch(watch)
        if outcome != .look { engine.unwant(want) }
        let isBound = state.withLock { state in
            state.tickets[ObjectIdentifier(ticket)] = nil
            return state.isBound
        }
        switch outcome {
        case .look: return
        case .cancelled: throw CancellationError()
        case .failed(.changed) where !isBound && changes < Self.mostChanges: changes += 1
        case .failed(let failure): throw PlaybackError.fetching(url, failure)
        }
    }

    /// A resource that changes faster than it can be opened cannot be played.
    private static let mostChanges = 3

    private func awaiting<Result: Sendable>(_ attempt: @escaping Attempt<Result>) async throws -> Result {
        var changes = 0
        var last: FetchPlan.WantID?
        while true {
            let before = last
            if Task.isCancelled {
                if let before { engine.unwant(before) }
                throw CancellationError()
            }
            switch try await engine.onDisk({ Swift.Result { try self.step(before, attempt) } }).get() {
            case .done(let result): return result
            case .wait(let copy, let ticket, let want, let watch):
                let outcome = await ticket.wait()
                try settled(outcome, copy, ticket, want, watch, changes: &changes)
                last = want
            }
        }
    }

    private func blocking<Result: Sendable>(_ attempt: @escaping Attempt<Result>) throws -> Result {
        var changes = 0
        var last: FetchPlan.WantID?
        while true {
            switch try step(last, attempt) {
            case .done(let result): return result
            case .wait(let copy, let ticket, let want, let watch):
                try settled(ticket.waitBlocking(), copy, ticket, want, watch, changes: &changes)
                last = want
            }
        }
    }
}

/// A range of a resource, in pieces as they come. Each iteration reads anew.
public struct MediaPieces: AsyncSequence, Sendable {
    private let media: CachedMedia
    private let range: Range<Int64>

    init(_ media: CachedMedia, _ range: Range<Int64>) {
        (self.media, self.range) = (media, range)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(media: media, range: range) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let media: CachedMedia
        fileprivate var range: Range<Int64>

        public mutating func next() async throws -> Data? {
            guard !range.isEmpty else { return nil }
            let bytes = try await media.read(range)
            range = (range.lowerBound + Int64(bytes.count))..<range.upperBound
            return bytes.isEmpty ? nil : bytes
        }
    }
}
