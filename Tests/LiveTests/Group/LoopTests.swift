#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// A loop shows every frame exactly once a turn, in order, on files of all kinds.
    @Suite(.serialized, .timeLimit(.minutes(10)))
    struct LoopTests {
        static let clips: [IndexClip] = [
            .bFramesLateStart, .editListBFrames, .openGOP, .editListOneFrameIn, .editListEightSecondsIn, .openGOPCut,
            .openGOPCutBare, .audioLonger, .audioShorter, .singleFrame, .variableFrameRate, .film23976, .ntsc2997,
        ]

        @MainActor
        @Test(.shared, arguments: clips)
        func `every frame once a turn, counted against ffprobe`(plain: IndexClip) async throws {
            let clip = plain.dressed()
            let url = try ClipLibrary.shared.url(for: clip)
            let facts = try clip.facts()
            // 240 ticks a second show every frame at up to 60 frames a second, and frames of 20 ms several times.
            let stage = try Stage(size: CGSize(width: 320, height: 180), rate: FrameRate(240), pace: .unpaced)
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            let member = group.add(url: url, end: .loop)
            let reader = try TileReader(stage)
            try await group.play()
            let turns = 6
            let info = try #require(group.snapshot.members.first?.info)
            let ticks = Int((info.bounds.length.seconds * 240 * Double(turns)).rounded(.up)) + 2
            stage.advance(ticks: ticks)
            let shown = reader.all.map { $0.tiles[member]?.index }
            #expect(!shown.contains(nil))
            let sequence = Self.withoutRepeats(shown.compactMap(\.self), single: facts.frameCount == 1)
            let expected = try facts.decodedIndices()
            #expect(info.frameRate == nil || facts.frameCount == expected.count)
            let wanted = (0..<turns).flatMap { _ in expected }
            #expect(Array(sequence.prefix(wanted.count)) == (facts.frameCount == 1 ? expected : wanted))
            #expect(group.snapshot.mixedTicks == 0)
        }

        /// So few frames that all of them stay in memory and are not decoded again.
        @MainActor
        @Test(.shared, arguments: [1, 2, 5])
        func `a loop of few frames follows a change of its part`(frames: Int) async throws {
            let clip = IndexClip.hard(id: 1).with { $0.frameCount = 90 }.dressed()
            let facts = try clip.facts()
            let rate = FrameRate(Int64(clip.frameRate.numerator), Int64(clip.frameRate.denominator))
            // Eight ticks a frame: a tick at the very edge of a part may belong to either side of it.
            let stage = try Stage(size: CGSize(width: 320, height: 180), rate: FrameRate(240), pace: .unpaced)
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            func part(_ first: Int) -> Range<Duration> {
                rate.time(ofFrame: Int64(first))..<rate.time(ofFrame: Int64(first + frames))
            }
            let member = group.add(url: try ClipLibrary.shared.url(for: clip), range: part(20), end: .loop)
            let reader = try TileReader(stage)
            try await group.play()
            stage.advance(ticks: 320)
            for first in [50, 20, 33] {
                group.setTimeMap(TimeMap(range: part(first), end: .loop), of: member)
                stage.advance(ticks: 320)
                let seen = Set(reader.all.suffix(24 * frames).map { $0.tiles[member]?.index })
                #expect(seen == Set((first..<first + frames).map { facts.indices[$0] }), "from frame \(first)")
            }
            #expect(group.snapshot.mixedTicks == 0)
        }

        static let turns = TestRun.count(1_000, dividedBy: 20)

        /// The same files, small, so that hundreds of turns take seconds.
        static let small: [IndexClip] = clips.map { clip in
            clip.with {
                $0.width = 320
                $0.height = 180
            }
        }

        @MainActor
        @Test(.shared, arguments: small)
        func `every tick of many turns shows the frame due`(plain: IndexClip) async throws {
            let clip = plain.dressed()
            let facts = try clip.facts()
            let varies = !clip.frameDurations.isEmpty
            // Frames of 20, 33, 100 and 40 ms do not fall on one grid: sample them 200 times a second, for a tenth of
            // the turns.
            let rate =
                varies ? FrameRate(200) : FrameRate(Int64(clip.frameRate.numerator), Int64(clip.frameRate.denominator))
            let turns = varies ? Self.turns / 10 : Self.turns
            let performance = try Performance(
                size: CGSize(width: 160, height: 90), rate: rate, pace: .unpaced, layout: .sideBySide)
            let cast = try performance.add(clip, end: .loop)
            try await performance.group.play()
            let length = try #require(cast.length)
            let ticks = varies ? Int(length.seconds * 200 * Double(turns)) : facts.frameCount * turns
            var wrong: [String] = []
            var done = 0
            while done < ticks {
                let portion = min(ticks - done, 6_000)
                performance.stage.advance(ticks: portion)
                for (offset, tick) in performance.reader.all.enumerated() {
                    let time = rate.time(ofFrame: Int64(done + offset))
                    let turn = Int(time / length)
                    let expected = cast.indices(atGroupTime: time, within: facts.lengthRounding(of: clip) * turn)
                    let seen = tick.tiles[cast.id]?.index
                    if !expected.contains(seen) {
                        wrong.append("tick \(done + offset): \(seen ?? -1), not \(expected)")
                    }
                }
                #expect(performance.reader.all.count == portion)
                performance.reader.clear()
                done += portion
            }
            let count = wrong.count
            #expect(count == 0, "of \(ticks) ticks: \(wrong.prefix(4))")
            #expect(performance.group.snapshot.mixedTicks == 0)
        }

        /// A part of a clip that loops: where it begins, in milliseconds, and how many seconds it lasts.
        struct Part: Sendable {
            var clip: IndexClip
            var from: Int
            var seconds: Int
        }

        /// In and out points within GOPs of 60 and 250 pictures, files with sound, an edit list and open GOPs, all in
        /// one group, so that all of them turn at once. Clips of 720p are made smaller, because one of them decodes
        /// eight seconds for each that it shows: this test is about the seams, also on a machine of half the speed.
        static let parts = [
            Part(clip: .hard(id: 1), from: 1_500, seconds: 1),
            Part(clip: .hard(id: 4).with { $0.gop = 250 }, from: 7_500, seconds: 1),
            Part(clip: .openGOP, from: 500, seconds: 1), Part(clip: .editListEightSecondsIn, from: 0, seconds: 12),
            Part(clip: .audioLonger, from: 0, seconds: 2),
        ].map { part in
            let clip = part.clip.with { ($0.width, $0.height) = (min($0.width, 640), min($0.height, 360)) }
            return Part(clip: clip, from: part.from, seconds: part.seconds)
        }

        @MainActor
        @Test(.alone) func `short loops are never late in real time`() async throws {
            let seconds = max(RealTimeTests.seconds, 3)
            let parts = Self.parts.map {
                Part(clip: $0.clip.dressed(fixing: .load), from: $0.from, seconds: $0.seconds)
            }
            let (snapshot, seen) = try await QuietMachine.run(
                until: { $0.1.late == 0 },
                always: { $1.expectRight(mixedTicks: $0.mixedTicks) }
            ) { () -> (GroupSnapshot, Punctuality) in
                let performance = try Performance(pace: .realTime, layout: .grid)
                var members: [(part: Part, facts: ClipFacts, id: MemberID)] = []
                for part in parts {
                    let url = try ClipLibrary.shared.url(for: part.clip)
                    let facts = try part.clip.facts()
                    let start = Duration.milliseconds(part.from)
                    let id = performance.group.add(
                        url: url, range: start..<(start + .seconds(part.seconds)), end: .loop)
                    members.append((part, facts, id))
                }
                let single = performance.group.add(url: try ClipLibrary.shared.url(for: .singleFrame), end: .loop)
                let begin = try await performance.run(ticks: seconds * 60)
                var due: [MemberID: (Duration) -> IndexCode?] = [
                    single: { _ in IndexCode(index: 0, clip: IndexClip.singleFrame.id) }
                ]
                for (part, facts, id) in members {
                    due[id] = { time in
                        let turn = Int64(part.seconds) * 1_000_000_000
                        let item = time.nanoseconds.flooredDivision(by: turn).remainder
                        return facts.position(at: .milliseconds(part.from) + .nanoseconds(item))
                            .flatMap { facts.indices[$0] }.map { IndexCode(index: $0, clip: part.clip.id) }
                    }
                }
                return (performance.group.snapshot, Punctuality(of: performance.reader.all, from: begin, due: due))
            }
            print("\(seconds) s of loops: \(snapshot.ticks), turns \(snapshot.members.map(\.loops)), \(seen)")
            #expect(seen.late == 0)
        }

        @MainActor
        @Test(.shared) func `loops at speed one and at speed two show the frame due on every tick`() async throws {
            let performance = try Performance(pace: .unpaced)
            let casts = [
                try performance.add(IndexClip.editListBFrames.dressed(), end: .loop),
                try performance.add(IndexClip.audioShorter.dressed(), speed: 2, end: .loop),
            ]
            try await performance.group.play()
            performance.stage.advance(ticks: 60 * 20)
            for (count, tick) in performance.reader.all.enumerated() {
                for cast in casts {
                    #expect(
                        tick.tiles[cast.id]?.index == cast.index(atGroupTime: FrameRate(60).time(ofFrame: Int64(count)))
                    )
                }
            }
        }

        static func withoutRepeats(_ indices: [Int], single: Bool) -> [Int] {
            var result: [Int] = []
            for index in indices where result.last != index { result.append(index) }
            return result
        }
    }
#endif
