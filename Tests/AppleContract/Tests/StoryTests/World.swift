import AVFoundation
import Foundation
import MultiPlayerKitTestSupport

@testable import MultiPlayerKit

/// A group of AVPlayers on the double, in virtual time: the world in which a story is told.
///
/// Two clocks move together: the double's host clock and the group's. Between any two events the main queue runs
/// empty, so that a story goes the same way every time.
@MainActor
final class World: StoryWorld {
    let contract: ContractWorld
    let clock: ManualClock
    let group: PlaybackGroup
    /// The events that the group has sent so far.
    private(set) var events: [GroupEvent] = []
    private var listening: Task<Void, Never>?

    /// Shares out the decoders; `nil`: every member takes what there is.
    let budget: DecoderBudget?

    init(seed: UInt64 = 1, isGoverned: Bool = false) {
        precondition(OneQueue.isSet, "the runtime has no such hook any more")
        let start: Int64 = 1_000_000_000_000
        contract = ContractWorld(seed: seed, hostTime: start)
        ContractWorld.current = contract
        clock = ManualClock(now: HostTime(nanoseconds: start))
        budget = isGoverned ? DecoderBudget(clock: clock, meter: SilentMeter(), defaultSessions: 16) : nil
        group = PlaybackGroup(clock: clock, budget: budget)
        let events = group.events
        listening = Task { [weak self] in
            for await event in events { self?.events.append(event) }
        }
    }

    deinit { listening?.cancel() }

    var now: HostTime { HostTime(nanoseconds: contract.now) }
    var violations: [String] { contract.violations }
    /// The group corrects errors above 2 ms; 0.05 ms is for rounding.
    let tolerance = Duration.milliseconds(2.05)
    let stillTolerance = Duration.milliseconds(0.1)
    let turns = 20

    // MARK: Clips

    private var clips = 0

    /// A file that can be opened: 720p with sound, 60 s at 30 frames a second unless said otherwise.
    func clip(
        seconds: Double = 60, rate: Double = 30, hasAudio: Bool = true,
        _ change: (inout ContractWorld.Media) -> Void = { _ in }
    ) -> URL {
        clips += 1
        var media = ContractWorld.Media(
            duration: CMTime(seconds: seconds, preferredTimescale: 600), frameRate: (Int32(rate), 1),
            size: CGSize(width: 1280, height: 720), hasAudio: hasAudio)
        change(&media)
        return contract.addFile("contract-clip-\(clips).mp4", media)
    }

    func clip(seconds: Double, rate: Double, hasAudio: Bool) -> URL {
        clip(seconds: seconds, rate: rate, hasAudio: hasAudio) { _ in }
    }

    /// An HTTP live stream that has an end, unless `change` removes it.
    func stream(_ change: (inout ContractWorld.Media) -> Void) -> URL {
        clips += 1
        let url = URL(string: "https://example.org/stream-\(clips).m3u8")!
        var media = ContractWorld.Media(
            duration: CMTime(seconds: 600, preferredTimescale: 600), hasAudio: true, kind: .hls)
        change(&media)
        contract.register(url, media)
        return url
    }

    /// Where a member's video comes from.
    func url(of id: MemberID) -> URL {
        let name = group.runner.lineup.entries.first { $0.id == id }?.name ?? ""
        return ContractWorld.files.appending(path: name)
    }

    // MARK: Time

    /// Moves both clocks on, event by event.
    func advance(by duration: Duration) async {
        let end = contract.now + duration.nanoseconds
        await settle()
        while let next = nextEvent, next <= end {
            step(to: max(next, contract.now))
            await settle()
        }
        step(to: end)
        await settle()
    }

    /// Advances until `holds` is true, by at most `limit`; returns whether it became true.
    func advance(atMost limit: Duration = .seconds(20), until holds: () -> Bool) async -> Bool {
        let end = contract.now + limit.nanoseconds
        await settle()
        while !holds() {
            guard contract.now < end else { return false }
            step(to: min(max(nextEvent ?? end, contract.now), contract.now + 50_000_000, end))
            await settle()
        }
        return true
    }

    private var nextEvent: Int64? {
        [contract.nextEvent, clock.nextWake?.nanoseconds].compactMap(\.self).min()
    }

    private func step(to host: Int64) {
        contract.advance(to: host)
        if host > clock.now.nanoseconds || clock.nextWake.map({ $0.nanoseconds <= host }) == true {
            clock.advance(to: HostTime(nanoseconds: host))
        }
    }

    /// Runs the main queue empty, with whatever waits for it.
    func settle() async {
        for _ in 0..<3 {
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
        // Videos open off the main actor.
        for _ in 0..<200 where isOpening {
            await Task.detached {}.value
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
    }

    private var isOpening: Bool {
        let lineup = group.runner.lineup
        return lineup.entries.contains { entry in
            (entry.player as? LoopRelay)?.isLoading ?? (entry.player as? AVFoundationPlayer)?.isLoading ?? false
        }
    }

    // MARK: Looking

    /// Takes the pool's spare surfaces out of use: what another world has given back keeps that world's time.
    static func forgetSpareSurfaces() {
        for _ in 0..<SurfacePool.spares { _ = SurfacePool.shared.surface(for: nil) }
    }

    /// The surface of a player, made in this world.
    func surface(of player: AVPlayer?) -> PlayerSurface {
        Self.forgetSpareSurfaces()
        return SurfacePool.shared.surface(for: player)
    }

    func itemTime(of player: AVPlayer, at host: HostTime) -> Duration? {
        contract.itemTime(of: player, at: host.nanoseconds).flatMap { Duration($0) }
    }

    /// Each picture of the double carries the index of its frame.
    func frameIndex(in buffer: CVPixelBuffer) -> Int? { ContractWorld.frame(of: buffer)?.index }
}
