#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitRenditions
    @testable import TestTools

    /// A wall of more tiles than the machine decodes, before and after its renditions are made.
    @Suite(.alone, .serialized, .timeLimit(.minutes(30)))
    @MainActor
    struct RenditionGridTests {
        /// How many different videos the 48 tiles show; the length of both runs.
        private static let (kinds, making, playing) = TestRun.isLong ? (48, 300, 300) : (4, 45, 12)

        private struct Outcome {
            var making, wall: Grid.Run
            var made = 0
            /// What was told of how far each was.
            var parts: [URL: [Double]] = [:]

            /// Tiles that did not show the frame due, and how many there were, from the third second on.
            var late: (count: Int, of: Int) {
                let begin = wall.start.advanced(by: .seconds(3))
                let all = (0..<48).map { wall.lateness(of: $0, from: begin) }
                return (all.reduce(0) { $0 + $1.late }, all.reduce(0) { $0 + $1.ticks })
            }
        }

        private static func checkPictures(of outcome: Outcome) {
            let (focus, others) = (outcome.making.lateness(of: 0), outcome.making.fullTiles(except: 0))
            print(
                "while \(outcome.made) renditions are made: focus late on \(focus.late) of \(focus.ticks) ticks, full tiles "
                    + "\(others.late.count) of \(others.ticks), tiers at the end \(outcome.making.tiersAtEnd); then late "
                    + "\(outcome.late.count) of \(outcome.late.of) pictures, tiers \(outcome.wall.tiersAtEnd), processor "
                    + "\(Int(outcome.wall.processorShare * 100)) % of the machine, "
                    + "memory \((outcome.wall.memory.max() ?? 0) / 1_000_000) MB")
            for run in [outcome.making, outcome.wall] {
                #expect(run.failures.isEmpty, "\(run.failures)")
                #expect(run.foreign.isEmpty, "\(run.foreign.prefix(10))")
                #expect(run.strays.isEmpty, "\(run.strays.prefix(10))")
            }
            #expect(outcome.made == kinds)
            #expect(outcome.parts.count == kinds)
            for parts in outcome.parts.values {
                #expect(parts == parts.sorted() && parts[0] < 0.2 && parts[parts.count - 1] > 0.5, "\(parts)")
            }
        }

        @Test func `a wall settles into showing every frame of every tile, and starts so the next time`() async throws {
            // ffmpeg makes them, whose load would count as that of other programs.
            try ClipLibrary.shared.make(Grid.clips(Self.kinds))
            let outcome = try await QuietMachine.run(
                until: { outcome in
                    let focus = outcome.making.lateness(of: 0)
                    return Double(outcome.late.count) <= 0.002 * Double(outcome.late.of)
                        && Self.areInTime(outcome.making.fullTiles(except: 0))
                        && Double(focus.late) <= 0.002 * Double(focus.ticks) && outcome.wall.processorShare <= 0.6
                }, needsQuiet: true, always: Self.checkPictures
            ) { try await Self.perform() }
            let (focus, others) = (outcome.making.lateness(of: 0), outcome.making.fullTiles(except: 0))
            guard !TestRun.isSanitized else { return }
            #expect(Double(focus.late) <= 0.002 * Double(focus.ticks))
            #expect(Self.areInTime(others), "\(others.late.prefix(10))")
            #expect(Double(outcome.late.count) <= 0.002 * Double(outcome.late.of))
            #expect(outcome.wall.processorShare <= 0.6)
            #expect(outcome.wall.memory.max() ?? 0 <= 700_000_000)
        }

        /// Tiles at full tier are not late while renditions are made. In the short form a dozen tiles show one video and switch
        /// within a second or two, which a machine that is shared with others may not carry: two in a thousand may be late.
        private static func areInTime(_ tiles: (ticks: Int, late: [String])) -> Bool {
            Double(tiles.late.count) <= (TestRun.isLong ? 0 : 0.002) * Double(tiles.ticks)
        }

        private static func perform() async throws -> Outcome {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let store = RenditionStore(.init(directory: scratch.url.appending(path: "renditions")))
            try await Grid.settle()
            var made = 0
            var parts: [URL: [Double]] = [:]
            let first = try await settle(with: store) { event in
                switch event {
                case .making(_, let url, let part): parts[url, default: []].append(part)
                case .made: made += 1
                case .left(let url, let error): Issue.record("\(url): \(error)")
                }
            }
            try await Grid.settle()
            let wall = try Grid(tiles: 48, focus: 0, kinds: kinds) { store.source(of: $0) }
            return Outcome(making: first, wall: try await wall.run(seconds: playing), made: made, parts: parts)
        }

        private static func settle(
            with store: RenditionStore, report: @escaping @MainActor (RenditionEvent) -> Void
        ) async throws -> Grid.Run {
            let grid = try Grid(tiles: 48, focus: 0, kinds: kinds)
            let supply = Task { @MainActor in await store.supply(grid.performance.group, report: report) }
            defer { supply.cancel() }
            return try await grid.run(seconds: making)
        }
    }
#endif
