import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What lowers a stream lowers it only for as long as it has to: afterwards all that fits decodes again.
@Suite struct BudgetRecoveryTests {
    /// A stream of an AVPlayer: all or nothing.
    private func video(
        _ priority: PlaybackPriority = .normal, family: Int? = nil, tiers: Set<DecodeTier> = [.full, .still]
    ) -> DecodeDemand {
        var demand = BudgetCases.demand(priority: priority, tiers: tiers)
        demand.family = family.map { DecodeDemand.Family(number: $0) }
        return demand
    }

    private func tiers(_ bench: BudgetBench, _ ids: [LeaseID]) -> [DecodeTier?] {
        ids.map { bench.players[$0]?.grant?.tier }
    }

    // MARK: Heat and low power

    @Test(
        arguments: [DeviceState(isLowPower: true), DeviceState(heat: .serious), DeviceState(heat: .critical)], [1, 3])
    func `a hot device or one in low power mode plays its only video or comparison`(state: DeviceState, count: Int) {
        let bench = BudgetBench()
        bench.device.heat = state.heat
        bench.device.isLowPower = state.isLowPower
        bench.advance(.seconds(1))
        let ids = (0..<count).map { _ in bench.join(video(family: 1)) }
        #expect(tiers(bench, ids).allSatisfy { $0 == .full })
        bench.advance(.seconds(120))
        #expect(tiers(bench, ids).allSatisfy { $0 == .full })
        #expect(bench.players.values.allSatisfy { $0.moves.isEmpty })
        #expect(bench.broken == [])
    }

    @Test func `a critically hot device plays one video of two, the focused one if there is one`() {
        let bench = BudgetBench()
        bench.device.heat = .critical
        bench.advance(.seconds(1))
        let ids = (0..<2).map { _ in bench.join(video()) }
        #expect(tiers(bench, ids) == [.full, .still])
        bench.change(ids[1]) { $0.priority = .focused }
        bench.advance(.seconds(1))
        #expect(tiers(bench, ids) == [.still, .full])
        #expect(bench.core.leases[ids[0]]?.reason == "hot device")
        #expect(bench.broken == [])
    }

    @Test func `heat and low power mode do not raise a declared limit`() {
        let bench = BudgetBench()
        bench.device.isLowPower = true
        bench.advance(.seconds(1))
        bench.send(.setLimit(BudgetLimit(macroblocksPerSecond: 0.9 * video().rungs[0].cost.work)))
        let id = bench.join(video())
        bench.advance(.seconds(120))
        #expect(tiers(bench, [id]) == [.still])
        #expect(bench.broken == [])
    }

    // MARK: What was learned

    @Test(arguments: [false, true])
    func `a comparison that was refused a decoder plays a minute after there is one`(isSilent: Bool) {
        let bench = BudgetBench()
        bench.device.decoders = 1
        bench.device.isSilent = isSilent
        let ids = (0..<2).map { _ in bench.join(video(family: 1)) }
        bench.advance(.seconds(10))
        #expect(tiers(bench, ids) == [.still, .still])
        #expect(bench.memories.last?.sessions == 1)
        // Another app has given its decoder back.
        bench.device.decoders = 2
        bench.advance(.seconds(60))
        #expect(tiers(bench, ids) == [.full, .full])
        #expect(bench.memories.last?.sessions == 2)
        #expect(bench.broken == [])
    }

    @Test func `what an earlier run learned does not keep a comparison from playing`() {
        for prior in [BudgetMemory(sessions: 1), BudgetMemory(work: 1_000)] {
            let bench = BudgetBench(prior: prior)
            let ids = (0..<2).map { _ in bench.join(video(family: 1)) }
            bench.advance(.seconds(2))
            #expect(tiers(bench, ids) == [.full, .full], "\(prior)")
            #expect(bench.broken == [])
        }
    }

    @Test(arguments: [1, 20], [[DecodeTier.full, .still], DecodeTier.allCases])
    func `a video that was lowered for want of memory plays again within a minute`(
        readings: Int, tiers: [DecodeTier]
    ) {
        let bench = BudgetBench()
        let id = bench.join(video(tiers: Set(tiers)))
        bench.advance(.seconds(1))
        bench.device.isShortOfMemory = true
        bench.advance(BudgetBench.interval * readings)
        bench.device.isShortOfMemory = false
        #expect(bench.players[id]?.grant?.tier != .full)
        bench.advance(.seconds(60))
        #expect(bench.players[id]?.grant?.tier == .full)
        #expect(bench.broken == [])
    }

