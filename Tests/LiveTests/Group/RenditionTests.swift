#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// One video in several sizes: the size of its tile decides which one is decoded, and a swap is invisible.
    @Suite(.alone, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct RenditionTests {
        private static let sizes = [(426, 240), (854, 480), (1280, 720)]

        private static func urls(id: Int) throws -> [URL] {
            let clips = sizes.map { width, height in
                IndexClip.hard(id: id).with { ($0.width, $0.height) = (width, height) }
            }
            try ClipLibrary.shared.make(clips, withFacts: false)
            return try clips.map { try ClipLibrary.shared.url(for: $0) }
        }

        /// A layout in which the first of four tiles is large and the others small, and one in which all are alike.
        private static let layouts: [TileLayout] = [TileLayout(.focus(on: 0)), TileLayout(.grid)]

        @Test func `tiles that change size swap renditions without a hole, a repeat or a mixed tick`() async throws {
            let turns = TestRun.isLong ? 128 : 15
            let run = try await QuietMachine.run(
                until: { $0.seen.late == 0 },
                always: { $0.seen.expectRight(mixedTicks: $0.mixed) }
            ) { try await Self.run(turns: turns) }
            print("\(run.swaps) swaps, \(run.seen), mixed ticks \(run.mixed)")
            // The first two turns may come before a tile has its first picture.
            #expect(run.swaps >= turns * 4 - 8)
            #expect(TestRun.isSanitized || run.seen.late == 0)
        }

        private struct Run {
            var swaps: Int
            var seen: Punctuality
            var mixed: Int
        }

        private static func run(turns: Int) async throws -> Run {
            let budget = DecoderBudget.forgetful()
            let performance = try Performance(
                rate: FrameRate(30), pace: .realTime, layout: layouts[1], budget: budget)
            performance.group.movesTogether = false
            var casts: [Cast] = []
            for id in 1...4 {
                let member = performance.group.add(
                    source: MediaSource(renditions: try urls(id: id)), map: TimeMap(end: .loop))
                let facts = try IndexClip.hard(id: id).facts()
                casts.append(Cast(id: member, clip: id, facts: facts, offset: .zero, speed: 1, length: facts.length))
            }
            let moves = budget.events
            let counting = Task.detached { () -> Int in
                var swaps = 0
                for await event in moves {
                    if case .moved(let move) = event, move.from.rendition != move.to.rendition { swaps += 1 }
                }
                return swaps
            }
            let tiers = performance.group.events
            let watching = Task.detached { () -> [(member: MemberID, at: HostTime)] in
                var spells: [(member: MemberID, at: HostTime)] = []
                for await event in tiers {
                    // Either end of a spell at key frames.
                    guard case .tierChanged(let id, let from, let to, _) = event else { continue }
                    if from == .keyframes || to == .keyframes { spells.append((id, .now)) }
                }
                return spells
            }
            let stage = performance.stage
            let playing = Task { try await performance.run(ticks: (turns + 2) * 15) }
            while !stage.isRunning || performance.reader.all.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            for turn in 0..<turns {
                try await Task.sleep(for: .milliseconds(500))
                stage.layout = layouts[turn % 2]
            }
            let start = try await playing.value
            counting.cancel()
            watching.cancel()
            let spells = await watching.value
            // While other programs keep the processors busy, the budget lowers members to key frames: they are late
            // by up to a group of pictures then, and for as long as the way back takes.
            let seen = Punctuality(
                of: performance.reader.all, from: start, casts: casts, rate: stage.rate, isTogether: false
            ) { member, time in
                let now = start.advanced(by: time)
                let ends = spells.filter { $0.member == member && $0.at <= now.advanced(by: .milliseconds(100)) }
                let isLowered = ends.count % 2 == 1 || ends.last.map { now < $0.at.advanced(by: .seconds(1)) } ?? false
                guard isLowered, let cast = casts.first(where: { $0.id == member }) else { return nil }
                let index = cast.index(atGroupTime: time)
                return cast.facts.keyFrames.last { $0 <= index ?? 0 }.map { IndexCode(index: $0, clip: cast.clip) }
            }
            #expect(performance.group.failures.isEmpty)
            return Run(swaps: await counting.value, seen: seen, mixed: performance.group.snapshot.mixedTicks)
        }

        @Test func `a file of another video is left out and named in the error`() async throws {
            let performance = try Performance(pace: .unpaced)
            let other = try ClipLibrary.shared.url(for: IndexClip.pal25)
            let source = MediaSource(renditions: [try Self.urls(id: 1)[2], other])
            let member = performance.group.add(source: source)
            for _ in 0..<500 where performance.group.failures.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            let error = try #require(performance.group.failures[member])
            #expect(error.code == .notARendition)
            #expect(error.description.contains(other.lastPathComponent))
            #expect(performance.group.snapshot.members[0].info?.renditions.count == 1)
            #expect(performance.group.snapshot.members[0].hasFailed == false)
        }
    }
#endif
