import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache

/// A plan with servers that answer when told to.
struct PlanBench {
    var plan = FetchPlan()
    var now = HostTime(nanoseconds: 1_000_000_000_000)
    var log: [FetchPlan.Command] = []

    @discardableResult
    mutating func send(_ event: FetchPlan.Event) -> [FetchPlan.Command] {
        let out = plan.handle(event, at: now)
        log += out
        return out.filter { if case .wake = $0 { false } else { true } }
    }

    mutating func pass(_ duration: Duration) -> [FetchPlan.Command] {
        now = now.advanced(by: duration)
        return send(.time)
    }

    mutating func open(
        _ id: Int, server: String = "one", present: ByteRangeSet = ByteRangeSet(), length: Int64? = nil,
        known: Bool = false
    ) {
        send(.opened(id, server: server, present: present, length: length, manner: known ? .ranged : nil))
    }

    mutating func want(
        _ id: Int, of resource: Int = 1, _ range: Range<Int64>, _ priority: FetchPriority = .playing,
        isWaiting: Bool = false
    ) -> [FetchPlan.Command] {
        send(
            .want(id, FetchPlan.Want(resource: resource, range: range, priority: priority, isWaiting: isWaiting)))
    }
}

struct FetchPlanTests {
    @Test func `one request for what several want, until it is known what the server can do`() {
        var bench = PlanBench()
        bench.open(1)
        #expect(bench.want(1, 0..<100) == [.start(1, 1, range: 0..<100)])
        #expect(bench.want(2, 0..<100).isEmpty)
        #expect(bench.want(3, 5_000..<6_000).isEmpty)
        let answer = FetchPlan.Event.answered(1, start: 0, end: 100, length: 10_000, manner: .ranged)
        #expect(bench.send(answer) == [.start(2, 1, range: 5_000..<6_000)])
        #expect(bench.want(4, 50..<150) == [.start(3, 1, range: 100..<150)])
        bench.send(.received(1, of: 1, 0..<100))
        #expect(bench.send(.ended(1, .complete)).isEmpty)
    }

    @Test func `what is to stay and finds no room is not asked for again`() {
        var bench = PlanBench()
        bench.open(1, length: 100, known: true)
        bench.send(.want(1, FetchPlan.Want(resource: 1, range: 0..<60, priority: .later, isKept: true)))
        bench.send(.want(2, FetchPlan.Want(resource: 1, range: 60..<100, priority: .later, isKept: true)))
        bench.send(.received(1, of: 1, 0..<50))
        // The second's bytes took the place of the first's.
        #expect(bench.send(.crowdedOut(1, 0..<10)).contains(.fail(1, .noRoom)))
        #expect(bench.plan.wants.keys.sorted() == [2])
        // A reader whose bytes have gone gets them again.
        #expect(bench.want(3, 0..<10) == [.start(3, 1, range: 0..<10)])
    }

    @Test func `nothing is asked for past the end`() {
        var bench = PlanBench()
        bench.open(1, length: 1_000, known: true)
        #expect(bench.want(1, 500..<Int64.max) == [.start(1, 1, range: 500..<1_000)])
        #expect(bench.want(2, 1_000..<2_000).isEmpty)
    }

    @Test func `what is here is not asked for`() {
        var bench = PlanBench()
        bench.open(1, present: ByteRangeSet(100..<200), length: 1_000, known: true)
        #expect(bench.want(1, 100..<200).isEmpty)
        #expect(bench.want(2, 0..<300) == [.start(1, 1, range: 0..<100), .start(2, 1, range: 200..<300)])
        bench.send(.unwant(2))
        #expect(bench.send(.lost(1, 150..<160)) == [.start(3, 1, range: 150..<160)])
    }

