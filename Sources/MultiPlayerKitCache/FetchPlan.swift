import MultiPlayerKit

/// Which missing bytes to fetch, when, and in which requests, as a value: events in, commands out, time as an argument.
///
/// The wants of all readers are merged, so bytes that several readers want are fetched once. Videos that play come
/// before those that play next, and these before what may come later; among equals, wants that block a reader come
/// first, then the oldest. Each server has its own request slots (`FetchPlan+Places`).
struct FetchPlan: Sendable {
    typealias ResourceID = Int
    typealias WantID = Int
    typealias TransferID = Int

    /// A byte range that somebody wants of a resource. Bytes that are already present cost nothing.
    struct Want: Equatable, Sendable {
        var resource: ResourceID
        /// May reach past the end; `Int64.max`: to the end.
        var range: Range<Int64>
        var priority: FetchPriority
        /// Somebody is blocked on the first of these bytes.
        var isWaiting = false
        /// All of it has to stay stored: bytes that there is no room for are not fetched again.
        var isKept = false
    }

    enum Outcome: Equatable, Sendable {
        /// The body came to its end.
        case complete
        /// Broken off, or never begun.
        case dropped(Failure)
        /// The server asks to come back later.
        case busy(after: Duration?)
        /// Asking again will not help.
        case refused(Failure)
        /// The resource has to be requested as a whole.
        case askForAll
    }

    enum Event: Equatable, Sendable {
        /// A resource is now in use: its server, the bytes that are present, and what is known of it.
        case opened(
            ResourceID, server: String, present: ByteRangeSet, length: Int64?, manner: ResponseCheck.Manner?)
        case closed(ResourceID)
        /// Whether somebody has it open; a transfer that cannot be resumed is then not cancelled between two reads.
        case held(ResourceID, Bool)
        case want(WantID, Want)
        case unwant(WantID)
        /// A response was accepted: its body is this part of the resource.
        case answered(TransferID, start: Int64, end: Int64?, length: Int64?, manner: ResponseCheck.Manner)
        /// These bytes are present, even if the transfer was cancelled meanwhile.
        case received(TransferID, of: ResourceID, Range<Int64>)
        case ended(TransferID, Outcome)
        /// These bytes are no longer present.
        case lost(ResourceID, Range<Int64>)
        /// Nor are these, because others displaced them: neither the disk nor memory has room for all.
        case crowdedOut(ResourceID, Range<Int64>)
        case time
    }

    enum Command: Equatable, Sendable {
        /// - Parameter range: `nil`: all of it, from the first byte.
        case start(TransferID, ResourceID, range: Range<Int64>?)
        /// Ignore whatever the transfer still delivers.
        case cancel(TransferID)
        /// The wanted bytes will not come.
        case fail(WantID, Failure)
        case wake(at: HostTime)
    }

    typealias Failure = FetchFailure

    struct Limits: Sendable {
        /// Concurrent requests to one server. Four hide the round trips between blocks and share a line well; servers
        /// and systems allow six per host.
        var transfers = 4
        /// Concurrent requests to all servers: when three use all their slots, a fourth still has as many.
        var allTransfers: Int { 4 * transfers }
        /// A request that delivers less than `stuckBytes` in this time no longer holds up others to its server.
        var stuck = Duration.seconds(2)
        var stuckBytes: Int64 = 16 << 10
        /// The longest request of each priority, in bytes. A more urgent want waits for the end of one block at most; a
        /// reader's first block is shorter still (`ReadAhead`).
        var blocks: [FetchPriority: Int64] = [.playing: 4 << 20, .next: 2 << 20, .later: 1 << 20]
        /// A transfer that delivers nothing for this long is cancelled. Mobile networks do pause for some seconds.
        var silence = Duration.seconds(10)
        /// The rest of a response that nobody wants any more is still fetched if it is no longer than this: a new
        /// connection costs as much, and what the server has already sent would be sent again. It is a reader's first
        /// window plus the read that asked for it.
        var remainder: Int64 = ReadAhead.first + 64 << 10
        /// A request that nobody wants any more is cancelled if it has no response after this long. Until then the
        /// response is on its way: distant servers answer within half a second. A response that has delivered all
        /// requested bytes has as long to end.
        var answer = Duration.seconds(1)
        /// While a player waits for bytes, and for this long after, nothing less urgent starts: a player that fills its
        /// window waits again a moment after each read.
        var courtesy = Duration.milliseconds(250)
    }

    struct Transfer: Equatable, Sendable {
        var resource: ResourceID
        /// The bytes it delivers; an open end is `Int64.max`.
        var range: Range<Int64>
        var position: Int64
        var isAnswered = false
        var heardAt: HostTime
        /// Its position when it last made notable progress, and the time of that.
        var mark: Int64
        var markedAt: HostTime

        /// Whether all its bytes have come, so that it only has to end.
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
    /// When a player last waited for bytes.
    private var waitedAt: HostTime?
    /// Whether a want waits for another request to end.
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
            // Ignore wants of a resource that was closed meanwhile.
            if resources[want.resource] != nil { wants[id] = want }
        case .unwant(let id):
            wants[id] = nil
        case .answered(let id, let start, let end, let length, let manner):
            answered(id, start: start, end: end, length: length, manner: manner, at: now)
        case .received(let id, let resource, let range):
            received(id, of: resource, range, at: now)
            // The common case, thousands of times over: nothing to decide while the transfer has more bytes to deliver.
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

