import MultiPlayerKit

extension BudgetChoice {
    /// Has a budget do what was chosen.
    func govern(_ budget: DecoderBudget) {
        switch self {
        case .auto: break
        case .off: budget.isEnabled = false
        case .limit(let pipelines, let macroblocks):
            budget.limit = BudgetLimit(sessions: pipelines, macroblocksPerSecond: macroblocks)
        }
    }
}
