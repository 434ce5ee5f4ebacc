import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk
@testable import TestTools

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

/// The shell around a kiosk's decisions, with simulated players in virtual time.
struct KioskRunnerTests {
    /// Files that always exist, and a list of the players that were made.
    private final class Media: KioskMedia {
        struct Unanswered: Sendable {
            var source: MediaSource
            var answer: @Sendable (KioskFiles.Look) -> Void
        }

        let clock: ManualClock
        let steering: KioskCore.Steering?
        let players = Mutex<[SimulatedPlayer]>([])
        /// Looks that the test answers itself; `nil`: they are answered at once.
        let held: Mutex<[Unanswered]?>
        /// How often each folder was asked about its files. While `hangs` is set, the left one never answers.
        let stamps = Mutex<[String: Int]>([:])
        let hangs = Mutex(false)
        private static let stamp = FileStamp(device: 1, inode: 1, size: 1, modified: 1)

        init(_ clock: ManualClock, _ steering: KioskCore.Steering?, holdsLooks: Bool) {
            (self.clock, self.steering) = (clock, steering)
            held = Mutex(holdsLooks ? [] : nil)
        }

        func stamp(_ sources: [MediaSource], answer: @escaping @Sendable ([MediaSource: FileStamp?]) -> Void) {
            let folder = sources[0].url.deletingLastPathComponent().path
            stamps.withLock { $0[folder, default: 0] += 1 }
            if hangs.withLock({ $0 }), folder == "/left" { return }
            answer(Dictionary(uniqueKeysWithValues: sources.map { ($0, Self.stamp) }))
        }

        func look(
            at source: MediaSource, known: [FileStamp], answer: @escaping @Sendable (KioskFiles.Look) -> Void
        ) {
            let isHeld = held.withLock { held in
                held?.append(Unanswered(source: source, answer: answer))
                return held != nil
            }
            if !isHeld { answer(Self.look) }
        }

        static var look: KioskFiles.Look {
            .opened(stamp, KioskClipFacts(bounds: ItemBounds(start: .zero, end: .seconds(10))))
        }

        func still(
            _ source: MediaSource, _ stamp: FileStamp,
            answer: @escaping @Sendable (Result<Int, PlaybackError>) -> Void
        ) { answer(.success(7)) }

        func player() -> SimulatedPlayer {
            let traits = PlayerTraits(
                rates: 0...4, followsLineExactly: steering == nil, lead: .zero, tiers: [.full, .still])
            let player = SimulatedPlayer(clock: clock, traits: traits) { _ in SimulatedVideo(length: .seconds(10)) }
            players.withLock { $0.append(player) }
            return player
        }

        func load(
            _ source: MediaSource, _ stamp: FileStamp, into player: SimulatedPlayer, generation: Int
        ) -> MediaInfo? {
            player.load(source, generation: generation)
            return nil
        }
    }

    private struct Bench {
        let clock = ManualClock()
        let media: Media
        let budget: DecoderBudget
        let runner: KioskRunner<Media>
        let told = Told()

        final class Told: Sendable { let events = Mutex<[KioskEvent]>([]) }

        init(
            clips: [String] = ["a.mp4"], steering: KioskCore.Steering? = nil, holdsLooks: Bool = false,
            composing: Duration = .milliseconds(50)
        ) {
            media = Media(clock, steering, holdsLooks: holdsLooks)
            budget = DecoderBudget(clock: clock, meter: SilentMeter(), defaultSessions: 8)
            let tiles = ["left", "right"].map { name in
                KioskConfiguration.Tile(
                    name: name,
                    clips: clips.map {
                        KioskConfiguration.Clip(source: MediaSource(url: URL(fileURLWithPath: "/\(name)/\($0)")))
                    })
            }
            let configuration = KioskConfiguration(
                screens: [KioskConfiguration.Screen(tiles: tiles)], audio: "right")
            runner = KioskRunner(
                configuration, clock: clock,
                line: LineAnchor(hostTime: clock.now, time: .seconds(1_000_002), rate: 1), budget: budget,
                media: media,
                owner: KioskRunner<Media>.Owner(
                    perform: { $0() }, tell: { [told] event in told.events.withLock { $0.append(event) } },
                    composing: composing))
            runner.send(.begin)
        }

        var players: [SimulatedPlayer] { media.players.withLock { $0 } }
        var leases: Int { budget.snapshot.leases.count }

        func releases(_ player: SimulatedPlayer) -> Int { player.commands.count { $0 == .release } }
    }

