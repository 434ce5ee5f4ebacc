#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitRenditions
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// What small renditions give beside the wall: a tile that becomes large is exact at once, and walls may be larger.
    @Suite(.alone, .serialized, .timeLimit(.minutes(30)))
    @MainActor
    struct RenditionFocusTests {
        private static let kinds = 4

        /// A store with a rendition of each video for tiles of this height.
        private static func store(for tileLines: Int, in scratch: ScratchFolder) async throws -> RenditionStore {
            let store = RenditionStore(.init(directory: scratch.url.appending(path: "renditions")))
            let clips = Grid.clips(kinds)
            try ClipLibrary.shared.make(clips)
            for clip in clips {
                let made = try await store.make(for: tileLines, of: ClipLibrary.shared.url(for: clip))
                #expect(made != nil)
            }
            try await Grid.settle()
            return store
        }

        private static func checkPictures(of run: Grid.Run) {
            #expect(run.failures.isEmpty, "\(run.failures)")
            guard !TestRun.isSanitized else { return }
            #expect(run.foreign.isEmpty, "\(run.foreign.prefix(10))")
            #expect(run.strays.isEmpty, "\(run.strays.count): \(run.strays.prefix(10))")
        }

        /// The large tile is decoded from its original, the others from their renditions.
        @Test func `a tile that becomes the large one is exact within 150 ms, always within 300 ms`() async throws {
            let moves = TestRun.count(200, dividedBy: 16)
            let tiles = 12
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let store = try await Self.store(for: 90, in: scratch)
            let (run, delays, originals) = try await QuietMachine.run(
                until: { run, delays, _ in !run.isRight || Self.areSoon(delays) },
                always: { run, _, _ in Self.checkPictures(of: run) }
            ) { () -> (Grid.Run, [Duration], Int) in
                let grid = try Grid(tiles: tiles, focus: 0, layout: .focus(on: 0), kinds: Self.kinds) {
                    store.source(of: $0)
                }
                var originals = 0
                var asked: [(tile: Int, at: HostTime)] = []
                let run = try await grid.run(seconds: 4 + moves) { second in
                    // A second after it became large a tile is decoded from its original, and the others are not.
                    if let last = asked.last, Self.originals(in: grid) == [grid.casts[last.tile].id] { originals += 1 }
                    guard second >= 3, asked.count < moves else { return }
                    // Consecutive ones show different videos, and each gets its turn.
                    let tile = (asked.count * 5 + 5) % tiles
                    asked.append((tile, .now))
                    grid.focus(on: tile)
                    grid.performance.stage.layout = .focus(on: tile)
                }
                return (run, asked.map { run.delay(of: $0.tile, from: $0.at, for: .seconds(1)) }, originals)
            }
            let late = (0..<tiles).map { run.lateness(of: $0, from: run.start.advanced(by: .seconds(3))) }
            print(
                "the large tile moved \(delays.count) times, and \(originals) were sharp a second later; exact after \(delays.map { Int($0.seconds * 1_000) }.sorted()) ms; "
                    + "of all \(late.reduce(0) { $0 + $1.ticks }) pictures \(late.reduce(0) { $0 + $1.late }) late")
            guard !TestRun.isSanitized else { return }
            #expect(delays.count == moves && originals >= moves)
            #expect(Self.areSoon(delays))
        }

        /// The members whose pictures come from their originals.
        private static func originals(in grid: Grid) -> Set<MemberID> {
            Set(
                grid.performance.group.runner.lineup.entries.filter { entry in
                    (entry.player as? GStreamerPlayer)?.pictureSource?.url == entry.source.url
                }.map(\.id))
        }

        private static func areSoon(_ delays: [Duration]) -> Bool {
            delays.count { $0 > .milliseconds(150) } <= delays.count / 20
                && delays.allSatisfy { $0 <= .milliseconds(300) }
        }

        /// More than two cores carry at once: it takes minutes until all that they carry play.
        @Test(.enabled(if: TestRun.isLong))
        func `a hundred tiles on a stage of 1920x1080 show their own videos`() async throws {
            let seconds = 300
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let store = try await Self.store(for: 108, in: scratch)
            let grid = try Grid(
                tiles: 100, focus: 0, size: CGSize(width: 1920, height: 1080), kinds: Self.kinds
            ) { store.source(of: $0) }
            let run = try await grid.run(seconds: seconds)
            Self.checkPictures(of: run)
            let late = (0..<100).map { run.lateness(of: $0, from: run.start.advanced(by: .seconds(3))) }
            print(
                "100 tiles: late \(late.reduce(0) { $0 + $1.late }) of \(late.reduce(0) { $0 + $1.ticks }) pictures, the focused "
                    + "one \(late[0]), tiers \(run.tiersAtEnd), processor \(Int(run.processorShare * 100)) % of the machine, "
                    + "memory \((run.memory.max() ?? 0) / 1_000_000) MB")
        }
    }
#endif
