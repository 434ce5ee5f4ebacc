import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache

/// A plan whose clock and whose servers' responses are under the test's control.
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
    @Test func `overlapping wants share a request, and others wait until the server is known to serve ranges`() {
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

    @Test func `a kept want whose bytes are displaced fails and does not fetch them again`() {
        var bench = PlanBench()
        bench.open(1, length: 100, known: true)
        bench.send(.want(1, FetchPlan.Want(resource: 1, range: 0..<60, priority: .later, isKept: true)))
        bench.send(.want(2, FetchPlan.Want(resource: 1, range: 60..<100, priority: .later, isKept: true)))
        bench.send(.received(1, of: 1, 0..<50))
        // The second want's bytes displaced some of the first's.
        #expect(bench.send(.crowdedOut(1, 0..<10)).contains(.fail(1, .noRoom)))
        #expect(bench.plan.wants.keys.sorted() == [2])
        // A reader fetches displaced bytes again.
        #expect(bench.want(3, 0..<10) == [.start(3, 1, range: 0..<10)])
    }

    @Test func `nothing is requested past the end of the resource`() {
        var bench = PlanBench()
        bench.open(1, length: 1_000, known: true)
        #expect(bench.want(1, 500..<Int64.max) == [.start(1, 1, range: 500..<1_000)])
        #expect(bench.want(2, 1_000..<2_000).isEmpty)
    }

    @Test func `bytes that are present are not requested, and lost ones are requested again`() {
        var bench = PlanBench()
        bench.open(1, present: ByteRangeSet(100..<200), length: 1_000, known: true)
        #expect(bench.want(1, 100..<200).isEmpty)
        #expect(bench.want(2, 0..<300) == [.start(1, 1, range: 0..<100), .start(2, 1, range: 200..<300)])
        bench.send(.unwant(2))
        #expect(bench.send(.lost(1, 150..<160)) == [.start(3, 1, range: 150..<160)])
    }

    @Test func `a playing video comes first and takes the slot of a less urgent request`() {
        var bench = PlanBench()
        for id in 1...8 { bench.open(id, length: 10_000_000, known: true) }
        for id in 1...4 { #expect(bench.want(id, of: id, 0..<1_000_000, .later).count == 1) }
        #expect(bench.want(5, of: 5, 0..<1_000_000, .later).isEmpty)
        #expect(bench.want(6, of: 6, 0..<1_000_000, .next) == [.cancel(4), .start(5, 6, range: 0..<1_000_000)])
        #expect(bench.want(7, of: 7, 0..<1_000_000) == [.cancel(3), .start(6, 7, range: 0..<1_000_000)])
        // While a video plays, no request for later starts.
        bench.send(.answered(1, start: 0, end: 1_000_000, length: nil, manner: .ranged))
        bench.send(.received(1, of: 1, 0..<1_000_000))
        #expect(bench.send(.ended(1, .complete)).isEmpty)
        bench.send(.answered(6, start: 0, end: 1_000_000, length: nil, manner: .ranged))
        // A request that has all its bytes and only has to end holds up no other.
        #expect(bench.send(.received(6, of: 7, 0..<1_000_000)).count == 2)
        #expect(bench.send(.ended(6, .complete)).isEmpty)
        #expect(bench.plan.transfers.count == 4)
    }

    @Test func `read-ahead gives way to the bytes that its own reader waits for elsewhere`() {
        var bench = PlanBench()
        for id in 1...6 { bench.open(id, length: 10_000_000, known: true) }
        for id in 1...4 {
            _ = bench.want(id, of: id, 0..<262_144, isWaiting: true)
            bench.send(.answered(id, start: 0, end: 262_144, length: nil, manner: .ranged))
        }
        // The byte that the reader waits for is on its way, so its request goes on.
        #expect(bench.want(11, of: 1, 0..<300_000, isWaiting: true).isEmpty)
        #expect(bench.send(.unwant(11)).isEmpty)
        // The first bytes of the file have told the reader that the index is at the end.
        bench.send(.received(1, of: 1, 0..<4_096))
        _ = bench.want(1, of: 1, 0..<262_144)
        let index: Range<Int64> = 9_990_000..<10_000_000
        #expect(bench.want(5, of: 1, index, isWaiting: true) == [.cancel(1), .start(5, 1, range: index)])
        // A request that another reader waits for does not give way, nor does the only request of another file.
        #expect(bench.want(6, of: 1, 5_000_000..<5_100_000, isWaiting: true).isEmpty)
        _ = bench.want(2, of: 2, 0..<262_144)
        #expect(bench.want(7, of: 5, 0..<262_144, isWaiting: true).isEmpty)
        // The rest of the window is requested when a slot is free, without the bytes that are present.
        bench.send(.unwant(6))
        bench.send(.unwant(7))
        bench.send(.answered(5, start: 9_990_000, end: 10_000_000, length: nil, manner: .ranged))
        #expect(bench.send(.received(5, of: 1, index)) == [.start(6, 1, range: 4_096..<262_144)])
    }

    @Test func `a waiting reader without a slot takes one from a file that has several`() {
        var bench = PlanBench()
        for id in 1...2 { bench.open(id, length: 100_000_000, known: true) }
        for id in 1...4 as ClosedRange<Int64> {
            #expect(bench.want(Int(id), of: 1, id * 10_000_000..<id * 10_000_000 + 200_000).count == 1)
        }
        #expect(bench.want(5, of: 2, 0..<262_144).isEmpty)
        #expect(bench.want(6, of: 2, 0..<262_144, isWaiting: true) == [.cancel(4), .start(5, 2, range: 0..<262_144)])
    }

    @Test func `a response holds its slot only until all its bytes have come`() {
        var bench = PlanBench()
        for id in 1...5 { bench.open(id, length: 10_000_000, known: true) }
        for id in 1...4 {
            _ = bench.want(id, of: id, 0..<1_000)
            bench.send(.answered(id, start: 0, end: 1_000, length: nil, manner: .ranged))
        }
        #expect(bench.want(5, of: 5, 0..<1_000).isEmpty)
        #expect(bench.send(.received(1, of: 1, 0..<1_000)) == [.start(5, 5, range: 0..<1_000)])
        // After its last byte it has a second to end.
        #expect(bench.pass(.milliseconds(900)).isEmpty)
        #expect(bench.pass(.milliseconds(200)) == [.cancel(1)])
    }

    @Test func `a stuck request is cancelled for others of its server and gets another turn`() {
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

    @Test func `a video that plays over a slow line is not cancelled for one that comes next`() {
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
        // A fifth server takes slots from those with the most until the shares are even.
        for id in 41...44 { bench.open(id, server: "five", length: 10_000_000, known: true) }
        var started = 0
        for id in 41...44 {
            started += bench.want(id, of: id, 0..<1_000_000).count { if case .start = $0 { true } else { false } }
        }
        #expect(started == 3)
        #expect(bench.plan.transfers.count == 16)
    }

    @Test func `long wants are requested in blocks`() {
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

    @Test func `a request that nobody wants any more is cancelled unless it is nearly complete`() {
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
        #expect(bench.send(.unwant(3)).isEmpty, "cancelled although its response is on the way")
        #expect(bench.pass(.seconds(1)) == [.cancel(3)])
        #expect(bench.send(.closed(1)) == [.cancel(2)])
    }

    @Test func `a server without ranges is asked for the whole resource once`() {
        var bench = PlanBench()
        bench.open(1)
        #expect(bench.want(1, 500..<600) == [.start(1, 1, range: 500..<600)])
        #expect(bench.send(.ended(1, .askForAll)) == [.start(2, 1, range: nil)])
        bench.send(.held(1, true))
        bench.send(.answered(2, start: 0, end: 10_000_000, length: 10_000_000, manner: .sequential))
        bench.send(.received(2, of: 1, 0..<1_000))
        // The request goes on between two reads, because it could not be resumed.
        #expect(bench.send(.unwant(1)).isEmpty)
        #expect(bench.want(2, 9_000_000..<9_000_100).isEmpty)
        bench.send(.unwant(2))
        #expect(bench.send(.held(1, false)) == [.cancel(2)])
    }

    @Test func `a busy server is asked again after the delay that it names`() {
        var bench = PlanBench()
        bench.open(1)
        _ = bench.want(1, 0..<100)
        #expect(bench.send(.ended(1, .busy(after: .seconds(7)))).isEmpty)
        #expect(bench.pass(.seconds(6)).isEmpty)
        #expect(bench.pass(.seconds(1)) == [.start(2, 1, range: 0..<100)])
        #expect(bench.send(.ended(2, .busy(after: .seconds(3_600)))) == [.fail(1, .busy)])
    }

    @Test func `a want fails after five failures in a row without a byte between them`() {
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
        // The next want tries again.
        #expect(bench.want(2, 0..<1_000) == [.start(6, 1, range: 0..<1_000)])
        bench.send(.answered(6, start: 0, end: 1_000, length: nil, manner: .ranged))
        for transfer in 6...30 {
            bench.send(.answered(transfer, start: Int64(transfer - 6), end: 1_000, length: nil, manner: .ranged))
            bench.send(.received(transfer, of: 1, Int64(transfer - 6)..<Int64(transfer - 5)))
            bench.send(.ended(transfer, drop))
            #expect(bench.pass(.milliseconds(200)).count == 1)
        }
    }

    @Test func `a silent request is cancelled and tried again`() {
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

    @Test func `a refusal fails all wants of the resource that miss bytes, and no others`() {
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

    @Test func `a long fetch over a dead line is given up after five silences`() {
        var bench = PlanBench()
        bench.open(1, length: 100 << 20, known: true)
        #expect(bench.want(1, 0..<Int64.max, .later).count == 4)
        let begin = bench.now
        while bench.plan.wants[1] != nil, begin.duration(to: bench.now) < .seconds(120), bench.log.count < 500 {
            _ = bench.pass(.milliseconds(100))
        }
        #expect(bench.log.contains(.fail(1, .silent)))
        // Five silences of ten seconds, and the delays between them.
        let time = begin.duration(to: bench.now)
        #expect(time >= .seconds(50) && time < .seconds(55))
        #expect(bench.log.count { if case .start = $0 { true } else { false } } == 20)
    }

    @Test func `two long fetches from a server that does not answer take turns and end`() {
        var bench = PlanBench()
        for id in 1...2 {
            bench.open(id, length: 100 << 20, known: true)
            _ = bench.want(id, of: id, 0..<Int64.max, .later)
        }
        for _ in 0..<1_200 where bench.log.count < 2_000 { _ = bench.pass(.milliseconds(100)) }
        #expect(bench.plan.wants.isEmpty && bench.plan.transfers.isEmpty && bench.log.count < 2_000)
    }

    @Test func `requests that fail together count as one failure`() {
        var bench = PlanBench()
        let lost = FetchFailure.unreachable("the connection was lost")
        bench.open(1, length: 100 << 20, known: true)
        _ = bench.want(1, 0..<Int64.max)
        var rounds = 0
        while bench.plan.wants[1] != nil, rounds < 20 {
            rounds += 1
            for id in bench.plan.transfers.keys.sorted() { bench.send(.ended(id, .dropped(lost))) }
            if bench.plan.wants[1] != nil { #expect(bench.plan.transfers.isEmpty) }
            // Longer than the longest delay between two tries.
            _ = bench.pass(.seconds(4))
        }
        #expect(rounds == RetryDelay.tries)
        #expect(bench.log.contains(.fail(1, lost)))
    }

    @Test func `a body without a length that ends before the known end is tried again with delays, then given up`() {
        var bench = PlanBench()
        bench.open(1, length: 1_000)
        _ = bench.want(1, 0..<1_000)
        for round in 1...RetryDelay.tries {
            guard let id = bench.plan.transfers.keys.first else {
                Issue.record("no request in round \(round)")
                break
            }
            bench.send(.answered(id, start: 0, end: nil, length: nil, manner: .sequential))
            bench.send(.received(id, of: 1, 0..<500))
            let next = bench.send(.ended(id, .complete))
            #expect(next == (round == RetryDelay.tries ? [.fail(1, .short)] : []))
            _ = bench.pass(.seconds(4))
        }
        #expect(bench.plan.transfers.isEmpty && bench.plan.wants.isEmpty)
    }

    /// Whatever happens, nothing is fetched twice, the limits hold, and in the end every want is met.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `random stories fetch nothing twice, keep the limits and meet every want`(seed: UInt64) {
        var story = PlanStory(seed: seed)
        for _ in 0..<300 { story.step() }
        story.settle()
        #expect(story.broken.isEmpty, "\(story.broken.prefix(5))")
    }
}

/// Random readers, servers and faults in virtual time.
struct PlanStory {
    struct Server {
        let length: Int64
        let isRanged: Bool
    }

    var bench = PlanBench()
    var numbers: SplitMix
    var servers: [Int: Server] = [:]
    /// The bytes that the plan should take for present.
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
        let commands = bench.send(event)
        if commands.count > 100 { broken.append("\(commands.count) commands follow \(event)") }
        for command in commands {
            switch command {
            case .start(let id, let resource, let range): start(id, resource, range)
            case .cancel(let id): requests[id] = nil
            case .fail(let want, _):
                if wants.removeValue(forKey: want) == nil { broken.append("an unknown want failed") }
            case .wake: break
            }
        }
        let limits = bench.plan.limits
        // A stuck request that would start over is not cancelled, takes no slot and may go on: these do not count.
        let active = bench.plan.transfers.values.filter { transfer in
            !transfer.hasAll && bench.plan.resources[transfer.resource]?.manner != .sequential
        }
        for (server, count) in Dictionary(grouping: active, by: { $0.resource % 2 }).mapValues(\.count) {
            if count > limits.transfers { broken.append("\(count) requests to server \(server) at once") }
        }
        if active.count > limits.allTransfers { broken.append("\(active.count) requests at once") }
        if Set(requests.keys) != Set(bench.plan.transfers.keys) { broken.append("transfers and open requests differ") }
    }

    mutating func start(_ id: Int, _ resource: Int, _ range: Range<Int64>?) {
        if let range {
            if present[resource]?.overlaps(range) == true { broken.append("requested although present: \(range)") }
            for other in requests.values where other.resource == resource && other.isAnswered {
                if (other.position..<other.end).overlaps(range) { broken.append("requested twice: \(range)") }
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
            let length = Int64.random(in: 1...3_000_000, using: &numbers)
            let range = start..<(Int.random(in: 0..<8, using: &numbers) == 0 ? Int64.max : start + length)
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

    /// Serves without faults until every want is met.
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