    @Test func `who plays comes first and takes the place of who does not`() {
        var bench = PlanBench()
        for id in 1...8 { bench.open(id, length: 10_000_000, known: true) }
        for id in 1...4 { #expect(bench.want(id, of: id, 0..<1_000_000, .later).count == 1) }
        #expect(bench.want(5, of: 5, 0..<1_000_000, .later).isEmpty)
        #expect(bench.want(6, of: 6, 0..<1_000_000, .next) == [.cancel(4), .start(5, 6, range: 0..<1_000_000)])
        #expect(bench.want(7, of: 7, 0..<1_000_000) == [.cancel(3), .start(6, 7, range: 0..<1_000_000)])
        // While somebody plays, nothing for later is begun.
        bench.send(.answered(1, start: 0, end: 1_000_000, length: nil, manner: .ranged))
        bench.send(.received(1, of: 1, 0..<1_000_000))
        #expect(bench.send(.ended(1, .complete)).isEmpty)
        bench.send(.answered(6, start: 0, end: 1_000_000, length: nil, manner: .ranged))
        // What has all its bytes holds nobody up until it ends.
        #expect(bench.send(.received(6, of: 7, 0..<1_000_000)).count == 2)
        #expect(bench.send(.ended(6, .complete)).isEmpty)
        #expect(bench.plan.transfers.count == 4)
    }

    @Test func `what is fetched ahead makes room for what its own reader waits for elsewhere`() {
        var bench = PlanBench()
        for id in 1...6 { bench.open(id, length: 10_000_000, known: true) }
        for id in 1...4 {
            _ = bench.want(id, of: id, 0..<262_144, isWaiting: true)
            bench.send(.answered(id, start: 0, end: 262_144, length: nil, manner: .ranged))
        }
        // The byte that it waits for is on its way: it goes on.
        #expect(bench.want(11, of: 1, 0..<300_000, isWaiting: true).isEmpty)
        #expect(bench.send(.unwant(11)).isEmpty)
        // The head of the file has said that its index is at the end.
        bench.send(.received(1, of: 1, 0..<4_096))
        _ = bench.want(1, of: 1, 0..<262_144)
        let index: Range<Int64> = 9_990_000..<10_000_000
        #expect(bench.want(5, of: 1, index, isWaiting: true) == [.cancel(1), .start(5, 1, range: index)])
        // What another waits for does not make room, nor does the only one of another file.
        #expect(bench.want(6, of: 1, 5_000_000..<5_100_000, isWaiting: true).isEmpty)
        _ = bench.want(2, of: 2, 0..<262_144)
        #expect(bench.want(7, of: 5, 0..<262_144, isWaiting: true).isEmpty)
        // What is left of the window comes when there is a place, without what is there.
        bench.send(.unwant(6))
        bench.send(.unwant(7))
        bench.send(.answered(5, start: 9_990_000, end: 10_000_000, length: nil, manner: .ranged))
        #expect(bench.send(.received(5, of: 1, index)) == [.start(6, 1, range: 4_096..<262_144)])
    }

    @Test func `who waits and has no place gets one of a file that has several`() {
        var bench = PlanBench()
        for id in 1...2 { bench.open(id, length: 100_000_000, known: true) }
        for id in 1...4 as ClosedRange<Int64> {
            #expect(bench.want(Int(id), of: 1, id * 10_000_000..<id * 10_000_000 + 200_000).count == 1)
        }
        #expect(bench.want(5, of: 2, 0..<262_144).isEmpty)
        #expect(bench.want(6, of: 2, 0..<262_144, isWaiting: true) == [.cancel(4), .start(5, 2, range: 0..<262_144)])
    }

    @Test func `an answer that does not end holds a place no longer than its bytes do`() {
        var bench = PlanBench()
        for id in 1...5 { bench.open(id, length: 10_000_000, known: true) }
        for id in 1...4 {
            _ = bench.want(id, of: id, 0..<1_000)
            bench.send(.answered(id, start: 0, end: 1_000, length: nil, manner: .ranged))
        }
        #expect(bench.want(5, of: 5, 0..<1_000).isEmpty)
        #expect(bench.send(.received(1, of: 1, 0..<1_000)) == [.start(5, 5, range: 0..<1_000)])
        // It has a second to end.
        #expect(bench.pass(.milliseconds(900)).isEmpty)
        #expect(bench.pass(.milliseconds(200)) == [.cancel(1)])
    }

    @Test func `who brings next to nothing is broken off for others of its server, and gets its turn again`() {
        var bench = PlanBench()
        for id in 1...5 { bench.open(id, length: 10_000_000, known: true) }
        for id in 1...4 {
            _ = bench.want(id, of: id, 0..<1_000_000)
            bench.send(.answered(id, start: 0, end: 1_000_000, length: nil, manner: .ranged))
        }
        #expect(bench.want(5, of: 5, 0..<1_000_000).isEmpty)
        #expect(bench.pass(.seconds(1)).isEmpty)
        for id in 2...4 { bench.send(.received(id, of: id, 0..<100_000)) }
        bench.send(.received(1, of: 1, 0..<10))
        #expect(bench.pass(.milliseconds(1_100)) == [.cancel(1), .start(5, 5, range: 0..<1_000_000)])
        bench.send(.answered(5, start: 0, end: 1_000_000, length: nil, manner: .ranged))
        bench.send(.received(5, of: 5, 0..<1_000_000))
        #expect(bench.pass(.milliseconds(300)) == [.start(6, 1, range: 10..<1_000_000)])
    }

    @Test func `who plays over a slow line is not broken off for what comes next`() {
        var bench = PlanBench()
        for id in 1...5 { bench.open(id, length: 10_000_000, known: true) }
        for id in 1...4 {
            _ = bench.want(id, of: id, 0..<1_000_000)
            bench.send(.answered(id, start: 0, end: 1_000_000, length: nil, manner: .ranged))
        }
        #expect(bench.want(5, of: 5, 0..<1_000_000, .next).isEmpty)
        #expect(bench.pass(.seconds(3)).isEmpty)
    }

    @Test func `no server holds up another`() {
        var bench = PlanBench()
        for id in 1...40 { bench.open(id, server: "\(id % 4)", length: 10_000_000, known: true) }
        for id in 1...40 { _ = bench.want(id, of: id, 0..<1_000_000) }
        #expect(bench.plan.transfers.count == 16)
        // A fifth gets its places from those who have most, down to an even share.
        for id in 41...44 { bench.open(id, server: "five", length: 10_000_000, known: true) }
        var started = 0
        for id in 41...44 {
            started += bench.want(id, of: id, 0..<1_000_000).count { if case .start = $0 { true } else { false } }
        }
        #expect(started == 3)
        #expect(bench.plan.transfers.count == 16)
    }

    @Test func `long wants go in blocks`() {
        var bench = PlanBench()
        bench.open(1, length: 100 << 20, known: true)
        let out = bench.want(1, 0..<Int64.max, .later)
        let blocks = (0..<4).map { (block: Int) -> FetchPlan.Command in
            let start = Int64(block) << 20
            return .start(block + 1, 1, range: start..<start + 1 << 20)
        }
        #expect(out == blocks)
    }

    @Test func `only the byte that is waited for takes the slot of another request`() {
        var bench = PlanBench()
        bench.open(1, length: 100_000_000, known: true)
        // Five gaps and four slots: the last gap waits its turn.
        let present = (1...4).reduce(into: ByteRangeSet()) { $0.insert($1 * 100_000..<$1 * 100_000 + 1_000) }
        bench.open(2, present: present, length: 500_000, known: true)
        let commands = bench.want(1, of: 2, 0..<500_000, isWaiting: true)
        #expect(commands.count == 4)
        #expect(bench.plan.transfers.values.map(\.position).min() == 0)
        // A reader's first missing byte takes the newest slot that nobody waits at, once.
        #expect(
            bench.want(2, of: 1, 0..<100_000_000, isWaiting: true) == [.cancel(4), .start(5, 1, range: 0..<4 << 20)])
    }

