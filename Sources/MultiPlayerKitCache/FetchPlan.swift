import MultiPlayerKit

/// Which missing bytes to fetch, when, and in which requests, as a value: events in, commands out, time as an argument.
///
/// Wants of many readers are laid over one another, so what several want is fetched once. Who plays comes before what
/// comes next, and that before what may come later; among equals, those that somebody waits for, then who came first.
/// Each server has places of its own for requests (`FetchPlan+Places`).
struct FetchPlan: Sendable {
    typealias ResourceID = Int
    typealias WantID = Int
    typealias TransferID = Int

    /// What somebody wants of a resource. What is there already costs nothing.
    struct Want: Equatable, Sendable {
        var resource: ResourceID
        /// May reach past the end; `Int64.max`: to the end.
        var range: Range<Int64>
        var priority: FetchPriority
        /// Somebody can go no further without the first of these bytes.
        var isWaiting = false
        /// All of it is to stay, so that what there is no room for is not fetched again.
        var isKept = false
    }

    enum Outcome: Equatable, Sendable {
        /// The body came to its end.
        case complete
        /// Broken off, or never begun.
        case dropped(Failure)
        /// The server said to come back.
        case busy(after: Duration?)
        /// Nothing will change by asking again.
        case refused(Failure)
        /// To be asked for in one go.
        case askForAll
    }

    enum Event: Equatable, Sendable {
        /// A resource is of interest now: whose it is, what is there, and what is known of it.
        case opened(
            ResourceID, server: String, present: ByteRangeSet, length: Int64?, manner: ResponseCheck.Manner?)
        case closed(ResourceID)
        /// Somebody has it open, so that a transfer that cannot be resumed is not broken off between two reads.
        case held(ResourceID, Bool)
        case want(WantID, Want)
        case unwant(WantID)
        /// A response was accepted: its body is this part of the resource.
        case answered(TransferID, start: Int64, end: Int64?, length: Int64?, manner: ResponseCheck.Manner)
        /// These bytes are there, even if the transfer was cancelled meanwhile.
        case received(TransferID, of: ResourceID, Range<Int64>)
        case ended(TransferID, Outcome)
        /// These bytes are not there any more.
        case lost(ResourceID, Range<Int64>)
        /// Nor are these, because others took their place: neither the disk nor memory has room for all.
        case crowdedOut(ResourceID, Range<Int64>)
        case time
    }

    enum Command: Equatable, Sendable {
        /// - Parameter range: `nil`: all of it, from the first byte.
        case start(TransferID, ResourceID, range: Range<Int64>?)
        /// Nothing that still comes of it counts.
        case cancel(TransferID)
        /// It will not come.
        case fail(WantID, Failure)
        case wake(at: HostTime)
    }

    typealias Failure = FetchFailure

    struct Limits: Sendable {
        /// Requests at once to one server. Four hide the round trips between blocks and share a line well; servers and
        /// systems allow six to a host.
        var transfers = 4
        /// Requests at once to all servers: three that hold all their places still leave as many for another.
        var allTransfers: Int { 4 * transfers }
        /// A request that has brought less than this in so long is not waited for by others of its server.
        var stuck = Duration.seconds(2)
        var stuckBytes: Int64 = 16 << 10
        /// The longest request of each priority, in bytes. Whoever comes first has to wait for the end of a block at
        /// most; the first block of a reader is shorter still (`ReadAhead`).
        var blocks: [FetchPriority: Int64] = [.playing: 4 << 20, .next: 2 << 20, .later: 1 << 20]
        /// A transfer that says nothing for so long is broken off. Mobile networks do pause for some seconds.
        var silence = Duration.seconds(10)
        /// What is left of an answer that nobody wants any more is fetched to its end if it is no more than this: a new
        /// connection costs as much, and what a server has sent already would be sent again. A reader's first window, and
        /// the read that asked.
        var remainder: Int64 = ReadAhead.first + 64 << 10
        /// A request that nobody wants any more and that has no answer for so long is taken back. Before that its answer
        /// is on the way: servers far away answer within half a second. An answer that has brought all that was asked for
        /// has as long to end.
        var answer = Duration.seconds(1)
        /// While a player waits for bytes nothing is begun for later, nor for so long after: a player that fills its
        /// window waits again a moment after each read.
        var courtesy = Duration.milliseconds(250)
    }

