import MultiPlayerKit

/// Places for requests. They are shared out by server first, so that no server and no file holds up another.
extension FetchPlan {
    /// Whether one more request to a server may begin; makes a place for it if there is one to be made.
    mutating func hasPlace(for want: Want, at now: HostTime, _ out: inout [Command]) -> Bool {
        guard let server = resources[want.resource]?.server else { return false }
        breakOffEnded(of: server, &out)
        let held = places(of: server, at: now)
        if held < limits.transfers, transfers.values.count(where: { !$0.hasAll }) < limits.allTransfers { return true }
        // Where the server's own are all taken, another one's are of no use to it.
        let own = held >= limits.transfers ? transfers.filter { self.server(of: $0.value) == server } : transfers
        return giveWay(to: want.priority, among: own, &out) || overtake(for: want, among: own, &out)
            || breakOffStuck(for: want.priority, among: own, at: now, &out)
            || held < limits.transfers && shareOut(to: server, having: held, &out)
    }

    /// A request that brings nothing to speak of, for so long that others need not wait for it.
    func isStuck(_ transfer: Transfer, at now: HostTime) -> Bool {
        !transfer.hasAll && transfer.markedAt.advanced(by: limits.stuck) <= now
    }

    /// When a request that others wait for counts as stuck.
    var nextStuck: [HostTime] {
        transfers.values.filter { !$0.hasAll }.map { $0.markedAt.advanced(by: limits.stuck) }
    }

    private func server(of transfer: Transfer) -> String? { resources[transfer.resource]?.server }

    /// Not those that only have to end, nor those that are stuck and would begin anew if they were broken off.
    private func places(of server: String, at now: HostTime) -> Int {
        transfers.values.count { transfer in
            self.server(of: transfer) == server && !transfer.hasAll
                && !(isStuck(transfer, at: now) && beginsAnew(transfer))
        }
    }

    private func beginsAnew(_ transfer: Transfer) -> Bool { resources[transfer.resource]?.manner == .sequential }

    /// Breaks off a transfer that matters less.
    private mutating func giveWay(
        to priority: FetchPriority, among candidates: [TransferID: Transfer], _ out: inout [Command]
    ) -> Bool {
        // What has all its bytes ends by itself.
        let ranked = candidates.filter { !$0.value.hasAll }
            .map { (id: $0.key, priority: self.priority(of: $0.value)?.rawValue ?? -1) }
        guard let least = ranked.min(by: { ($0.priority, -$0.id) < ($1.priority, -$1.id) }),
            least.priority < priority.rawValue
        else { return false }
        cancel(least.id, &out)
        return true
    }

    /// A reader that has gone elsewhere in its file waits there, while what is fetched ahead of its old place holds the line:
    /// at ten megabits the first windows of four readers take most of a second. What nobody waits for makes room; that of
    /// another file only where it has several places and this one none.
    private mutating func overtake(
        for want: Want, among candidates: [TransferID: Transfer], _ out: inout [Command]
    ) -> Bool {
        guard want.isWaiting else { return false }
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

    /// Whether it brings the very byte that somebody waits for.
    private func isAwaited(_ transfer: Transfer) -> Bool {
        wants.values.contains { want in
            want.isWaiting && want.resource == transfer.resource
                && missing(of: want).first.map { transfer.remaining.contains($0.lowerBound) } ?? false
        }
    }

    /// Those that only have to end hold a connection each: as many as there are places may, and no more while others wait.
    private mutating func breakOffEnded(of server: String, _ out: inout [Command]) {
        let ended = transfers.filter { $0.value.hasAll && self.server(of: $0.value) == server }.keys.sorted()
        for id in ended.dropLast(limits.transfers) { cancel(id, &out) }
    }

    /// Its bytes stay, and it gets its turn again.
    private mutating func breakOffStuck(
        for priority: FetchPriority, among candidates: [TransferID: Transfer], at now: HostTime, _ out: inout [Command]
    ) -> Bool {
        // A video that plays over a slow line is not broken off for one that comes later.
        let stuck = candidates.filter {
            isStuck($0.value, at: now) && !beginsAnew($0.value) && self.priority(of: $0.value) ?? .later <= priority
        }
        guard let id = stuck.min(by: { ($0.value.markedAt, $0.key) < ($1.value.markedAt, $1.key) })?.key else {
            return false
        }
        out.append(.cancel(id))
        ended(id, .dropped(.silent), at: now, &out)
        return true
    }

    /// Takes the newest from the server with the most, where that leaves it no fewer than the other.
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
    /// A server that wants to be left alone for longer is, to someone who watches, not there.
    static let patience = Duration.seconds(30)

    mutating func progressed() { failures = 0 }

    /// - Parameter asked: what the server said, if it did.
    /// - Returns: how long to wait; `nil`: give up.
    mutating func failed(asked: Duration? = nil) -> Duration? {
        failures += 1
        guard failures < Self.tries else { return nil }
        let own = Self.first * (1 << (failures - 1))
        guard let asked else { return own }
        return asked > Self.patience ? nil : max(asked, own)
    }
}
