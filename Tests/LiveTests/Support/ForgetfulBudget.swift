#if canImport(CGStreamer)
    @testable import MultiPlayerKit

    extension DecoderBudget {
        /// A budget of this machine that keeps nothing for the next start: what one test makes it learn is nothing to
        /// another, nor to the programs of whoever runs the tests.
        static func forgetful(limit: BudgetLimit = .none) -> DecoderBudget {
            let budget = DecoderBudget(
                clock: SystemGroupClock(), meter: SystemMeter.make(), defaultSessions: SystemMeter.defaultSessions)
            budget.limit = limit
            return budget
        }
    }
#endif
