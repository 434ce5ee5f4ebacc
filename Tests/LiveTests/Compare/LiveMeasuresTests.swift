#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitCompare
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Measures of what a stage shows, while it shows it.
    @Suite(.serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct LiveMeasuresTests {
        nonisolated private static func clip(_ change: (inout IndexClip) -> Void) -> IndexClip {
            IndexClip.hard(id: 5).with {
                $0.frameCount = 60
                change(&$0)
            }
        }

        @Test(.shared) func `what is measured live is what is measured of the files`() async throws {
            let clips = [Self.clip { _ in }, Self.clip { ($0.codec, $0.frameRate) = (.vp9, .fps25) }]
            try ClipLibrary.shared.make(clips)
            let urls = try clips.map { try ClipLibrary.shared.url(for: $0) }
            var measurement = VideoMeasurement(of: MediaSource(url: urls[1]), against: MediaSource(url: urls[0]))
            measurement.map.offset = .milliseconds(200)
            let wanted = try await measurement.run()

            let performance = try Performance(pace: .realTime, layout: .sideBySide)
            let casts = [try performance.add(clips[0]), try performance.add(clips[1], offset: .milliseconds(200))]
            let measures = LiveMeasures(of: casts[1].id, against: casts[0].id)
            #expect(measures.latest == nil && measures.comparison.pairs.isEmpty)
            try performance.stage.add(measures)
            _ = try await performance.run(ticks: 100)
            let found = measures.comparison
            print("live: \(found.pairs.count) of \(wanted.pairs.count) pairs, \(measures.skipped) passed over")
            #expect(measures.error == nil)
            #expect(found.pairs.count + measures.skipped >= 40 && !found.pairs.isEmpty)
            // A pair may be due for one tick only, in which the stage has another of the two frames.
            let expected = Dictionary(wanted.pairs.map { ([$0.referenceTime, $0.otherTime], $0) }) { first, _ in first }
            var compared = 0
            for pair in found.pairs {
                guard let same = expected[[pair.referenceTime, pair.otherTime]] else { continue }
                #expect(same.measures == pair.measures)
                #expect(abs((pair.time - same.time).seconds) < 0.041, "\(pair.time) for \(same.time)")
                compared += 1
            }
            #expect(compared * 2 > found.pairs.count)
        }

        @Test(.shared) func `pictures that cannot be measured are refused, and play on`() async throws {
            let clips = [Self.clip { _ in }, Self.clip { ($0.width, $0.height) = (640, 360) }]
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let casts = try clips.map { try performance.add($0) }
            let measures = LiveMeasures(of: casts[1].id, against: casts[0].id)
            try performance.stage.add(measures)
            try await performance.group.play()
            for _ in 0..<50 where measures.error == nil {
                performance.stage.advance(ticks: 2)
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(measures.error?.code == .notComparable && measures.latest == nil)
            #expect(performance.group.failures.isEmpty)
        }

        /// All that people do to look closely, at once.
        @Test(.alone, .disabled(if: TestRun.isSanitized, "it measures time"))
        func `two clips of 1080p are looked at closely in step and on time`() async throws {
            let clips = (1...2).map { id in
                IndexClip.hard(id: id).with { ($0.width, $0.height, $0.frameCount) = (1920, 1080, 120) }
            }
            try ClipLibrary.shared.make(clips)
            let seconds = TestRun.count(60, dividedBy: 4)
            var dice = SplitMix(seed: 19)
            let (late, count) = try await QuietMachine.run(
                until: { Double($0.0) <= Double($0.1) * 0.05 }, always: { _, _ in }
            ) { () -> (Int, Int) in
                let performance = try Performance(pace: .realTime, layout: .sideBySide)
                let (group, stage) = (performance.group, performance.stage)
                let casts = try clips.map { try performance.add($0, end: .loop) }
                let measures = LiveMeasures(of: casts[1].id, against: casts[0].id)
                try stage.add(measures)
                stage.captions = TileCaptions([.name, .time, .frame, .size, .rate])
                stage.start()
                try await group.play()
                let begin = HostTime.now
                while begin.duration(to: .now) < .seconds(seconds) {
                    try await Task.sleep(for: .milliseconds(Int.random(in: 30...300, using: &dice)))
                    let scale = pow(2, Double.random(in: -1...4, using: &dice))
                    let zoom = TileLayout.Zoom(
                        scale, x: .random(in: 0...1, using: &dice), y: .random(in: 0...1, using: &dice))
                    let arrangements: [TileLayout.Arrangement] = [.sideBySide, .single(0), .single(1), .wipe(at: 0.5)]
                    stage.layout = TileLayout(arrangements.randomElement(using: &dice)!, zoom: zoom)
                    if let pair = measures.latest {
                        stage.captions?.notes[casts[1].id] = String(format: "PSNR %.1f dB", pair.measures.psnr)
                    }
                }
                let snapshot = group.snapshot
                stage.stop()
                let late = snapshot.members.map(\.framesLate).max() ?? 0
                print(
                    "a close look, \(seconds) s: \(snapshot.ticks.presented) of \(snapshot.ticks.planned) ticks, "
                        + "late \(late), mixed \(snapshot.mixedTicks), measured \(measures.comparison.pairs.count) frames, "
                        + "passed over \(measures.skipped)")
                #expect(snapshot.mixedTicks == 0)
                #expect(measures.error == nil && measures.latest != nil)
                return (late + snapshot.ticks.missed, snapshot.ticks.planned)
            }
            #expect(Double(late) <= Double(count) * 0.05)
        }
    }
#endif
