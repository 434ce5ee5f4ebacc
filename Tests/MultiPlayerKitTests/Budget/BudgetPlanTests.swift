import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

@Suite("Budget: plan") struct BudgetPlanTests {
    /// A few units under limits that bind, and the best worth within them.
    private struct Case {
        var units: [PlanUnit]
        var limit: BudgetLimit

        init(seed: UInt64, isMixed: Bool) {
            var numbers = SplitMix(seed: seed)
            let shared = BudgetCases.anyRungs(&numbers, count: 5)
            let count = Int.random(in: 1...5, using: &numbers)
            units = (0..<count).map { _ in
                let rungs =
                    numbers.oneIn(3)
                    ? shared : BudgetCases.anyRungs(&numbers, count: Int.random(in: 2...6, using: &numbers))
                var demand = BudgetCases.anyDemand(&numbers, rungs: rungs)
                if isMixed {
                    demand.priority = PlaybackPriority.allCases.randomElement(using: &numbers) ?? .normal
                    demand.isBackground = numbers.oneIn(4)
                }
                return PlanUnit([demand])
            }
            let all = BudgetPlan(units, within: .none).use(of: units.map(\.best))
            limit = BudgetLimit()
            if !numbers.oneIn(6) { limit.macroblocksPerSecond = all.work * Double.random(in: 0...1.1, using: &numbers) }
            if numbers.oneIn(2) { limit.sessions = Int.random(in: 0...count, using: &numbers) }
            if numbers.oneIn(4) { limit.memory = Int(Double(all.memory) * Double.random(in: 0...1.1, using: &numbers)) }
            // What an app may declare by mistake.
            let rates: [Double] = [-1e6, -.infinity, .infinity, .nan, .leastNonzeroMagnitude]
            switch seed % 50 {
            case 7: limit.sessions = -1
            case 17: limit.sessions = -2
            case 27: limit.memory = -1
            case 37: limit.macroblocksPerSecond = rates[Int(seed / 50) % rates.count]
            default: break
            }
        }

        /// The best worth, found by trying every combination.
        var best: Double {
            let plan = BudgetPlan(units, within: limit)
            var levels = units.map { _ in 0 }
            var best = plan.worth(of: levels)
            while true {
                guard let index = levels.indices.first(where: { levels[$0] < units[$0].best }) else { return best }
                for lower in 0..<index { levels[lower] = 0 }
                levels[index] += 1
                if plan.fits(levels) { best = max(best, plan.worth(of: levels)) }
            }
        }
    }

    /// Mean and least share of the best that a method reaches.
    private func shares(_ method: BudgetPlan.Method, isMixed: Bool, seeds: Range<UInt64>) -> (mean: Double, min: Double)
    {
        var sum = 0.0
        var least = 1.0
        for seed in seeds {
            let one = Case(seed: seed, isMixed: isMixed)
            let plan = BudgetPlan(one.units, within: one.limit)
            guard let levels = plan.levels(by: method) else {
                Issue.record("seed \(seed): no plan")
                continue
            }
            #expect(plan.fits(levels), "seed \(seed): infeasible")
            var ordered = levels
            PlanOrder.restore(one.units, &ordered)
            #expect(plan.fits(ordered) && !PlanOrder.isBroken(one.units, ordered), "seed \(seed): out of order")
            let best = one.best
            let share = best > 0 ? plan.worth(of: levels) / best : 1
            if method == .table, share < 0.99 { Issue.record("seed \(seed): \(share) of the best") }
            sum += share
            least = min(least, share)
        }
        return (sum / Double(seeds.count), least)
    }

    @Test("the table is as good as trying everything", arguments: [false, true])
    func table(isMixed: Bool) {
        let (mean, least) = shares(.table, isMixed: isMixed, seeds: 0..<5_000)
        print("plan by table, mixed \(isMixed): mean \(mean), min \(least)")
        #expect(mean >= 0.999_9 && least >= 0.99)
    }

