#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Backwards, every frame is shown once and in order, as forwards: on files of all kinds, with every turn of a loop.
    @Suite(.serialized, .timeLimit(.minutes(15)))
    @MainActor
    struct BackwardsTests {
        nonisolated static let clips: [IndexClip] = LoopTests.small

        /// Where a group begins that plays backwards, before the end of its range.
        private static let inset = Duration.microseconds(2)

        @Test(.shared, arguments: clips)
        func `every tick of many turns backwards shows the frame due`(plain: IndexClip) async throws {
            try await Self.look(at: plain.dressed(), alternates: false)
        }

        @Test(.shared, arguments: clips)
        func `every tick of many turns there and back shows the frame due`(plain: IndexClip) async throws {
            try await Self.look(at: plain.dressed(), alternates: true)
        }

        /// Four ticks a frame, so that none begins where two frames meet.
        private static func look(at clip: IndexClip, alternates: Bool) async throws {
            let facts = try clip.facts()
            let varies = !clip.frameDurations.isEmpty
            let rate =
                varies
                ? FrameRate(200)
                : FrameRate(Int64(clip.frameRate.numerator) * 4, Int64(clip.frameRate.denominator))
            let performance = try Performance(
                size: CGSize(width: 160, height: 90), rate: rate, pace: .unpaced, layout: .sideBySide)
            let cast = try performance.add(clip)
            let group = performance.group
            group.setRange(nil, repeats: true, alternates: alternates)
            group.rate = -1
            try await group.play()
            let length = facts.length
            let turns = TestRun.count(60, dividedBy: 20)
            let ticks = Int(length.seconds * rate.perSecond * Double(turns))
            performance.stage.advance(ticks: ticks)
            #expect(performance.reader.all.count == ticks)
            var wrong: [String] = []
            for (number, tick) in performance.reader.all.enumerated() {
                let raw = length - inset - rate.time(ofFrame: Int64(number))
                let (turn, rest) = raw.nanoseconds.flooredDivision(by: length.nanoseconds)
                let isMirrored = alternates && !turn.isMultiple(of: 2)
                let time = isMirrored ? length - .nanoseconds(max(rest, 1)) : .nanoseconds(rest)
                let slack = facts.lengthRounding(of: clip) * (abs(Int(turn)) + 1) + .microseconds(3)
                let wanted = cast.indices(atGroupTime: time, within: slack)
                let seen = tick.tiles[cast.id]?.index
                if !wanted.contains(seen) { wrong.append("tick \(number): \(seen ?? -1), not \(wanted)") }
            }
            let count = wrong.count
            #expect(count == 0, "of \(ticks) ticks: \(wrong.prefix(4))")
            #expect(group.snapshot.mixedTicks == 0)
            // Every frame is there, and none twice: read one after the other they are the file's.
            let indices = try facts.decodedIndices()
            let sequence = LoopTests.withoutRepeats(
                performance.reader.all.compactMap { $0.tiles[cast.id]?.index }, single: indices.count == 1)
            let back = Array(indices.reversed())
            // At a turning point the last frame of one turn is the first of the next.
            let all = (0..<turns - 1).flatMap { turn -> [Int] in
                guard alternates else { return back }
                let one = turn.isMultiple(of: 2) ? back : indices
                return turn == 0 ? one : Array(one.dropFirst())
            }
            #expect(indices.count == 1 || Array(sequence.prefix(all.count)) == all)
        }

        /// Small pictures of which a whole group fits into memory, and large ones of which it does not.
        @Test(.shared) func `a group of pictures that does not fit is decoded again for what lies before`() async throws
        {
            let clip = IndexClip.hard(id: 7).with {
                ($0.width, $0.height, $0.frameCount, $0.gop) = (1920, 1080, 100, 250)
            }
            try ClipLibrary.shared.make([clip])
            let performance = try Performance(
                size: CGSize(width: 1920, height: 1080), rate: FrameRate(30), pace: .unpaced, layout: .sideBySide)
            let cast = try performance.add(clip)
            performance.group.rate = -1
            try await performance.group.play()
            performance.stage.advance(ticks: 100)
            let seen = performance.reader.all.map { $0.tiles[cast.id]?.index ?? -1 }
            #expect(seen == Array((0..<100).reversed()))
        }

        /// Two clips of unlike rate and codec, one shifted, turned round at random.
        @Test(.shared) func `the direction changes again and again without a mixed tick`() async throws {
            let clips = [
                IndexClip.hard(id: 1).with { ($0.frameRate, $0.frameCount) = (.fps30, 300) }.dressed(fixing: .load),
                IndexClip.hard(id: 2).with { ($0.frameRate, $0.frameCount) = (.fps25, 250) }.dressed(fixing: .load),
            ]
            try ClipLibrary.shared.make(clips)
            let performance = try Performance(pace: .realTime, layout: .sideBySide)
            let (group, stage) = (performance.group, performance.stage)
            let casts = [try performance.add(clips[0]), try performance.add(clips[1], offset: .milliseconds(120))]
            group.setRange(nil, repeats: true)
            try await group.seek(to: .seconds(4))
            stage.start()
            try await group.play()
            var dice = SplitMix(seed: 19)
            let rates = [1.0, 1, 2, 0.5]
            var direction = 1.0
            for _ in 0..<100 {
                try await Task.sleep(for: .milliseconds(Int.random(in: 20...400, using: &dice)))
                direction = -direction
                group.rate = direction * (rates.randomElement(using: &dice) ?? 1)
            }
            let snapshot = group.snapshot
            stage.stop()
            var apart = 0
            for tick in performance.reader.all {
                guard let left = tick.tiles[casts[0].id], let right = tick.tiles[casts[1].id] else { continue }
                let spans = [(casts[0], left), (casts[1], right)].map { cast, code -> ClosedRange<Double> in
                    let place = Double(cast.facts.indices.firstIndex(of: code.index) ?? 0)
                    let begin = place / (cast.clip == clips[0].id ? 30 : 25) - cast.offset.seconds
                    return begin...begin + 1 / (cast.clip == clips[0].id ? 30.0 : 25)
                }
                // The first frame also covers what lies before it.
                let isFirst = zip(casts, [left, right]).contains { $0.facts.indices.first == $1.index }
                if !spans[0].overlaps(spans[1]), !isFirst { apart += 1 }
            }
            print(
                "100 changes of direction: \(performance.reader.all.count) ticks, \(apart) apart, \(snapshot.mixedTicks) mixed"
            )
            #expect(snapshot.mixedTicks == 0 && apart == 0)
            #expect(group.failures.isEmpty)
        }

        /// The background turns at once: it begins where the group begins forwards.
        @Test(.alone, .disabled(if: TestRun.isSanitized, "it measures time"))
        func `a group with a background starts backwards without a stall`() async throws {
            let clips = (1...3).map { id in
                IndexClip.hard(id: id).with { ($0.frameCount, $0.gop, $0.frameRate) = (120, 120, .fps30) }
            }
            try ClipLibrary.shared.make(clips)
            let stalls = try await QuietMachine.run(until: { $0 == 0 }, always: { _ in }) { () -> Int in
                let performance = try Performance(pace: .realTime)
                for clip in clips.prefix(2) { _ = try performance.add(clip) }
                _ = try performance.addBackground(clips[2])
                performance.group.rate = -1
                _ = try await performance.run(ticks: 120)
                #expect(performance.group.snapshot.mixedTicks == 0)
                return performance.group.snapshot.stalls
            }
            #expect(stalls == 0)
        }

        /// Moving grain, a key frame every 60: the load of ordinary footage.
        @Test(.alone, .disabled(if: TestRun.isSanitized, "it measures time"))
        func `two clips of 720p play backwards on time and within a group of pictures of memory`() async throws {
            let seconds = TestRun.count(60, dividedBy: 5)
            let clips = (1...2).map { id in
                IndexClip.hard(id: id).with {
                    ($0.frameCount, $0.gop, $0.frameRate) = (30 * 12, 60, .fps30)
                }
            }
            try ClipLibrary.shared.make(clips)
            let (late, count) = try await QuietMachine.run(
                until: { Double($0.0) <= Double($0.1) * 0.01 }, always: { _, _ in }
            ) { () -> (Int, Int) in
                let before = Footprint()
                let performance = try Performance(pace: .realTime, layout: .sideBySide)
                let group = performance.group
                let casts = try clips.map { try performance.add($0) }
                group.setRange(nil, repeats: true)
                group.rate = -1
                let start = try await performance.run(ticks: seconds * 60)
                let snapshot = group.snapshot
                let after = Footprint()
                let grown = after.heapBytes + after.mappedBytes - before.heapBytes - before.mappedBytes
                #expect(snapshot.mixedTicks == 0)
                let length = casts[0].facts.length
                var late = 0
                var order: [[Int]] = [[], []]
                for tick in performance.reader.all {
                    let raw = length - Self.inset - start.duration(to: tick.host)
                    let time = Duration.nanoseconds(
                        raw.nanoseconds.flooredDivision(by: length.nanoseconds).remainder)
                    var isLate = false
                    for (index, cast) in casts.enumerated() {
                        let seen = try #require(tick.tiles[cast.id], "tick \(tick.index) lacks a tile")
                        #expect(seen.clip == cast.clip)
                        if order[index].last != seen.index { order[index].append(seen.index) }
                        let wanted = cast.indices(atGroupTime: time, within: .microseconds(3))
                        if !wanted.contains(seen.index) { isLate = true }
                    }
                    if isLate { late += 1 }
                }
                let isPunctual = late == 0
                for (index, cast) in casts.enumerated() where isPunctual {
                    let back = try Array(cast.facts.decodedIndices().reversed())
                    let wanted = (0..<order[index].count).map { back[$0 % back.count] }
                    #expect(order[index] == wanted, "every frame once, in order")
                }
                let megabytes = grown / 1_000_000
                print("backwards: \(late) of \(performance.reader.all.count) ticks late, \(megabytes) MB more")
                // A group of 60 pictures each, nine frames that cover the seek to the one before, and what playing
                // forwards takes: decoders, canvases, threads.
                #expect(megabytes <= 2 * 69 * 1_382_400 / 1_000_000 + 60)
                return (late, performance.reader.all.count)
            }
            #expect(Double(late) <= Double(count) * 0.01)
        }
    }
#endif
