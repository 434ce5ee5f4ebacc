/// Plans by steps: all units start at the bottom, and the step that gains most for its cost comes first.
///
/// Along the upper hull of each ladder each gain costs more than the one before, so steps sorted once are in order for
/// each unit. The result is at most one step short of the bound.
struct PlanSteps {
    private struct Step {
        var gain: Double
        var unit: Int
        var from: Int
        var to: Int
    }

    private let plan: BudgetPlan
    private let perWork: Double
    private let perSession: Double
    private let perByte: Double

    init(_ plan: BudgetPlan) {
        self.plan = plan
        // One scale for all that is limited: its share of the limit.
        perWork = plan.limit.macroblocksPerSecond.map { $0 > 0 ? 1 / $0 : 1e9 } ?? 0
        perSession = plan.limit.sessions.map { $0 > 0 ? 1 / Double($0) : 1e9 } ?? 0
        perByte = plan.limit.memory.map { $0 > 0 ? 1 / Double($0) : 1e9 } ?? 0
    }

    func levels() -> [Int] {
        var levels = plan.allowed.map(\.lowerBound)
        var steps: [Step] = []
        steps.reserveCapacity(plan.units.count * 4)
        for unit in plan.units.indices { addSteps(of: unit, to: &steps) }
        steps.sort { ($0.gain, $1.unit, $1.from) > ($1.gain, $0.unit, $0.from) }
        var sum = plan.use(of: levels)
        for step in steps where levels[step.unit] == step.from {
            let now = plan.units[step.unit].options[step.from]
            let then = plan.units[step.unit].options[step.to]
            let new = (
                work: sum.work - now.work + then.work, sessions: sum.sessions - now.sessions + then.sessions,
                memory: sum.memory - now.memory + then.memory
            )
            guard plan.limit.holds(new) else { continue }
            sum = new
            levels[step.unit] = step.to
        }
        return levels
    }

    private func addSteps(of unit: Int, to steps: inout [Step]) {
        var from = plan.allowed[unit].lowerBound
        let top = plan.allowed[unit].upperBound
        while from < top {
            // The steepest way up from here is the next edge of the hull; of equally steep ones the longest.
            var edge = Step(gain: -.infinity, unit: unit, from: from, to: from)
            for to in from + 1...top {
                let gain = self.gain(unit, from: from, to: to)
                if gain >= edge.gain { edge = Step(gain: gain, unit: unit, from: from, to: to) }
            }
            guard edge.to > from, edge.gain > 0 else { return }
            steps.append(edge)
            from = edge.to
        }
    }

    private func gain(_ unit: Int, from: Int, to: Int) -> Double {
        let low = plan.units[unit].options[from]
        let high = plan.units[unit].options[to]
        let cost =
            perWork * (high.work - low.work) + perSession * Double(high.sessions - low.sessions)
            + perByte * Double(high.memory - low.memory)
        let worth = plan.worth(of: unit, at: to) - plan.worth(of: unit, at: from)
        return cost > 0 ? worth / cost : worth > 0 ? .infinity : 0
    }
}

/// Keeps the order of rank among units whose ladders cost the same.
enum PlanOrder {
    /// Swaps levels until no unit is below another of lower rank. Costs stay what they are.
    static func restore(_ units: [PlanUnit], _ levels: inout [Int]) {
        for group in groups(of: units) where group.count > 1 {
            while let (high, low) = inversion(units, levels, in: group) { levels.swapAt(high, low) }
        }
    }

    static func isBroken(_ units: [PlanUnit], _ levels: [Int]) -> Bool {
        groups(of: units).contains { inversion(units, levels, in: $0) != nil }
    }

    /// Lowers the levels that units may rise to, so that none passes one of higher rank that has to wait.
    static func cap(_ units: [PlanUnit], current: [Int], _ allowed: inout [ClosedRange<Int>]) {
        for group in groups(of: units) where group.count > 1 {
            var ceiling = Int.max
            var next = Int.max
            var rank = Int.max
            for index in group {
                if units[index].rank < rank { (rank, ceiling) = (units[index].rank, next) }
                let range = allowed[index]
                let top = max(min(range.upperBound, ceiling), range.lowerBound, min(current[index], range.upperBound))
                allowed[index] = range.lowerBound...top
                if top < units[index].best { next = min(next, top) }
            }
        }
    }

    /// Indices of units with equal ladders, the highest rank first.
    private static func groups(of units: [PlanUnit]) -> [[Int]] {
        guard let first = units.first, units.contains(where: { $0.rank != first.rank }) else { return [] }
        return Dictionary(grouping: units.indices) { units[$0].ladder }.values
            .map { group in group.sorted { (-units[$0].rank, $0) < (-units[$1].rank, $1) } }
            .sorted { $0[0] < $1[0] }
    }

    /// The lowest unit of the higher ranks and one of a lower rank that is above it; `nil`: the order is right.
    private static func inversion(_ units: [PlanUnit], _ levels: [Int], in group: [Int]) -> (Int, Int)? {
        // From the top: the unit with the lowest level so far of the ranks above the present one.
        var lowest: Int?
        var lowestHere: Int?
        var rank = Int.max
        for index in group {
            if units[index].rank < rank {
                if let here = lowestHere, lowest.map({ levels[here] < levels[$0] }) ?? true { lowest = here }
                lowestHere = nil
                rank = units[index].rank
            }
            if let lowest, levels[lowest] < levels[index] { return (lowest, index) }
            if lowestHere.map({ levels[index] < levels[$0] }) ?? true { lowestHere = index }
        }
        return nil
    }
}
