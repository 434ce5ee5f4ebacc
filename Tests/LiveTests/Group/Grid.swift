#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import MultiPlayerKitKiosk

    /// A grid of looping tiles in real time, thirty ticks a second, judged afterwards by its pixels.
    @MainActor
    final class Grid {
        /// The records of one run.
        struct Run {
            struct Change {
                var tile: Int
                var at: HostTime
                var from: DecodeTier
                var to: DecodeTier
            }

            var start: HostTime
            var ticks: [TileReader.Tick]
            var casts: [Cast]
            var clipIDs: [Int]
            var changes: [Change]
            var tiersAtStart: [DecodeTier]
            var tiersAtEnd: [DecodeTier: Int]
            /// The process's share of all processors, from the fourth second on.
            var processorShare: Double
            /// The processor time of a frame on this machine, as a multiple of what the cost model assumes.
            var slowness: Double
            /// Resident bytes beyond those before the first tile was made, once a second: memory that earlier tests
            /// left in the process does not count.
            var memory: [Int]
            var failures: [MemberID: PlaybackError]
        }

        let performance: Performance
        private let budget: DecoderBudget?
        private(set) var casts: [Cast] = []
        private let memoryBefore = KioskStatus.Process.current.memoryBytes
        private let clips: [IndexClip]
        private var focused: Int

        /// That many different videos, of 720p30 over moving grain.
        static func clips(_ kinds: Int) -> [IndexClip] {
            // The numbers that pictures carry end at 15; beyond that, videos of one number differ in their length.
            (0..<kinds).map { kind in
                IndexClip.hard(id: 1 + kind % 15).with { $0.frameCount -= 15 * (kind / 15) }.dressed(fixing: .opening)
            }
        }

        /// - Parameters:
        ///   - size: the stage's, in pixels.
        ///   - budget: `nil`: everything is decoded.
        ///   - kinds: how many different videos there are.
        ///   - source: what is played for a file.
        init(
            tiles: Int, focus: Int, size: CGSize = CGSize(width: 1280, height: 720), layout: TileLayout = .grid,
            budget: DecoderBudget? = .forgetful(), kinds: Int = 4,
            source: (URL) -> MediaSource = { MediaSource(url: $0) }
        ) throws {
            self.budget = budget
            clips = Self.clips(kinds)
            try ClipLibrary.shared.make(clips)
            performance = try Performance(
                size: size, rate: FrameRate(30), pace: .realTime, layout: layout, budget: budget)
            performance.group.movesTogether = false
            focused = focus
            for tile in 0..<tiles {
                casts.append(
                    try performance.add(
                        clips[tile % clips.count], offset: .milliseconds(400 * tile), end: .loop, source: source))
                if tile == focus { performance.group.setPriority(.focused, of: casts[tile].id) }
            }
        }

        var tiers: [DecodeTier: Int] {
            Dictionary(grouping: performance.group.snapshot.members, by: \.tier).mapValues(\.count)
        }

        func focus(on tile: Int) {
            performance.group.setPriority(.normal, of: casts[focused].id)
            performance.group.setPriority(.focused, of: casts[tile].id)
            focused = tile
        }

        /// Plays, and calls back once a second.
        func run(seconds: Int, each: (Int) -> Void = { _ in }) async throws -> Run {
            let (group, stage) = (performance.group, performance.stage)
            let numbers = Dictionary(uniqueKeysWithValues: casts.enumerated().map { ($1.id, $0) })
            let events = group.events
            let changes = Task.detached { () -> [Run.Change] in
                var changes: [Run.Change] = []
                for await event in events {
                    guard case .tierChanged(let id, let from, let to, _) = event, let tile = numbers[id] else {
                        continue
                    }
                    changes.append(Run.Change(tile: tile, at: .now, from: from, to: to))
                }
                return changes
            }
            let starts = group.events
            stage.start()
            try await group.play()
            var start = HostTime.now
            for await event in starts {
                if case .started(let host, _) = event {
                    start = host
                    break
                }
            }
            let atStart = group.snapshot.members.map(\.tier)
            var memory: [Int] = []
            var before: (own: Double, at: HostTime)?
            for second in 0..<seconds {
                let next = start.advanced(by: .seconds(second + 1))
                try await Task.sleep(for: max(HostTime.now.duration(to: next), .zero))
                if second == 3 { before = (Self.processorTime, .now) }
                memory.append(KioskStatus.Process.current.memoryBytes - memoryBefore)
                each(second + 1)
            }
            let share = before.map {
                (Self.processorTime - $0.own) / $0.at.duration(to: .now).seconds
                    / Double(ProcessInfo.processInfo.activeProcessorCount)
            }
            let atEnd = tiers
            let slowness = (budget?.secondsPerWork).map { $0 / ProcessorRoom.priorSecondsPerWork } ?? 1
            changes.cancel()
            let seen = await changes.value
            stage.stop()
            return Run(
                start: start, ticks: performance.reader.all, casts: casts,
                clipIDs: casts.indices.map { clips[$0 % clips.count].id }, changes: seen, tiersAtStart: atStart,
                tiersAtEnd: atEnd, processorShare: share ?? 0, slowness: slowness, memory: memory,
                failures: group.failures)
        }

        /// Waits until earlier runs have returned their memory: idle threads, and an allocator that keeps what was
        /// freed, hold hundreds of megabytes for a while.
        static func settle() async throws {
            for _ in 0..<25 {
                mpk_trim_heap()
                guard KioskStatus.Process.current.memoryBytes > 250_000_000 else { return }
                try await Task.sleep(for: .seconds(1))
            }
        }

        private static var processorTime: Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    extension Grid.Run {
        /// This close to a change, the tier of a tick is unknown: the event comes some ticks after the picture.
        private static var blur: Duration { .milliseconds(250) }

        /// The number of ticks, and of those on which a tile did not show the frame due.
        func lateness(of tile: Int, from begin: HostTime? = nil) -> (ticks: Int, late: Int) {
            let judged = ticks.filter { $0.host >= begin ?? start }
            return (judged.count, judged.count { !isExact(tile, $0) })
        }

        /// The same for all other tiles while they were at full tier, with the late ticks in words.
        func fullTiles(except focus: Int) -> (ticks: Int, late: [String]) {
            var all = 0
            var late: [String] = []
            for tile in casts.indices where tile != focus {
                let own = changes.filter { $0.tile == tile }
                for tick in ticks where isFull(tile, at: tick.host, own) {
                    all += 1
                    guard !isExact(tile, tick) else { continue }
                    let (seen, time) = (tick.tiles[casts[tile].id]?.index ?? -1, start.duration(to: tick.host))
                    late.append(
                        "\(time) tile \(tile): \(seen), not \(casts[tile].index(atGroupTime: time) ?? -1), \(tiersAtStart[tile]), then \(tierText(own))"
                    )
                }
            }
            return (all, late)
        }

        /// Whether every tile played and showed its own video. Anything else is never the machine's fault.
        var isRight: Bool { failures.isEmpty && foreign.isEmpty }

        /// Pictures after the first second that are not from the tile's own video, in words.
        var foreign: [String] {
            ticks.filter { start.duration(to: $0.host) >= .seconds(1) }.flatMap { tick in
                casts.indices.compactMap { tile in
                    let seen = tick.tiles[casts[tile].id]
                    guard seen?.clip != clipIDs[tile] else { return nil }
                    let clip = seen.map { "clip \($0.clip)" } ?? "none"
                    return
                        "\(start.duration(to: tick.host)) tile \(tile): \(clip), tiers \(tierText(changes.filter { $0.tile == tile }))"
                }
            }
        }

        /// Pictures that lie before one the tile has already shown, or ahead of the one due, in words. Every tick
        /// counts, whatever the tile's tier is and whenever it changes.
        var strays: [String] {
            casts.indices.flatMap { tile in
                let (id, facts) = (casts[tile].id, casts[tile].facts)
                let count = facts.timesFromFirst.count
                var last: (index: Int, frame: Int)?
                return ticks.compactMap { tick -> String? in
                    let time = start.duration(to: tick.host)
                    guard time >= .zero, let code = tick.tiles[id], code.clip == clipIDs[tile],
                        let position = facts.indices.firstIndex(of: code.index), code.index != last?.index
                    else { return nil }
                    // Frame numbers continue from turn to turn: take the newest frame with this index that is not ahead
                    // of the one due.
                    let due = casts[tile].frame(atGroupTime: time)
                    let frame = due - (due - position) % count
                    defer { last = (code.index, frame) }
                    guard let last, frame < last.frame else { return nil }
                    return "\(time) tile \(tile): frame \(frame) after \(last.frame), due \(due), tiers "
                        + tierText(changes.filter { $0.tile == tile })
                }
            }
        }

        /// The tiers taken, and when.
        private func tierText(_ changes: [Change]) -> String {
            "\(changes.map { "\($0.to) \(start.duration(to: $0.at))" })"
        }

        /// The time of the last change within the first five seconds.
        var settled: Duration {
            changes.map { start.duration(to: $0.at) }.filter { $0 < .seconds(5) }.max() ?? .zero
        }

        /// The most changes of one tile within ten seconds, once settled.
        var mostChanges: Int {
            let late = changes.filter { start.duration(to: $0.at) > .seconds(3) }
            return Dictionary(grouping: late, by: \.tile).values.map { own in
                own.map { one in own.count { $0.at >= one.at && one.at.duration(to: $0.at) < .seconds(10) } }.max() ?? 0
            }.max() ?? 0
        }

        /// The time from an instant until a tile shows every frame on its tick, judged within the given span.
        func delay(of tile: Int, from host: HostTime, for span: Duration) -> Duration {
            let seen = ticks.filter { $0.host > host && host.duration(to: $0.host) < span }
            guard let last = seen.last(where: { !isExact(tile, $0) }) else { return .zero }
            return host.duration(to: last.host)
        }

        private func isExact(_ tile: Int, _ tick: TileReader.Tick) -> Bool {
            guard let code = tick.tiles[casts[tile].id], code.clip == clipIDs[tile] else { return false }
            return code.index == casts[tile].index(atGroupTime: start.duration(to: tick.host))
        }

        private func isFull(_ tile: Int, at host: HostTime, _ own: [Change]) -> Bool {
            if own.contains(where: { abs($0.at.duration(to: host).nanoseconds) < Self.blur.nanoseconds }) {
                return false
            }
            return (own.last { $0.at < host }?.to ?? tiersAtStart[tile]) == .full
        }
    }
#endif
