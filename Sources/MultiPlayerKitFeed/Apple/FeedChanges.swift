#if canImport(AVFoundation)
    import MultiPlayerKit

    /// Does work that costs the main thread milliseconds (items, attachments): one piece per display tick, none during
    /// a fling.
    @MainActor
    final class FeedChanges {
        /// A tick at 60 Hz: faster displays have ticks to spare.
        static let tick = Duration.nanoseconds(16_666_667)

        private let clock: any GroupClock
        private var waiting: [(slot: FeedSlot, change: @MainActor () -> Void)] = []
        private var isTicking = false
        private var lastChange: HostTime?
        /// Whether the feed moves too fast for any change now.
        var isHeldUp: @MainActor () -> Bool = { false }
        /// Changes made so far.
        private(set) var made = 0

        init(clock: any GroupClock) {
            self.clock = clock
        }

        /// Makes a change for a slot when its turn comes, in place of one that still waits for that slot.
        func add(_ slot: FeedSlot, _ change: @escaping @MainActor () -> Void) {
            waiting.removeAll { $0.slot == slot }
            waiting.append((slot, change))
            scheduleTick()
        }

        func forget(_ slot: FeedSlot) { waiting.removeAll { $0.slot == slot } }

        func forgetAll() { waiting = [] }

        private func scheduleTick() {
            guard !isTicking, !waiting.isEmpty else { return }
            isTicking = true
            // Without a change for a while that is past, and comes at once.
            let last = isHeldUp() ? clock.present : lastChange
            let due = last?.advanced(by: Self.tick) ?? clock.present
            clock.wake(at: due) { [weak self] in MainQueue.run { self?.tick() } }
        }

        private func tick() {
            isTicking = false
            if !isHeldUp(), !waiting.isEmpty {
                lastChange = clock.present
                made += 1
                waiting.removeFirst().change()
            }
            scheduleTick()
        }
    }
#endif
