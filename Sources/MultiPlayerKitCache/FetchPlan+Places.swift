import MultiPlayerKit

/// Request slots. They are shared out by server first, so that no server and no file holds up another.
extension FetchPlan {
    /// Whether one more request to a server may begin; frees a slot for it if possible.
    ///
    /// - Parameter range: the part of the want that the request is for.
    mutating func hasPlace(
        for range: Range<Int64>, of want: Want, at now: HostTime, _ out: inout [Command]
    ) -> Bool {
        guard let server = resources[want.resource]?.server else { return false }
        breakOffEnded(of: server, &out)
        let held = places(of: server, at: now)
        if held < limits.transfers, transfers.values.count(where: { !$0.hasAll }) < limits.allTransfers { return true }
        // Where all the server's own slots are taken, another server's are of no use to it.
        let own = held >= limits.transfers ? transfers.filter { self.server(of: $0.value) == server } : transfers
        // Only the first missing byte is waited for. If the rest of a want overtook as well, its own requests would
        // take each other's slots for ever.
        return giveWay(to: want.priority, among: own, &out)
            || isAwaited(range, of: want) && overtake(for: want, among: own, &out)
            || breakOffStuck(for: want, among: own, at: now, &out)
            || held < limits.transfers && shareOut(to: server, having: held, &out)
    }

    /// Whether a request has delivered next to nothing for so long that others need not wait for it.
    func isStuck(_ transfer: Transfer, at now: HostTime) -> Bool {
        !transfer.hasAll && transfer.markedAt.advanced(by: limits.stuck) <= now
    }

    /// When each request starts to count as stuck.
    var nextStuck: [HostTime] {
        transfers.values.filter { !$0.hasAll }.map { $0.markedAt.advanced(by: limits.stuck) }
    }

    private func server(of transfer: Transfer) -> String? { resources[transfer.resource]?.server }

    /// The slots that a server's requests take, without those that only have to end, and without stuck ones that would
    /// start over if they were cancelled.
    private func places(of server: String, at now: HostTime) -> Int {
        transfers.values.count { transfer in
            self.server(of: transfer) == server && !transfer.hasAll
                && !(isStuck(transfer, at: now) && beginsAnew(transfer))
        }
    }

    private func beginsAnew(_ transfer: Transfer) -> Bool { resources[transfer.resource]?.manner == .sequential }

    /// Cancels a transfer that matters less.
    private mutating func giveWay(
        to priority: FetchPriority, among candidates: [TransferID: Transfer], _ out: inout [Command]
    ) -> Bool {
        // A transfer that has all its bytes ends by itself.
        let ranked = candidates.filter { !$0.value.hasAll }
            .map { (id: $0.key, priority: self.priority(of: $0.value)?.rawValue ?? -1) }
        guard let least = ranked.min(by: { ($0.priority, -$0.id) < ($1.priority, -$1.id) }),
            least.priority < priority.rawValue
        else { return false }
        cancel(least.id, &out)
        return true
    }

    /// A reader that has moved elsewhere in its file waits while read-ahead for its old position occupies the line: at
    /// 10 Mbit/s the first windows of four readers take most of a second. Requests that nobody waits for give way;
    /// those of another file only where it has several slots and this one has none.
    private mutating func overtake(
        for want: Want, among candidates: [TransferID: Transfer], _ out: inout [Command]
    ) -> Bool {
        let active = candidates.filter { !$0.value.hasAll }
        let places = Dictionary(grouping: active.values, by: \.resource).mapValues(\.count)
        let ahead = active.filter { _, transfer in
            let mayMakeRoom =
                transfer.resource == want.resource
                || places[want.resource] == nil && places[transfer.resource, default: 0] > 1
            return mayMakeRoom && !isAwaited(transfer) && !beginsAnew(transfer)
                && priority(of: transfer) ?? .later <= want.priority
        }
        guard let newest = ahead.keys.max() else { return false }
        cancel(newest, &out)
        return true
    }

    /// Whether a transfer delivers the very byte that somebody waits for.
    private func isAwaited(_ transfer: Transfer) -> Bool {
        wants.values.contains { want in
            want.isWaiting && want.resource == transfer.resource
                && missing(of: want).first.map { transfer.remaining.contains($0.lowerBound) } ?? false
        }
    }

    /// Requests that only have to end hold a connection each: at most as many as there are slots while others wait.
    private mutating func breakOffEnded(of server: String, _ out: inout [Command]) {
        let ended = transfers.filter { $0.value.hasAll && self.server(of: $0.value) == server }.keys.sorted()
        for id in ended.dropLast(limits.transfers) { cancel(id, &out) }
    }

    /// Cancels a stuck request of another file. Its bytes stay, and it gets another turn.
    private mutating func breakOffStuck(
        for want: Want, among candidates: [TransferID: Transfer], at now: HostTime, _ out: inout [Command]
    ) -> Bool {
        // A video that plays over a slow line is not cancelled for one that comes later. Nor is a request of the same
        // file: the next one would fare no better, and each break uses up one of the file's tries.
        let stuck = candidates.filter {
            isStuck($0.value, at: now) && !beginsAnew($0.value) && $0.value.resource != want.resource
                && priority(of: $0.value) ?? .later <= want.priority
        }
        guard let id = stuck.min(by: { ($0.value.markedAt, $0.key) < ($1.value.markedAt, $1.key) })?.key else {
            return false
        }
        out.append(.cancel(id))
        ended(id, .dropped(.silent), at: now, &out)
        return true
    }

    /// Takes the newest request from the server with the most, if that leaves it no fewer than the other then has.
    private mutating func shareOut(to server: String, having held: Int, _ out: inout [Command]) -> Bool {
        let active = transfers.filter { !$0.value.hasAll }
        let servers = Dictionary(grouping: active.keys) { id in active[id].flatMap { self.server(of: $0) } ?? "" }
        guard let most = servers.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }),
            most.key != server, most.value.count >= held + 2, let newest = most.value.max()
        else { return false }
        cancel(newest, &out)
        return true
    }
}

/// How long to leave a server alone after a failure, and when to give up.
struct RetryDelay: Equatable, Sendable {
    /// Failures in a row without a byte between them.
    private(set) var failures = 0

    /// With the delays below, five tries take 3 s where a server refuses at once: a player that waits longer for a
    /// server that is not there looks broken, and the next read tries again anyway.
    static let tries = 5
    static let first = Duration.milliseconds(200)
    /// To a viewer, a server that asks for a longer delay is as good as down.
    static let patience = Duration.seconds(30)

    mutating func progressed() { failures = 0 }

    /// - Parameter asked: the delay that the server asked for, if any.
    /// - Returns: how long to wait; `nil`: give up.
    mutating func failed(asked: Duration? = nil) -> Duration? {
        failures += 1
        guard failures < Self.tries else { return nil }
        return Self.longer(of: Self.first * (1 << (failures - 1)), asked: asked)
    }

    /// The longer of two delays; `nil` if a server asks for more than anybody waits.
    static func longer(of own: Duration, asked: Duration?) -> Duration? {
        guard let asked else { return own }
        return asked > Self.patience ? nil : max(asked, own)
    }
}
