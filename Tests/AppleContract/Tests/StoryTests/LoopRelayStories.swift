import AVFoundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// How a member's player makes a second one, and when it lets that one go again.
@Suite(.serialized) @MainActor
struct LoopRelayStories {
    private let small = DecodeGrant(.reducedResolution, rendition: 1)
    private let smallest = DecodeGrant(.reducedResolution, rendition: 2)

    // MARK: Times

    @Test func `a second player is made six seconds before an item's end and takes over half a second before it`()
        async throws
    {
        let scene = RelayScene(seconds: 3600, loops: true)
        await scene.play(nil)
        let first = scene.relay.front
        let end = try #require(first.relief)
        await scene.advance(to: end.advanced(by: .milliseconds(-6_050)))
        #expect(scene.relay.players.count == 1)
        await scene.advance(to: end.advanced(by: .milliseconds(-5_950)))
        #expect(scene.relay.players.count == 2)
        await scene.advance(to: end.advanced(by: .milliseconds(-550)))
        #expect(scene.relay.front === first)
        await scene.advance(to: end.advanced(by: .milliseconds(-450)))
        #expect(scene.relay.front !== first && scene.surface.isShowingPicture)
        #expect(scene.heard.handovers.count == 1 && scene.world.contract.live.items == 1)
        scene.expectNoFault()
    }

    @Test func `another size takes over a second and a half after it was asked for`() async {
        let scene = RelayScene(sizes: 2)
        await scene.play()
        let first = scene.relay.front
        scene.relay.decode(small)
        await scene.advance(by: .milliseconds(1_450))
        #expect(scene.relay.front === first)
        await scene.advance(by: .milliseconds(200))
        #expect(scene.relay.front !== first && scene.file(of: scene.relay.front) == scene.urls[1])
        scene.expectNoFault()
    }

    @Test func `another size that is late comes later, and on the line`() async {
        let scene = RelayScene(sizes: 2)
        var faults = ContractWorld.Faults()
        faults.prerollDelay = .milliseconds(1_400) ... .milliseconds(1_400)
        scene.world.contract.setFaults(faults, for: scene.urls[1])
        await scene.play()
        let first = scene.relay.front
        scene.relay.decode(small)
        for _ in 0..<40 {
            await scene.advance(by: .milliseconds(100))
            #expect(scene.relay.front === first)
        }
        await scene.advance(by: .seconds(1))
        #expect(scene.heard.handovers.count == 1)
        scene.expectOnLine()
        scene.expectNoFault()
    }

    /// What is heard goes on without a gap, which the first player could not do either.
    @Test func `a second player that is to relieve the first does so without a picture`() async throws {
        let scene = RelayScene(seconds: 3600, loops: true)
        await scene.play(nil)
        let end = try #require(scene.relay.front.relief)
        var faults = ContractWorld.Faults()
        faults.isSilent = true
        await scene.advance(to: end.advanced(by: .seconds(-8)))
        scene.world.contract.setFaults(faults, for: scene.urls[0])
        await scene.advance(to: end)
        #expect(scene.heard.handovers.count == 1 && scene.relay.front.player.rate == 1)
        scene.expectNoFault()
    }

    /// By then the sound has another clock reading, so that the second player would seek once more.
    @Test func `a second player that is too late to relieve the first is not made to try again`() async throws {
        let scene = RelayScene(seconds: 3600, loops: true)
        scene.world.contract.setAudioClock(partsPerMillion: 5)
        scene.relay.setAudible(true)
        await scene.play(nil)
        let end = try #require(scene.relay.front.relief)
        var faults = ContractWorld.Faults()
        faults.seekDelay = .milliseconds(2_750) ... .milliseconds(2_750)
        faults.prerollDelay = faults.seekDelay
        await scene.advance(to: end.advanced(by: .seconds(-8)))
        scene.world.contract.setFaults(faults, for: scene.urls[0])
        await scene.advance(to: end.advanced(by: .milliseconds(-600)))
        #expect(scene.relay.players.count == 2)
        await scene.advance(to: end.advanced(by: .milliseconds(-300)))
        #expect(scene.relay.players.count == 1 && scene.heard.handovers.isEmpty)
        scene.expectNoFault()
    }

    // MARK: What needs none

    @Test func `a loop that stands when its item would have ended gets no second player`() async throws {
        let scene = RelayScene(seconds: 3600, loops: true)
        await scene.play(nil)
        let end = try #require(scene.relay.front.relief)
        await scene.stand(at: .seconds(1))
        scene.change { $0.loadDelay = .seconds(2) }
        await scene.advance(to: end.advanced(by: .seconds(-5)))
        #expect(scene.relay.players.count == 1 && scene.world.contract.live.items == 1)
        scene.expectNoFault()
    }

