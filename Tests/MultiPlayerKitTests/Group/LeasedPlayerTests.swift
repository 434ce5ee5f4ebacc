import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

/// A player and its lease, in virtual time.
struct LeasedPlayerTests {
    private let clock = ManualClock()
    private let budget: DecoderBudget
    private let leases: PlayerLeases
    private let player: SimulatedPlayer
    private let source = MediaSource(url: URL(fileURLWithPath: "/clips/1.mp4"))

    init() {
        budget = DecoderBudget(clock: clock, meter: SilentMeter(), defaultSessions: 4)
        leases = PlayerLeases(
            budget: budget, clock: clock, usage: { _ in DecoderBudget.Usage(ticks: 0, late: 0) }, publish: { _ in })
        player = Self.player(clock)
    }

    private static func player(_ clock: ManualClock) -> SimulatedPlayer {
        SimulatedPlayer(
            clock: clock,
            traits: PlayerTraits(rates: 0...4, followsLineExactly: true, lead: .zero, tiers: [.full, .still])
        ) { _ in
            var video = SimulatedVideo(length: .seconds(10))
            video.loadDelay = .milliseconds(100)
            return video
        }
    }

    private var count: Int { budget.snapshot.leases.count }
    private var releases: Int { player.commands.count { $0 == .release } }

    @Test func `a player holds a lease from when its video is open until it is released`() {
        let leased = LeasedPlayer(player, id: MemberID(1), name: "a", in: leases) { _ in }
        #expect(count == 0)
        leased.load(source, generation: 1)
        #expect(count == 0)
        clock.advance(by: .milliseconds(200))
        #expect(count == 1)
        leased.release()
        #expect(count == 0 && releases == 1)
        leased.load(source, generation: 2)
        player.report(.loaded(SimulatedVideo(length: .seconds(10)).info, generation: 2))
        #expect(count == 1)
    }

    @Test func `an answer after the release, or to an earlier load, takes no lease`() throws {
        let leased = LeasedPlayer(player, id: MemberID(1), name: "a", in: leases) { _ in }
        leased.load(source, generation: 1)
        clock.advance(by: .milliseconds(200))
        let info = try #require(player.video?.info)
        leased.release()
        leases.opened(MemberID(1), info, generation: 1)
        #expect(count == 0)
        leased.load(generation: 2) { nil }
        leases.opened(MemberID(1), info, generation: 1)
        #expect(count == 0)
        leases.opened(MemberID(1), info, generation: 2)
        #expect(count == 1)
        let cost = budget.snapshot.leases.first?.cost
        var larger = info
        (larger.displaySize, larger.frameRate) = (CGSize(width: 3840, height: 2160), FrameRate(120))
        leases.opened(MemberID(1), larger, generation: 1)
        #expect(budget.snapshot.leases.first?.cost == cost)
        leases.opened(MemberID(1), larger, generation: 2)
        #expect(budget.snapshot.leases.first?.cost != cost)
    }

    @Test func `a lease begins before the video is reported open, and reports about decoders stay with the budget`() {
        let heard = Heard()
        let leased = LeasedPlayer(player, id: MemberID(1), name: "a", in: leases) { [budget] event in
            heard.events.withLock { $0.append((event, budget.snapshot.leases.count)) }
        }
        leased.load(source, generation: 1)
        clock.advance(by: .milliseconds(200))
        player.report(.settled(DecodeGrant(.full)))
        player.report(.starved(silently: true))
        player.report(.stalled)
        let events = heard.events.withLock { $0 }
        #expect(events.count == 2)
        guard case .loaded = events.first?.0, case .stalled = events.last?.0 else {
            Issue.record("\(events)")
            return
        }
        #expect(events.first?.1 == 1)
        #expect(leases.tiers(of: MemberID(1))?.tier == .full)
        // The budget knows that the player was refused its decoder.
        #expect(budget.snapshot.leases.first?.grant.tier.decodes == false)
    }

    private final class Heard: Sendable {
        let events = Mutex<[(PlayerEvent, Int)]>([])
    }

    @Test func `a video that is known at once takes its lease at once`() throws {
        let leased = LeasedPlayer(player, id: MemberID(1), name: "a", in: leases) { _ in }
        let info = SimulatedVideo(length: .seconds(10)).info
        leased.load(generation: 1) { info }
        #expect(count == 1)
    }

    @Test func `decoder and lease are given back once, whatever ends the player`() {
        var leased: LeasedPlayer? = LeasedPlayer(player, id: MemberID(1), name: "a", in: leases) { _ in }
        leased?.load(source, generation: 1)
        clock.advance(by: .milliseconds(200))
        leased?.release()
        leased?.end()
        leased?.end()
        leased = nil
        #expect(releases == 1 && count == 0)

        let other = Self.player(clock)
        leased = LeasedPlayer(other, id: MemberID(2), name: "b", in: leases) { _ in }
        leased?.load(source, generation: 1)
        clock.advance(by: .milliseconds(200))
        #expect(count == 1)
        leased = nil
        #expect(other.isReleased && count == 0)
    }

    @Test func `a member that has failed and is removed leaves nothing behind`() throws {
        let runner = GroupRunner(clock: clock, budget: budget)
        let broken = Self.player(clock)
        let id = runner.add(broken, source: source, map: TimeMap(), isAmbient: false)
        clock.advance(by: .milliseconds(200))
        #expect(runner.leases.tiers(of: id) != nil)
        guard case .load(_, let generation) = try #require(broken.commands.first) else { return }
        let error = PlaybackError(.decodingFailed, subject: "1.mp4", reason: "gone", cure: "mend it")
        broken.report(.failed(error, generation: generation))
        #expect(count == 0 && runner.leases.tiers(of: id) != nil)
        runner.perform(.remove(id))
        #expect(runner.leases.tiers(of: id) == nil)
    }

    @Test func `a member that has given its video back is not compared any more`() throws {
        let best = PlayerTraits(
            rates: 0...4, followsLineExactly: true, lead: .zero, tiers: [.full, .reducedFrameRate, .still])
        let players = (1...2).map { number in
            let player = SimulatedPlayer(clock: clock, traits: best) { _ in SimulatedVideo(length: .seconds(10)) }
            let leased = LeasedPlayer(player, id: MemberID(number), name: "\(number)", in: leases) { _ in }
            leased.load(source, generation: 1)
            clock.advance(by: .milliseconds(200))
            return leased
        }
        players[1].release()
        // Alone it may leave frames out, which would not do in a comparison.
        let work = try #require(budget.snapshot.leases.first?.cost.work)
        let tiers = stride(from: 0.95, to: 0.1, by: -0.05).compactMap { share in
            budget.limit.macroblocksPerSecond = work * share
            return budget.snapshot.leases.first?.grant.tier
        }
        #expect(tiers.contains(.reducedFrameRate))
        withExtendedLifetime(players) {}
    }
}
