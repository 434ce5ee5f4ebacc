import Foundation
import MultiPlayerKit
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries out what `FetchPlan` decides: starts transfers, passes bytes to copies and notifies readers.
final class CacheEngine: Sendable {
    private struct Ongoing {
        var copy: MediaCopy
        var check: ResponseCheck
        /// Offsets in the resource: of the next byte, and of the end of the body.
        var position: Int64 = 0
        var end: Int64?
        var isAnswered = false
    }

    private struct Shelf {
        var copy: MediaCopy
        var users = 0
        /// Whether the next request resumes what was stored when it was opened, or what a connection left behind.
        var goesOn: Bool
    }

    private struct State {
        var plan: FetchPlan
        /// The current version of each name.
        var current: [String: FetchPlan.ResourceID] = [:]
        var shelves: [FetchPlan.ResourceID: Shelf] = [:]
        var ongoing: [FetchPlan.TransferID: Ongoing] = [:]
        var owners: [FetchPlan.WantID: @Sendable (FetchFailure) -> Void] = [:]
        var statistics = CacheStatistics()
        /// The bytes of each name that were fetched and not read yet.
        var unread: [String: ByteRangeSet] = [:]
        var nextNumber = 1
    }

    let configuration: MediaCache.Configuration
    let folder: StoreFolder
    /// For readers' disk access, so that it blocks no thread of Swift's own pool. Eight keep a solid-state disk busy.
    let disk = WorkerThreads("MultiPlayerKit.cache.disk", most: 8)
    /// For checks of whole resources, which take seconds: one at a time, and nobody waits for them.
    private let checks = DispatchQueue(label: "MultiPlayerKit.cache.checks", qos: .utility)
    private let chores = DispatchQueue(label: "MultiPlayerKit.cache.chores")
    private let clock: any GroupClock
    private let transfers: any Transfers
    private let state: Mutex<State>
    private let mailbox = Mailbox<FetchPlan.Event>()
    /// Only one resource is looked for on disk at a time, so that each is opened once.
    private let opening = Mutex(())

    init(_ configuration: MediaCache.Configuration, clock: any GroupClock = SystemGroupClock()) {
        self.configuration = configuration
        self.clock = clock
        folder = StoreFolder(configuration.directory, limit: configuration.byteLimit)
        #if canImport(CGStreamer)
            transfers = CurlTransfers()
        #else
            transfers = SessionTransfers(
                transfers: max(configuration.concurrentTransfers, 1), configuration: configuration.session)
        #endif
        var limits = FetchPlan.Limits()
        limits.transfers = max(configuration.concurrentTransfers, 1)
        limits.silence = configuration.silence
        state = Mutex(State(plan: FetchPlan(limits: limits)))
        transfers.attach(self)
    }

    deinit {
        transfers.invalidate()
    }

    var statistics: CacheStatistics { state.withLock(\.statistics) }

    /// The number of copies that are open, or are being put away.
    var openCopies: Int { state.withLock(\.shelves.count) }

    func count(_ change: (inout CacheStatistics) -> Void) {
        state.withLock { change(&$0.statistics) }
    }

    /// Counts bytes that a reader took.
    func noteUse(of range: Range<Int64>, _ name: String) {
        state.withLock { state in
            state.statistics.bytesServed += Int64(range.count)
            guard let fresh = state.unread[name]?.present(in: range), !fresh.isEmpty else { return }
            state.statistics.bytesUsed += fresh.reduce(0) { $0 + Int64($1.count) }
            state.unread[name]?.remove(range)
        }
    }

    /// Unread bytes are remembered for this many resources; figures of older ones are complete by then.
    private static let mostUnread = 1_000

    func newNumber() -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    // MARK: Copies

