/// Plans by steps: everyone starts at the bottom, and the step that gains most for what it takes comes first.
///
/// Along the upper hull of each ladder gains only get dearer, so steps sorted once are in order for each unit. The
/// result is at most one step short of the bound.
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
        // One scale for all that is short: its share of what there is.
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
            // The steepest way up from here is the next edge of the hull; of equal ones the longest.
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