    @Test func `what nobody wants any more is cancelled, unless it is nearly there`() {
        var bench = PlanBench()
        bench.open(1, length: 10_000_000, known: true)
        _ = bench.want(1, 0..<1_000_000)
        _ = bench.want(2, 5_000_000..<5_100_000)
        for (id, start) in [(1, 0), (2, 5_000_000)] as [(Int, Int64)] {
            let end = start == 0 ? 1_000_000 : start + 100_000
            bench.send(.answered(id, start: start, end: end, length: nil, manner: .ranged))
        }
        #expect(bench.send(.unwant(1)) == [.cancel(1)])
        #expect(bench.send(.unwant(2)).isEmpty)
        _ = bench.want(3, 7_000_000..<7_100_000)
        #expect(bench.send(.unwant(3)).isEmpty, "its answer is on the way")
        #expect(bench.pass(.seconds(1)) == [.cancel(3)])
        #expect(bench.send(.closed(1)) == [.cancel(2)])
    }

    @Test func `a server without ranges is asked once for all`() {
        var bench = PlanBench()
        bench.open(1)
        #expect(bench.want(1, 500..<600) == [.start(1, 1, range: 500..<600)])
        #expect(bench.send(.ended(1, .askForAll)) == [.start(2, 1, range: nil)])
        bench.send(.held(1, true))
        bench.send(.answered(2, start: 0, end: 10_000_000, length: 10_000_000, manner: .sequential))
        bench.send(.received(2, of: 1, 0..<1_000))
        // Between two reads it goes on, for it could not be resumed.
        #expect(bench.send(.unwant(1)).isEmpty)
        #expect(bench.want(2, 9_000_000..<9_000_100).isEmpty)
        bench.send(.unwant(2))
        #expect(bench.send(.held(1, false)) == [.cancel(2)])
    }

