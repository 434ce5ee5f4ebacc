#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// Carries out commands; everything here runs on the feed's queue.
    extension StageFeed {
        func carryOut(_ command: FeedAutoplay.Command, _ core: inout Core) {
            switch command {
            case .assign(let assignment): assign(assignment, &core)
            case .setAudible(let binding, _):
                for seat in core.seats.values { seat.player.setAudible(binding != nil && seat.binding == binding) }
            case .retire(let slot):
                core.seats.removeValue(forKey: slot)?.leased.end()
            case .wake(let host):
                clock.wake(at: host) { [weak self] in self?.handle(.time) }
            // No other program's sound is stopped here.
            case .claimSound, .returnSound: break
            }
        }

        private func assign(_ assignment: FeedAssignment, _ core: inout Core) {
            let id = assignment.binding.cell
            if let slot = assignment.released { release(slot, &core) }
            core.postponed[id] = nil
            switch assignment.role {
            // The player can also use what was fetched of the opening.
            case .fetch, .prepare, .play: break
            case .still, .poster, .letGo: core.prefetches.removeValue(forKey: id)?.cancel()
            }
            switch assignment.role {
            case .play(let slot, let start, let repeats):
                let begin = isUnpaced ? core.now : .now
                bind(slot, assignment.binding, at: start, &core)
                core.seats[slot]?.wantsToPlay = true
                core.seats[slot]?.repeats = repeats
                noteStart(assignment.binding, core.seats[slot], since: begin)
                if let start, let seat = core.seats[slot], seat.phase == .ready, seat.place(at: core.now) != start {
                    prepare(slot, at: start, &core)
                }
                run(slot, &core)
                prioritize(slot, .normal, core)
            case .prepare(let slot, let time):
                bind(slot, assignment.binding, at: time, &core)
                prioritize(slot, .ambient, core)
                hold(slot, &core)
            case .still(let slot):
                endStart(id)
                if let slot { hold(slot, &core) }
            case .fetch(let opening):
                endStart(id)
                core.postponed[id] = opening
            case .poster: endStart(id)
            case .letGo:
                endStart(id)
                core.failures[id] = nil
            }
        }

        // MARK: Players

        /// Makes a player serve a cell, unless it does already.
        private func bind(_ slot: FeedSlot, _ binding: FeedBinding, at place: Duration?, _ core: inout Core) {
            var seat = core.seats[slot] ?? newSeat(slot, &core)
            defer { core.seats[slot] = seat }
            guard seat.binding != binding else { return }
            seat.binding = binding
            let source = source(binding.cell)
            seat.place = place ?? .zero
            seat.wantsToPlay = false
            seat.timeline = nil
            // What it holds is of another cell, or of another turn of this one.
            seat.leased.release()
            seat.source = source
            seat.info = nil
            seat.phase = .opening
            // Several readers open the video one after the other; this fetch keeps going from the first to the last.
            seat.beginning = source.usedCache?.fetch(0..<Self.beginning, of: source.url, priority: .playing)
            let (player, generation) = (seat.player, seat.ask(for: binding))
            seat.leased.load(generation: generation) {
                player.load(source, generation: generation, openedMedia: openedMedia)
                return nil
            }
        }

        /// Bytes that are fetched first: a fifth of a second at 10 Mbit/s, and enough for the index and the first
        /// pictures of most short videos.
        private static let beginning: Int64 = 256 << 10

        private func newSeat(_ slot: FeedSlot, _ core: inout Core) -> FeedSeat {
            defer { core.nextMember += 1 }
            let player = GStreamerPlayer()
            let leased = LeasedPlayer(player, id: MemberID(core.nextMember), name: "\(slot)", in: leases) {
                [weak self] event in
                self?.queue.async { [weak self] in self?.take(event, from: slot) }
            }
            return FeedSeat(leased: leased, player: player)
        }

        private func release(_ slot: FeedSlot, _ core: inout Core) {
            guard var seat = core.seats[slot], let binding = seat.binding else { return }
            let place = seat.place(at: core.now)
            if seat.info != nil { handle(.arrived(.stopped(at: place), binding)) }
            seat.leased.release()
            (seat.binding, seat.timeline, seat.info, seat.phase) = (nil, nil, nil, .free)
            seat.wantsToPlay = false
            seat.beginning = nil
            core.seats[slot] = seat
        }

        private func prioritize(_ slot: FeedSlot, _ priority: PlaybackPriority, _ core: Core) {
            guard let seat = core.seats[slot], leases.priority(of: seat.member) != priority else { return }
            leases.setPriority(priority, of: seat.member)
        }

        /// Starts a player that is ready and is to play.
        private func run(_ slot: FeedSlot, _ core: inout Core) {
            guard var seat = core.seats[slot], seat.phase == .ready, seat.wantsToPlay else { return }
            if let timeline = seat.timeline, timeline.line.anchor.rate > 0 { return }
            let place = seat.place(at: core.now)
            guard let timeline = seat.line(from: place, at: core.now, moves: true) else { return }
            seat.timeline = timeline
            seat.player.follow(timeline, from: core.now)
            core.seats[slot] = seat
        }

        /// Holds a player at its current position.
        private func hold(_ slot: FeedSlot, _ core: inout Core) {
            guard var seat = core.seats[slot] else { return }
            seat.wantsToPlay = false
            if seat.phase == .ready, let timeline = seat.timeline, timeline.line.anchor.rate > 0 {
                seat.place = seat.place(at: core.now)
                seat.timeline = seat.line(from: seat.place, at: core.now, moves: false)
                if let held = seat.timeline { seat.player.follow(held, from: core.now) }
            }
            core.seats[slot] = seat
        }

        private func prepare(_ slot: FeedSlot, at place: Duration, _ core: inout Core) {
            guard var seat = core.seats[slot], let info = seat.info, let binding = seat.binding else { return }
            // A video may have become shorter since its position was remembered.
            seat.place = place < info.bounds.length ? place : .zero
            guard let timeline = seat.line(from: seat.place, at: core.now, moves: false) else { return }
            seat.timeline = timeline
            seat.phase = .preparing
            seat.player.prepare(timeline, at: core.now, allowsPreview: false, generation: seat.ask(for: binding))
            core.seats[slot] = seat
        }

        // MARK: What players report

        /// On `queue`.
        private func take(_ event: PlayerEvent, from slot: FeedSlot) {
            let now = clock.now
            let arrival = core.withLock { core -> (FeedArrival, FeedBinding)? in
                core.now = max(core.now, now)
                return react(to: event, of: slot, &core)
            }
            if let arrival {
                decide(.arrived(arrival.0, arrival.1))
            } else {
                core.withLock { publish($0) }
            }
        }

        private func react(to event: PlayerEvent, of slot: FeedSlot, _ core: inout Core) -> (FeedArrival, FeedBinding)?
        {
            guard let seat = core.seats[slot] else { return nil }
            switch event {
            case .loaded(let info, let generation):
                // An answer to an earlier request: the decision counts it if it is late.
                guard generation == seat.generation else { return seat.askers[generation].map { (.bytes, $0) } }
                core.seats[slot]?.info = info
                leases.display(sizes(core), on: size)
                prepare(slot, at: seat.place, &core)
            case .prepared(let generation):
                guard generation == seat.generation else { return seat.askers[generation].map { (.prerolled, $0) } }
                core.seats[slot]?.phase = .ready
                core.seats[slot]?.beginning = nil
                if seat.wantsToPlay { run(slot, &core) }
                return seat.binding.map { (.prerolled, $0) }
            case .refused(let error, let generation), .failed(let error, let generation):
                let binding = generation == seat.generation ? seat.binding : seat.askers[generation]
                if generation == seat.generation { core.seats[slot]?.phase = .failed }
                if let binding {
                    core.failures[binding.cell] = error
                    return (.failed(error.description), binding)
                }
            case .damaged(_, let bounds): core.seats[slot]?.info?.bounds = bounds
            case .previewed, .stalled, .resumed, .settled, .starved, .sound, .moved, .handedOver, .lost: break
            }
            return nil
        }

        private func sizes(_ core: Core) -> [MemberID: CGSize] {
            let size = CGSize(width: cell.width, height: cell.height)
            return Dictionary(uniqueKeysWithValues: core.seats.values.map { ($0.member, size) })
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

        private func noteStart(_ binding: FeedBinding, _ seat: FeedSeat?, since: HostTime) {
            let source = source(binding.cell)
            let readiness: FeedSnapshot.Readiness =
                seat?.phase == .ready ? .prefetched : source.readiness(opening: openingBytes)
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
