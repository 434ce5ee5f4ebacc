#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// After any sequence of commands every tile shows what its time map says.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct TransportTests {
        private static let plain: [IndexClip] = [
            .hard(id: 1).with { $0.frameCount = 90 }, .ntsc2997, .variableFrameRate, .editListBFrames, .openGOP,
            .pal25, .audioShorter, .bFramesLateStart, .sixty, .film23976, .editListOneFrameIn,
        ]
        static let pool = plain.map { $0.dressed() }

        /// `MPK_TRANSPORT_SEED` plays one sequence forty times, to find failures that are rare.
        private static let repeated = ProcessInfo.processInfo.environment["MPK_TRANSPORT_SEED"].flatMap { UInt64($0) }

        @Test(arguments: 0..<8)
        func `random sequences of commands show the right frame on every tick`(part: Int) async throws {
            if let seed = Self.repeated {
                for _ in 0..<40 where part == 0 { try await play(seed: seed, pool: Self.pool) }
                return
            }
            for seed in TestRun.today(25, oneIn: 6) { try await play(seed: UInt64(part * 25 + seed), pool: Self.pool) }
        }

        /// HEVC with open GOPs, beside members that make it wait with its window full. Under GStreamer 1.26, a decoder
        /// that is not reopened at each flush shows the frames before key frames too late from then on, in about one of
        /// ten runs.
        @Test func `repeated seeks leave every frame at its time`() async throws {
            let wardrobe = Wardrobe(seed: 20_780)
            let pool = ([.hard(id: 1)] + Self.plain.dropFirst()).map { wardrobe.dress($0, fixing: []) }
            for _ in 0..<TestRun.count(60, dividedBy: 6) { try await play(seed: 159, pool: pool) }
        }

        @Test(arguments: [IndexClip.variableFrameRate, .ntsc2997, .hard(id: 1)])
        func `a step is one frame, forward and back`(plain: IndexClip) async throws {
            let performance = try Performance(
                size: CGSize(width: 640, height: 360), pace: .unpaced, layout: .sideBySide)
            let cast = try performance.add(plain.dressed())
            try await performance.group.play()
            performance.stage.advance(ticks: 30)
            performance.group.pause()
            performance.stage.advance(ticks: 1)
            var index = try #require(performance.reader.all.last?.tiles[cast.id]?.index)
            for step in Array(repeating: 1, count: 14) + Array(repeating: -1, count: 22) + [1, -1, 1, 1] {
                performance.group.step(by: step)
                performance.stage.advance(ticks: 2)
                index += step
                #expect(performance.reader.all.last?.tiles[cast.id]?.index == index)
            }
        }

        @Test func `members come and go while the others play`() async throws {
            let performance = try Performance(size: CGSize(width: 640, height: 360), pace: .unpaced, layout: .grid)
            var casts = [try performance.add(IndexClip.editListBFrames.dressed(), end: .loop)]
            try await performance.group.play()
            performance.stage.advance(ticks: 50)
            casts.append(try performance.add(IndexClip.hard(id: 4).dressed(), offset: .milliseconds(700)))
            performance.stage.advance(ticks: 1)
            let joined = try #require(performance.reader.all.last)
            // A new member is shown on the first tick after it is ready, and is on the line at once.
            let time = FrameRate(60).time(ofFrame: 50)
            #expect(casts.allSatisfy { joined.tiles[$0.id]?.index == $0.index(atGroupTime: time) })
            performance.stage.advance(ticks: 30)
            performance.group.remove(casts[0].id)
            performance.stage.advance(ticks: 30)
            let last = try #require(performance.reader.all.last)
            #expect(last.tiles[casts[0].id] == nil)
            #expect(last.tiles[casts[1].id]?.index == casts[1].index(atGroupTime: FrameRate(60).time(ofFrame: 110)))
            #expect(performance.group.snapshot.mixedTicks == 0)
        }

        private func play(seed: UInt64, pool: [IndexClip]) async throws {
            var random = SplitMix(seed: seed)
            let performance = try Performance(
                size: CGSize(width: 640, height: 360), pace: .unpaced, layout: .sideBySide)
            let group = performance.group
            var casts: [Cast] = []
            // Two or three different clips, each used once, so that a tile that shows another's picture is noticed.
            for clip in pool.shuffled(using: &random).prefix(Int.random(in: 2...3, using: &random)) {
                let offset = Duration.milliseconds(Int.random(in: -300...600, using: &random))
                casts.append(
                    try performance.add(
                        clip, offset: offset, end: [.hold, .loop].randomElement(using: &random) ?? .hold))
            }
            try await group.play()
            var nudges: [MemberID: Int] = [:]
            var history: [String] = []
            for _ in 0..<Int.random(in: 4...10, using: &random) {
                let cast = casts.randomElement(using: &random) ?? casts[0]
                switch Int.random(in: 0..<9, using: &random) {
                case 0:
                    group.pause()
                    history.append("pause")
                case 1:
                    try? await group.play()
                    history.append("play")
                case 2, 3:
                    let target = Duration.milliseconds(Int.random(in: 0...2_200, using: &random))
                    try await group.seek(to: target)
                    history.append("seek \(target)")
                case 4:
                    let count = [-7, -1, 1, 1, 5].randomElement(using: &random) ?? 1
                    group.step(by: count)
                    history.append("step \(count)")
                case 5:
                    let count = [-2, -1, 1, 3].randomElement(using: &random) ?? 1
                    nudges[cast.id, default: 0] += count
                    group.nudge(cast.id, by: count)
                    history.append("nudge \(cast.id) \(count)")
                case 6:
                    group.rate = [0.25, 0.5, 1, 1.5, 4].randomElement(using: &random) ?? 1
                    history.append("rate \(group.rate)")
                case 7:
                    group.loops.toggle()
                    history.append("loop \(group.loops)")
                default:
                    group.scrub(to: .milliseconds(Int.random(in: 0...2_000, using: &random)))
                    history.append("scrub")
                }
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    performance.stage.advance(ticks: 1)
                    try check(performance, casts, "seed \(seed): \(history)")
                }
            }
            for member in group.snapshot.members {
                let nudged = (member.info?.frameRate ?? FrameRate(30)).time(ofFrame: Int64(nudges[member.id] ?? 0))
                let offset = casts.first { $0.id == member.id }.map { $0.offset + nudged }
                #expect(member.map.offset == offset, "seed \(seed): \(history)")
            }
            #expect(group.failures.isEmpty, "seed \(seed): \(history)")
            #expect(group.snapshot.mixedTicks == 0, "seed \(seed): \(history)")
        }

        /// Checks the pixels of the tick just composed against the line and map of each member.
        private func check(_ performance: Performance, _ casts: [Cast], _ history: String) throws {
            let tick = try #require(performance.reader.all.last)
            for entry in performance.group.runner.lineup.entries {
                guard let cast = casts.first(where: { $0.id == entry.id }), let timeline = entry.timeline else {
                    continue
                }
                let time = timeline.position(at: tick.host).itemTime - timeline.bounds.start
                let expected = cast.facts.position(at: time).flatMap { cast.facts.indices[$0] }
                let seen = tick.tiles[cast.id]?.index
                #expect(
                    seen == expected,
                    "tick \(tick.index), \(cast.id) (\(cast.facts.codec), \(cast.facts.frameCount) frames) at \(time): \(history)"
                )
                if seen != expected { throw StopHere() }
            }
        }

        private struct StopHere: Error {}
    }

    /// Scrubbing by hand: many requests a second, in real time.
    @Suite(.alone, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct ScrubTests {
        struct Result {
            var exact = 0
            var firstSeen: [Duration] = []
            var settled: Duration?
            var stillAlive = false
        }

        @Test func `scrubbing a GOP of 15 shows at least ten exact frames a second`() async throws {
            let result = try await scrub(gop: 15)
            print(
                "scrub, GOP 15: \(Double(result.exact) / 10) different exact frames a second, settled \(result.settled as Any)"
            )
            #expect(result.exact >= 100)
            #expect(result.stillAlive)
        }

        @Test func `with a key frame every 250 frames a picture soon and the exact one at rest`() async throws {
            let soon = Duration.milliseconds(100)
            let result = try await QuietMachine.run(
                until: { $0.firstSeen.allSatisfy { $0 <= soon } },
                always: {
                    #expect($0.firstSeen.count > 30)
                    #expect($0.stillAlive)
                }
            ) { try await scrub(gop: 250) }
            let worst = result.firstSeen.max() ?? .zero
            let median = result.firstSeen.sorted()[result.firstSeen.count / 2]
            print(
                "scrub, GOP 250: \(result.firstSeen.count) requests taken up, picture after \(median) median, \(worst) worst, "
                    + "exact \(result.settled as Any) after the last")
            // For each request that was not superseded before any of it was visible.
            #expect(worst <= soon)
            #expect(try #require(result.settled) <= .milliseconds(1_500))
        }

        /// How long each request that was taken up waited for a picture.
        private nonisolated static func delays(_ events: AsyncStream<GroupEvent>) async -> [Duration] {
            var result: [Duration] = []
            var since: HostTime?
            for await event in events {
                switch event {
                case .seeking: since = .now
                case .previewing, .arrived:
                    if let begun = since { result.append(begun.duration(to: .now)) }
                    since = nil
                default: break
                }
            }
            return result
        }

        private func scrub(gop: Int) async throws -> Result {
            let clips = (1...2).map { id in
                IndexClip.hard(id: id).with {
                    $0.gop = gop
                    $0.frameCount = 600
                    // How soon a picture comes depends on the chain: all but H.264 in MP4 decode everything on the way.
                }.dressed(fixing: .opening)
            }
            try ClipLibrary.shared.make(clips)
            let performance = try Performance(pace: .realTime, layout: .sideBySide)
            let casts = try clips.map { try performance.add($0) }
            let group = performance.group
            performance.stage.start()
            try await group.play()
            group.pause()
            let delays = Task { await Self.delays(group.events) }
            performance.reader.clear()
            var random = SplitMix(seed: 7)
            var target = Duration.zero
            let begin = HostTime.now
            for request in 0..<300 {
                // A user's scrub: mostly forward, sometimes back, sometimes far.
                let leap =
                    Int.random(in: 0..<20, using: &random) == 0 ? Int.random(in: 0...19_000, using: &random) : nil
                target =
                    leap.map { .milliseconds($0) }
                    ?? min(max(target + .milliseconds(Int.random(in: -150...400, using: &random)), .zero), .seconds(19))
                group.scrub(to: target)
                let next = begin.advanced(by: .nanoseconds(Int64(request + 1) * 33_333_333))
                try await Task.sleep(for: max(HostTime.now.duration(to: next), .zero))
            }
            let last = HostTime.now
            var result = Result()
            let expected = casts[0].facts.position(at: target)
            while last.duration(to: .now) < .seconds(4), result.settled == nil {
                try await Task.sleep(for: .milliseconds(10))
                guard let tick = performance.reader.all.last else { continue }
                if casts.allSatisfy({ tick.tiles[$0.id]?.index == expected }) {
                    result.settled = last.duration(to: tick.host)
                }
            }
            performance.stage.stop()
            // Both tiles on one index show the exact frame of one request; it counts if it differs from the previous
            // one.
            var before: Int?
            for tick in performance.reader.all where tick.host < last {
                let seen = casts.compactMap { tick.tiles[$0.id]?.index }
                guard seen.count == 2, seen[0] == seen[1] else { continue }
                if seen[0] != before, gop == 250 || seen[0] % gop != 0 { result.exact += 1 }
                before = seen[0]
            }
            delays.cancel()
            result.firstSeen = await delays.value
            result.stillAlive = group.snapshot.members.allSatisfy { !$0.hasFailed && $0.framesShown > 10 }
            return result
        }
    }
#endif
