#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools
    @testable import MultiPlayerKitKiosk

    /// Playlists on a stage, read back from its pixels.
    @Suite(.shared, .serialized, .timeLimit(.minutes(20)))
    @MainActor
    final class KioskPlaylistTests {
        private let scratch: ScratchFolder
        private var folder: URL { scratch.url }

        init() throws {
            scratch = try ScratchFolder()
        }

        /// Six clips of one to three seconds: sizes, rates, shapes, codecs, a tail of sound, a still.
        private static let six: [(clip: IndexClip, isStill: Bool)] = [
            (IndexClip(id: 1).with { $0.bFrames = 2 }, false),
            (
                IndexClip(id: 2).with {
                    ($0.width, $0.height, $0.codec, $0.container) = (640, 360, .vp9, .webm)
                    ($0.frameRate, $0.frameCount) = (.fps25, 50)
                }, false
            ),
            (
                IndexClip(id: 3).with {
                    ($0.width, $0.height, $0.frameRate, $0.frameCount) = (640, 480, .fps60, 60)
                }, false
            ),
            (IndexClip(id: 4).with { $0.audio = IndexClip.Audio(longerBy: 500) }, false),
            (IndexClip(id: 5).with { ($0.width, $0.height) = (640, 360) }, true),
            (IndexClip(id: 6).with { ($0.frameRate, $0.frameCount) = (.ntsc2997, 89) }, false),
        ]

        /// Six clips that have nothing in common but their size: codec, depth, colours, range, fields, container.
        private static let unlike: [(clip: IndexClip, isStill: Bool)] = [
            IndexClip(id: 1).with { ($0.codec, $0.pixels, $0.colour) = (.h265, .yuv420p10, .hlg) },
            IndexClip(id: 2).with { ($0.codec, $0.container, $0.pixels) = (.prores, .mov, .yuv422p10) },
            IndexClip(id: 3).with { ($0.codec, $0.container, $0.colour) = (.vp9, .webm, .bt601Full) },
            IndexClip(id: 4).with {
                ($0.codec, $0.container, $0.colour, $0.scan) = (.mpeg2, .ts, .bt601PAL, .topFieldFirst)
            },
            IndexClip(id: 5).with { ($0.pixels, $0.colour) = (.bgr24, .rgb) },
            IndexClip(id: 6).with {
                ($0.codec, $0.container, $0.pixels, $0.colour) = (.raw, .avi, .uyvy422, .bt601.untagged)
            },
        ].map { clip in
            (
                clip.with { ($0.width, $0.height, $0.frameRate, $0.frameCount, $0.gop) = (320, 180, .fps25, 50, 25) },
                false
            )
        }

        private static let changes = TestRun.isSanitized ? 30 : 300

        @Test func `three hundred changes show each clip from its first frame to its last, and nothing else`()
            async throws
        {
            try await play(Self.six, changes: Self.changes)
        }

        @Test func `six unlike kinds of footage follow one another without a foreign or black picture`() async throws {
            try await play(Self.unlike, fixing: Set(Wardrobe.Field.allCases), changes: 60)
        }

        @Test func `a decision made while a tick is drawn removes nothing from that tick`() async throws {
            try await play(Self.six, changes: 60) { Interrupted($0) }
        }

        /// A screen on which, at every tick, a decision is made between the snapshot and the drawing.
        private final class Interrupted: StageContent {
            private let screen: KioskScreen
            private let runner: KioskScreen.Runner

            init(_ display: KioskDisplay) { (screen, runner) = (display.screens[0], display.runner) }

            var clock: any GroupClock { screen.clock }
            var ledger: LedgerBox { screen.ledger }
            var isSettled: Bool { screen.isSettled }
            var moment: KioskScreen.Runner.Snapshot { screen.moment }

            func collect(
                _ moment: KioskScreen.Runner.Snapshot, at host: HostTime, in frame: StageFrame, until deadline: HostTime
            ) -> StageShowing {
                runner.send(.date(Date()))
                // Wait until the event has been handled.
                while !runner.isIdle { usleep(1_000) }
                return screen.collect(moment, at: host, in: frame, until: deadline)
            }
        }

        /// Plays to the end of the last change, and checks every tick.
        private func play(
            _ clips: [(clip: IndexClip, isStill: Bool)], fixing fixed: Set<Wardrobe.Field> = .load, changes: Int,
            through: (KioskDisplay) -> Interrupted? = { _ in nil }
        ) async throws {
            let reel = try KioskReel.make(clips, fixing: fixed, in: folder)
            let beside = try KioskReel.make([(IndexClip(id: 7).with { $0.frameCount = 90 }, false)], in: folder)
            let size = CGSize(width: 640, height: 240)
            let screen = KioskConfiguration.Screen(
                size: size, tiles: [reel.tile("changes"), beside.tile("beside")], output: .none)
            let configuration = KioskConfiguration(screens: [screen], loop: .together)
            let cycle = reel.cycle
            // In the middle of a turn, because the position follows from the time. Not many turns after the epoch,
            // because the test and the file round a clip's length to the nanosecond in different ways.
            let line = LineAnchor(hostTime: HostTime(nanoseconds: 0), time: cycle * 40 + cycle / 3, rate: 1)
            let display = try KioskDisplay(configuration, budget: nil, pace: .unpaced, time: nil, line: line)
            let reader = try KioskReader(display, [reel, beside], period: cycle)
            if let content = through(display) { display.stages[0].show(content: content) }
            try display.start()
            let turns = Double(changes) / Double(reel.entries.count)
            let ticks = Int(turns * cycle.seconds * 60) + 120
            await Task.detached { display.stages[0].advance(ticks: ticks) }.value
            display.stop()
            let sights = reader.all
            let wrong = sights.filter { $0.isDue.contains(false) }
            print(
                "playlist: \(sights.count) ticks, \(wrong.count) with another picture than the one due, "
                    + "\(sights.filter { $0.black > 0 }.count) black; cycle \(cycle)")
            #expect(sights.count >= ticks - 60)
            #expect(wrong.isEmpty, "\(wrong.prefix(5))")
            #expect(sights.allSatisfy { $0.black == 0 })
            // Every visit to a clip that was seen whole shows the clip's first and last frame.
            var visits: [[Int]] = []
            var last = (place: -1, turn: Int64(-1))
            for sight in sights {
                let due = reel.due(at: sight.time)
                let turn = sight.time.nanoseconds / cycle.nanoseconds
                if (due.place, turn) != last { visits.append([]) }
                last = (due.place, turn)
                if let code = sight.codes[0] { visits[visits.count - 1].append(code.index) }
            }
            for (index, visit) in visits.enumerated().dropFirst().dropLast() {
                let place = (reel.due(at: sights[0].time).place + index) % reel.entries.count
                let indices = reel.entries[place].indices
                #expect(visit.first == indices.first && visit.last == indices.last, "visit \(index) of clip \(place)")
            }
            #expect(visits.count > changes)
            #expect(display.status.screens[0].tiles.allSatisfy { $0.lateTicks == 0 })
        }
    }
#endif
