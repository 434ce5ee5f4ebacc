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

    /// Lowers what units may be raised to, so that none passes one of higher rank which has to wait.
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

    /// The lowest of a higher rank and the highest of a lower one, if they stand the wrong way round.
    private static func inversion(_ units: [PlanUnit], _ levels: [Int], in group: [Int]) -> (Int, Int)? {
        // From the top: the lowest level so far of ranks above the present one.
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
