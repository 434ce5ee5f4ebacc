import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Members that share one line, which carries less than they play.
@Suite(.serialized) @MainActor
struct SharedLineStories {
    /// Not a multiple of anything that repeats in the world.
    private static let step = Duration.milliseconds(61)
    private static let length = Duration.seconds(120)

    /// What was seen of the two members.
    private struct Sight {
        /// How far apart they were at most on the line, while the group said that it plays and both moved.
        var worst = Duration.zero
        /// How long that was.
        var together = Duration.zero
        /// The longest time for which one member stood while the group said that it plays, and the other one moved.
        var alone = Duration.zero
        /// The longest time in which not both moved.
        var apart = Duration.zero
        private var (aloneNow, apartNow) = (Duration.zero, Duration.zero)

        mutating func see(_ times: [Duration?], isPlaying: Bool, for step: Duration) {
            let moving = times.compactMap(\.self)
            if isPlaying, moving.count == 2 {
                worst = max(worst, max(moving[0], moving[1]) - min(moving[0], moving[1]))
                together += step
            }
            aloneNow = isPlaying && moving.count == 1 ? aloneNow + step : .zero
            apartNow = moving.count < 2 ? apartNow + step : .zero
            (alone, apart) = (max(alone, aloneNow), max(apart, apartNow))
        }
    }

    /// Adds two members over a line of 3 Mbit/s that is cut off for 2 s every 20 s, and lets the group play.
    private func watch(_ world: World, _ policy: StallPolicy) async -> (ids: [MemberID], sight: Sight) {
        let urls = ["a", "b"].map { URL(string: "https://videos.example/\($0).mp4")! }
        for url in urls {
            var media = ContractWorld.Media(duration: 3600, frameRate: 30, size: CGSize(width: 1280, height: 720))
            media.bitRate = 2e6
            world.contract.register(url, media)
        }
        var line = ContractWorld.SharedLine(rate: 3e6)
        (line.period, line.gap) = (.seconds(20), .seconds(2))
        world.contract.share(line, among: urls)
        let group = world.group
        let ids = urls.map { group.add(url: $0) }
        group.stallPolicy = policy
        await world.play()
        var sight = Sight()
        let end = world.now.advanced(by: Self.length)
        while world.now < end {
            await world.advance(by: Self.step)
            let isPlaying = group.state == .playing && group.runner.lineup.line.anchor.hostTime <= world.now
            sight.see(ids.map { moving($0, in: world) }, isPlaying: isPlaying, for: Self.step)
        }
        return (ids, sight)
    }

    /// The item time of a member that follows the line; `nil` while it stands, or is on its way there.
    private func moving(_ id: MemberID, in world: World) -> Duration? {
        guard let player = world.group.player(of: id), player.rate != 0,
            world.group.snapshot.members.first(where: { $0.id == id })?.isLeftBehind == false
        else { return nil }
        return world.itemTime(of: player)
    }

    private func count(_ world: World, _ isOne: (GroupEvent) -> Bool) -> Int { world.events.filter(isOne).count }

    @Test(arguments: StallPolicy.allCases, 1...3 as ClosedRange<UInt64>)
    func `two members of 2 Mbit/s share a line of 3 Mbit/s that is cut off every 20 seconds`(
        policy: StallPolicy, seed: UInt64
    ) async {
        let world = World(seed: seed)
        let (ids, sight) = await watch(world, policy)
        let stalls = count(world) { if case .stalled = $0 { true } else { false } }
        let returns = count(world) { if case .resumed = $0 { true } else { false } }
        let story: Comment = "\(sight), \(stalls) stalls, at \(world.group.time()), \(world.told)"
        #expect(world.group.failures.isEmpty, "\(world.group.failures)")
        #expect(world.violations.isEmpty, "\(world.violations.prefix(3))")
        #expect(sight.worst <= .milliseconds(2), story)
        switch policy {
        case .carryOn:
            // The line does not wait, and who has stalled comes back to it.
            #expect(world.group.time() > Self.length, story)
            #expect(stalls >= 20 && returns >= stalls - 2, story)
            #expect(sight.together > .seconds(30) && sight.apart < .seconds(12), story)
        case .wait:
            // Of 4 Mbit/s there are 2.7 on average. A stop is announced within a moment, and then both hold.
            #expect(world.group.time() > Self.length * 0.5 && world.group.time() < Self.length * 0.7, story)
            #expect(stalls >= 20 && returns >= stalls - 2, story)
            #expect(sight.alone < .milliseconds(150) && sight.apart < .seconds(6), story)
        case .drop:
            // What is left is less than the line carries.
            #expect(stalls == 1 && count(world) { if case .dropped = $0 { true } else { false } } == 1, story)
            #expect(world.group.time() > Self.length && sight.alone > Self.length - .seconds(5), story)
            let left = ids.filter { world.error(of: $0) != nil }
            #expect(left.count == 1, story)
            for id in left { expectOnLine(world, id) }
        }
    }
}
