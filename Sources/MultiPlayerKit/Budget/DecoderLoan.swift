import Synchronization

/// A decoder borrowed for a single picture, by something that is no member of a group.
///
/// It ranks below everything that plays, so no video is lowered for it. It is given back with the loan's last user.
package final class DecoderLoan: Sendable {
    /// Hands out loans one after the other, in the order of the requests: a strip of forty pictures takes one decoder.
    package final class Counter: Sendable {
        private struct State {
            var isBusy = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let budget: DecoderBudget?
        private let state = Mutex(State())

        init(_ budget: DecoderBudget?) { self.budget = budget }

        /// Waits for its turn, and takes a decoder if one is to spare then and the task has not been cancelled.
        ///
        /// - Parameter height: lines that the picture needs; the smallest rendition that has them is granted.
        package func borrow(for name: String, _ info: MediaInfo, height: Int) async -> DecoderLoan? {
            await enter()
            guard !Task.isCancelled else {
                leave()
                return nil
            }
            guard let budget else { return DecoderLoan(DecodeGrant(.full), from: nil, at: self) }
            let demand = DecodeDemand(
                name: name,
                rungs: DecodeLadder.rungs(
                    renditions: info.renditions.map { DecodeLadder.StreamFacts($0, of: info) },
                    tiers: [.full, .still], tileHeight: height, hasShownPicture: true),
                priority: .ambient, area: DecoderLoan.area, isBackground: true)
            let grant = Mutex(DecodeGrant(.still))
            let lease = budget.join(
                demand,
                DecoderBudget.Holder(
                    take: { new, _ in grant.withLock { $0 = new } },
                    // A picture says nothing about the cost of playing.
                    usage: { DecoderBudget.Usage(ticks: 0, late: 0, isOpening: true) }))
            let granted = grant.withLock { $0 }
            guard granted.tier.decodes else {
                budget.leave(lease)
                leave()
                return nil
            }
            budget.settled(lease, granted)
            return DecoderLoan(granted, from: (budget, lease), at: self)
        }

        private func enter() async {
            await withCheckedContinuation { turn in
                let isFree = state.withLock { state in
                    guard state.isBusy else {
                        state.isBusy = true
                        return true
                    }
                    state.waiting.append(turn)
                    return false
                }
                if isFree { turn.resume() }
            }
        }

        fileprivate func leave() {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.isBusy = false
                return nil
            }
            next?.resume()
        }
    }

    /// Share of the screen: less than any tile has, and more than nothing, which would count as hidden. A thousandth is
    /// 46 by 46 pixels of a full HD screen.
    private static let area = 0.001

    package let grant: DecodeGrant
    private let lease: (budget: DecoderBudget, id: LeaseID)?
    private let counter: Counter

    private init(_ grant: DecodeGrant, from lease: (DecoderBudget, LeaseID)?, at counter: Counter) {
        (self.grant, self.lease, self.counter) = (grant, lease, counter)
    }

    deinit {
        if let lease { lease.budget.leave(lease.id) }
        counter.leave()
    }
}