    /// The current version of a resource, in use until `leave`. Accesses the disk when nobody has it open yet.
    func enter(_ url: URL, name: String) -> MediaCopy {
        opening.withLock { _ in
            let (found, id) = state.withLock { state -> (MediaCopy?, Int) in
                if let id = state.current[name], let copy = state.shelves[id]?.copy {
                    state.shelves[id]?.users += 1
                    return (copy, id)
                }
                defer { state.nextNumber += 1 }
                return (nil, state.nextNumber)
            }
            if let found {
                post(.held(id, true))
                return found
            }
            let copy = MediaCopy(id: id, name: name, url: url, folder: folder)
            let (present, length, manner) = copy.state.withLock { state in
                let isProven = state.version?.isProven ?? false
                return (state.present, state.length, state.version == nil ? nil : isProven ? .ranged : .sequential)
                    as (ByteRangeSet, Int64?, ResponseCheck.Manner?)
            }
            state.withLock { state in
                state.current[name] = id
                state.shelves[id] = Shelf(copy: copy, users: 1, goesOn: !present.isEmpty)
            }
            post(
                .opened(
                    id, server: MediaAddress.server(url), present: present, length: length, manner: manner))
            post(.held(id, true))
            return copy
        }
    }

    func leave(_ copy: MediaCopy) {
        let isLast = state.withLock { state -> Bool in
            state.shelves[copy.id]?.users -= 1
            return state.shelves[copy.id]?.users == 0
        }
        guard isLast else { return }
        post(.held(copy.id, false))
        // On the thread where bytes arrive, so that none arrive meanwhile.
        transfers.perform { [self] in putAway(copy) }
    }

    /// Closes a copy that nobody has entered again and that no transfer feeds any more. Its last bytes are on disk
    /// before anybody reopens it.
    private func putAway(_ copy: MediaCopy) {
        let users = opening.withLock { _ -> Int? in
            let users = state.withLock { state -> Int? in
                guard let shelf = state.shelves[copy.id] else { return nil }
                guard shelf.users == 0 else { return shelf.users }
                // A transfer that the plan lets finish, because little is missing, calls again when it ends.
                guard !state.ongoing.values.contains(where: { $0.copy === copy }) else { return nil }
                state.shelves[copy.id] = nil
                if state.current[copy.name] == copy.id { state.current[copy.name] = nil }
                return 0
            }
            guard users == 0 else { return users }
            copy.flushAll { _, _ in }
            // What another version has replaced is gone from the folder, and the name is that version's.
            if !copy.state.withLock({ $0.hasCertainEnd || $0.isRetired }) { folder.remove(copy.name) }
            return 0
        }
        guard let users else { return }
        // The event that nobody has it open may have overtaken that of somebody who entered meanwhile.
        post(users == 0 ? .closed(copy.id) : .held(copy.id, true))
    }

    /// Puts a copy away, if nobody uses it, after a transfer of it has ended.
    private func tidy(_ copy: MediaCopy) {
        guard state.withLock({ $0.shelves[copy.id]?.users == 0 }) else { return }
        transfers.perform { [self] in putAway(copy) }
    }

    /// Returns when all bytes that have come are on disk, as far as the disk takes them. Not for the transfer thread.
    func putDown(_ copy: MediaCopy) {
        let done = DispatchSemaphore(value: 0)
        transfers.perform { [self] in
            copy.flushAll { lost($0, $1, of: copy) }
            done.signal()
        }
        done.wait()
    }

    /// Runs `body` later, in order: for threads that must not block.
    func soon(_ body: @escaping @Sendable (CacheEngine) -> Void) {
        chores.async { [self] in body(self) }
    }

    /// Retires a copy that another version has replaced. Readers that have it open can still read what is here of it.
    private func retire(_ copy: MediaCopy) {
        // Nobody may open what is being deleted.
        opening.withLock { _ in
            copy.retire()
            let isCurrent = state.withLock { state -> Bool in
                guard state.current[copy.name] == copy.id else { return false }
                state.current[copy.name] = nil
                return true
            }
            if isCurrent { folder.discard(copy.name) }
        }
    }

    /// Once all bytes are here, checks those that are unchecked, and notes that no more checks are needed.
    private func seal(_ copy: MediaCopy) {
        let isEntered = state.withLock { state -> Bool in
            state.shelves[copy.id]?.users += 1
            return state.shelves[copy.id] != nil
        }
        guard isEntered else { return }
        checks.async { [self] in
            if copy.checkAll(lost: { lost($0, $1, of: copy) }) { copy.seal() }
            leave(copy)
        }
    }

