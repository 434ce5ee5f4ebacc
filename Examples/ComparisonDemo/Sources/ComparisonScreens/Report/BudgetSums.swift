import Foundation
import MultiPlayerKit

/// What a budget comes to at one moment: who has what, and how much of what there is.
struct BudgetSums {
    /// The best tier first.
    var tiers: [(tier: DecodeTier, count: Int)]
    /// Its tier; `nil` without a background.
    var background: DecodeTier?
    var isEnabled: Bool
    var capacity: BudgetLimit
    var used: DecodeCost
    /// Processor time in cores, and how many there are; `nil` where it is not measured.
    var processorUse: Double?
    var cores: Double?

    /// Share of the capacity that is in use, of decoders or of work, whichever is scarcer; `nil` without a limit.
    var use: Double? {
        guard isEnabled else { return nil }
        let decoders = capacity.sessions.map { Double(used.sessions) / Double(max($0, 1)) }
        let work = capacity.macroblocksPerSecond.map { used.work / max($0, 1) }
        return [decoders, work].compactMap { $0 }.max()
    }

    /// As "12/12 decoders   1.20/1.35M macroblocks/s   1.8/2 cores"; only what is used where there is no limit.
    var text: String {
        guard isEnabled else { return "budget off" }
        func share(_ used: String, _ all: String?) -> String { all.map { "\(used)/\($0)" } ?? used }
        func millions(_ number: Double) -> String { String(format: "%.2f", number / 1_000_000) }
        var parts = [
            share("\(used.sessions)", capacity.sessions.map(String.init)) + " decoders",
            share(millions(used.work), capacity.macroblocksPerSecond.map(millions)) + "M macroblocks/s",
        ]
        if let processorUse {
            parts.append(
                share(String(format: "%.1f", processorUse), cores.map { String(format: "%g", $0) }) + " cores")
        }
        return parts.joined(separator: "   ")
    }
}

extension BudgetSums {
    init(_ group: GroupSnapshot, _ budget: BudgetSnapshot) {
        self.init(
            tiers: group.tierCounts, background: group.background?.tier, isEnabled: budget.isEnabled,
            capacity: budget.capacity, used: budget.used, processorUse: budget.processorUse, cores: budget.cores)
    }
}
