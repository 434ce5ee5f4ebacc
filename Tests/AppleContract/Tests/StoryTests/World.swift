import AVFoundation
import Foundation
import MultiPlayerKitTestSupport

@testable import MultiPlayerKit

/// A group of AVPlayers on the double, in virtual time: what a story is told in.
///
/// Two clocks move together: the double's host clock and the group's. Between any two events whatever was put on the
/// main queue is run, so that a story goes the same way every time.
@MainActor
final class World {
    let contract: ContractWorld
    let clock: ManualClock
    let group: PlaybackGroup
    /// What the group told so far.
    private(set) var events: [GroupEvent] = []
    private var listening: Task<Void, Never>?

    init(seed: UInt64 = 1) {
        let start: Int64 = 1_000_000_000_000
        contract = ContractWorld(seed: seed, hostTime: start)
        ContractWorld.current = contract
        clock = ManualClock(now: HostTime(nanoseconds: start))
        group = PlaybackGroup(clock: clock)
        let events = group.events
        listening = Task { [weak self] in
            for await event in events { self?.events.append(event) }
        }
    }

    deinit { listening?.cancel() }

    // MARK: Clips

    private var clips = 0

    /// A file that can be opened: 720p with sound, 60 s at 30 frames a second unless said otherwise.
    func clip(
        seconds: Double = 60, rate: Double = 30, hasAudio: Bool = true, _ change: (inout ContractWorld.Media) -> Void = { _ in }
    ) -> URL {
        clips += 1
        let url = FileManager.default.temporaryDirectory.appending(path: "contract-clip-\(clips).mp4")
        if !FileManager.default.fileExists(atPath: url.path) { try? Data([0]).write(to: url) }
        var media = ContractWorld.Media(
            duration: CMTime(seconds: seconds, preferredTimescale: 600), frameRate: (Int32(rate), 1),
            size: CGSize(width: 1280, height: 720), hasAudio: hasAudio)
        change(&media)
        contract.register(url, media)
        return url
    }

    /// An HTTP live stream that has an end, unless `change` takes it.
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
        return FileManager.default.temporaryDirectory.appending(path: name)
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

    /// Moves on by at least `duration`, to twenty milliseconds behind the next multiple of `period` in group time.
    func advance(to duration: Duration, behindMultipleOf period: Duration) async {
        await advance(by: duration)
        let (_, rest) = group.time().nanoseconds.flooredDivision(by: period.nanoseconds)
        await advance(by: period - .nanoseconds(rest) + .milliseconds(20))
    }

    /// Moves on until something holds, at most so long.
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

    /// Lets the main queue, and whatever waits for it, run out.
    func settle() async {
        for _ in 0..<3 {
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
        // Videos are opened away from the main actor.
        for _ in 0..<200 where isOpening {
            await Task.detached(priority: .background) {}.value
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            if contract.nextEvent.map({ $0 > contract.now }) == true { break }
        }
    }

    private var isOpening: Bool {
        group.runner.lineup.phases.values.contains(.loading)
    }

    // MARK: Playing

    /// Starts the group and waits until the common start has passed.
    func play() async {
        let group = self.group
        let started = Task { try await group.play() }
        _ = await advance { group.state == .playing }
        await advance(by: .milliseconds(400))
        started.cancel()
    }

    func seek(to time: Duration) async {
        let group = self.group
        let done = Task { try? await group.seek(to: time) }
        await advance(by: .seconds(2))
        done.cancel()
    }

    // MARK: Looking

    /// What the group told last, for a failure's message.
    var told: String {
        let phases = group.runner.lineup.phases.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let recent = events.suffix(8).map { event in
            if case .opened(let id, _) = event { return "opened(\(id))" }
            return String(describing: event).replacingOccurrences(of: "MultiPlayerKit.", with: "")
        }
        return "\(phases), rules broken: \(contract.violations.prefix(3)), events: \(recent)"
    }

    /// How far a member's player is from where the group's line wants it, ahead positive; `nil` for one that is not on
    /// the line. A looped member's turns are alike, so only the place in the turn counts.
    func error(of id: MemberID) -> Duration? {
        let lineup = group.runner.lineup
        guard lineup.phases[id] == .following, var timeline = lineup.entries.first(where: { $0.id == id })?.timeline,
            let player = group.player(of: id), let shown = itemTime(of: player)
        else { return nil }
        timeline.line = lineup.line
        let now = HostTime(nanoseconds: contract.now)
        let wanted = timeline.position(at: now).itemTime
        let error = shown - wanted
        guard let part = timeline.repeatedPart(at: now) else { return error }
        let length = (part.upperBound - part.lowerBound).nanoseconds
        let rest = (error + timeline.range.lowerBound).nanoseconds.flooredDivision(by: length).remainder
        return .nanoseconds(rest > length / 2 ? rest - length : rest)
    }

    /// Where a player's item is now, in its own time.
    func itemTime(of player: AVPlayer) -> Duration? {
        contract.itemTime(of: player, at: contract.now).flatMap { Duration($0) }
    }

    /// The largest error of all members that are on the line; `nil` when none is.
    var worstError: Duration? {
        (group.members + [group.backgroundMember].compactMap(\.self)).compactMap { error(of: $0) }
            .map { max($0, .zero - $0) }.max()
    }
}