    @Test func `each tile gets a player with a lease, and only the player of the audible tile is heard`() {
        let bench = Bench()
        bench.clock.advance(by: .seconds(1))
        #expect(bench.runner.isSettled && bench.players.count == 2 && bench.leases == 2)
        #expect(bench.players.map(\.isAudible) == [false, true])
        #expect(bench.runner.player(ofTile: "right", at: bench.clock.now) === bench.players[1])
    }

    @Test func `a player that fails is replaced, and is released once the tick that may show it is composed`() {
        let bench = Bench()
        bench.clock.advance(by: .seconds(1))
        let seat = bench.runner.snapshot.board.due(0, at: bench.clock.now).last?.seat
        bench.runner.send(.silent(seat!.id))
        #expect(!bench.players[0].isReleased)
        bench.clock.advance(by: .milliseconds(60))
        #expect(bench.players[0].isReleased && bench.players.count == 3)
        bench.clock.advance(by: .seconds(1))
        #expect(bench.runner.isSettled && bench.leases == 2 && !bench.players[1].isReleased)
        #expect(bench.told.events.withLock { $0 } == [.rebuilt(tile: "left", reason: "no picture for two seconds")])
    }

    @Test func `a player that reports a failure, or that the system took away, is replaced`() {
        let bench = Bench()
        bench.clock.advance(by: .seconds(1))
        let error = PlaybackError(.decodingFailed, subject: "a.mp4", reason: "it broke", cure: "mend it")
        bench.players[0].report(.failed(error, generation: 1))
        bench.players[1].report(.lost)
        bench.clock.advance(by: .seconds(1))
        #expect(bench.players.count == 4 && bench.leases == 2)
        #expect(
            bench.told.events.withLock { $0 } == [
                .rebuilt(tile: "left", reason: "it broke"),
                .rebuilt(tile: "right", reason: "the system took its player away"),
            ])
    }

    @Test func `a closed runner has released everything once and opens nothing more`() {
        let bench = Bench(holdsLooks: true)
        let held = bench.media.held.withLock { $0 ?? [] }
        #expect(held.count == 2 && !bench.runner.isIdle)
        held[0].answer(Media.look)
        bench.clock.advance(by: .seconds(1))
        #expect(bench.players.count == 1 && bench.leases == 1)
        bench.runner.close()
        bench.runner.close()
        #expect(bench.releases(bench.players[0]) == 1 && bench.leases == 0)
        held[1].answer(Media.look)
        bench.clock.advance(by: .seconds(5))
        #expect(bench.players.count == 1 && bench.runner.isIdle)
    }

    @Test func `a folder that hangs is asked once, and holds up no other`() {
        let bench = Bench()
        bench.media.hangs.withLock { $0 = true }
        bench.clock.advance(by: .seconds(1.5))
        let before = bench.media.stamps.withLock { $0 }
        bench.clock.advance(by: .seconds(10))
        let after = bench.media.stamps.withLock { $0 }
        #expect(after["/left"]! - before["/left"]! <= 1 && after["/right"]! - before["/right"]! >= 1)
        #expect(!bench.runner.isIdle)
    }

    @Test func `players that need steering are read and get another anchor`() {
        let bench = Bench(
            steering: KioskCore.Steering(lead: .milliseconds(100), leadWithSound: .milliseconds(300)))
        // A player that needs steering gets its sound, which chooses its clock, before its item is set.
        #expect(bench.players.allSatisfy { $0.commands.first == .setAudible(true) || $0 === bench.players[0] })
        bench.clock.advance(by: .seconds(12))
        func follows() -> [Int] {
            bench.players.map { player in player.commands.count { if case .follow = $0 { true } else { false } } }
        }
        #expect(follows() == [1, 1])
        for player in bench.players {
            player.lineReading = LineReading(host: bench.clock.now, error: .milliseconds(-30), rate: 1)
        }
        bench.runner.measure()
        #expect(follows() == [2, 2])
        for player in bench.players { player.report(.moved) }
        #expect(follows() == [3, 3])
    }

    @Test func `players are released with the last user of the runner`() {
        var bench: Bench? = Bench()
        bench?.clock.advance(by: .seconds(1))
        let (players, budget) = (bench!.players, bench!.budget)
        bench = nil
        #expect(players.allSatisfy(\.isReleased) && budget.snapshot.leases.isEmpty)
    }

    @Test func `still pictures are read and take no lease`() {
        let bench = Bench(clips: ["a.png"])
        bench.clock.advance(by: .seconds(1))
        #expect(bench.runner.isSettled && bench.players.isEmpty && bench.leases == 0)
        #expect(bench.runner.snapshot.shows.values.allSatisfy { $0.still == 7 })
    }
}
