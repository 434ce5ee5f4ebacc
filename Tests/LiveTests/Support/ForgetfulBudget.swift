#if canImport(CGStreamer)
    @testable import MultiPlayerKit

    extension DecoderBudget {
        /// A budget for this machine that stores nothing for the next start: what it learns in one test must affect
        /// neither other tests nor the programs of the person who runs them.
        static func forgetful(limit: BudgetLimit = .none) -> DecoderBudget {
            let budget = DecoderBudget(
                clock: SystemGroupClock(), meter: SystemMeter.make(), defaultSessions: SystemMeter.defaultSessions)
            budget.limit = limit
            return budget
        }
    }
#endif
