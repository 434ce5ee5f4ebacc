import Foundation
import MultiPlayerKit
import Synchronization

/// The local bytes of one version of one resource: on disk where possible, in memory otherwise.
///
/// Any thread may read. Bytes are added by one thread at a time, the one that transfers arrive on.
final class MediaCopy: Sendable {
    /// Bytes in memory: on their way to the disk, or kept because the disk does not take them.
    struct Held {
        var start: Int64
        var bytes: Data
        var range: Range<Int64> { start..<start + Int64(bytes.count) }
    }

    struct State {
        var version: MediaVersion?
        var contentType: String?
        var length: Int64?
        /// Whether the length is beyond doubt, so that a complete copy may be kept.
        var hasCertainEnd = true
        var stored: StoredMedia?
        /// A disk that refused is not tried again before the next version.
        var isDiskless = false
        var table = RunTable()
        /// Bytes on disk that are known to be as they were written.
        var trusted = ByteRangeSet()
        /// The last bytes of each transfer, too short for a run.
        var tails: [FetchPlan.TransferID: Held] = [:]
        /// In the order of arrival.
        var held: [Held] = []
        var isSealed = false
        /// Another version has replaced this one.
        var isRetired = false
        var watchers: [Int: @Sendable () -> Void] = [:]
        var nextWatcher = 0

        var present: ByteRangeSet {
            var set = table.present
            for piece in held { set.insert(piece.range) }
            for tail in tails.values { set.insert(tail.range) }
            return set
        }

        func holds(_ offset: Int64) -> Bool {
            held.contains { $0.range.contains(offset) } || tails.values.contains { $0.range.contains(offset) }
                || table.run(at: offset) != nil
        }

        /// Whether all of it is here; some of it may not be on disk yet.
        var isHere: Bool { length.map { present.contains(0..<$0) } ?? false }
        var isComplete: Bool { length.map { table.present.contains(0..<$0) } ?? false }
    }

    let id: FetchPlan.ResourceID
    /// The name of its files.
    let name: String
    let url: URL
    let folder: StoreFolder
    let state: Mutex<State>

    init(id: FetchPlan.ResourceID, name: String, url: URL, folder: StoreFolder) {
        (self.id, self.name, self.url, self.folder) = (id, name, url, folder)
        var state = State()
        do {
            if let (stored, contents) = try folder.use(name) {
                state.version = stored.head.version
                state.version?.length = contents.length
                state.contentType = stored.head.contentType
                state.length = contents.length
                state.stored = stored
                state.table = RunTable(contents.runs)
                state.isSealed = contents.isSealed && state.isComplete
                if state.isSealed { state.trusted = state.table.present }
            }
        } catch {
            // What is stored cannot be opened now. Creating another version would delete it.
            state.isDiskless = true
        }
        self.state = Mutex(state)
    }

    deinit {
        folder.leave(name)
    }

    // MARK: Reading

    enum Reading {
        case bytes(Data)
        /// Past the last byte.
        case end
        /// Not here; the watcher is told of any change.
        case missing
    }

    /// Reads bytes from `offset` on: at least one and at most `count`, as many as are at hand.
    ///
    /// - Parameters:
    ///   - watch: notified of changes when there is nothing yet.
    ///   - lost: called with bytes on disk that turned out not to be what was written.
    func read(_ offset: Int64, count: Int, watch: Watch?, lost: Loss) -> Reading {
        while true {
            switch find(offset, count: count, watch: watch) {
            case .bytes(let bytes): return .bytes(bytes)
            case .end: return .end
            case .missing: return .missing
            case .onDisk(let stored, let range):
                if let bytes = try? stored.read(range), !bytes.isEmpty { return .bytes(bytes) }
                let gone = state.withLock { state -> Range<Int64>? in
                    guard let run = state.table.run(at: offset) else { return nil }
                    state.trusted.remove(run.range)
                    state.table.remove(run)
                    state.isSealed = false
                    return run.range
                }
                if let gone { lost(gone, false) }
            case .unchecked(let stored, let run):
                check(run, of: stored, lost: lost)
            }
        }
    }

    private enum Finding {
        case bytes(Data)
        case onDisk(StoredMedia, Range<Int64>)
        case unchecked(StoredMedia, StoreIndex.Run)
        case end, missing
    }