    @Test func `what a player has already is not brought again`() async {
        let scene = RelayScene(sizes: 2)
        await scene.play(small)
        let anchors = scene.world.contract.calls.anchors
        scene.relay.decode(small)
        scene.relay.setAudible(false)
        #expect(scene.relay.players.count == 1)
        await scene.advance(by: .seconds(1))
        // Each might cost a picture.
        #expect(scene.world.contract.calls.anchors == anchors)
        // Nor is a player made that is not to decode.
        scene.relay.decode(DecodeGrant(.still))
        #expect(scene.relay.players.count == 1)
        scene.expectNoFault()
    }

    @Test func `no second player is made for what the first one can do by itself`() async {
        let scene = RelayScene(sizes: 2)
        await scene.play()
        for grant in [DecodeGrant(.full), DecodeGrant(.still), DecodeGrant(.full, rendition: 1)] {
            scene.relay.decode(grant)
            #expect(scene.relay.players.count == 1)
            await scene.advance(by: .seconds(2))
        }
        #expect(scene.relay.front.isRunning && scene.heard.tiers == [.full, .full, .still, .full])
        scene.expectNoFault()
    }

    @Test func `sound that is chosen while nothing moves comes with the next start`() async {
        let scene = RelayScene()
        await scene.play()
        await scene.stand(at: .seconds(1))
        let item = scene.relay.front.player.currentItem
        scene.relay.setAudible(true)
        await scene.advance(by: .seconds(1))
        #expect(scene.relay.front.player.currentItem === item && scene.relay.players.count == 1)
        #expect(scene.relay.isAudible)
        scene.expectNoFault()
    }

    @Test func `sound that is chosen during a seek does not take the seek's answer away`() async {
        let scene = RelayScene()
        await scene.play()
        let start = scene.world.now.advanced(by: .seconds(1))
        scene.line.line.anchor = LineAnchor(hostTime: start, time: .seconds(30), rate: 1)
        scene.relay.prepare(scene.line, at: start, allowsPreview: false, generation: 3)
        scene.relay.setAudible(true)
        await scene.advance(by: .milliseconds(500))
        #expect(scene.heard.isPrepared(3) && scene.relay.players.count == 1)
        scene.expectNoFault()
    }

    /// Before its start at a host time, and while it waits for the others.
    @Test(arguments: [true, false])
    func `another size of a member that has yet to start comes without a second player`(isStarted: Bool) async {
        let scene = RelayScene(sizes: 2)
        await scene.open()
        if isStarted { scene.relay.follow(scene.line, from: scene.line.line.anchor.hostTime) }
        scene.relay.decode(small)
        #expect(scene.relay.players.count == (isStarted ? 2 : 1))
        if !isStarted { scene.relay.follow(scene.line, from: scene.line.line.anchor.hostTime) }
        await scene.advance(by: .seconds(3))
        #expect(scene.file(of: scene.relay.front) == scene.urls[1] && scene.heard.tiers.last == small.tier)
        #expect(scene.relay.front.player.rate == 1)
        scene.expectNoFault()
    }

    /// A second player would come at the line that is over.
    @Test func `another size of a member that stands ready for another line comes there`() async {
        let scene = RelayScene(sizes: 2)
        await scene.play()
        await scene.stand(at: .seconds(5))
        scene.line.line.anchor.time = .seconds(20)
        scene.relay.prepare(scene.line, at: scene.world.now, allowsPreview: false, generation: 3)
        await scene.advance(by: .seconds(1))
        #expect(scene.heard.isPrepared(3))
        scene.relay.decode(small)
        #expect(scene.relay.players.count == 1)
        await scene.advance(by: .seconds(1))
        let player = scene.relay.front
        #expect(scene.file(of: player) == scene.urls[1] && scene.heard.tiers.last == small.tier)
        #expect(abs(player.player.currentTime().seconds - 20) < 0.001)
        scene.expectNoFault()
    }

    // MARK: Letting go

    enum Interruption: CaseIterable { case none, release, load, prepare, stand }

    @Test(arguments: Interruption.allCases)
    func `a second player that brings another size of what plays goes when it is not wanted any more`(
        by interruption: Interruption
    ) async {
        let scene = RelayScene(sizes: 2)
        await scene.play()
        scene.relay.decode(small)
        #expect(scene.relay.players.count == 2)
        await scene.advance(by: .milliseconds(100))
        switch interruption {
        case .none: await scene.advance(by: .seconds(3))
        case .release: scene.relay.release()
        case .load: scene.relay.load(scene.source, generation: 3)
        case .prepare: scene.relay.prepare(scene.line, at: scene.world.now, allowsPreview: false, generation: 3)
        case .stand: await scene.stand(at: .seconds(5))
        }
        #expect(scene.relay.players.count == 1)
        await scene.advance(by: .seconds(3))
        // What it was to bring, the first one has with its next item.
        if interruption == .release {
            #expect(scene.relay.front.player.currentItem == nil && scene.world.contract.live.items == 0)
        } else if interruption != .load {
            #expect(scene.file(of: scene.relay.front) == scene.urls[1] && scene.heard.tiers.last == small.tier)
        }
        #expect(scene.heard.handovers.count == (interruption == .none ? 1 : 0))
        scene.expectNoFault()
    }