    @Test func `a busy server is asked again when it said so`() {
        var bench = PlanBench()
        bench.open(1)
        _ = bench.want(1, 0..<100)
        #expect(bench.send(.ended(1, .busy(after: .seconds(7)))).isEmpty)
        #expect(bench.pass(.seconds(6)).isEmpty)
        #expect(bench.pass(.seconds(1)) == [.start(2, 1, range: 0..<100)])
        #expect(bench.send(.ended(2, .busy(after: .seconds(3_600)))) == [.fail(1, .busy)])
    }

    @Test func `after five failures without a byte between them it is given up`() {
        var bench = PlanBench()
        bench.open(1, length: 1_000, known: true)
        _ = bench.want(1, 0..<1_000)
        let drop = FetchPlan.Outcome.dropped(.unreachable("x"))
        for transfer in 1...4 {
            #expect(bench.send(.ended(transfer, drop)).isEmpty)
            #expect(bench.pass(RetryDelay.first * (1 << (transfer - 1)) - .milliseconds(2)).isEmpty)
            #expect(bench.pass(.milliseconds(2)).count == 1)
        }
        #expect(bench.send(.ended(5, drop)) == [.fail(1, .unreachable("x"))])
        // The next to come tries anew.
        #expect(bench.want(2, 0..<1_000) == [.start(6, 1, range: 0..<1_000)])
        bench.send(.answered(6, start: 0, end: 1_000, length: nil, manner: .ranged))
        for transfer in 6...30 {
            bench.send(.answered(transfer, start: Int64(transfer - 6), end: 1_000, length: nil, manner: .ranged))
            bench.send(.received(transfer, of: 1, Int64(transfer - 6)..<Int64(transfer - 5)))
            bench.send(.ended(transfer, drop))
            #expect(bench.pass(.milliseconds(200)).count == 1)
        }
    }

