#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// Groups that come and go leave nothing behind.
    ///
    /// In a process of its own. Where hundreds of tests have run before, the allocator has scattered what is in use over
    /// half a gigabyte, and how many pages that takes varies by 38 MB with not a byte more in use.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct LeakTests {
        private nonisolated static let key = "MPK_LEAK_TEST"
        private nonisolated static let isChild = ProcessInfo.processInfo.environment[key] != nil

        @Test(.enabled(if: !isChild))
        nonisolated func `groups that come and go leave no memory, descriptor or thread`() throws {
            let child = try ChildTest.run("LiveTests.LeakTests/", Self.key, "1")
            #expect(child.status == 0, "\(child.output.suffix(2_000))")
            let figures = child.output.split(separator: "\n").filter { $0.contains("groups: heap") }
            #expect(figures.count == 1)
            print(figures.joined())
        }

        @Test(.enabled(if: isChild))
        func `the process whose groups come and go`() async throws {
            let clips = try (1...3).map {
                try ClipLibrary.shared.url(for: IndexClip.hard(id: $0).dressed(fixing: .load))
            }
            let rounds = TestRun.count(200, dividedBy: 10)
            // The first groups fill GStreamer's caches.
            for _ in 0..<5 { try await playOnce(clips) }
            try await Footprint.settle()
            let before = Footprint()
            for _ in 0..<rounds {
                try await playOnce(clips)
                // Pipelines close on queues of their own, a moment after their group has gone.
                try await Task.sleep(for: .milliseconds(150))
            }
            try await Footprint.settle()
            Footprint().expectNoMore(than: before, "\(rounds) groups")
        }

        private func playOnce(_ clips: [URL]) async throws {
            let stage = try Stage(size: CGSize(width: 640, height: 360))
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            group.add(url: clips[0], end: .loop)
            group.add(url: clips[1], range: .milliseconds(1_500)..<(.milliseconds(1_900)), end: .loop)
            group.background = LoopingBackground(url: clips[2])
            stage.start()
            try await group.play()
            try await Task.sleep(for: .milliseconds(300))
            stage.stop()
        }
    }
#endif