    @Test func `a second player whose member is to decode no more gives its decoder back with the first one's`() async {
        let scene = RelayScene(sizes: 2)
        await scene.play(small)
        scene.relay.decode(DecodeGrant(.full))
        await scene.advance(by: .milliseconds(500))
        #expect(scene.world.contract.live.items == 2)
        let second = scene.relay.players.last
        scene.relay.decode(DecodeGrant(.still))
        #expect(scene.relay.players.count == 1)
        await scene.advance(by: .seconds(3))
        // Whoever still holds that player.
        #expect(second?.player.currentItem == nil)
        #expect(scene.world.contract.live.items == 0 && scene.world.contract.live.layers == 1)
        #expect(scene.heard.tiers.last == .still && scene.heard.handovers.isEmpty)
        scene.expectNoFault()
    }

    @Test func `a second player that was to relieve the first goes when the line jumps`() async throws {
        let scene = RelayScene(seconds: 3600, loops: true)
        await scene.play(nil)
        let end = try #require(scene.relay.front.relief)
        await scene.advance(to: end.advanced(by: .seconds(-4)))
        #expect(scene.relay.players.count == 2)
        scene.line.line.anchor.time += .seconds(2)
        scene.relay.follow(scene.line, from: scene.world.now)
        // From the first turn on there is enough for a long while.
        await scene.advance(by: .seconds(8))
        #expect(scene.relay.players.count == 1 && scene.heard.handovers.isEmpty)
        #expect(scene.relay.front.relief.map { $0 > end.advanced(by: .seconds(1_000)) } == true)
        scene.expectNoFault()
    }

    @Test func `a second player that was to relieve the first goes when the line slows down`() async throws {
        let scene = RelayScene(seconds: 3600, loops: true)
        await scene.play(nil)
        let first = scene.relay.front
        let end = try #require(first.relief)
        await scene.advance(to: end.advanced(by: .seconds(-4)))
        #expect(scene.relay.players.count == 2)
        scene.line.line.anchor = scene.line.line.anchor.continued(at: scene.world.now, rate: 0.25)
        scene.relay.follow(scene.line, from: scene.world.now)
        let later = try #require(first.relief)
        #expect(later > end.advanced(by: .seconds(11)))
        for _ in 0..<9 {
            await scene.advance(by: .seconds(1))
            #expect(scene.relay.players.count == 1 && scene.world.contract.live.items == 1)
        }
        await scene.advance(to: later)
        #expect(scene.relay.front !== first && scene.heard.handovers.count == 1)
        scene.expectNoFault()
    }

    @Test func `a second player that cannot be opened is asked for once, and the first one seeks back`() async throws {
        let scene = RelayScene(seconds: 3600, loops: true)
        await scene.play(nil)
        let first = scene.relay.front
        let end = try #require(first.relief)
        scene.change {
            $0.loadDelay = .milliseconds(100)
            $0.failure = AVError(.fileFailedToParse)
        }
        await scene.advance(to: end.advanced(by: .milliseconds(-5_950)))
        #expect(scene.relay.players.count == 2)
        for _ in 0..<20 {
            await scene.advance(by: .milliseconds(150))
            #expect(scene.relay.players.count == 1)
        }
        #expect(scene.relay.front === first && scene.heard.handovers.isEmpty)
        scene.expectNoFault()
    }

    // MARK: One after the other

    /// In play and while nothing moves. The second one gets its first picture late.
    @Test(arguments: [true, false])
    func `of two sizes that are asked for one after the other the last takes over once it is seen`(
        isMoving: Bool
    ) async {
        let scene = RelayScene(sizes: 3)
        var faults = ContractWorld.Faults()
        faults.openDelay = .milliseconds(100) ... .milliseconds(100)
        faults.displayDelay = .milliseconds(500) ... .milliseconds(500)
        for url in scene.urls.dropFirst() { scene.world.contract.setFaults(faults, for: url) }
        await scene.play()
        if !isMoving { await scene.stand(at: .seconds(2)) }
        let first = scene.relay.front
        scene.relay.decode(small)
        await scene.advance(by: .milliseconds(isMoving ? 1_200 : 400))
        let second = scene.relay.players.last
        scene.relay.decode(smallest)
        for _ in 0..<(isMoving ? 14 : 5) {
            await scene.advance(by: .milliseconds(100))
            #expect(scene.relay.front === first && scene.surface.isShowingPicture)
        }
        await scene.advance(by: .seconds(1))
        #expect(scene.relay.front !== first && scene.file(of: scene.relay.front) == scene.urls[2])
        #expect(scene.surface.isShowingPicture && scene.relay.players.count == 1)
        #expect(scene.heard.handovers.count == 1 && scene.heard.tiers.count == 2)
        scene.expectNoFault()
        // Whoever held it, it was not to come back.
        withExtendedLifetime(second) {}
    }