    @Test func `silence is broken off and tried again`() {
        var bench = PlanBench()
        bench.open(1, length: 1_000, known: true)
        _ = bench.want(1, 0..<1_000)
        #expect(bench.pass(.seconds(9)).isEmpty)
        #expect(bench.pass(.seconds(1)) == [.cancel(1)])
        #expect(bench.pass(.milliseconds(200)) == [.start(2, 1, range: 0..<1_000)])
        bench.send(.answered(2, start: 0, end: 1_000, length: nil, manner: .ranged))
        bench.now = bench.now.advanced(by: .seconds(9))
        bench.send(.received(2, of: 1, 0..<10))
        #expect(bench.pass(.seconds(9)).isEmpty)
        #expect(bench.pass(.seconds(2)) == [.cancel(2)])
        #expect(bench.pass(.seconds(1)) == [.start(3, 1, range: 10..<1_000)])
    }

    @Test func `a refusal is told to all who wait, and to nobody else`() {
        var bench = PlanBench()
        bench.open(1, present: ByteRangeSet(0..<10), length: 1_000, known: true)
        bench.open(2)
        _ = bench.want(1, 0..<1_000)
        _ = bench.want(2, 500..<600, .later)
        _ = bench.want(3, 0..<10)
        _ = bench.want(4, of: 2, 0..<10)
        let refusal = FetchFailure.refused(.status(404))
        #expect(bench.send(.ended(1, .refused(refusal))) == [.fail(1, refusal), .fail(2, refusal)])
        #expect(Set(bench.plan.wants.keys) == [3, 4])
    }

    /// Whatever happens, nothing is fetched twice, the limit holds, who matters most comes first, and in the end all
    /// have what they want.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `stories of readers and servers keep the promises`(seed: UInt64) {
        var story = PlanStory(seed: seed)
        for _ in 0..<300 { story.step() }
        story.settle()
        #expect(story.broken.isEmpty, "\(story.broken.prefix(5))")
    }
}

/// Readers, servers and faults in virtual time.
struct PlanStory {
    struct Server {
        let length: Int64
        let isRanged: Bool
    }

    var bench = PlanBench()
    var numbers: SplitMix
    var servers: [Int: Server] = [:]
    /// As the plan should know it.
    var present: [Int: ByteRangeSet] = [:]
    var requests: [Int: (resource: Int, range: Range<Int64>?, position: Int64, end: Int64, isAnswered: Bool)] = [:]
    var wants: [Int: FetchPlan.Want] = [:]
    var failed: Set<Int> = []
    var nextWant = 1
    var broken: [String] = []

    init(seed: UInt64) {
        numbers = SplitMix(seed: seed)
        for id in 1...4 {
            let length = Int64.random(in: 1...6_000_000, using: &numbers)
            servers[id] = Server(length: length, isRanged: Int.random(in: 0..<4, using: &numbers) > 0)
            present[id] = ByteRangeSet()
            send(.opened(id, server: "\(id % 2)", present: ByteRangeSet(), length: nil, manner: nil))
            send(.held(id, true))
        }
    }

    mutating func send(_ event: FetchPlan.Event) {
        for command in bench.send(event) {
            switch command {
            case .start(let id, let resource, let range): start(id, resource, range)
            case .cancel(let id): requests[id] = nil
            case .fail(let want, _):
                if wants.removeValue(forKey: want) == nil { broken.append("an unknown want failed") }
            case .wake: break
            }
        }
        let limits = bench.plan.limits
        // What would begin anew is not broken off, and may go on again.
        let active = bench.plan.transfers.values.filter { transfer in
            !transfer.hasAll && bench.plan.resources[transfer.resource]?.manner != .sequential
        }
        for (server, count) in Dictionary(grouping: active, by: { $0.resource % 2 }).mapValues(\.count) {
            if count > limits.transfers { broken.append("\(count) requests to server \(server) at once") }
        }
        if active.count > limits.allTransfers { broken.append("\(active.count) requests at once") }
        if Set(requests.keys) != Set(bench.plan.transfers.keys) { broken.append("the books differ") }
    }

