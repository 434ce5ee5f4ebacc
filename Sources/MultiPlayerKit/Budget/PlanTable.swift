/// Plans by a table of partial plans: it holds the best plan of the units so far for each bucket of work (and number of
/// sessions, where those are short).
///
/// A plan keeps its true cost, only its position in the table is rounded: so no plan is infeasible, and nothing is lost
/// by rounding costs up again and again. The table is held as a list of the plans that exist, because few do at first.
struct PlanTable {
    /// The resource along which the buckets are laid out.
    private enum Axis { case work, memory, both }

    private struct Partial {
        var worth: Double
        var work: Double
        var memory: Int
        var sessions: Int
        /// The position in `choices` of the choice that led here.
        var choice: Int32
        var level: Int32
    }

    private let plan: BudgetPlan

    init(_ plan: BudgetPlan) { self.plan = plan }

    func levels() -> [Int]? {
        let free = best(countsSessions: false)
        guard let limit = plan.limit.sessions, free.map({ plan.use(of: $0).sessions > limit }) ?? true else {
            return free
        }
        return best(countsSessions: true)
    }

    /// Where memory is short too, one line of buckets cannot tell which of the two to save: three are tried.
    private func best(countsSessions: Bool) -> [Int]? {
        let isMemoryOnly = plan.limit.macroblocksPerSecond == nil && plan.limit.memory != nil
        if !isMemoryOnly, let levels = run(.work, countsSessions, ignoresMemory: true), fitsMemory(levels) {
            return levels
        }
        let tries: [Axis] = isMemoryOnly ? [.memory] : [.work, .memory, .both]
        return tries.compactMap { run($0, countsSessions, ignoresMemory: false) }
            .max { value($0) < value($1) }
    }

    private func fitsMemory(_ levels: [Int]) -> Bool {
        plan.limit.memory.map { plan.use(of: levels).memory <= $0 } ?? true
    }

    private func value(_ levels: [Int]) -> Double {
        levels.indices.reduce(0) { $0 + plan.worth(of: $1, at: levels[$1]) }
    }

    private func run(_ axis: Axis, _ countsSessions: Bool, ignoresMemory: Bool) -> [Int]? {
        let workLimit = plan.limit.macroblocksPerSecond.map { max($0, 0) * (1 + 1e-9) } ?? .infinity
        let memoryLimit = ignoresMemory ? Int.max : plan.limit.memory ?? .max
        let sessionLimit = countsSessions ? plan.limit.sessions ?? .max : .max
        let rows = countsSessions ? sessionLimit + 1 : 1
        // 1,000 buckets lose less than a thousandth, and so do fewer with many units, whose rounding errors even out.
        // With sessions as a second dimension, as many cells as keep a plan of 48 tiles at about a millisecond.
        let buckets = countsSessions ? max(3_000 / rows, 64) : max(min(1_000, 24_000 / plan.units.count), 256)
        // Almost nothing fits below one macroblock a second, and the scale of a tiny limit would be infinite.
        let workScale = axis == .memory || !workLimit.isFinite || workLimit < 1 ? 0 : Double(buckets) / workLimit
        let memoryScale =
            axis == .work || memoryLimit <= 0 || memoryLimit == .max ? 0 : Double(buckets) / Double(memoryLimit)
        let share = axis == .both ? 0.5 : 1

        // With one cost besides sessions, a plan that costs more than another and shows less leads nowhere.
        let isOneCost = memoryLimit == .max || (axis == .memory && !workLimit.isFinite)
        var choices: [(previous: Int32, level: Int32)] = []
        var partials = [Partial(worth: 0, work: 0, memory: 0, sessions: 0, choice: -1, level: 0)]
        var next: [Partial] = []
        var cells = [Int32](repeating: -1, count: (buckets + 1) * rows)
        var used: [Int] = []
        for (index, unit) in plan.units.enumerated() {
            let range = plan.allowed[index]
            let options = range.map { level in
                let option = unit.options[level]
                return Partial(
                    worth: plan.worth(of: index, at: level), work: option.work, memory: option.memory,
                    sessions: option.sessions, choice: -1, level: Int32(level))
            }
            next.removeAll(keepingCapacity: true)
            used.removeAll(keepingCapacity: true)
            for partial in partials {
                for option in options {
                    let work = partial.work + option.work
                    let memory = partial.memory + option.memory
                    let sessions = partial.sessions + option.sessions
                    guard work <= workLimit, memory <= memoryLimit, sessions <= sessionLimit else { continue }
                    let place = min(Int(share * (work * workScale + Double(memory) * memoryScale)), buckets)
                    let cell = countsSessions ? sessions * (buckets + 1) + place : place
                    let total = partial.worth + option.worth
                    let new = Partial(
                        worth: total, work: work, memory: memory, sessions: sessions, choice: partial.choice,
                        level: option.level)
                    let old = Int(cells[cell])
                    if old < 0 {
                        cells[cell] = Int32(next.count)
                        used.append(cell)
                        next.append(new)
                    } else if total > next[old].worth || (total == next[old].worth && work < next[old].work) {
                        next[old] = new
                    }
                }
            }
            partials.removeAll(keepingCapacity: true)
            if isOneCost {
                keepUndominated(next, &cells, rows: rows, into: &partials)
            } else {
                swap(&partials, &next)
                for cell in used { cells[cell] = -1 }
            }
            for position in partials.indices {
                choices.append((partials[position].choice, partials[position].level))
                partials[position].choice = Int32(choices.count - 1)
            }
        }
        guard let winner = partials.max(by: { ($0.worth, -$0.work) < ($1.worth, -$1.work) }) else { return nil }
        var levels = [Int](repeating: 0, count: plan.units.count)
        var choice = winner.choice
        for index in levels.indices.reversed() {
            levels[index] = Int(choices[Int(choice)].level)
            choice = choices[Int(choice)].previous
        }
        return levels
    }

    /// Empties the cells, and keeps the plans that show more than every cheaper one with no more sessions.
    private func keepUndominated(
        _ all: [Partial], _ cells: inout [Int32], rows: Int, into kept: inout [Partial]
    ) {
        let width = cells.count / rows
        var best = [Double](repeating: -.infinity, count: width)
        for row in 0..<rows {
            // The best worth at lower positions in all rows so far: at the same position plans may cost a little more.
            var cheaper = -Double.infinity
            for place in 0..<width {
                let index = Int(cells[row * width + place])
                let before = best[place]
                if index >= 0 {
                    cells[row * width + place] = -1
                    let worth = all[index].worth
                    if worth > cheaper {
                        kept.append(all[index])
                        cheaper = worth
                    }
                }
                cheaper = max(cheaper, before)
                best[place] = cheaper
            }
        }
    }
}