    @Test func `a report of a second player that was let go counts for no other`() async throws {
        let scene = RelayScene(sizes: 3)
        await scene.play()
        scene.relay.decode(small)
        await scene.advance(by: .milliseconds(500))
        let stale = try #require(scene.relay.players.last)
        scene.relay.decode(smallest)
        await scene.advance(by: .milliseconds(500))
        stale.send(.starved(silently: false))
        await scene.advance(by: .seconds(2))
        #expect(scene.heard.handovers.count == 1 && scene.file(of: scene.relay.front) == scene.urls[2])
        scene.expectNoFault()
    }

    @Test func `another size that is on its way when its item nears the end is not replaced`() async throws {
        let scene = RelayScene(sizes: 2, seconds: 3600, loops: true)
        await scene.play(nil)
        let end = try #require(scene.relay.front.relief)
        await scene.advance(to: end.advanced(by: .seconds(-7)))
        scene.relay.decode(DecodeGrant(.full))
        scene.relay.decode(small)
        await scene.advance(by: .seconds(12))
        #expect(scene.heard.handovers.count == 1 && scene.heard.tiers.last == small.tier)
        #expect(scene.world.contract.live.items == 1)
        scene.expectNoFault()
    }

    @Test func `another size that is about to take over when the line is nudged comes later, on the new line`() async {
        let scene = RelayScene(sizes: 2)
        await scene.play()
        let first = scene.relay.front
        scene.relay.decode(small)
        await scene.advance(by: .milliseconds(1_200))
        scene.line.line.anchor.time += .milliseconds(100)
        scene.relay.follow(scene.line, from: scene.world.now)
        for _ in 0..<14 {
            await scene.advance(by: .milliseconds(100))
            #expect(scene.relay.front === first)
        }
        await scene.advance(by: .milliseconds(300))
        #expect(scene.heard.handovers == [scene.line])
        scene.expectOnLine()
        scene.expectNoFault()
    }

    @Test func `another size that waits to be seen still takes over when the line moves again`() async {
        let scene = RelayScene(sizes: 2)
        var faults = ContractWorld.Faults()
        faults.displayDelay = .milliseconds(700) ... .milliseconds(700)
        scene.world.contract.setFaults(faults, for: scene.urls[1])
        await scene.play()
        await scene.stand(at: .seconds(2))
        scene.relay.decode(small)
        await scene.advance(by: .milliseconds(300))
        let start = scene.world.now.advanced(by: .milliseconds(100))
        scene.line.line.anchor = LineAnchor(hostTime: start, time: .seconds(2), rate: 1)
        scene.relay.follow(scene.line, from: start)
        await scene.advance(by: .seconds(3))
        #expect(scene.heard.handovers.count == 1 && scene.file(of: scene.relay.front) == scene.urls[1])
        scene.expectNoFault()
    }

    // MARK: Where the second player begins

    /// Only sound has a clock of its own, which the line follows; pictures that are off are put right.
    @Test(arguments: [true, false])
    func `a second player begins where the sound is, and silent ones where the line is`(isHeard: Bool) async {
        let scene = RelayScene(sizes: 2)
        var faults = ContractWorld.Faults()
        faults.startError = .milliseconds(20) ... .milliseconds(20)
        scene.world.contract.setFaults(faults, for: scene.urls[0])
        if isHeard { scene.relay.setAudible(true) }
        await scene.play()
        scene.relay.decode(small)
        await scene.advance(by: .seconds(3))
        #expect(scene.heard.handovers.count == 1)
        scene.expectOnLine(to: isHeard ? .milliseconds(-20) : .zero)
        scene.expectNoFault()
    }

    /// The sound has just run dry, which is not known yet.
    @Test func `a second player begins on the line where the sound stands`() async {
        let scene = RelayScene(sizes: 2)
        scene.relay.setAudible(true)
        await scene.play()
        scene.world.contract.stall(scene.relay.front.player, lasting: .seconds(5))
        await scene.advance(by: .milliseconds(20))
        #expect(scene.relay.front.isRunning)
        scene.relay.decode(small)
        await scene.advance(by: .seconds(3))
        #expect(scene.heard.handovers == [scene.line])
        scene.expectNoFault()
    }
}