    private func find(_ offset: Int64, count: Int, watch: Watch?) -> Finding {
        state.withLock { state in
            if let length = state.length, offset >= length { return .end }
            let wanted = offset..<offset + Int64(count)
            let pieces = state.held + state.tails.values
            if let piece = pieces.first(where: { $0.range.contains(offset) }) {
                let range = wanted.clamped(to: piece.range)
                let first = piece.bytes.startIndex + Int(range.lowerBound - piece.start)
                return .bytes(Data(piece.bytes[first..<first + Int(range.upperBound - range.lowerBound)]))
            }
            if let stored = state.stored {
                let end = state.trusted.end(from: offset)
                if end > offset { return .onDisk(stored, offset..<min(end, wanted.upperBound)) }
                if let run = state.table.run(at: offset) { return .unchecked(stored, run) }
            }
            if let watch { watch.number = Self.add(watch.call, to: &state) }
            return .missing
        }
    }

    /// Reads a run once to verify that it is as it was written.
    private func check(_ run: StoreIndex.Run, of stored: StoredMedia, lost: Loss) {
        let isRight = stored.check(run) != nil
        let gone = state.withLock { state -> [StoreIndex.Run] in
            guard state.table.run(at: run.start) == run else { return [] }
            if isRight {
                state.trusted.insert(run.range)
                return []
            }
            // Where nothing proves that two responses are of one version, bytes after the broken run must not follow
            // newly fetched ones.
            let isProven = state.version?.isProven ?? false
            let broken = isProven ? [run] : state.table.runs.filter { $0.start >= run.start }
            for run in broken {
                state.table.remove(run)
                state.trusted.remove(run.range)
            }
            return broken
        }
        for run in gone { lost(run.range, false) }
    }

    /// Checks everything on disk that is not checked yet.
    ///
    /// - Returns: whether everything is there.
    func checkAll(lost: Loss) -> Bool {
        while true {
            let next = state.withLock { state -> (StoredMedia, StoreIndex.Run)? in
                guard let stored = state.stored else { return nil }
                let unchecked = state.table.runs.first { !state.trusted.contains($0.range) }
                return unchecked.map { (stored, $0) }
            }
            guard let (stored, run) = next else { break }
            check(run, of: stored, lost: lost)
        }
        return state.withLock(\.isComplete)
    }

    /// Notes on disk that it needs no more checks. Call it after `checkAll`.
    func seal() {
        let stored = state.withLock { state -> StoredMedia? in
            let isReady = state.isComplete && !state.isSealed && !state.isRetired && state.hasCertainEnd
            return isReady && state.tails.isEmpty && state.held.isEmpty ? state.stored : nil
        }
        guard let stored, (try? stored.seal()) != nil else { return }
        state.withLock { $0.isSealed = true }
    }

    /// The path of the bytes as a plain file, once all are on disk and checked.
    var completeFile: String? {
        state.withLock { state in
            guard let length = state.length, length > 0, state.trusted.contains(0..<length) else { return nil }
            return state.stored?.dataPath
        }
    }

    // MARK: Watching

    /// Somebody to notify of changes. Used by one thread at a time until it is notified.
    final class Watch: Sendable {
        let call: @Sendable () -> Void
        private let place = Mutex<Int?>(nil)

        init(_ call: @escaping @Sendable () -> Void) {
            self.call = call
        }

        var number: Int? {
            get { place.withLock(\.self) }
            set { place.withLock { $0 = newValue } }
        }
    }

    func watch(_ watch: Watch) {
        state.withLock { watch.number = Self.add(watch.call, to: &$0) }
    }

    func unwatch(_ watch: Watch) {
        guard let number = watch.number else { return }
        state.withLock { _ = $0.watchers.removeValue(forKey: number) }
        watch.number = nil
    }

    func tellWatchers() {
        for call in state.withLock({ Array($0.watchers.values) }) { call() }
    }

    private static func add(_ call: @escaping @Sendable () -> Void, to state: inout State) -> Int {
        state.nextWatcher += 1
        state.watchers[state.nextWatcher] = call
        return state.nextWatcher
    }
}
