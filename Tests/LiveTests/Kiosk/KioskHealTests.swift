#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    /// A kiosk in real time under attack, read back from its pixels.
    @Suite(.alone, .serialized, .timeLimit(.minutes(40)))
    @MainActor
    final class KioskHealTests {
        /// The length of the run: twenty minutes in the long form, unless `MPK_KIOSK_SECONDS` is set.
        private static let seconds =
            ProcessInfo.processInfo.environment["MPK_KIOSK_SECONDS"].flatMap { Int($0) }
            ?? TestRun.count(1_200, dividedBy: 20)

        private let scratch: ScratchFolder
        private var folder: URL { scratch.url }

        init() throws {
            scratch = try ScratchFolder()
        }

        /// A clip for one of the three tiles: a tile that is left alone, a playlist and a loop.
        private static func clip(_ id: Int, frames: Int) -> (clip: IndexClip, isStill: Bool) {
            (
                IndexClip(id: id).with {
                    ($0.width, $0.height, $0.frameCount, $0.bFrames) = (640, 360, frames, 2)
                }, false
            )
        }

        /// A fault of one tile, and the time until which the tile may show an older picture of its own.
        private struct Harm: Sendable {
            var tile: Int
            var until: Duration
            var what: String
        }

        /// The records of a run.
        private struct Outcome: Sendable {
            var sights: [KioskReader.Sight]
            var harms: [Harm] = []
            var life: [Footprint] = []
            var status: KioskStatus
            var lines: [String]
        }

        @Test func `each tile recovers alone from broken pipelines and from lost or damaged files, never black`()
            async throws
        {
            // A truncated MP4 does not open. A truncated transport stream is a shorter clip, because nothing in it
            // states its length, and gives the playlist another cycle.
            let reels = [
                try KioskReel.make([Self.clip(1, frames: 120)], in: folder),
                try KioskReel.make([2, 3, 4].map { Self.clip($0, frames: 60) }, fixing: .opening, in: folder),
                try KioskReel.make([Self.clip(5, frames: 90)], fixing: .opening, in: folder),
            ]
            let (run, seen) = try await QuietMachine.run(
                until: { $0.1.late == [0, 0, 0] },
                always: { _, seen in
                    #expect(seen.black == 0)
                    #expect(seen.mixed == 0, "\(seen.first)")
                }
            ) { () -> (Outcome, Seen) in
                let run = try await attack(reels)
                return (run, judge(run, reels))
            }
            #expect(seen.late == [0, 0, 0], "\(seen.first)")
            let screen = run.status.screens[0]
            print(
                "kiosk under attack: \(run.sights.count) ticks, \(screen.ticks), rebuilt \(screen.tiles.map(\.rebuilds)), "
                    + "memory \(run.life.map { $0.process.memoryBytes / 1_000_000 }) MB, heap \(run.life.map { $0.heapBytes >> 10 }) KiB"
            )
            #expect(screen.tiles[0].rebuilds == 0)
            #expect(screen.tiles[1].rebuilds + screen.tiles[2].rebuilds > 0)
            checkGrowth(run.life)
        }

        private func attack(_ reels: [KioskReel]) async throws -> Outcome {
            let tiles = zip(["calm", "list", "loop"], reels).map { $1.tile($0) }
            let screen = KioskConfiguration.Screen(size: CGSize(width: 960, height: 180), tiles: tiles, output: .none)
            let display = try KioskDisplay(KioskConfiguration(screens: [screen]), budget: nil)
            let reader = try KioskReader(display, reels, ticks: (Self.seconds + 10) * 60)
            let log = Task.detached { [events = display.events] in
                var lines: [String] = []
                for await event in events { lines.append(event.description) }
                return lines
            }
            try display.start()
            // Wait for the first pictures.
            try await Task.sleep(for: .seconds(2))
            var harms: [Harm] = []
            var life: [Footprint] = []
            for second in 0..<Self.seconds {
                // Without trimming: only the kiosk itself trims its heap.
                life.append(Footprint(isCareful: false))
                // The last harm is healed before the end.
                if second % 6 == 0, second < Self.seconds - 8 {
                    harms.append(try harm(second / 6 + 1, display, reels))
                }
                if second % 6 == 4 { try mend(reels) }
                try await Task.sleep(for: .seconds(1))
            }
            let status = display.status
            display.stop()
            return Outcome(
                sights: reader.all, harms: harms, life: life, status: status, lines: await log.value)
        }

        /// Does one harm, and returns which tile it affects and until when.
        private func harm(_ number: Int, _ display: KioskDisplay, _ reels: [KioskReel]) throws -> Harm {
            let now = display.sharedTime(at: .now)
            let tile = number % 2 == 0 ? 1 : 2
            let entry = reels[tile].entries[number / 2 % reels[tile].entries.count]
            let name = ["calm", "list", "loop"][tile]
            switch number % 5 {
            case 0:
                // Silently: nothing is reported, the pictures just stop.
                display.runner.player(ofTile: name, at: .now)?.withPipeline { $0.stop() }
                return Harm(tile: tile, until: now + .seconds(3.5), what: "stopped \(name)")
            case 1:
                display.runner.player(ofTile: name, at: .now)?.withPipeline { pipeline in
                    let error = g_error_new_literal(gst_stream_error_quark(), 7, "the decoder broke")
                    gst_element_post_message(
                        pipeline.pointer, gst_message_new_error(nil, error, "a test"))
                    g_error_free(error)
                }
                return Harm(tile: tile, until: now + .seconds(1.5), what: "broke \(name)")
            case 2:
                // The same frames in another file: the change must not be visible.
                let copy = entry.url.appendingPathExtension("new")
                try FileManager.default.copyItem(at: entry.url, to: copy)
                rename(copy.path, entry.url.path)
                return Harm(tile: tile, until: now, what: "replaced \(entry.url.lastPathComponent)")
            case 3:
                try FileManager.default.moveItem(at: entry.url, to: entry.url.appendingPathExtension("kept"))
                return Harm(tile: tile, until: now + .seconds(9), what: "removed \(entry.url.lastPathComponent)")
            default:
                // In place, while the file is being read.
                try FileManager.default.copyItem(at: entry.url, to: entry.url.appendingPathExtension("kept"))
                truncate(entry.url.path, 3_000)
                return Harm(tile: tile, until: now + .seconds(9), what: "truncated \(entry.url.lastPathComponent)")
            }
        }

        /// Restores the files that were removed or truncated.
        private func mend(_ reels: [KioskReel]) throws {
            for entry in reels.flatMap(\.entries) {
                let kept = entry.url.appendingPathExtension("kept")
                guard FileManager.default.fileExists(atPath: kept.path) else { continue }
                rename(kept.path, entry.url.path)
            }
        }

        /// The faults that were seen, and the first of them in words.
        private struct Seen: Sendable {
            var black = 0
            var mixed = 0
            /// Late ticks of each tile that no harm explains.
            var late = [0, 0, 0]
            var first: [String] = []
        }

        private func judge(_ run: Outcome, _ reels: [KioskReel]) -> Seen {
            let (harms, lines) = (run.harms, run.lines)
            var held: [IndexCode?] = reels.map { _ in nil }
            var seen = Seen()
            for sight in run.sights {
                for tile in reels.indices {
                    if sight.codes[tile] == nil { seen.black += 1 }
                    if sight.isDue[tile] {
                        held[tile] = sight.codes[tile]
                        continue
                    }
                    // The previous picture stays, or a file that ends early plays on to its last one; nothing else may
                    // be seen.
                    if let shown = held[tile], let code = sight.codes[tile], code != shown {
                        let isOn = code.clip == shown.clip && code.index > shown.index
                        if !isOn { seen.mixed += 1 }
                        if seen.first.count < 10 {
                            seen.first.append("tile \(tile) at \(sight.time): \(shown) then \(code)")
                        }
                    }
                    held[tile] = sight.codes[tile]
                    // A harm shows late, because what is already open plays on until the next seam.
                    let isHarmed = harms.contains { harm in
                        harm.tile == tile && sight.time >= harm.until - .seconds(9.5) && sight.time <= harm.until
                    }
                    if !isHarmed {
                        seen.late[tile] += 1
                        if seen.first.count < 10 {
                            seen.first.append("tile \(tile) at \(sight.time): \(String(describing: sight.codes[tile]))")
                        }
                    }
                }
            }
            print(
                "kiosk: \(harms.count) harms, \(seen.black) tiles black, \(seen.mixed) mixed, late without a reason \(seen.late)\n  "
                    + harms.map { "\($0.until): \($0.what)" }.joined(separator: "\n  ") + "\n  "
                    + lines.joined(separator: "\n  "))
            return seen
        }

        /// Compares the last quarter with the one before.
        private func checkGrowth(_ life: [Footprint]) {
            let quarter = life.count / 4
            let (third, last) = (life[(2 * quarter)..<(3 * quarter)], life[(3 * quarter)...])
            func growth(_ name: String, _ value: (Footprint) -> Int) -> Int {
                // The least of each quarter: at other moments a file is being opened, or one more pipeline is closing.
                let (before, after) = (third.map(value).min() ?? 0, last.map(value).min() ?? 0)
                print("kiosk: \(name) \(before) → \(after)")
                return after - before
            }
            // A window of pictures more or less is allowed: one picture has 345 kB.
            #expect(growth("heap", \.heapBytes) < 3_000_000)
            // In a run of a minute, a pipeline may be open in one quarter and not in the other; in a long run it is
            // open in both. Its decoder takes 10 MB.
            let pipeline = Self.seconds > 300 ? (memory: 0, handles: 0) : (memory: 10_000_000, handles: 8)
            #expect(growth("memory", \.process.memoryBytes) < 3_000_000 + pipeline.memory)
            #expect(growth("descriptors", \.process.descriptors) <= pipeline.handles)
            #expect(growth("threads", \.process.threads) <= pipeline.handles)
        }
    }
#endif