    struct Transfer: Equatable, Sendable {
        var resource: ResourceID
        /// What it brings; open ends reach to `Int64.max`.
        var range: Range<Int64>
        var position: Int64
        var isAnswered = false
        var heardAt: HostTime
        /// Where it was when it last had made progress, and when.
        var mark: Int64
        var markedAt: HostTime

        /// Whether it only has to end.
        var hasAll: Bool { isAnswered && remaining.isEmpty }
        var remaining: Range<Int64> { position..<max(range.upperBound, position) }
    }

    struct Resource: Equatable, Sendable {
        var server: String
        var present: ByteRangeSet
        var length: Int64?
        var manner: ResponseCheck.Manner?
        var isHeld = false
        var retry = RetryDelay()
        var notBefore: HostTime?
        var lastFailure: Failure?
    }

    let limits: Limits
    private(set) var resources: [ResourceID: Resource] = [:]
    private(set) var wants: [WantID: Want] = [:]
    private(set) var transfers: [TransferID: Transfer] = [:]
    /// When a player waited for bytes last.
    private var waitedAt: HostTime?
    /// Whether somebody waits for another's request to end.
    private var isShort = false
    private var wakeUps = WakeUps()
    private var nextTransfer = 1

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    mutating func handle(_ event: Event, at now: HostTime) -> [Command] {
        var out: [Command] = []
        switch event {
        case .opened(let id, let server, let present, let length, let manner):
            resources[id] = Resource(server: server, present: present, length: length, manner: manner)
        case .closed(let id):
            for (transfer, value) in transfers where value.resource == id { cancel(transfer, &out) }
            wants = wants.filter { $0.value.resource != id }
            resources[id] = nil
        case .held(let id, let isHeld):
            resources[id]?.isHeld = isHeld
        case .want(let id, let want):
            // What was closed meanwhile is of no interest.
            if resources[want.resource] != nil { wants[id] = want }
        case .unwant(let id):
            wants[id] = nil
        case .answered(let id, let start, let end, let length, let manner):
            answered(id, start: start, end: end, length: length, manner: manner, at: now)
        case .received(let id, let resource, let range):
            received(id, of: resource, range, at: now)
            // The common case, thousands of times: nothing to decide, unless a want was met or the silence is over.
            if let transfer = transfers[id], !transfer.remaining.isEmpty { return out }
        case .ended(let id, let outcome):
            ended(id, outcome, at: now, &out)
        case .lost(let id, let range):
            resources[id]?.present.remove(range)
        case .crowdedOut(let id, let range):
            resources[id]?.present.remove(range)
            fail(wants.filter { $1.resource == id && $1.isKept && $1.range.overlaps(range) }, .noRoom, &out)
        case .time:
            wakeUps.came(at: now)
            breakOffSilent(at: now, &out)
        }
        cancelUnneeded(at: now, &out)
        noteWaiting(at: now)
        startNeeded(at: now, &out)
        if let host = wakeUps.ask(for: nextCheck(after: now)) { out.append(.wake(at: host)) }
        return out
    }

    /// What of a want is still to come.
    func missing(of want: Want) -> [Range<Int64>] {
        guard let resource = resources[want.resource] else { return [] }
        let end = min(want.range.upperBound, resource.length ?? .max)
        guard want.range.lowerBound < end else { return [] }
        return resource.present.missing(in: want.range.lowerBound..<end)
    }

    // MARK: What happened

    private mutating func answered(
        _ id: TransferID, start: Int64, end: Int64?, length: Int64?, manner: ResponseCheck.Manner, at now: HostTime
    ) {
        guard var transfer = transfers[id] else { return }
        transfer.isAnswered = true
        transfer.heardAt = now
        transfer.range = start..<max(end ?? .max, start)
        transfer.position = start
        (transfer.mark, transfer.markedAt) = (start, now)
        transfers[id] = transfer
        resources[transfer.resource]?.manner = manner
        if let length { resources[transfer.resource]?.length = length }
    }

