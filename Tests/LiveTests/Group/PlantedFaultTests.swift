#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// With faulty members, a group that waits never shows two instants on one tick; a group that does not wait books
    /// each such tick as the pixels show it.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct PlantedFaultTests {
        enum Fault: String, CaseIterable, Sendable {
            case heldShortly = "a decoder held for 100 ms"
            case held = "a decoder held for 500 ms"
            case heldLong = "a decoder held for 2,000 ms"
            case lateSeek = "a seek answered late"
            case superseded = "an answer of a superseded seek"
            case failed = "a member that fails"
            case remapped = "new maps while a member that holds its last frame has no decoder"

            var isHeld: Bool { self == .heldShortly || self == .held || self == .heldLong }
        }

        /// The ledger's counts when each tick is shown, before that tick itself is booked.
        private struct Books: Sendable {
            var mixed: [Int64: Int] = [:]
            var late: [Int64: [MemberID: Int]] = [:]
        }

        @Test(arguments: Fault.allCases)
        func `a group that waits shows one instant`(fault: Fault) async throws {
            let (ticks, judge, books, _, _) = try await run(fault, patience: .seconds(3))
            // A group does not wait for a failed member: such ticks are counted and marked.
            guard fault != .failed else {
                #expect(!check(judge, ticks, books).isEmpty)
                return
            }
            #expect(judge.faults(in: ticks).isEmpty)
            #expect(books.mixed.values.max() == 0)
            #expect(ticks.count > 200)
        }

        @Test(arguments: Fault.allCases)
        func `a group that does not wait counts what is seen, tick by tick`(fault: Fault) async throws {
            let (ticks, judge, books, id, line) = try await run(fault, patience: .zero)
            let mixed = check(judge, ticks, books)
            var lateSeen = 0
            for (tick, next) in zip(ticks, ticks.dropFirst()) {
                let late = (books.late[next.index]?[id] ?? 0) - (books.late[tick.index]?[id] ?? 0)
                lateSeen += late
                // Without a seek, the line at the end is the line of the whole run.
                guard fault.isHeld, let shown = tick.tiles[id]?.index else { continue }
                let time = line.time(at: tick.host)
                // The judge allows for rounding, so on a frame's edge it takes two frames to be due.
                guard !judge.isDue(shown + 1, of: id, at: time) || !judge.isDue(shown, of: id, at: time) else {
                    continue
                }
                let isDue = judge.isDue(shown, of: id, at: time)
                #expect((late > 0) == !isDue, "tick \(tick.index): \(tick.tiles)")
            }
            print("\(fault.rawValue): \(mixed.count) of \(ticks.count) ticks mixed, \(lateSeen) late")
            // The group itself waits for a seek that is answered late.
            #expect(fault == .lateSeek || !mixed.isEmpty || lateSeen > 0)
        }

        /// Compares the ledger's mixed ticks with those in the pixels, tick by tick, and returns the latter.
        private func check(_ judge: InstantJudge, _ ticks: [TileReader.Tick], _ books: Books) -> Set<Int64> {
            let mixed = Set(judge.faults(in: ticks).map(\.tick.index))
            var checked = 0
            for (tick, next) in zip(ticks, ticks.dropFirst()) {
                guard let before = books.mixed[tick.index], let after = books.mixed[next.index] else { continue }
                #expect((after > before) == mixed.contains(tick.index), "tick \(tick.index): \(tick.tiles)")
                checked += 1
            }
            #expect(checked > 200)
            return mixed
        }

        private func run(
            _ fault: Fault, patience: Duration
        ) async throws -> ([TileReader.Tick], InstantJudge, Books, MemberID, GroupLine) {
            let clips = (1...2).map { id in
                IndexClip.hard(id: id).with { ($0.width, $0.height, $0.frameCount) = (640, 360, 300) }
                    .dressed(fixing: .opening)
            }
            let performance = try Performance(
                size: CGSize(width: 640, height: 360), pace: .realTime, layout: .sideBySide)
            let group = performance.group
            group.patience = patience
            let books = Mutex(Books())
            let runner = group.runner
            let tap = FrameTap { tick, _ in
                let (mixed, late) = runner.ledger.withLock { ($0.mixed, $0.members.mapValues(\.late)) }
                books.withLock { $0.mixed[tick.index] = mixed }
                books.withLock { $0.late[tick.index] = late }
            }
            try performance.stage.add(tap, from: .groupStart)
            var judge = InstantJudge()
            let player = FaultyPlayer()
            let faulty = group.add(player, source: MediaSource(url: try ClipLibrary.shared.url(for: clips[0])))
            let other = group.add(url: try ClipLibrary.shared.url(for: clips[1]))
            for (id, clip) in [(faulty, clips[0]), (other, clips[1])] {
                let part = InstantJudge.Part(
                    clip: clip.id, facts: try clip.facts(), map: TimeMap(),
                    frameDuration: clip.frameRate.time(ofFrame: 1))
                judge.change { $0[id] = part }
            }
            performance.stage.start()
            try await group.play()
            try await Task.sleep(for: .seconds(1))
            switch fault {
            case .heldShortly: player.hold(for: .milliseconds(100))
            case .held: player.hold(for: .milliseconds(500))
            case .heldLong: player.hold(for: .seconds(2))
            case .failed: player.fail()
            case .remapped:
                group.pause()
                try await set([faulty: TimeMap(offset: .seconds(9))], at: .seconds(6), group, &judge)
                player.standStill(for: .seconds(1))
                // The other member's picture there belongs to none of the instants for which the last frame was held.
                try await set(
                    [faulty: TimeMap(), other: TimeMap(offset: .seconds(-1.5))], at: .seconds(2), group, &judge)
            case .lateSeek:
                player.answerLate(by: .milliseconds(700))
                try await group.seek(to: .seconds(5))
            case .superseded:
                try await group.seek(to: .seconds(5))
                player.repeatOldAnswers(for: .milliseconds(600))
                group.scrub(to: .seconds(2))
                try? await group.seek(to: .seconds(7))
            }
            try await Task.sleep(for: .seconds(3.5))
            performance.stage.stop()
            return (performance.reader.all, judge, books.withLock { $0 }, faulty, runner.lineup.line)
        }

        /// Sets other maps, and seeks to a position where they show.
        private func set(
            _ maps: [MemberID: TimeMap], at time: Duration, _ group: PlaybackGroup, _ judge: inout InstantJudge
        ) async throws {
            judge.change { parts in for (id, map) in maps { parts[id]?.map = map } }
            for (id, map) in maps { group.setTimeMap(map, of: id) }
            try await group.seek(to: time)
        }
    }
#endif
