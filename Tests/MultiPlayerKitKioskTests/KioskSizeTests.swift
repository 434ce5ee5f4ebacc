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

/// The sizes that players are told. One of size zero cannot be seen, and the budget takes its decoder away.
struct KioskSizeTests {
    /// A simulated player that notes its sizes.
    private final class Player: SteeredPlayer {
        let sizes = Mutex<[CGSize]>([])
        private let player: SimulatedPlayer

        init(_ clock: ManualClock) {
            let traits = PlayerTraits(rates: 0...4, followsLineExactly: true, lead: .zero, tiers: [.full, .still])
            player = SimulatedPlayer(clock: clock, traits: traits)
        }

        var traits: PlayerTraits { player.traits }
        func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) { player.attach(deliver: deliver) }
        func load(_ source: MediaSource, generation: Int) { player.load(source, generation: generation) }
        func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
            player.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation)
        }
        func follow(_ timeline: MemberTimeline, from host: HostTime) { player.follow(timeline, from: host) }
        func display(at size: CGSize) { sizes.withLock { $0.append(size) } }
        func setAudible(_ audible: Bool) { player.setAudible(audible) }
        func release() { player.release() }
        func line() -> MemberTimeline? { player.line() }
    }

    /// Files of ten seconds that always exist.
    private struct Media: KioskMedia {
        private static let stamp = FileStamp(device: 1, inode: 1, size: 1, modified: 1)
        let clock: ManualClock

        var steering: KioskCore.Steering? { nil }
        func stamp(_ sources: [MediaSource], answer: @escaping @Sendable ([MediaSource: FileStamp?]) -> Void) {
            answer(Dictionary(uniqueKeysWithValues: sources.map { ($0, Self.stamp) }))
        }
        func look(
            at source: MediaSource, known: [FileStamp], answer: @escaping @Sendable (KioskFiles.Look) -> Void
        ) {
            answer(.opened(Self.stamp, KioskClipFacts(bounds: ItemBounds(start: .zero, end: .seconds(10)))))
        }
        func still(
            _ source: MediaSource, _ stamp: FileStamp,
            answer: @escaping @Sendable (Result<Int, PlaybackError>) -> Void
        ) { answer(.success(0)) }
        func player() -> Player { Player(clock) }
        func load(_ source: MediaSource, _ stamp: FileStamp, into player: Player, generation: Int) -> MediaInfo? {
            player.load(source, generation: generation)
            return nil
        }
    }

    private let clock = ManualClock()
    private let runner: KioskRunner<Media>

    /// A kiosk of two screens with a tile of two clips each, two seconds into the first.
    init() {
        let screens = ["left", "right"].map { name in
            KioskConfiguration.Screen(
                name: name,
                tiles: [
                    KioskConfiguration.Tile(
                        name: name,
                        clips: ["a.mp4", "b.mp4"].map {
                            KioskConfiguration.Clip(source: MediaSource(url: URL(fileURLWithPath: "/\(name)/\($0)")))
                        })
                ])
        }
        runner = KioskRunner(
            KioskConfiguration(screens: screens), clock: clock,
            line: LineAnchor(hostTime: clock.now, time: .seconds(1_000_002), rate: 1),
            budget: DecoderBudget(clock: clock, meter: SilentMeter(), defaultSessions: 8), media: Media(clock: clock),
            owner: KioskRunner<Media>.Owner(perform: { $0() }, tell: { _ in }))
        runner.send(.begin)
    }

    /// The player that a screen shows, and its number.
    private func shown(_ track: Int) throws -> (id: MemberID, player: Player) {
        let snapshot = runner.snapshot
        let seat = try #require(snapshot.board.due(track, at: clock.now).last?.seat)
        return (seat.id.member, try #require(snapshot.shows[seat.id]?.player))
    }

    @Test func `each screen sets the sizes of its own players only`() throws {
        clock.advance(by: .seconds(1))
        let (left, right) = (try shown(0), try shown(1))
        let (large, small) = (CGSize(width: 640, height: 360), CGSize(width: 320, height: 180))
        runner.display([left.id: large], on: large)
        runner.display([right.id: small], on: small)
        runner.display([left.id: small], on: large)
        #expect(left.player.sizes.withLock { $0 } == [large, small])
        #expect(right.player.sizes.withLock { $0 } == [small])
    }

    @Test func `a player that was opened for the next clip is not hidden when the size of another changes`() throws {
        clock.advance(by: .seconds(1))
        let left = try shown(0)
        // The next clip is due after eight seconds, and opens two seconds before.
        clock.advance(by: .seconds(5.5))
        let next = runner.snapshot.shows.values.filter { $0.track == 0 && $0.id.member != left.id }
        #expect(next.count == 1)
        let size = CGSize(width: 640, height: 360)
        runner.display([left.id: size], on: size)
        #expect(next.allSatisfy { $0.player?.sizes.withLock { $0.isEmpty } ?? false })
    }
}