    private mutating func received(
        _ id: TransferID, of resource: ResourceID, _ range: Range<Int64>, at now: HostTime
    ) {
        if var transfer = transfers[id] {
            transfer.heardAt = now
            transfer.position = max(transfer.position, range.upperBound)
            if transfer.position - transfer.mark >= limits.stuckBytes {
                (transfer.mark, transfer.markedAt) = (transfer.position, now)
            }
            transfers[id] = transfer
        }
        // What comes a second time is no progress: a server that breaks off at the same place each time is given up.
        guard let present = resources[resource]?.present, !present.contains(range) else { return }
        resources[resource]?.present.insert(range)
        resources[resource]?.retry.progressed()
    }

    mutating func ended(_ id: TransferID, _ outcome: Outcome, at now: HostTime, _ out: inout [Command]) {
        guard let transfer = transfers.removeValue(forKey: id), var resource = resources[transfer.resource] else {
            return
        }
        var delay: Duration?
        switch outcome {
        case .complete:
            // A body of unknown length tells its length by its end.
            if resource.length == nil, transfer.isAnswered { resource.length = transfer.position }
            resources[transfer.resource] = resource
            return
        case .askForAll:
            // Once only: what asks for all gets no range to ask about.
            resource.manner = .sequential
            resources[transfer.resource] = resource
            return
        case .refused(let failure):
            resource.lastFailure = failure
        case .dropped(let failure):
            resource.lastFailure = failure
            delay = resource.retry.failed()
        case .busy(let after):
            resource.lastFailure = .busy
            delay = resource.retry.failed(asked: after)
        }
        if let delay {
            resource.notBefore = now.advanced(by: delay)
        } else {
            // The next to want something tries again.
            resource.retry = RetryDelay()
            resource.notBefore = nil
        }
        resources[transfer.resource] = resource
        guard delay == nil, let failure = resource.lastFailure else { return }
        fail(wants.filter { $1.resource == transfer.resource && !missing(of: $1).isEmpty }, failure, &out)
    }

    private mutating func fail(_ failed: [WantID: Want], _ failure: Failure, _ out: inout [Command]) {
        for want in failed.keys.sorted() {
            wants[want] = nil
            out.append(.fail(want, failure))
        }
    }

    private mutating func breakOffSilent(at now: HostTime, _ out: inout [Command]) {
        for id in transfers.keys.sorted() {
            guard let transfer = transfers[id], transfer.heardAt.advanced(by: limits.silence) <= now else { continue }
            out.append(.cancel(id))
            ended(id, .dropped(.silent), at: now, &out)
        }
    }

    private func nextCheck(after now: HostTime) -> HostTime? {
        let silences = transfers.values.map { $0.heardAt.advanced(by: limits.silence) }
        let answers = transfers.values.filter { !$0.isAnswered || $0.hasAll }
            .map { $0.heardAt.advanced(by: limits.answer) }
        let waits = resources.values.compactMap(\.notBefore)
        let free = waitedAt?.advanced(by: limits.courtesy)
        let stuck = isShort ? nextStuck : []
        return (silences + (answers + waits + stuck + [free].compactMap { $0 }).filter { $0 > now }).min()
    }

    // MARK: What to do

    mutating func cancel(_ id: TransferID, _ out: inout [Command]) {
        transfers[id] = nil
        out.append(.cancel(id))
    }

    private mutating func cancelUnneeded(at now: HostTime, _ out: inout [Command]) {
        for id in transfers.keys.sorted() where !isNeeded(id, at: now) { cancel(id, &out) }
    }

    private mutating func noteWaiting(at now: HostTime) {
        let isWaiting = wants.values.contains { want in
            guard want.isWaiting, want.priority == .playing, let resource = resources[want.resource] else {
                return false
            }
            return (resource.notBefore.map { $0 <= now } ?? true) && !missing(of: want).isEmpty
        }
        if isWaiting { waitedAt = now }
    }

    private func leavesTheLine(_ priority: FetchPriority, at now: HostTime) -> Bool {
        guard priority < .playing, let waitedAt else { return false }
        return now < waitedAt.advanced(by: limits.courtesy)
    }

