#if os(Linux)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    extension RealTimeTests {
        /// A kiosk whose surroundings go and come back in any order, read back from its recording.
        struct SurroundingsTests {
            /// What was read from a recording.
            private struct Reading {
                var counts: [WallReader.Verdict: Int] = [:]
                /// The same, counted only while nothing around the kiosk was missing.
                var atEase: [WallReader.Verdict: Int] = [:]
                var wrong: [String] = []
            }

            /// The seconds that the kiosk has to recover after a fault has ended.
            private static let recovery = 3.0

            @Test func `whatever goes and comes back, no picture is wrong and nothing is lost`() async throws {
                print("surroundings: MPK_FAULTS_SEED=\(SurroundingsRun.seed), \(SurroundingsRun.seconds) s")
                let run = try SurroundingsRun()
                try run.demo.start()
                try await run.demo.waitFor(output: "Showing")
                try await Task.sleep(for: .seconds(4))
                try await run.harm(for: SurroundingsRun.seconds)
                run.demo.send(SIGTERM)
                let outcome = try await run.demo.end()
                #expect(outcome.code == 130, "\(outcome.err)")
                // The program's output helps to explain a failure.
                print(outcome.out + outcome.err)

                let report = try run.demo.report("r.json")
                let times = try #require(report["tickTimes"] as? [Double])
                let (parts, missing) = try RecordedPart.all(of: report)
                #expect(parts.reduce(missing) { $0 + $1.ticks } == times.count, "ticks are unaccounted for")
                let reading = try read(parts, times, of: run)
                print("surroundings: \(reading.counts), at ease \(reading.atEase), \(missing) ticks not recorded")
                #expect(reading.wrong.isEmpty, "\(reading.wrong.count): \(reading.wrong.prefix(8))")
                // On a busy machine a picture is late now and then, and for a while a tile gets key frames only.
                let ease = reading.atEase.values.reduce(0, +)
                #expect(reading.atEase[.kept, default: 0] * 100 < ease, "too many late pictures")
                #expect(reading.atEase[.exact, default: 0] * 2 > ease, "tiles stay on key frames")
                checkGaps(parts, times, of: run)
                checkClock(times, of: run)
                checkFigures(run.footprints)
            }

            /// When a tick was, by the real clock, which is never set.
            private func real(_ time: Double, _ run: SurroundingsRun) -> Double {
                time - run.epoch > SurroundingsRun.day / 2 ? time - SurroundingsRun.day : time
            }

            private func read(_ parts: [RecordedPart], _ times: [Double], of run: SurroundingsRun) throws -> Reading {
                var reading = Reading()
                var reader = WallReader(clips: SurroundingsRun.clips, epoch: run.epoch)
                let (width, height) = (SurroundingsRun.width, SurroundingsRun.height)
                /// The last tick of the previous part.
                var last: Int?
                for part in parts {
                    var tick = part.firstTick
                    reader.leap(over: last.map { real(times[tick], run) - real(times[$0], run) } ?? 0)
                    last = tick + part.ticks - 1
                    let words = [
                        "ffmpeg", "-v", "error", "-i", run.demo.path(part.file), "-f", "rawvideo", "-pix_fmt", "gray",
                        "-",
                    ]
                    try HelperTool.run(words, inPiecesOf: width * height) { pixels in
                        defer { tick += 1 }
                        guard tick < times.count else { return }
                        let now = real(times[tick], run)
                        let spell = run.spells.last { $0.begin <= now }
                        let isUneasy = spell.map { now < $0.end + Self.recovery } ?? false
                        for (tile, found) in reader.judge(pixels, width: width, height: height, at: times[tick])
                            .enumerated()
                        {
                            reading.counts[found.verdict, default: 0] += 1
                            if !isUneasy { reading.atEase[found.verdict, default: 0] += 1 }
                            guard found.verdict == .wrong else { continue }
                            let place = spell.map {
                                "\($0.fault) began \(now - $0.begin) s, ended \(now - $0.end) s before"
                            }
                            reading.wrong.append(
                                "tick \(tick), tile \(tile): \(found.shown.map { "\($0)" } ?? "nothing") for \(found.due), \(place ?? "at ease")"
                            )
                        }
                    }
                    #expect(tick == part.firstTick + part.ticks, "\(part.file)")
                    #expect(try HelperTool.duration(run.demo.path(part.file)) > Double(part.ticks) / 60 - 0.02)
                }
                return reading
            }

            /// Checks that ticks are missing only while the kiosk is stopped or the clock is set, and that they are
            /// unrecorded only while the disk is full.
            private func checkGaps(_ parts: [RecordedPart], _ times: [Double], of run: SurroundingsRun) {
                let real = times.map { self.real($0, run) }
                func isDuring(_ kinds: Set<SurroundingsRun.Fault>, _ begin: Double, _ end: Double) -> Bool {
                    run.spells.contains {
                        kinds.contains($0.fault) && $0.begin - 0.2 < begin && end < $0.end + Self.recovery
                    }
                }
                // A busy machine misses some ticks in a row: 13 while a compiler ran. Waiting for something would cost
                // seconds.
                for (one, next) in zip(real, real.dropFirst()) where next - one > 0.5 {
                    #expect(isDuring([.stop, .clock], one, next), "no tick for \(next - one) s")
                }
                var next = 0
                for part in parts {
                    if part.firstTick > next {
                        let gap = (real[next], real[part.firstTick])
                        print(
                            "surroundings: not recorded for \(String(format: "%.2f", gap.1 - gap.0)) s before \(part.file)"
                        )
                        #expect(isDuring([.disk], gap.0, gap.1), "ticks \(next) to \(part.firstTick) are missing")
                    }
                    next = part.firstTick + part.ticks
                }
                #expect(next == times.count, "the end is not recorded")
            }

            /// Checks that the line follows the clock within three seconds, when it is set and when it is set back.
            private func checkClock(_ times: [Double], of run: SurroundingsRun) {
                for spell in run.spells where spell.fault == .clock {
                    for (begin, isSet) in [(spell.begin, true), (spell.end, false)] {
                        let followed = times.first {
                            let real = real($0, run)
                            return real > begin && ($0 != real) == isSet
                        }.map { real($0, run) - begin }
                        print(
                            "surroundings: the clock is followed after \(followed.map { String(format: "%.2f", $0) } ?? "-") s"
                        )
                        #expect(followed.map { $0 < 3.2 } == true)
                    }
                }
            }

            /// Checks that nothing grows over the last half, which takes more than a minute to tell.
            private func checkFigures(_ figures: [SurroundingsRun.Footprint]) {
                let half = figures.suffix(figures.count / 2)
                print(
                    "surroundings: memory \(figures.map { $0.memoryBytes >> 20 }) MiB, threads \(figures.map(\.threads)), "
                        + "descriptors \(figures.map(\.descriptors))")
                guard SurroundingsRun.seconds >= 600 else { return }
                // Each kind of fault leaves its own level, so the least values of two quarters are compared.
                let (third, fourth) = (half.prefix(half.count / 2), half.suffix(half.count / 2))
                func least(_ part: ArraySlice<SurroundingsRun.Footprint>, _ value: (SurroundingsRun.Footprint) -> Int)
                    -> Int
                {
                    part.map(value).min() ?? 0
                }
                #expect(least(fourth, \.memoryBytes) < least(third, \.memoryBytes) * 103 / 100 + 2 << 20)
                #expect(least(fourth, \.threads) <= least(third, \.threads) + 1)
                #expect(least(fourth, \.descriptors) <= least(third, \.descriptors) + 1)
            }
        }
    }
#endif
