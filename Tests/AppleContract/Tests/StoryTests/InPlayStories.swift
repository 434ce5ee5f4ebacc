import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// Changes while a group plays: no picture stands still or is missing meanwhile.
@Suite(.serialized) @MainActor
struct InPlayStories {
    enum Change: CaseIterable {
        case loop, noLoop, shorterLoop, nudge, nudgeInLoop, sound, otherSound, silence
    }

    /// The first of two clips of 20 seconds is changed 3 seconds after the start, in a second turn if the group loops.
    @Test(arguments: Change.allCases, 1...3 as ClosedRange<UInt64>)
    func `a change while the group plays lets every picture move`(change: Change, seed: UInt64) async throws {
        let world = World(seed: seed)
        let group = world.group
        let ids = (0..<2).map { _ in group.add(url: world.clip(seconds: 20)) }
        let surfaces = ids.map { world.surface(of: group.player(of: $0)) }
        if change == .noLoop { group.loops = true }
        // Frames from before and after the range are there to be nudged into it.
        if change == .nudgeInLoop { group.setRange(.seconds(5) ..< .seconds(15), repeats: true) }
        if [.otherSound, .silence].contains(change) { group.audibleMember = ids[0] }
        await world.play()
        await world.advance(by: group.loops ? .milliseconds(23_250) : .milliseconds(3_250))

        switch change {
        case .loop: group.loops = true
        case .noLoop: group.loops = false
        case .shorterLoop: group.setRange(.seconds(1) ..< .seconds(11), repeats: true)
        case .nudge, .nudgeInLoop: group.nudge(ids[0], by: 1)
        case .sound: group.audibleMember = ids[0]
        case .otherSound: group.audibleMember = ids[1]
        case .silence: group.audibleMember = nil
        }
        await world.settle()
        if change == .otherSound || change == .silence {
            #expect(player(world, ids[0]).isMuted, "what was heard is silent at once")
        }

        // Two more turns where there are any, else up to shortly before the end.
        var last: [Int?] = [nil, nil]
        for tick in 0..<(group.loops ? 800 : 320) {
            await world.advance(by: .milliseconds(50))
            for (index, id) in ids.enumerated() {
                let frame = world.contract.displayedFrame(of: player(world, id))?.index
                // The line changes a tenth of a second ahead. A nudge is an anchor, up to which a player may stand still.
                let isAhead = tick < 3
                let isNudged = isAhead && (change == .nudge || change == .nudgeInLoop) && index == 0
                let told: Comment = "\(id) at \(group.time()), tick \(tick): frame \(frame ?? -1)"
                #expect(isNudged || frame != last[index], told)
                #expect(isAhead || isDue(frame, of: id, in: world), told)
                #expect(surfaces[index].isShowingPicture, "\(id) at \(group.time())")
                last[index] = frame
            }
        }
        let heard: MemberID? = change == .sound ? ids[0] : change == .otherSound ? ids[1] : nil
        for id in ids {
            #expect((player(world, id).sourceClock == nil) == (id == heard))
            #expect(player(world, id).isMuted == (id != heard))
        }
        if !group.loops {
            await world.advance(by: .seconds(3))
            #expect(group.state == .ended)
            for id in ids where change != .nudge {
                #expect(world.contract.displayedFrame(of: player(world, id))?.index == 599)
            }
        }
        // Each member is back to one decoder.
        #expect(world.contract.live.items == 2 && group.snapshot.members.allSatisfy { !$0.isLeftBehind })
        #expect(!world.events.contains { if case .stalled = $0 { true } else { false } }, "\(world.told)")
        #expect(world.violations.isEmpty)
    }

    @Test func `sound that is taken back before it was heard changes nothing`() async {
        let world = World(seed: 4)
        let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
        world.group.audibleMember = ids[0]
        await world.play()
        let players = ids.map { player(world, $0) }
        world.group.audibleMember = ids[1]
        await world.advance(by: .milliseconds(300))
        world.group.audibleMember = ids[0]
        await world.advance(by: .seconds(5))
        #expect(ids.map { player(world, $0) } == players && world.contract.live.items == 2)
        #expect(!players[0].isMuted && players[1].isMuted)
        for id in ids { expectOnLine(world, id) }
        #expect(world.violations.isEmpty)
    }

