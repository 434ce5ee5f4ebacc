#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Another video in a tile while the group plays.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct ReplaceMemberTests {
        @Test func `the old video is shown until the new one is, and the other tile goes on`() async throws {
            // How soon a video is ready depends on the machine, what is seen meanwhile does not. Opening takes a moment, and the
            // shortest stay is a tenth of a second.
            let times = try await QuietMachine.run(until: { $0.late <= 0.05 && $0.seen >= 0.6 }, always: { _ in }) {
                try await replaceAgainAndAgain()
            }
            #expect(times.late <= 0.05 && times.seen >= 0.6)
        }

        /// Checks the pictures.
        ///
        /// - Returns: the parts of all ticks that were late, and of all videos that were seen.
        private func replaceAgainAndAgain() async throws -> (late: Double, seen: Double) {
            let clips = (1...4).map { id in
                IndexClip.hard(id: id).with { $0.frameRate = [.fps30, .fps25, .fps24, .fps30][id - 1] }
                    .dressed(fixing: .load)
            }
            try ClipLibrary.shared.make(clips)
            let performance = try Performance(pace: .realTime, layout: .sideBySide)
            let (group, stage) = (performance.group, performance.stage)
            let first = try performance.add(clips[1], offset: .milliseconds(700))
            let steady = try performance.add(clips[0], end: .loop)
            group.setTimeMap(TimeMap(offset: .milliseconds(700), end: .loop), of: first.id)
            let events = group.events
            stage.start()
            try await group.play()
            var started: HostTime?
            for await case .started(let host, _) in events {
                started = host
                break
            }
            let start = try #require(started)
            var casts = [first.id: first]
            casts[first.id]?.length = first.facts.length
            var dice = SplitMix(seed: 23)
            for _ in 0..<TestRun.count(100, dividedBy: 5) {
                try await Task.sleep(for: .milliseconds(Int.random(in: 100...1_200, using: &dice)))
                // The same video again is another one as well.
                let clip = clips[Int.random(in: 1..<clips.count, using: &dice)]
                let facts = try clip.facts()
                let place = try #require(group.members.first { $0 != steady.id })
                let id = try #require(
                    group.replace(place, with: MediaSource(url: ClipLibrary.shared.url(for: clip))))
                casts[id] = Cast(
                    id: id, clip: clip.id, facts: facts, offset: first.offset, speed: 1, length: facts.length)
            }
            try await Task.sleep(for: .seconds(2))
            let end = HostTime.now
            let after = group.snapshot
            stage.stop()
            var (late, mixed, ticks, empty, held, order) = (0, 0, 0, 0, 0, [MemberID]())
            var before: (steady: IndexCode?, code: IndexCode)?
            for tick in performance.reader.all where tick.host > start && tick.host < end {
                ticks += 1
                let time = start.duration(to: tick.host)
                let steadyCode = tick.tiles[steady.id]
                #expect(steadyCode?.clip == steady.clip, "tick \(tick.index): \(String(describing: steadyCode))")
                let isLate = steadyCode != steady.code(atGroupTime: time)
                if isLate { late += 1 }
                let shown = tick.tiles.filter { $0.key != steady.id }
                guard let (id, code) = shown.first, let cast = casts[id], shown.count == 1 else {
                    empty += 1
                    continue
                }
                defer { before = (steadyCode, code) }
                // Until a new one has its frame, the whole picture stays.
                if order.last != id, let before, code == before.code, steadyCode == before.steady {
                    held += 1
                    continue
                }
                if order.last != id { order.append(id) }
                #expect(code.clip == cast.clip, "tick \(tick.index): clip \(code.clip), not \(cast.clip)")
                // Where one is late, both are.
                if !isLate, code != cast.code(atGroupTime: time) { mixed += 1 }
            }
            print(
                "\(casts.count - 1) videos, \(order.count - 1) seen; \(ticks) ticks, \(late) late, \(held) held, \(empty) empty"
            )
            #expect(mixed == 0 && empty == 0 && after.mixedTicks == 0 && group.failures.isEmpty)
            #expect(order == order.sorted(), "one came back")
            #expect(group.members == [order.last, steady.id])
            return (Double(late) / Double(ticks), Double(order.count) / Double(casts.count))
        }

        @Test func `where all decoders are in use, the new video takes over all the same`() async throws {
            let clips = (1...3).map { IndexClip.hard(id: $0).dressed(fixing: .load) }
            try ClipLibrary.shared.make(clips)
            let budget = DecoderBudget.forgetful(limit: BudgetLimit(sessions: 2))
            let performance = try Performance(pace: .realTime, layout: .sideBySide, budget: budget)
            let (group, stage) = (performance.group, performance.stage)
            let casts = [try performance.add(clips[0], end: .loop), try performance.add(clips[1], end: .loop)]
            stage.start()
            try await group.play()
            try await Task.sleep(for: .seconds(1))
            let url = try ClipLibrary.shared.url(for: clips[2])
            let new = try #require(group.replace(casts[1].id, with: MediaSource(url: url)))
            for _ in 0..<100 where group.members.last != new { try await Task.sleep(for: .milliseconds(50)) }
            #expect(group.members == [casts[0].id, new])
            for _ in 0..<100 where group.snapshot.members.contains(where: { $0.tier != .full }) {
                try await Task.sleep(for: .milliseconds(50))
            }
            let snapshot = group.snapshot
            #expect(snapshot.members.map(\.tier) == [.full, .full])
            // An action that was set for the old one.
            let offset = try #require(group.timeMap(of: new)?.offset)
            group.schedule(.nudge(casts[1].id, frames: 3), at: .now.advanced(by: .milliseconds(100)))
            for _ in 0..<100 where group.timeMap(of: new)?.offset == offset {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(group.timeMap(of: new)?.offset != offset)
            performance.reader.clear()
            try await Task.sleep(for: .seconds(1))
            stage.stop()
            let last = try #require(performance.reader.all.last)
            #expect([casts[0].id, new].map { last.tiles[$0]?.clip } == [1, 3])
            #expect(snapshot.mixedTicks == 0 && group.failures.isEmpty)
        }
    }
#endif
