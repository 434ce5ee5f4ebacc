/// Chooses one option for each unit, so that as much as possible is shown within the limit.
///
/// A multiple-choice knapsack. Up to 64 units are planned by a table of partial plans (`PlanTable`), more by steps
/// along the hull of each ladder (`PlanSteps`); both are then filled up, and put in order of rank where costs are
/// equal.
struct BudgetPlan {
    let units: [PlanUnit]
    let limit: BudgetLimit
    /// Levels that each unit may have.
    let allowed: [ClosedRange<Int>]
    /// Levels that are worth a little more, because no unit moves.
    let kept: [Int]?

    /// Above this many units the steps are as good as the table (0.999 and better against the bound), and much faster.
    static let tableLimit = 64

    /// The worth of staying, as a share of a unit's weight: less than any step, more than a swap among equals gains.
    static let keeping = 0.002

    init(
        _ units: [PlanUnit], within limit: BudgetLimit, allowed: [ClosedRange<Int>]? = nil, keeping kept: [Int]? = nil
    ) {
        self.units = units
        self.limit = limit.usable
        self.allowed = allowed ?? units.map { 0...$0.best }
        self.kept = kept
    }

    enum Method { case table, steps }

    /// One level for each unit; `nil` if not even the lowest allowed levels fit.
    func levels(by method: Method? = nil) -> [Int]? {
        let bottom = allowed.map(\.lowerBound)
        guard fits(bottom) else { return nil }
        let top = allowed.map(\.upperBound)
        guard !fits(top) else { return top }
        var levels: [Int]
        switch method ?? (units.count <= Self.tableLimit ? .table : .steps) {
        case .table: levels = PlanTable(self).levels() ?? bottom
        case .steps: levels = PlanSteps(self).levels()
        }
        fillUp(&levels)
        return levels
    }

    // MARK: Sums

    func use(of levels: [Int]) -> (work: Double, sessions: Int, memory: Int) {
        var sum = (work: 0.0, sessions: 0, memory: 0)
        for (unit, level) in zip(units, levels) {
            sum.work += unit.options[level].work
            sum.sessions += unit.options[level].sessions
            sum.memory += unit.options[level].memory
        }
        return sum
    }

    func worth(of levels: [Int]) -> Double {
        zip(units, levels).reduce(0) { $0 + $1.0.options[$1.1].worth }
    }

    func fits(_ levels: [Int]) -> Bool { limit.holds(use(of: levels)) }

    func worth(of unit: Int, at level: Int) -> Double {
        let worth = units[unit].options[level].worth
        return kept?[unit] == level ? worth + Self.keeping * units[unit].weight : worth
    }

    /// Gives what is left to the units that can use it, in order of falling weight.
    private func fillUp(_ levels: inout [Int]) {
        var sum = use(of: levels)
        for unit in units.indices.sorted(by: { units[$0].weight > units[$1].weight }) {
            let options = units[unit].options
            for level in stride(from: allowed[unit].upperBound, to: levels[unit], by: -1) {
                let now = options[levels[unit]]
                let then = options[level]
                let new = (
                    work: sum.work - now.work + then.work, sessions: sum.sessions - now.sessions + then.sessions,
                    memory: sum.memory - now.memory + then.memory
                )
                guard limit.holds(new) else { continue }
                sum = new
                levels[unit] = level
                break
            }
        }
    }
}

extension BudgetLimit {
    /// Whether a sum fits. A billionth over is rounding.
    func holds(_ sum: (work: Double, sessions: Int, memory: Int)) -> Bool {
        if let sessions, sum.sessions > max(sessions, 0) { return false }
        if let memory, sum.memory > max(memory, 0) { return false }
        if let macroblocksPerSecond, sum.work > max(macroblocksPerSecond, 0) * (1 + 1e-9) { return false }
        return true
    }
}