    /// Pauses, seeks and other speeds in the midst of a change of sound.
    @Test(arguments: 0..<30)
    func `whatever comes between, the chosen member is heard`(instant: Int) async {
        let world = World(seed: UInt64(100 + instant))
        let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
        await world.play()
        await world.advance(by: .seconds(1))
        world.group.audibleMember = ids[1]
        await world.advance(by: .milliseconds(instant / 3 * 200))
        switch instant % 3 {
        case 0:
            world.group.pause()
            await world.advance(by: .seconds(1))
            await world.play()
        case 1: await world.seek(to: .seconds(30))
        default: world.group.rate = 0.5
        }
        await world.advance(by: .seconds(5))
        #expect(player(world, ids[1]).sourceClock == nil && !player(world, ids[1]).isMuted)
        #expect(player(world, ids[0]).sourceClock != nil && player(world, ids[0]).isMuted)
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.live.items == 2 && world.violations.isEmpty)
    }

    /// Without a decoder to spare the member changes by itself, and nobody else stops.
    @Test func `without a decoder to spare the chosen member is heard all the same`() async {
        let scene = DecoderScene(seed: 5, decoders: 2, .loud)
        let ids = (0..<2).map { _ in scene.add() }
        await scene.world.play()
        await scene.world.advance(by: .seconds(2))
        scene.group.audibleMember = ids[1]
        for _ in 0..<80 {
            await scene.world.advance(by: .milliseconds(100))
            scene.expectNothingTransparent()
            expectOnLine(scene.world, ids[0])
        }
        #expect(player(scene.world, ids[1]).sourceClock == nil && !player(scene.world, ids[1]).isMuted)
        for id in ids { expectOnLine(scene.world, id) }
        #expect(scene.world.contract.live.items == 2 && scene.world.violations.isEmpty)
    }

    /// A member that begins five seconds after the other is chosen while it stands at its first frame.
    @Test(arguments: [2_000, 4_300, 4_600, 4_950])
    func `a member that is chosen before it begins is heard when it plays`(milliseconds: Int) async {
        let world = World(seed: UInt64(milliseconds))
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip(), offset: .seconds(-5))]
        await world.play()
        await world.advance(by: .milliseconds(milliseconds))
        world.group.audibleMember = ids[1]
        await world.advance(by: .milliseconds(10_000 - milliseconds))
        #expect(player(world, ids[1]).sourceClock == nil && !player(world, ids[1]).isMuted)
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.live.items == 2 && world.violations.isEmpty)
    }

    /// The member has to make another item by itself, and the sound is turned off again before that plays.
    @Test(arguments: 0..<20)
    func `sound that is turned off while it is prepared is not heard`(instant: Int) async {
        let scene = DecoderScene(seed: UInt64(instant), decoders: 2, .loud)
        let ids = (0..<2).map { _ in scene.add() }
        await scene.world.play()
        await scene.world.advance(by: .seconds(2))
        scene.group.audibleMember = ids[1]
        await scene.world.advance(by: .milliseconds(instant * 100))
        scene.group.audibleMember = nil
        await scene.world.advance(by: .seconds(8))
        for id in ids {
            #expect(player(scene.world, id).sourceClock != nil && player(scene.world, id).isMuted)
            expectOnLine(scene.world, id)
        }
        #expect(scene.world.contract.live.items == 2 && scene.world.violations.isEmpty)
    }

    /// The line follows the sound device, and after half an hour it is a tenth of a second from where it was told.
    @Test(arguments: [50, -50])
    func `after half an hour with sound, another member's sound comes without a jump`(drift: Double) async {
        let world = World(seed: 7)
        world.contract.setAudioClock(partsPerMillion: drift)
        let ids = (0..<2).map { _ in world.group.add(url: world.clip(seconds: 3600)) }
        world.group.audibleMember = ids[0]
        await world.play()
        await world.advance(by: .seconds(2000))
        let before = world.events.count
        world.group.audibleMember = ids[1]
        var last: [Int?] = [nil, nil]
        for tick in 0..<200 {
            await world.advance(by: .milliseconds(50))
            for (index, id) in ids.enumerated() {
                let frame = world.contract.displayedFrame(of: player(world, id))?.index
                #expect(frame != last[index], "\(id) stands, tick \(tick)")
                if let from = last[index], let to = frame { #expect(to - from <= 3, "\(id) jumps, tick \(tick)") }
                last[index] = frame
                expectOnLine(world, id)
            }
        }
        for id in ids { #expect(world.events.dropFirst(before).filter { $0 == .handedOver(id) }.count == 1) }
        // Silent players are corrected by a little now and then, never by a frame.
        for case .corrected(_, let amount) in world.events.dropFirst(before) {
            #expect(amount < .milliseconds(10) && amount > .milliseconds(-10))
        }
        #expect(world.violations.isEmpty)
    }

    /// Layers take long to show a first picture.
    @Test(arguments: 0..<20)
    func `a pause in the midst of a change of sound shows no gap`(instant: Int) async {
        let world = World(seed: UInt64(instant))
        var faults = ContractWorld.Faults()
        faults.displayDelay = .milliseconds(600) ... .milliseconds(900)
        let ids = (0..<2).map { _ -> MemberID in
            let url = world.clip()
            world.contract.setFaults(faults, for: url)
            return world.group.add(url: url)
        }
        let surfaces = ids.map { world.surface(of: world.group.player(of: $0)) }
        let container = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 180))
        for surface in surfaces { container.addSubview(surface) }
        await world.play()
        await world.advance(by: .seconds(1))
        world.group.audibleMember = ids[1]
        await world.advance(by: .milliseconds(instant * 100))
        world.group.pause()
        for _ in 0..<100 {
            await world.advance(by: .milliseconds(20))
            for surface in surfaces { #expect(surface.isShowingPicture || surface.layers.hasStill) }
        }
        await world.play()
        await world.advance(by: .seconds(3))
        #expect(player(world, ids[1]).sourceClock == nil && !player(world, ids[1]).isMuted)
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.live.items == 2 && world.violations.isEmpty)
    }

    /// Five hundred turns of two seconds, at whose end another player has to take over; shortly before, the sound is
    /// turned on and off again.
    @Test(arguments: [995, 998])
    func `a loop that is called back from a change of sound goes on across its item's end`(seconds: Int) async {
        let world = World(seed: 8)
        let id = world.group.add(url: world.clip(seconds: 2))
        let surface = world.surface(of: world.group.player(of: id))
        world.group.loops = true
        await world.play()
        await world.advance(by: .seconds(seconds))
        world.group.audibleMember = id
        await world.advance(by: .milliseconds(300))
        world.group.audibleMember = nil
        for _ in 0..<100 {
            await world.advance(by: .milliseconds(100))
            expectOnLine(world, id)
            #expect(surface.isShowingPicture)
        }
        #expect(world.events.filter { $0 == .handedOver(id) }.count == 1, "\(world.told)")
        #expect(world.contract.live.items == 1 && world.violations.isEmpty)
    }

    /// Whether a frame is the one that the line wants now, or next to it: an anchor is met to 2 ms.
    private func isDue(_ frame: Int?, of id: MemberID, in world: World) -> Bool {
        guard let frame, let entry = world.group.runner.lineup.entries.first(where: { $0.id == id }),
            let position = entry.timeline?.position(at: world.now)
        else { return false }
        let due = { (error: Duration) in Int(((position.itemTime + error) * 30).nanoseconds / 1_000_000_000) }
        return (due(.zero - world.tolerance)...due(world.tolerance)).contains(frame)
            // The first or the last of a turn.
            || position.itemTime - position.piece.lowerBound < world.tolerance
            || position.piece.upperBound - position.itemTime < world.tolerance
    }

    private func player(_ world: World, _ id: MemberID) -> AVPlayer { world.group.player(of: id)! }
}
