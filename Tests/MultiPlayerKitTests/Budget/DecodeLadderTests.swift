import Testing

@testable import MultiPlayerKit
@testable import TestTools

@Suite("Budget: ladder and limits") struct DecodeLadderTests {
    private func rungs(height: Int?, hasShownPicture: Bool = true) -> [DecodeRung] {
        DecodeLadder.rungs(
            renditions: BudgetCases.renditions, tiers: Set(DecodeTier.allCases), tileHeight: height,
            hasShownPicture: hasShownPicture)
    }

    @Test(
        "full is the smallest rendition that the tile stretches by a tenth at most",
        arguments: [
            (nil, 0), (1_080, 0), (800, 1), (801, 0), (720, 1), (400, 2), (100, 2), (4_000, 0),
        ])
    func rendition(height: Int?, expected: Int) {
        #expect(rungs(height: height)[0].grant == DecodeGrant(.full, rendition: expected))
    }

    @Test("each rung costs less and shows less than the one before")
    func falling() {
        for height in [1_080, 720] {
            let all = rungs(height: height)
            #expect(all.map(\.grant.tier) == [.full, .reducedResolution, .reducedFrameRate, .keyframes, .still])
            #expect(all[1].grant.rendition == all[0].grant.rendition + 1)
            #expect(all.last?.cost == DecodeCost.none)
            #expect(
                zip(all, all.dropFirst()).allSatisfy {
                    $0.cost.work > $1.cost.work || $1.grant.tier == .reducedFrameRate
                })
        }
        #expect(rungs(height: 360).map(\.grant.tier) == [.full, .reducedFrameRate, .keyframes, .still])
        #expect(rungs(height: 360, hasShownPicture: false).last?.grant.tier == .poster)
    }

    @Test("twice the rate takes twice the work at the same memory and quality")
    func pace() {
        for (slow, fast) in zip(BudgetCases.demand().rungs, BudgetCases.demand(pace: 2).rungs) {
            #expect(abs(fast.cost.work - 2 * slow.cost.work) < 1e-6 * (slow.cost.work + 1))
            #expect(fast.cost.memory == slow.cost.memory && fast.cost.sessions == slow.cost.sessions)
            #expect(fast.quality == slow.quality && fast.grant == slow.grant)
        }
    }

    @Test("1080 lines are 68 rows of macroblocks, and an unknown bit rate is taken for a typical one")
    func cost() {
        #expect(BudgetCases.renditions[0].cost.macroblocks == 8_160 * 30)
        let plain = DecodeLadder.StreamFacts(codedWidth: 1_280, codedHeight: 720, framesPerSecond: 30)
        #expect(abs(plain.cost.bits - 3e6) < 1e5)
        let broken = DecodeLadder.StreamFacts(
            codedWidth: 0, codedHeight: -1, framesPerSecond: .nan, bitsPerSecond: .nan)
        #expect(broken.cost.work.isFinite && broken.cost.work > 0)
    }

    @Test("a rate falls to 0.85 of what was too much, rises by 8 %, and waits ever longer")
    func rate() {
        var limit = LearnedLimit(.rate)
        limit.exceeded(using: 100, at: .at(0))
        #expect(limit.value == 85)
        let tries = [
            limit.probe(for: .init(used: 85, steps: [5]), at: .at(39)),
            limit.probe(for: .init(used: 85), at: .at(41)),
            limit.probe(for: .init(used: 40, steps: [5]), at: .at(41)),
            limit.probe(for: .init(used: 85, steps: [5]), at: .at(41)),
            limit.probe(for: .init(used: 91, steps: [5]), at: .at(50)),
        ]
        #expect(tries == [false, false, false, true, false])
        #expect(abs((limit.value ?? 0) - 85 * 1.08) < 1e-9)
        limit.exceeded(using: 91.8, at: .at(52))
        #expect(limit.nextProbe(for: .init(used: 78, steps: [5])) == .at(132))
        var ceiling = LearnedLimit(.rate, value: 100)
        let atCeiling = [
            ceiling.probe(for: .init(used: 100, steps: [4], ceiling: 104), at: .at(0)),
            ceiling.probe(for: .init(used: 104, steps: [4], ceiling: 104), at: .at(20)),
        ]
        #expect(atCeiling == [true, false] && ceiling.value == 104)
    }

    @Test("a probe reaches the smallest step that does not fit, however large, and one that failed is undone")
    func largeSteps() {
        var count = LearnedLimit(.count, value: 1)
        let counted = [
            count.probe(for: .init(used: 0, steps: [1]), at: .at(0)),
            count.probe(for: .init(used: 0, steps: [4, 2], ceiling: 1), at: .at(0)),
            count.probe(for: .init(used: 0, steps: [4, 2]), at: .at(0)),
        ]
        #expect(counted == [false, false, true] && count.value == 2)
        var rate = LearnedLimit(.rate, value: 100)
        let rated = [
            rate.probe(for: .init(used: 50, steps: [300, 60]), at: .at(0)),
            rate.probe(for: .init(used: 50, steps: [300]), at: .at(10)),
        ]
        #expect(rated == [true, true] && rate.value == 350)
        rate.exceeded(using: 350, at: .at(20))
        #expect(rate.value == 110)
        // What is short while nothing is used teaches nothing.
        rate.exceeded(using: 0, at: .at(30))
        #expect(rate.value == 110)
        #expect(LearnedLimit(.rate, value: 3e9).count == 3_000_000_000)
    }

    @Test("room is given up at once and taken slowly")
    func room() {
        var room = ProcessorRoom()
        func take(_ others: Double, at time: Double) {
            let reading = LoadReading.Processor(cores: 4, own: 1, others: others, decoding: 0.9, waiting: 0)
            room.take(
                reading, span: .milliseconds(500), granted: 0.9 / ProcessorRoom.priorSecondsPerWork, isLate: false,
                isSteady: true, at: .at(time))
        }
        take(0.1, at: 0)
        let before = room.work?.goal ?? 0
        take(2, at: 0.5)
        let during = room.work?.goal ?? 0
        #expect(during < 0.5 * before)
        take(0.1, at: 1)
        #expect(room.work?.goal ?? 0 <= during * 1.081)
        for step in 3..<30 { take(0.1, at: Double(step) / 2) }
        #expect(room.work?.goal ?? 0 > 0.97 * before)
    }
}