    /// Runs `body` on a thread that may wait for the disk.
    func onDisk<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            disk.perform { continuation.resume(returning: body()) }
        }
    }

    // MARK: Wants

    /// - Parameter failed: called at most once, from any thread, when the wanted bytes will not come.
    func want(_ id: FetchPlan.WantID, _ want: FetchPlan.Want, failed: @escaping @Sendable (FetchFailure) -> Void) {
        let isThere = state.withLock { state -> Bool in
            guard let shelf = state.shelves[want.resource], !shelf.copy.state.withLock(\.isRetired) else {
                return false
            }
            state.owners[id] = failed
            return true
        }
        isThere ? post(.want(id, want)) : failed(.changed)
    }

    func unwant(_ id: FetchPlan.WantID) {
        state.withLock { _ = $0.owners.removeValue(forKey: id) }
        post(.unwant(id))
    }

    func lost(_ range: Range<Int64>, _ isCrowdedOut: Bool, of copy: MediaCopy) {
        post(isCrowdedOut ? .crowdedOut(copy.id, range) : .lost(copy.id, range))
    }

    // MARK: Inside

    private func post(_ event: FetchPlan.Event) {
        mailbox.post(event) { handle($0) }
    }

    private func handle(_ event: FetchPlan.Event) {
        let now = clock.present
        for command in state.withLock({ $0.plan.handle(event, at: now) }) {
            switch command {
            case .start(let id, let resource, let range): start(id, of: resource, range)
            case .cancel(let id): cancel(id)
            case .fail(let want, let failure):
                state.withLock { $0.owners.removeValue(forKey: want) }?(failure)
            case .wake(let host): clock.wake(at: host) { [weak self] in self?.post(.time) }
            }
        }
    }

    private func start(_ id: FetchPlan.TransferID, of resource: FetchPlan.ResourceID, _ range: Range<Int64>?) {
        let found = state.withLock { state -> (MediaCopy, ResponseCheck)? in
            guard let shelf = state.shelves[resource] else { return nil }
            state.statistics.requests += 1
            if shelf.goesOn {
                state.statistics.resumed += 1
                state.shelves[resource]?.goesOn = false
            }
            let check = ResponseCheck(asked: range, known: shelf.copy.known, longest: configuration.longestResource)
            state.ongoing[id] = Ongoing(copy: shelf.copy, check: check)
            return (shelf.copy, check)
        }
        guard let (copy, check) = found else { return post(.ended(id, .refused(.changed))) }
        // On the transfer thread and without a lock: the app prepares the request, and may use the cache for that.
        transfers.perform { [self] in
            guard state.withLock({ $0.ongoing[id] != nil }) else { return }
            transfers.start(request(of: copy, range, check.known), as: id)
        }
    }

    private func request(of copy: MediaCopy, _ range: Range<Int64>?, _ known: MediaVersion?) -> URLRequest {
        var request = URLRequest(url: copy.url)
        configuration.prepare(&request)
        // Compressed bytes have other offsets.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        if let range {
            let last = range.upperBound == .max ? "" : String(range.upperBound - 1)
            request.setValue("bytes=\(range.lowerBound)-\(last)", forHTTPHeaderField: "Range")
            if let condition = known?.condition { request.setValue(condition, forHTTPHeaderField: "If-Range") }
        }
        return request
    }

    private func cancel(_ id: FetchPlan.TransferID) {
        guard let ongoing = state.withLock({ $0.ongoing.removeValue(forKey: id) }) else { return }
        transfers.cancel(id)
        transfers.perform { [self] in flush(id, of: ongoing.copy) }
        tidy(ongoing.copy)
    }

    private func flush(_ id: FetchPlan.TransferID, of copy: MediaCopy) {
        copy.flush(id) { lost($0, $1, of: copy) }
    }
}

