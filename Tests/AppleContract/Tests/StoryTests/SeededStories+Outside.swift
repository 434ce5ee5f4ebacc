import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

extension Story {
    /// What is around a group: few decoders and a screen, a network, people.
    @MainActor
    struct Outside {
        let scene: DecoderScene
        var people: People
        var networks: Networks
        private var videos = 0

        init(seed: UInt64, _ random: inout SplitMix) {
            scene = DecoderScene(
                seed: seed, decoders: Int.random(in: 1...5, using: &random),
                ContractWorld.DecoderRefusal.allCases.randomElement(using: &random) ?? .loud)
            people = People(around: scene.world.contract)
            networks = Networks(of: scene.world.contract, isShared: Bool.random(using: &random))
        }

        /// A video long enough for a story and its end, in a file or on a server.
        mutating func video(in world: World, _ random: inout SplitMix) -> URL {
            videos += 1
            let seconds = Double(Int.random(in: 300...600, using: &random))
            guard Bool.random(using: &random) else { return world.clip(seconds: seconds, rate: 30, hasAudio: true) }
            let url = URL(string: "https://videos.example/\(videos).mp4")!
            world.contract.register(url, ContractWorld.Media(duration: seconds, frameRate: 30, hasAudio: true))
            networks.add(url, &random)
            return url
        }

        mutating func act(_ random: inout SplitMix, isAudible: Bool) -> String? {
            guard Bool.random(using: &random) else { return networks.act(&random) }
            let before = people.pulledAt
            let deed = people.act(&random)
            // A group that nobody hears plays on, and whoever turns on its sound then wants it.
            if people.pulledAt != before, !isAudible { people.forgetPull() }
            return deed
        }
    }

    /// Looks at all that is seen and heard.
    func lookOutside() {
        guard let outside else { return }
        let (scene, contract) = (outside.scene, world.contract)
        scene.showAll()
        if !outside.people.isAway {
            if let id = scene.transparent { tell("\(id) shows nothing, after \(told.suffix(4))") }
            if let id = scene.foreign(urls) { tell("\(id) shows another's picture, after \(told.suffix(4))") }
        }
        if outside.people.heardAloud != nil { tell("sound goes on, after \(told.suffix(4))") }
        if contract.decodersHeld > scene.decoders { tell("\(contract.decodersHeld) decoders in use") }
        let members = all.count
        // The end of a loop's item needs a second player, and so does another size. Those that a reset has killed, or
        // whose members are gone, hold nothing.
        let players = contract.players.count { $0.status != .failed && $0.currentItem != nil }
        if players > members * 2 { tell("\(players) players for \(members) members") }
    }

    private var all: [MemberID] { group.members + [group.backgroundMember].compactMap(\.self) }

    /// Everything is as it should be again, and some time later so is every member: on the line, or at a still if there
    /// is no decoder for it.
    func concludeOutside() async {
        guard let scene = outside?.scene else { return }
        for url in urls.values { world.contract.setFaults(nil, for: url) }
        outside?.networks.end()
        outside?.people.end()
        outside?.people.forgetPull()
        let group = self.group
        await pass(.seconds(2))
        for id in all {
            // Only a network that fails again and again is waited for no longer.
            if let error = group.failures[id], (urls[id].flatMap { outside?.networks.failures[$0] } ?? 0) < 6 {
                tell("\(id) is lost: \(error)")
            }
            group.retry(id)
        }
        Task { try? await group.seek(to: .seconds(1)) }
        Task { try? await group.play() }
        // Now and then the budget tries whether there is room for one more.
        var (seconds, steady) = (0, 0)
        while seconds < 90, steady < 2 {
            seconds += 1
            await pass(.seconds(1))
            steady = isWhole ? steady + 1 : 0
        }
        if steady < 2 { tell("not whole after \(seconds) s: \(scene.told), failures: \(group.failures)") }
        for id in all where scene.tier(of: id) == .full { checkLine(of: id) }
        for violation in world.contract.violations.prefix(3) { tell(violation) }
    }

    /// Whether the group plays, and as many members as there are decoders for are seen to move on the line.
    private var isWhole: Bool {
        guard let scene = outside?.scene, group.failures.isEmpty, group.state == .playing || group.state == .ended,
            scene.isSettled(at: min(all.count, scene.decoders))
        else { return false }
        return all.allSatisfy { scene.tier(of: $0) != .full || world.error(of: $0) != nil }
    }

    private func pass(_ time: Duration) async {
        for _ in 0..<Int(time.seconds * 10) {
            await world.advance(by: .milliseconds(100))
            lookOutside()
        }
    }
}
