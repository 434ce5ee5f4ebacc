#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// Groups that come and go leave nothing behind.
    @Suite(.serialized, .tags(.realMedia))
    @MainActor
    struct LeakTests {
        @Test func `two hundred groups leave no memory, descriptor or thread`() async throws {
            let clips = try (1...3).map { try ClipLibrary.shared.url(for: .hard(id: $0)) }
            let rounds = Int(ProcessInfo.processInfo.environment["MPK_LEAK_ROUNDS"] ?? "") ?? 200
            // The first groups fill caches of GStreamer and of the allocator.
            for _ in 0..<5 { try await playOnce(clips) }
            try await Task.sleep(for: .seconds(20))
            let before = Footprint()
            var memory: [Int] = []
            for _ in 0..<rounds {
                try await playOnce(clips)
                // Pipelines close on queues of their own, a moment after their group has gone.
                try await Task.sleep(for: .milliseconds(150))
                memory.append(Footprint().residentBytes)
            }
            // One reading scatters by some MB with what the allocator keeps; the median of fifty by a third of one.
            let growth = median(memory.suffix(rounds / 4)) - median(memory.dropLast(rounds / 4).suffix(rounds / 4))
            // Idle threads of GLib's pools go after 15 s, those of the dispatch library earlier.
            try await Task.sleep(for: .seconds(20))
            let after = Footprint()
            print(
                "\(rounds) groups: memory \(before.residentBytes >> 10) → \(after.residentBytes >> 10) KiB, the last "
                    + "\(rounds / 4) against those before \(growth >> 10) KiB, descriptors \(before.descriptors) → \(after.descriptors), "
                    + "threads \(before.threads) → \(after.threads)")
            #expect(after.descriptors <= before.descriptors, "\(Footprint.holdings)")
            #expect(after.threads <= before.threads, "\(Footprint.holdings)")
            // A picture of 640x360 takes 345 kB, a decoder 10 MB: one picture leaked every tenth group would show.
            #expect(growth < 1_500_000)
            #expect(after.residentBytes < before.residentBytes + 10_000_000)
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
            try await Task.sleep(for: .milliseconds(500))
            stage.stop()
        }

        private func median(_ values: ArraySlice<Int>) -> Int {
            values.sorted()[values.count / 2]
        }
    }

    /// What the process holds.
    struct Footprint {
        let residentBytes: Int
        let descriptors: Int
        let threads: Int

        /// Names of threads and targets of descriptors, for the message of a failure.
        static var holdings: [String] {
            let manager = FileManager.default
            let threads = (try? manager.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            let files = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return threads.map { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) ?? $0 }
                + files.compactMap { try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        }

        init() {
            mpk_trim_heap()
            func entries(_ path: String) -> [String] {
                (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            }
            descriptors = entries("/proc/self/fd").count
            threads = entries("/proc/self/task").count
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            residentBytes = (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }
#endif
