#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// In real time, sixty ticks a second, read from composed pixels.
    @Suite(.alone, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct RealTimeTests {
        /// The length of a run: a minute in the long form, unless `MPK_SECONDS` is set.
        static let seconds =
            ProcessInfo.processInfo.environment["MPK_SECONDS"].flatMap(Int.init) ?? TestRun.count(60, dividedBy: 3)

        /// Two members and a background.
        static let hard = (1...3).map { IndexClip.hard(id: $0).dressed(fixing: .load) }

        @Test func `two clips and a looping background stay on one instant`() async throws {
            let clips = Self.hard
            try ClipLibrary.shared.make(clips)
            try await judge(seconds: Self.seconds) { performance in
                [
                    try performance.add(clips[0], end: .loop), try performance.add(clips[1], end: .loop),
                    try performance.addBackground(clips[2]),
                ]
            }
        }

        @Test(arguments: [
            [IndexClip.hard(id: 1).with { $0.frameRate = .fps24 }, .hard(id: 2).with { $0.frameRate = .fps60 }],
            [.ntsc2997, .pal25], [.small320x240, .fullHD], [.portraitRotated, .variableFrameRate],
        ])
        func `unlike files stay on one instant`(plain: [IndexClip]) async throws {
            let clips = plain.map { $0.dressed(fixing: .load) }
            try ClipLibrary.shared.make(clips)
            try await judge(seconds: min(Self.seconds, TestRun.count(12, dividedBy: 2))) { performance in
                try clips.map { try performance.add($0, end: .loop) } + [try performance.addBackground(Self.hard[2])]
            }
        }

        /// The whole process is stopped repeatedly, each time for longer than the frames decoded ahead last.
        @Test(.disabled(if: TestRun.isSanitized, "it judges times"))
        func `after a standstill all tiles come back on one instant`() async throws {
            let seconds = max(Self.seconds / 6, 6)
            let standstills = seconds - 2
            let clips = Self.hard
            let (snapshot, seen) = try await QuietMachine.run(
                until: { $0.1.late == 0 }, always: { $1.expectRight(mixedTicks: $0.mixedTicks) }
            ) {
                () -> (GroupSnapshot, Punctuality) in
                let performance = try Performance(pace: .realTime)
                let casts = [
                    try performance.add(clips[0], end: .loop), try performance.add(clips[1], end: .loop),
                    try performance.addBackground(clips[2]),
                ]
                let stopper = try Self.stopper(times: standstills)
                defer { stopper.terminate() }
                let start = try await performance.run(ticks: seconds * 60)
                return (performance.group.snapshot, Punctuality(of: performance.reader.all, from: start, casts: casts))
            }
            print(
                "\(standstills) standstills of 200 ms: \(snapshot.ticks.presented) of \(snapshot.ticks.planned) ticks, "
                    + "missed \(snapshot.ticks.missed), mixed \(snapshot.mixedTicks), \(seen)")
            #expect(seen.late == 0)
            // They were real standstills: each cost its twelve ticks, or all but those at its ends.
            #expect(snapshot.ticks.missed >= standstills * 9)
            // Afterwards nothing waits for longer than the standstill itself lasted.
            #expect(snapshot.ticks.missed <= standstills * 24 + snapshot.ticks.planned / 200)
        }

        /// A shell that stops this process for 200 ms every second.
        private static func stopper(times: Int) throws -> Process {
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            let own = ProcessInfo.processInfo.processIdentifier
            let once = "sleep 0.8; kill -STOP \(own); sleep 0.2; kill -CONT \(own)"
            shell.arguments = ["-c", "i=0; while [ $i -lt \(times) ]; do \(once); i=$((i+1)); done"]
            try shell.run()
            return shell
        }

        private func judge(seconds: Int, cast: (Performance) throws -> [Cast]) async throws {
            // A missed tick shows nothing wrong: the previous picture stays. Other machines on the same cores cause one
            // now and then, so every quiet run may miss one tick in 200, and one of three must miss none. Programs on this
            // machine take a processor for some ticks at a time: every run may miss one in 20.
            let (snapshot, seen) = try await QuietMachine.run(
                until: { $0.1.late == 0 && $0.0.ticks.missed == 0 },
                always: { snapshot, seen in
                    seen.expectRight(mixedTicks: snapshot.mixedTicks)
                    #expect(TestRun.isSanitized || snapshot.startSkewTicks == 0)
                    #expect(TestRun.isSanitized || snapshot.ticks.missed <= snapshot.ticks.planned / 20)
                    #expect(TestRun.isSanitized || snapshot.members.allSatisfy { $0.framesDropped == 0 })
                },
                whenQuiet: { snapshot, _ in
                    #expect(TestRun.isSanitized || snapshot.ticks.missed <= snapshot.ticks.planned / 200)
                }
            ) { () -> (GroupSnapshot, Punctuality) in
                let performance = try Performance(pace: .realTime)
                let casts = try cast(performance)
                let start = try await performance.run(ticks: seconds * 60)
                #expect(performance.group.failures.isEmpty)
                let shown = performance.reader.all
                let first = try #require(shown.first)
                #expect(first.host == start)
                for cast in casts { #expect(first.tiles[cast.id]?.index == cast.index(atGroupTime: .zero)) }
                return (performance.group.snapshot, Punctuality(of: shown, from: start, casts: casts))
            }
            print(
                "\(seconds) s: \(snapshot.ticks.presented) of \(snapshot.ticks.planned) ticks, late \(snapshot.ticks.late), "
                    + "lateness p99 \(snapshot.ticks.lateness.p99) max \(snapshot.ticks.lateness.max), "
                    + "missed \(snapshot.ticks.missed), mixed \(snapshot.mixedTicks), \(seen)")
            guard !TestRun.isSanitized else { return }
            #expect(seen.late == 0)
            #expect(snapshot.members.allSatisfy { $0.framesLate == 0 })
            #expect(snapshot.ticks.missed == 0)
        }
    }
#endif
