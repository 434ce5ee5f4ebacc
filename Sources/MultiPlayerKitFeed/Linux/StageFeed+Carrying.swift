#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// Carries out commands; everything here runs on the feed's queue.
    extension StageFeed {
        func carryOut(_ command: FeedAutoplay.Command, _ core: inout Core) {
            switch command {
            case .assign(let assignment): assign(assignment, &core)
            case .setAudible(let binding, _): core.seats.setAudible(binding)
            case .retire(let slot): core.seats.retire(slot)
            case .wake(let host):
                clock.wake(at: host) { [weak self] in self?.handle(.time) }
            // No other program's sound is stopped here.
            case .claimSound, .returnSound: break
            }
        }

        private func assign(_ assignment: FeedAssignment, _ core: inout Core) {
            let id = assignment.binding.cell
            if let slot = assignment.released, let (binding, place) = core.seats.release(slot, at: core.now) {
                handle(.arrived(.stopped(at: place), binding))
            }
            core.postponed[id] = nil
            switch assignment.role {
            // The player can also use what was fetched of the opening.
            case .fetch, .prepare, .play: break
            case .still, .poster, .letGo: core.prefetches.removeValue(forKey: id)?.cancel()
            }
            switch assignment.role {
            case .play(let slot, let start, let repeats):
                let begin = isUnpaced ? core.now : .now
                noteStart(assignment.binding, core.seats[slot], since: begin)
                core.seats.play(
                    slot, assignment.binding, source(id), from: start, repeats: repeats, at: core.now)
            case .prepare(let slot, let time):
                core.seats.prepare(slot, assignment.binding, source(id), at: time, at: core.now)
            case .still(let slot):
                endStart(id)
                if let slot { core.seats.hold(slot, at: core.now) }
            case .fetch(let opening):
                endStart(id)
                core.postponed[id] = opening
            case .poster: endStart(id)
            case .letGo:
                endStart(id)
                core.failures[id] = nil
            }
        }

        // MARK: What players report

        /// On `queue`.
        func take(_ event: PlayerEvent, of slot: FeedSlot, from member: MemberID) {
            let now = clock.now
            let arrival = core.withLock { core -> (FeedArrival, FeedBinding)? in
                core.now = max(core.now, now)
                let reaction = core.seats.react(to: event, of: slot, from: member, at: core.now)
                if case .loaded = event { leases.display(sizes(core), on: size) }
                if let failure = reaction.failure, let binding = reaction.arrival?.1 {
                    core.failures[binding.cell] = failure
                }
                return reaction.arrival
            }
            if let arrival {
                decide(.arrived(arrival.0, arrival.1))
            } else {
                core.withLock { publish($0) }
            }
        }

        private func sizes(_ core: Core) -> [MemberID: CGSize] {
            let size = CGSize(width: cell.width, height: cell.height)
            return Dictionary(uniqueKeysWithValues: core.seats.all.values.map { ($0.member, size) })
        }

        // MARK: Bytes

        func beginPostponed(_ core: inout Core) {
            guard !core.postponed.isEmpty, starts.withLock(\.isEmpty) else { return }
            for (id, opening) in core.postponed.sorted(by: { $0.value.rank < $1.value.rank }) {
                prefetch(opening, for: id, &core)
            }
            core.postponed = [:]
        }

        private func prefetch(_ opening: FeedOpening, for id: FeedCellID, _ core: inout Core) {
            let source = source(id)
            guard let cache = source.cache, !source.url.isFileURL, let range = opening.ranges.first else { return }
            let priority = opening.rank <= 1 ? FetchPriority.next : .later
            if let running = core.prefetches[id] {
                running.priority = priority
                return
            }
            core.prefetches[id] = cache.fetch(range, of: source.url, priority: priority)
        }

        // MARK: Time to the first frame

        /// - Parameter seat: what the cell's slot has before the start.
        private func noteStart(_ binding: FeedBinding, _ seat: FeedSeats<StageFeedMedia>.Seat?, since: HostTime) {
            let source = source(binding.cell)
            let isReady = seat?.binding == binding && seat?.phase == .ready
            let readiness: FeedSnapshot.Readiness =
                isReady ? .prefetched : source.readiness(opening: openingBytes)
            starts.withLock { starts in
                guard starts[binding.cell]?.binding != binding else { return }
                starts[binding.cell] = Start(binding: binding, since: since, readiness: readiness)
            }
        }

        private func endStart(_ id: FeedCellID) { starts.withLock { $0[id] = nil } }
    }

    extension MediaSource {
        /// How much of the video is here, without asking a server. Reads from the disk.
        ///
        /// - Parameter opening: bytes from its start that count as its beginning.
        func readiness(opening: Int64) -> FeedSnapshot.Readiness {
            guard let cache = usedCache else { return url.isFileURL ? .cached : .cold }
            let media = cache.reader(of: url, priority: .later)
            defer { media.close() }
            if media.fileURLBlocking() != nil { return .cached }
            return media.bytesPresent(in: 0..<opening) >= opening ? .prefetched : .cold
        }
    }
#endif