extension CacheEngine: TransferHandler {
    func transfer(_ id: FetchPlan.TransferID, responded head: ResponseHead) -> Bool {
        guard let ongoing = state.withLock({ $0.ongoing[id] }) else { return false }
        let copy = ongoing.copy
        switch ongoing.check.verdict(on: head, now: Int64(Date().timeIntervalSince1970)) {
        case .accept(let answer):
            if ongoing.isAnswered { return true }
            // What another request has learned meanwhile counts as well.
            if let known = copy.known, known.differs(from: answer.version) {
                change(id, of: copy)
                return false
            }
            state.withLock { state in
                state.ongoing[id]?.isAnswered = true
                state.ongoing[id]?.position = answer.start
                state.ongoing[id]?.end = answer.end
            }
            copy.answered(answer)
            let length = copy.state.withLock(\.length)
            post(.answered(id, start: answer.start, end: answer.end, length: length, manner: answer.manner))
            return true
        case .changed:
            change(id, of: copy)
        case .askForAll:
            finish(id, .askForAll)
        case .tryAgain(let after):
            finish(id, .busy(after: after))
        case .refuse(let refusal):
            finish(id, .refused(refusal == .redirect ? .redirected : .refused(refusal)))
        }
        return false
    }

    func transfer(_ id: FetchPlan.TransferID, received bytes: Data) -> Bool {
        guard let ongoing = state.withLock({ $0.ongoing[id] }) else { return false }
        let copy = ongoing.copy
        guard ongoing.isAnswered else { return true }
        let room = (ongoing.end ?? configuration.longestResource) - ongoing.position
        let taken = bytes.count <= room ? bytes : bytes.prefix(Int(max(room, 0)))
        let range = ongoing.position..<ongoing.position + Int64(taken.count)
        state.withLock { state in
            state.statistics.bytesFetched += Int64(bytes.count)
            if state.unread.count > Self.mostUnread { state.unread = [:] }
            state.unread[copy.name, default: ByteRangeSet()].insert(range)
            state.ongoing[id]?.position = range.upperBound
        }
        if copy.take(taken, at: range.lowerBound, from: id, lost: { lost($0, $1, of: copy) }) == .differs {
            change(id, of: copy)
            return false
        }
        if range.upperBound == ongoing.end { flush(id, of: copy) }
        post(.received(id, of: copy.id, range))
        // After the event: a watcher that now wants more must not cause these bytes to be fetched again.
        copy.tellWatchers()
        if copy.state.withLock({ $0.isComplete && !$0.isSealed }) { seal(copy) }
        guard taken.count < bytes.count else { return true }
        // A server that sends more than requested does not decide when it is enough.
        finish(id, ongoing.end == nil ? .refused(.tooLong) : .complete)
        return false
    }

    func transfer(_ id: FetchPlan.TransferID, ended failure: FetchFailure?) {
        guard let ongoing = state.withLock({ $0.ongoing[id] }) else { return }
        if ongoing.isAnswered, let end = ongoing.end, ongoing.position >= end {
            // A server that sends more, or breaks off after the last byte, has delivered.
            return finish(id, .complete)
        }
        if let failure {
            return finish(id, failure == .redirected ? .refused(failure) : .dropped(failure))
        }
        guard ongoing.isAnswered else { return finish(id, .dropped(.short)) }
        let known = ongoing.end ?? ongoing.copy.state.withLock(\.length)
        guard known ?? 0 <= ongoing.position else { return finish(id, .dropped(.short)) }
        flush(id, of: ongoing.copy)
        ongoing.copy.ended(at: ongoing.position)
        finish(id, .complete)
        if ongoing.copy.state.withLock(\.isComplete) { seal(ongoing.copy) }
    }

    private func finish(_ id: FetchPlan.TransferID, _ outcome: FetchPlan.Outcome) {
        guard let ongoing = state.withLock({ $0.ongoing.removeValue(forKey: id) }) else { return }
        flush(id, of: ongoing.copy)
        if case .dropped = outcome {
            state.withLock { state in
                if ongoing.position > 0 { state.shelves[ongoing.copy.id]?.goesOn = true }
            }
        }
        post(.ended(id, outcome))
        tidy(ongoing.copy)
    }

    private func change(_ id: FetchPlan.TransferID, of copy: MediaCopy) {
        retire(copy)
        finish(id, .refused(.changed))
    }
}