    mutating func start(_ id: Int, _ resource: Int, _ range: Range<Int64>?) {
        if let range {
            if present[resource]?.overlaps(range) == true { broken.append("asked for what is here: \(range)") }
            for other in requests.values where other.resource == resource && other.isAnswered {
                if (other.position..<other.end).overlaps(range) { broken.append("asked twice for \(range)") }
            }
            let mine = wants.values.filter { $0.resource == resource && $0.range.overlaps(range) }.map(\.priority).max()
            if mine == nil { broken.append("nobody wants \(range)") }
        }
        requests[id] = (resource, range, range?.lowerBound ?? 0, 0, false)
    }

    mutating func step() {
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0, 1:
            let resource = Int.random(in: 1...4, using: &numbers)
            let start = Int64.random(in: 0..<6_500_000, using: &numbers)
            let range = start..<start + Int64.random(in: 1...3_000_000, using: &numbers)
            let priority = FetchPriority.allCases.randomElement(using: &numbers) ?? .next
            wants[nextWant] = FetchPlan.Want(
                resource: resource, range: range, priority: priority, isWaiting: Bool.random(using: &numbers))
            nextWant += 1
            send(.want(nextWant - 1, wants[nextWant - 1]!))
        case 2:
            guard let want = wants.keys.sorted().randomElement(using: &numbers) else { return }
            wants[want] = nil
            send(.unwant(want))
        case 3: pass(.milliseconds(Int.random(in: 1...3_000, using: &numbers)))
        case 4: fault()
        default: serve()
        }
    }

    mutating func pass(_ duration: Duration) {
        bench.now = bench.now.advanced(by: duration)
        send(.time)
    }

    mutating func fault() {
        guard let id = requests.keys.sorted().randomElement(using: &numbers) else { return }
        requests[id] = nil
        let outcomes: [FetchPlan.Outcome] = [
            .dropped(.unreachable("x")), .busy(after: nil), .busy(after: .seconds(2)), .dropped(.short),
        ]
        send(.ended(id, outcomes.randomElement(using: &numbers) ?? .complete))
    }

    mutating func serve() {
        guard let id = requests.keys.sorted().randomElement(using: &numbers), var request = requests[id],
            let server = servers[request.resource]
        else { return }
        guard request.isAnswered else {
            if let range = request.range, range.lowerBound >= server.length || !server.isRanged,
                Bool.random(using: &numbers)
            {
                requests[id] = nil
                return send(.ended(id, .askForAll))
            }
            let isPart = server.isRanged && request.range.map { $0.lowerBound < server.length } ?? false
            request.isAnswered = true
            request.position = isPart ? request.range?.lowerBound ?? 0 : 0
            request.end = isPart ? min(request.range?.upperBound ?? .max, server.length) : server.length
            requests[id] = request
            return send(
                .answered(
                    id, start: request.position, end: request.end, length: server.length,
                    manner: isPart ? .ranged : .sequential))
        }
        let end = min(request.position + Int64.random(in: 1...400_000, using: &numbers), request.end)
        let range = request.position..<end
        requests[id]?.position = end
        present[request.resource]?.insert(range)
        if !range.isEmpty { send(.received(id, of: request.resource, range)) }
        if end == request.end {
            requests[id] = nil
            send(.ended(id, .complete))
        }
    }

    /// With servers that do their work, everybody gets what they want.
    mutating func settle() {
        for _ in 0..<20_000 where !(requests.isEmpty && unmet.isEmpty) {
            if requests.isEmpty { pass(.seconds(1)) } else { serve() }
        }
        if !unmet.isEmpty { broken.append("never met: \(unmet)") }
    }

    var unmet: [FetchPlan.Want] {
        wants.values.filter { want in
            let range = want.range.clamped(to: 0..<(servers[want.resource]?.length ?? 0))
            return present[want.resource]?.contains(range) == false
        }
    }
}
