#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// In real time, sixty ticks a second, read from composed pixels.
    @Suite(.serialized, .tags(.realMedia))
    @MainActor
    struct RealTimeTests {
        /// A minute in the full run; `MPK_SECONDS` shortens it while working.
        static let seconds = Int(ProcessInfo.processInfo.environment["MPK_SECONDS"] ?? "") ?? 60

        @Test func `two clips and a looping background stay on one instant for a minute`() async throws {
            try await judge(seconds: Self.seconds) { performance in
                [
                    try performance.add(.hard(id: 1), end: .loop), try performance.add(.hard(id: 2), end: .loop),
                    try performance.addBackground(.hard(id: 3)),
                ]
            }
        }

        @Test(arguments: [
            [IndexClip.hard(id: 1).with { $0.frameRate = .fps24 }, .hard(id: 2).with { $0.frameRate = .fps60 }],
            [.ntsc2997, .pal25], [.small320x240, .fullHD], [.portraitRotated, .variableFrameRate],
        ])
        func `unlike files stay on one instant`(clips: [IndexClip]) async throws {
            try await judge(seconds: min(Self.seconds, 12)) { performance in
                try clips.map { try performance.add($0, end: .loop) } + [try performance.addBackground(.hard(id: 3))]
            }
        }

        private func judge(seconds: Int, cast: (Performance) throws -> [Cast]) async throws {
            let (performance, casts, start) = try await QuietMachine.run {
                let performance = try Performance(pace: .realTime)
                let casts = try cast(performance)
                return (performance, casts, try await performance.run(ticks: seconds * 60))
            }
            #expect(performance.group.failures.isEmpty)
            let shown = performance.reader.all
            let snapshot = performance.group.snapshot
            let first = try #require(shown.first)
            #expect(first.host == start)
            for cast in casts { #expect(first.tiles[cast.id]?.index == cast.index(atGroupTime: .zero)) }
            var wrong: [String] = []
            for tick in shown {
                for cast in casts {
                    let expected = cast.index(atGroupTime: start.duration(to: tick.host))
                    let seen = tick.tiles[cast.id]?.index
                    if seen != expected {
                        wrong.append("tick \(tick.index) member \(cast.id): \(seen ?? -1), not \(expected ?? -1)")
                    }
                }
            }
            print(
                "\(seconds) s: \(snapshot.ticks.presented) of \(snapshot.ticks.planned) ticks, late \(snapshot.ticks.late), "
                    + "lateness p99 \(snapshot.ticks.lateness.p99) max \(snapshot.ticks.lateness.max), "
                    + "mixed \(snapshot.mixedTicks), wrong \(wrong.count)")
            // Under a sanitizer everything is several times slower: there only races and bad accesses count.
            guard ProcessInfo.processInfo.environment["MPK_SANITIZED"] == nil else { return }
            #expect(wrong.isEmpty, "\(wrong.prefix(10))")
            #expect(snapshot.mixedTicks == 0)
            #expect(snapshot.startSkewTicks == 0)
            #expect(snapshot.members.allSatisfy { $0.framesDropped == 0 && $0.framesLate == 0 })
            // A machine that others use may lose a tick; it may not show a wrong one.
            #expect(snapshot.ticks.missed <= snapshot.ticks.planned / 200)
        }
    }
#endif