    // MARK: Turns

    @Test func `a tile whose request had to be repeated still gets its turn again and again`() {
        let bench = BudgetBench()
        bench.device.decoders = 2
        bench.slotDelay = .milliseconds(200)
        bench.send(.setLimit(BudgetLimit(sessions: 2)))
        for _ in 0..<3 { bench.join(video()) }
        var longest = Duration.zero
        for _ in 0..<300 {
            bench.advance(.seconds(1))
            let idle = bench.players.values.compactMap { $0.idleSince?.duration(to: bench.now) }
            longest = max(longest, idle.max() ?? .zero)
        }
        #expect(longest < BudgetCore.patience + .seconds(10))
        let isRefused = bench.events.contains { event in
            if case .moved(let move) = event { move.reason.hasPrefix("the device refused") } else { false }
        }
        #expect(isRefused)
        #expect(bench.core.sessions.value == nil)
        #expect(bench.broken == [])
    }

    // MARK: Crossings and mistakes

    @Test func `a change that comes after its lease has left is ignored`() {
        let bench = BudgetBench()
        bench.send(.setLimit(BudgetLimit(sessions: 1)))
        let gone = bench.join(video())
        bench.advance(.seconds(1))
        bench.leave(gone)
        bench.send(.change([gone: video(.focused)]))
        #expect(bench.core.leases.isEmpty && bench.core.parties.isEmpty)
        let id = bench.join(video())
        // Of several that change together, those that are left do.
        bench.send(.change([gone: video(.focused), id: video(.ambient)]))
        #expect(bench.core.leases.count == 1 && bench.core.leases[id]?.demand.priority == .ambient)
        #expect(tiers(bench, [id]) == [.full])
        #expect(bench.broken == [])
    }

    @Test func `a change of rendition that settles at a lower tier gives the former decoder back`() {
        let bench = BudgetBench()
        bench.send(.setLimit(BudgetLimit(sessions: 2)))
        let tile = bench.join(BudgetCases.demand("tile", height: 360))
        bench.advance(.seconds(1))
        bench.delay = .seconds(60)
        bench.change(tile) { $0.rungs = BudgetCases.demand(height: 1_080).rungs }
        #expect(bench.core.leases[tile]?.heldSessions == 2)
        // What it reports of the former rendition does not end the change.
        bench.send(.settled(tile, DecodeGrant(.full, rendition: 2)))
        #expect(bench.core.leases[tile]?.heldSessions == 2)
        bench.send(.settled(tile, DecodeGrant(.keyframes, rendition: 0)))
        #expect(bench.core.leases[tile]?.heldSessions == 1)
        let other = bench.join(BudgetCases.demand("other"))
        #expect(tiers(bench, [other]) == [.full])
        #expect(bench.broken == [])
    }

    @Test func `a limit below zero is zero, and one that is not a number is no limit`() {
        let limits: [(limit: BudgetLimit, decoding: Int)] = [
            (BudgetLimit(sessions: -1), 0), (BudgetLimit(sessions: -2), 0), (BudgetLimit(sessions: .min), 0),
            (BudgetLimit(memory: -1), 0), (BudgetLimit(memory: .min), 0),
            (BudgetLimit(macroblocksPerSecond: -1), 0), (BudgetLimit(macroblocksPerSecond: -Double.infinity), 0),
            (BudgetLimit(macroblocksPerSecond: .leastNonzeroMagnitude), 0),
            (BudgetLimit(macroblocksPerSecond: .infinity), 3), (BudgetLimit(macroblocksPerSecond: .nan), 3),
            (BudgetLimit(sessions: .max, memory: .max), 3),
        ]
        for (limit, decoding) in limits {
            let bench = BudgetBench()
            bench.send(.setLimit(limit))
            for _ in 0..<3 { bench.join(BudgetCases.demand()) }
            bench.advance(.seconds(1))
            #expect(bench.players.values.count { $0.isDecoding } == decoding, "\(limit)")
            #expect(bench.broken == [], "\(limit)")
        }
    }
}