    /// The parts of a want that are still missing.
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
        // Repeated bytes are no progress: a server that breaks off at the same position each time is given up.
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
        case .complete
        where transfer.isAnswered && transfer.position < min(transfer.range.upperBound, resource.length ?? 0):
            // A body without a length that ends before the known end is a broken one, or the same request would follow
            // without end.
            resource.lastFailure = .short
            delay = waiting(asked: nil, &resource, at: now)
        case .complete:
            // The end of a body of unknown length reveals its length.
            if resource.length == nil, transfer.isAnswered { resource.length = transfer.position }
            resources[transfer.resource] = resource
            return
        case .askForAll:
            // Happens only once: a request for the whole resource has no range that could lead to this.
            resource.manner = .sequential
            resources[transfer.resource] = resource
            return
        case .refused(let failure):
            resource.lastFailure = failure
        case .dropped(let failure):
            resource.lastFailure = failure
            delay = waiting(asked: nil, &resource, at: now)
        case .busy(let after):
            resource.lastFailure = .busy
            delay = waiting(asked: after, &resource, at: now)
        }
        if let delay {
            resource.notBefore = now.advanced(by: delay)
        } else {
            // The next want tries again.
            resource.retry = RetryDelay()
            resource.notBefore = nil
        }
        resources[transfer.resource] = resource
        guard delay == nil, let failure = resource.lastFailure else { return }
        fail(wants.filter { $1.resource == transfer.resource && !missing(of: $1).isEmpty }, failure, &out)
    }

    /// How long to leave a resource alone after a failure; `nil`: give it up.
    ///
    /// Requests under way at once often fail together, by one break of the line: until the next try they count as one
    /// failure.
    private func waiting(asked: Duration?, _ resource: inout Resource, at now: HostTime) -> Duration? {
        guard let notBefore = resource.notBefore, notBefore > now else { return resource.retry.failed(asked: asked) }
        return RetryDelay.longer(of: now.duration(to: notBefore), asked: asked)
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
        // From here on, nobody wants what it still delivers.
        if transfer.hasAll { return now < transfer.heardAt.advanced(by: limits.answer) }
        if resource.manner == .sequential, transfer.isAnswered { return resource.isHeld }
        guard transfer.remaining.upperBound - transfer.position <= limits.remainder else { return false }
        return transfer.isAnswered || now < transfer.heardAt.advanced(by: limits.answer)
    }

    /// The highest priority of the wants for what the transfer still delivers; `nil`: nobody wants it.
    func priority(of transfer: Transfer) -> FetchPriority? {
        wants.values.filter { want in
            guard want.resource == transfer.resource else { return false }
            // Before the response, what it will deliver is unknown.
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
        // Where one want finds no slot, those after it find none either, and a feed may have hundreds. Only somebody who
        // waits may still get one: of a less important request, or at last of another request for the same file.
        var full: Set<String> = []
        var fullForWaiting: Set<String> = []
        for (id, _) in order {
            // Everything is read anew at each turn: making room for one request may put off the resource or end the want.
            while let want = wants[id] {
                if leavesTheLine(want.priority, at: now) { return }
                if want.priority == .later, transfers.values.contains(where: { priority(of: $0) == .playing }) {
                    return
                }
                guard let resource = resources[want.resource], !isPutOff(resource, at: now) else { break }
                if full.contains(resource.server) {
                    let mayTake = !fullForWaiting.contains(resource.server) || hasRequests(want.resource)
                    guard want.isWaiting, mayTake else { break }
                }
                guard let range = nextRange(for: want, of: resource) else { break }
                guard hasPlace(for: range, of: want, at: now, &out) else {
                    isShort = true
                    full.insert(resource.server)
                    if isAwaited(range, of: want) { fullForWaiting.insert(resource.server) }
                    break
                }
                guard wants[id] != nil, resources[want.resource].map({ !isPutOff($0, at: now) }) ?? false else { break }
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

    private func hasRequests(_ resource: ResourceID) -> Bool {
        transfers.values.contains { $0.resource == resource }
    }

    /// Whether a part of a want begins with the byte that somebody waits for.
    func isAwaited(_ range: Range<Int64>, of want: Want) -> Bool {
        want.isWaiting && missing(of: want).first?.lowerBound == range.lowerBound
    }

    private func isPutOff(_ resource: Resource, at now: HostTime) -> Bool {
        resource.notBefore.map { $0 > now } ?? false
    }

    /// The next range that a want needs and no request covers.
    private func nextRange(for want: Want, of resource: Resource) -> Range<Int64>? {
        let active = transfers.values.filter { $0.resource == want.resource }
        // One request at a time until the server is known to serve ranges, and for good where it does not.
        guard resource.manner == .ranged || active.isEmpty else { return nil }
        for gap in missing(of: want) {
            var covered = ByteRangeSet()
            for transfer in active { covered.insert(transfer.remaining) }
            guard let piece = covered.missing(in: gap).first else { continue }
            // What others want directly after it goes into the same request.
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

/// Why a fetch fails.
enum FetchFailure: Hashable, Sendable {
    /// Nothing came for as long as a transfer may be silent.
    case silent
    /// The connection broke or could not be made; holds the system's reason, without the address.
    case unreachable(String)
    /// The server sent less than it announced.
    case short
    /// 429, 503 and the like, for longer than anybody waits.
    case busy
    case refused(ResponseCheck.Refusal)
    /// The resource has changed.
    case changed
    /// Redirected to an address that the cache does not follow.
    case redirected
    case tooLong
    /// There is no room to keep the bytes.
    case noRoom
}