    private func isNeeded(_ id: TransferID, at now: HostTime) -> Bool {
        guard let transfer = transfers[id], let resource = resources[transfer.resource] else { return false }
        if priority(of: transfer) != nil { return true }
        // From here on nobody waits for it.
        if transfer.hasAll { return now < transfer.heardAt.advanced(by: limits.answer) }
        if resource.manner == .sequential, transfer.isAnswered { return resource.isHeld }
        guard transfer.remaining.upperBound - transfer.position <= limits.remainder else { return false }
        return transfer.isAnswered || now < transfer.heardAt.advanced(by: limits.answer)
    }

    /// Of whoever wants most what it still brings; `nil`: nobody does.
    func priority(of transfer: Transfer) -> FetchPriority? {
        wants.values.filter { want in
            guard want.resource == transfer.resource else { return false }
            // Before the answer it is not known what it will bring.
            return missing(of: want).contains { $0.overlaps(transfer.remaining) || !transfer.isAnswered }
        }.map(\.priority).max()
    }

    private mutating func startNeeded(at now: HostTime, _ out: inout [Command]) {
        let order = wants.sorted {
            if $0.value.priority != $1.value.priority { return $0.value.priority > $1.value.priority }
            if $0.value.isWaiting != $1.value.isWaiting { return $0.value.isWaiting }
            return $0.key < $1.key
        }
        isShort = false
        // Where one finds no place, those behind it find none either, and a feed may have hundreds there.
        var full: Set<String> = []
        for (_, want) in order {
            if leavesTheLine(want.priority, at: now) { return }
            if want.priority == .later, transfers.values.contains(where: { priority(of: $0) == .playing }) { return }
            guard let resource = resources[want.resource], !full.contains(resource.server) else { continue }
            if let notBefore = resource.notBefore, notBefore > now { continue }
            while let range = nextRange(for: want, of: resource) {
                guard hasPlace(for: want, at: now, &out) else {
                    isShort = true
                    full.insert(resource.server)
                    break
                }
                let id = nextTransfer
                nextTransfer += 1
                let isPlain = resource.manner == .sequential
                let brings = isPlain ? 0..<Int64.max : range
                transfers[id] = Transfer(
                    resource: want.resource, range: brings, position: brings.lowerBound, heardAt: now,
                    mark: brings.lowerBound, markedAt: now)
                out.append(.start(id, want.resource, range: isPlain ? nil : range))
            }
        }
    }

    /// The next request that a want needs and nobody has made.
    private func nextRange(for want: Want, of resource: Resource) -> Range<Int64>? {
        let active = transfers.values.filter { $0.resource == want.resource }
        // One at a time until it is known what the server can do, and where it cannot do more.
        guard resource.manner == .ranged || active.isEmpty else { return nil }
        for gap in missing(of: want) {
            var covered = ByteRangeSet()
            for transfer in active { covered.insert(transfer.remaining) }
            guard let piece = covered.missing(in: gap).first else { continue }
            // What others want right behind it goes into the same request.
            var wanted = ByteRangeSet(piece)
            for other in wants.values where other.resource == want.resource {
                for range in missing(of: other) where range.overlaps(piece) || range.lowerBound == piece.upperBound {
                    wanted.insert(range)
                }
            }
            let block = limits.blocks[want.priority] ?? 1 << 20
            let (furthest, overflows) = piece.lowerBound.addingReportingOverflow(block)
            let end = min(wanted.end(from: piece.lowerBound), overflows ? .max : furthest)
            return covered.missing(in: piece.lowerBound..<end).first
        }
        return nil
    }
}

/// Why bytes do not come.
enum FetchFailure: Hashable, Sendable {
    /// Nothing came for as long as a transfer may be silent.
    case silent
    /// The connection broke, or could not be made; what the system says, without the address.
    case unreachable(String)
    /// Sent less than announced.
    case short
    /// 429, 503 and the like, for longer than anybody waits.
    case busy
    case refused(ResponseCheck.Refusal)
    /// The resource is another now.
    case changed
    /// Redirected to where this does not follow.
    case redirected
    case tooLong
    /// There is nowhere to keep it.
    case noRoom
}