    @Test("steps come near the best even for a few streams", arguments: [false, true])
    func steps(isMixed: Bool) {
        let (mean, least) = shares(.steps, isMixed: isMixed, seeds: 0..<5_000)
        print("plan by steps, mixed \(isMixed): mean \(mean), min \(least)")
        #expect(mean >= 0.97)
    }

    @Test("for many streams steps are as good as the table")
    func manySteps() {
        var numbers = SplitMix(seed: 7)
        for _ in 0..<20 {
            let units = (0..<64).map { _ in
                PlanUnit([BudgetCases.anyDemand(&numbers, rungs: BudgetCases.anyRungs(&numbers, count: 5))])
            }
            let all = BudgetPlan(units, within: .none).use(of: units.map(\.best)).work
            let limit = BudgetLimit(macroblocksPerSecond: all * Double.random(in: 0.05...0.9, using: &numbers))
            let plan = BudgetPlan(units, within: limit)
            let (steps, table) = (plan.levels(by: .steps) ?? [], plan.levels(by: .table) ?? [])
            #expect(plan.worth(of: steps) >= 0.995 * plan.worth(of: table))
        }
    }

    @Test("a focused stream reaches its best before others get anything")
    func focusFirst() {
        var demands = (0..<9).map { BudgetCases.demand("\($0)") }
        demands[4].priority = .focused
        let units = demands.map { PlanUnit([$0]) }
        for share in [1.0, 1.05, 1.5] {
            let limit = BudgetLimit(macroblocksPerSecond: demands[4].rungs[0].cost.work * share)
            let levels = BudgetPlan(units, within: limit).levels() ?? []
            #expect(levels[4] == units[4].best)
            #expect(BudgetPlan(units, within: limit).fits(levels))
        }
    }

    @Test("a family takes one tier, out of those that all its members have")
    func family() {
        let whole = BudgetCases.demand("a")
        let part = BudgetCases.demand("b", height: 360, tiers: [.full, .keyframes, .still])
        let unit = PlanUnit([whole, part])
        let tiers = unit.options.indices.map { level in
            zip([whole, part], unit.rungs(at: level)).map { $0.rungs[$1].grant.tier }
        }
        #expect(tiers == [[.still, .still], [.keyframes, .keyframes], [.full, .full]])
        #expect(unit.options[2].work == whole.rungs[0].cost.work + part.rungs[0].cost.work)
    }

    @Test("a stream that cannot be seen is worth nothing, a tiny one a little")
    func invisible() {
        #expect(PlanUnit([BudgetCases.demand(area: 0)]).best == 0)
        #expect(PlanUnit([BudgetCases.demand(area: 1e-9)]).best > 0)
    }

    @Test("1,000 streams are planned in 2 ms, 48 in about one")
    func time() {
        var numbers = SplitMix(seed: 1)
        let units = (0..<1_000).map { _ in
            PlanUnit([BudgetCases.anyDemand(&numbers, rungs: BudgetCases.anyRungs(&numbers, count: 5))])
        }
        func best(_ units: [PlanUnit], sessions: Int?) -> Duration {
            let all = BudgetPlan(units, within: .none).use(of: units.map(\.best)).work
            let limit = BudgetLimit(sessions: sessions, macroblocksPerSecond: all * 0.4)
            return (0..<20).map { _ in
                ContinuousClock().measure { _ = BudgetPlan(units, within: limit).levels() }
            }.min() ?? .zero
        }
        let (many, few, short) = (
            best(units, sessions: nil), best(Array(units.prefix(48)), sessions: nil),
            best(Array(units.prefix(48)), sessions: 16)
        )
        print("plan of 1,000: \(many), of 48: \(few), of 48 with 16 decoders: \(short)")
        #if DEBUG || THREAD_SANITIZER
            let soon = Duration.milliseconds(60)
        #else
            let soon = Duration.milliseconds(2)
        #endif
        #expect(many < soon)
        #expect(few < .milliseconds(100) && short < .milliseconds(400))
    }
}
