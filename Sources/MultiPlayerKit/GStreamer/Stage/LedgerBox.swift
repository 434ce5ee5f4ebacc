#if canImport(CGStreamer)
    import Synchronization

    /// The figures of what draws its own ticks, in reach of its leases.
    final class LedgerBox: Sendable {
        let ledger = Mutex(TickLedger())

        func withLock(_ body: (inout TickLedger) -> Void) { ledger.withLock { body(&$0) } }

        func usage(of member: MemberID) -> DecoderBudget.Usage {
            let figures = ledger.withLock { $0.members[member] }
            return DecoderBudget.Usage(ticks: (figures?.late ?? 0) + (figures?.onTime ?? 0), late: figures?.late ?? 0)
        }
    }
#endif
