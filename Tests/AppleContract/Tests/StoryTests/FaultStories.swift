import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// Everything that takes members off the line, each with its event and the way back.
@Suite(.serialized) @MainActor
struct FaultStories {
    let world = World(seed: 7)

    private func cast(_ count: Int = 3, hasAudio: Bool = true) -> [MemberID] {
        (0..<count).map { _ in world.group.add(url: world.clip(seconds: 3600, hasAudio: hasAudio)) }
    }

    private func player(_ id: MemberID) -> AVPlayer { world.group.player(of: id)! }

    private var corrections: [GroupEvent] { world.events.filter { if case .corrected = $0 { true } else { false } } }

    // MARK: Stalls and calls by the app

    @Test func `a stalled member is back on the line within two seconds, and the others never leave it`() async {
        let ids = cast()
        await world.play()
        await world.advance(by: .seconds(2))
        let line = world.group.runner.lineup.line
        world.contract.stall(player(ids[1]))
        for _ in 0..<20 {
            await world.advance(by: .milliseconds(100))
            expectOnLine(world, ids[0])
            expectOnLine(world, ids[2])
        }
        expectOnLine(world, ids[1])
        #expect(world.group.runner.lineup.line == line)
        #expect(world.events.contains(.stalled(ids[1])) && world.events.contains(.resumed(ids[1])))
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `with the wait policy all members hold and start together`() async {
        let ids = cast()
        world.group.stallPolicy = .wait
        await world.play()
        await world.advance(by: .seconds(2))
        world.contract.stall(player(ids[1]))
        await world.advance(by: .seconds(3))
        for id in ids { expectOnLine(world, id) }
        #expect(world.events.filter { if case .started = $0 { true } else { false } }.count == 2)
    }

    @Test func `a member whose stall lasts is retried until it is back on the line`() async {
        let ids = cast(2)
        await world.play()
        var faults = ContractWorld.Faults()
        faults.refusedPrerolls = 6
        world.contract.setFaults(faults, for: world.url(of: ids[1]))
        world.contract.stall(player(ids[1]))
        await world.advance(by: .seconds(15))
        expectOnLine(world, ids[0])
        expectOnLine(world, ids[1])
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a player that the app paused or moved is sent back to the line`() async {
        let ids = cast()
        await world.play()
        await world.advance(by: .seconds(1))
        player(ids[0]).pause()
        await world.advance(by: .seconds(2))
        for id in ids { expectOnLine(world, id) }
        #expect(world.events.contains(.movedByApp(ids[0])))
        player(ids[1]).seek(to: CMTime(seconds: 30, preferredTimescale: 600)) { _ in }
        await world.advance(by: .seconds(3))
        for id in ids { expectOnLine(world, id) }
    }

    @Test func `a player that the app starts while the group is paused is held again`() async {
        let ids = cast(2)
        await world.play()
        world.group.pause()
        await world.advance(by: .seconds(1))
        player(ids[0]).rate = 1
        await world.advance(by: .seconds(2))
        #expect(player(ids[0]).rate == 0)
        let shown = world.itemTime(of: player(ids[0])) ?? .zero
        #expect(abs((shown - world.group.time()).seconds) < 0.001)
    }

    // MARK: Clocks

    @Test(arguments: [-40, -5, 5, 40, 150]) func `a late or early start is corrected`(milliseconds: Int) async {
        let ids = cast()
        var faults = ContractWorld.Faults()
        faults.startError = .milliseconds(milliseconds) ... .milliseconds(milliseconds)
        world.contract.setFaults(faults, for: world.url(of: ids[1]))
        await world.play()
        world.contract.setFaults(nil, for: world.url(of: ids[1]))
        await world.advance(by: .seconds(3))
        for id in ids { expectOnLine(world, id) }
        #expect(corrections.count == 1)
        #expect(world.contract.violations.isEmpty)
    }

    @Test(arguments: [100.0, -100, 40]) func `ten hours of clock drift leave all members in step`(ppm: Double) async {
        world.contract.setAudioClock(partsPerMillion: ppm)
        let ids = (0..<3).map { _ in world.group.add(url: world.clip(seconds: 40_000)) }
        world.group.audibleMember = ids[0]
        await world.play()
        let touches = Touches(player(ids[0]))
        var worst = Duration.zero
        for _ in 0..<600 {
            await world.advance(by: .seconds(60))
            worst = max(worst, world.worstError ?? .seconds(1))
        }
        #expect(worst < .milliseconds(2.1), "\(worst)")
        // The audible player was never touched.
        #expect(touches.count == 0)
        print("ten hours at \(ppm) ppm: worst \(worst), corrections \(corrections.count)")
        #expect(world.contract.violations.isEmpty)
        // A touch would have been counted, even one that changes neither rate nor time.
        player(ids[0]).rate = player(ids[0]).rate
        await world.advance(by: .milliseconds(10))
        #expect(touches.count > 0)
    }

    @Test func `after eight hours of sleep all members are anchored anew`() async {
        let ids = cast()
        await world.play()
        await world.advance(by: .seconds(5))
        world.contract.sleep(for: .seconds(8 * 3600))
        world.group.runner.send(.disturbance(.sleep))
        await world.advance(by: .seconds(2))
        for id in ids { expectOnLine(world, id) }
        #expect(world.events.contains(.interrupted(.sleep)))
    }

    // MARK: The system

    @Test func `the background holds the group, which starts again on return`() async {
        let ids = cast()
        await world.play()
        await world.advance(by: .seconds(2))
        world.contract.enterBackground()
        NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        await world.advance(by: .seconds(600))
        let held = world.group.time()
        #expect(held < .seconds(3))
        NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
        await world.advance(by: .seconds(3))
        for id in ids { expectOnLine(world, id) }
        #expect(world.group.time() > held + .seconds(2))
    }

    @Test func `after a reset of media services every player is replaced, and the group waits to be played`() async {
        let ids = cast()
        await world.play()
        await world.advance(by: .seconds(2))
        let dead = ids.map(player)
        world.contract.resetMediaServices()
        await world.advance(by: .seconds(5))
        #expect(world.group.state == .paused && world.group.failures.isEmpty, "\(world.group.failures)")
        for (id, old) in zip(ids, dead) { #expect(player(id) !== old) }
        await world.play()
        await world.advance(by: .seconds(2))
        for id in ids { expectOnLine(world, id) }
        #expect(world.contract.violations.isEmpty)
    }

    // MARK: What cannot be played

    @Test func `a busy decoder is an error that names the cure, and the others play on`() async {
        let ids = cast()
        await world.play()
        world.contract.failItem(of: player(ids[1]))
        await world.advance(by: .seconds(2))
        let error = world.group.failures[ids[1]]
        #expect(error?.description.contains("every decoder is busy") == true, "\(String(describing: error))")
        #expect(error?.memberID == ids[1])
        expectOnLine(world, ids[0])
        expectOnLine(world, ids[2])
        world.contract.fail(player(ids[0]), AVError(.unknown))
        await world.advance(by: .seconds(1))
        #expect(world.group.failures[ids[0]] != nil)
        expectOnLine(world, ids[2])
    }

    @Test func `files that cannot be opened say why`() async {
        let good = cast(1)[0]
        let missing = world.group.add(url: URL(fileURLWithPath: "/no/such/file.mp4"))
        let folder = world.group.add(url: FileManager.default.temporaryDirectory)
        let soundOnly = world.group.add(url: world.clip { $0.hasVideo = false })
        let unplayable = world.group.add(url: world.clip { $0.isPlayable = false })
        let live = world.group.add(
            url: world.stream { $0.duration = .indefinite })
        await world.play()
        await world.advance(by: .seconds(1))
        expectOnLine(world, good)
        #expect(world.group.failures[missing]?.code == .sourceNotFound)
        #expect(world.group.failures[folder]?.code == .sourceUnreadable)
        #expect(world.group.failures[soundOnly]?.code == .noVideoTrack)
        #expect(world.group.failures[unplayable]?.code == .codecUnknown)
        #expect(world.group.failures[live]?.reason.contains("live stream") == true)
    }

    @Test func `a stream with an end plays as a member`() async {
        let file = cast(1)[0]
        let stream = world.group.add(url: world.stream { _ in })
        await world.play()
        await world.advance(by: .seconds(2))
        expectOnLine(world, file)
        expectOnLine(world, stream)
    }

    @Test func `completions that come late, twice or never do no harm`() async {
        for completions in [ContractWorld.Faults.Completions.late(.milliseconds(700)), .twice] {
            let world = World(seed: 3)
            let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
            var faults = ContractWorld.Faults()
            faults.completions = completions
            world.contract.setFaults(faults, for: world.url(of: ids[1]))
            await world.play()
            await world.advance(by: .seconds(2))
            for id in ids { expectOnLine(world, id) }
            #expect(world.contract.violations.isEmpty)
        }
        let world = World(seed: 4)
        let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
        await world.play()
        var faults = ContractWorld.Faults()
        faults.completions = .never
        world.contract.setFaults(faults, for: world.url(of: ids[1]))
        world.contract.stall(world.group.player(of: ids[1])!)
        await world.advance(by: .seconds(5))
        expectOnLine(world, ids[0])
        world.contract.setFaults(nil, for: world.url(of: ids[1]))
        await world.advance(by: .seconds(12))
        expectOnLine(world, ids[1])
    }

    @Test func `a pause between prepare and start starts no player`() async {
        for delay in 0..<40 {
            let world = World(seed: UInt64(delay))
            let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
            let group = world.group
            Task { try? await group.play() }
            await world.advance(by: .milliseconds(delay * 8))
            group.pause()
            await world.advance(by: .seconds(2))
            #expect(ids.allSatisfy { group.player(of: $0)!.rate == 0 }, "after \(delay * 8) ms")
            await world.play()
            await world.advance(by: .seconds(1))
            for id in ids { expectOnLine(world, id) }
            #expect(world.contract.violations.isEmpty)
        }
    }

    @Test func `a member that is removed at any moment of its opening holds nothing`() async {
        for delay in 0..<60 {
            let world = World(seed: UInt64(delay))
            let id = world.group.add(url: world.clip())
            let group = world.group
            Task { try? await group.play() }
            if delay % 3 == 0 { await world.advance(by: .milliseconds(delay * 3)) }
            group.remove(id)
            await world.advance(by: .seconds(1))
            #expect(world.contract.live.items == 0, "after \(delay * 3) ms")
            #expect(world.contract.violations.isEmpty)
        }
    }

    @Test func `a player that fails at any moment of its start causes no call that raises`() async {
        for delay in 0..<60 {
            let world = World(seed: UInt64(delay))
            let ids = (0..<2).map { _ in world.group.add(url: world.clip()) }
            let group = world.group
            Task { try? await group.play() }
            await world.advance(by: .milliseconds(delay * 2))
            // The player reports its failure late: earlier calls are answered first.
            world.contract.fail(group.player(of: ids[0])!, AVError(.unknown))
            world.contract.advance(by: .milliseconds(40))
            await world.advance(by: .seconds(3))
            #expect(group.failures[ids[0]] != nil, "after \(delay * 2) ms")
            expectOnLine(world, ids[1])
            #expect(world.contract.violations.isEmpty, "after \(delay * 2) ms: \(world.contract.violations)")
        }
    }
}

/// Players that the app lends.
@Suite(.serialized) @MainActor
struct AdoptionStories {
    let world = World(seed: 11)

    @Test func `a lent player plays with the group and is handed back as it came`() async throws {
        let item = AVPlayerItem(url: world.clip())
        let player = AVPlayer(playerItem: item)
        player.actionAtItemEnd = .none
        let id = try world.group.add(player: player, offset: .seconds(1))
        let other = world.group.add(url: world.clip())
        await world.play()
        await world.advance(by: .seconds(2))
        expectOnLine(world, id)
        expectOnLine(world, other)
        #expect(!player.automaticallyWaitsToMinimizeStalling && player.sourceClock != nil)
        world.group.remove(id)
        #expect(player.rate == 0 && player.currentItem === item && player.automaticallyWaitsToMinimizeStalling)
        #expect(player.actionAtItemEnd == .none && player.sourceClock == nil && player.allowsExternalPlayback)
        #expect(item.tracks.allSatisfy { $0.isEnabled })
        await world.advance(by: .seconds(1))
        #expect(player.rate == 0)
        // It may be lent again.
        try world.group.add(player: player)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a player that moves when it is lent stands until the group plays`() async throws {
        let player = AVPlayer(url: world.clip())
        player.play()
        await world.advance(by: .seconds(1))
        #expect(player.rate == 1)
        let id = try world.group.add(player: player)
        await world.advance(by: .seconds(1))
        #expect(player.rate == 0 && world.group.failures.isEmpty)
        await world.play()
        await world.advance(by: .seconds(1))
        expectOnLine(world, id)
        #expect(world.contract.violations.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a lent player or item that fails is said to, and is not replaced`(isPlayer: Bool) async throws {
        let player = AVPlayer(url: world.clip())
        let id = try world.group.add(player: player)
        let other = world.group.add(url: world.clip())
        await world.play()
        if isPlayer {
            world.contract.fail(player, AVError(.decodeFailed))
        } else {
            world.contract.failItem(of: player, AVError(.decodeFailed))
        }
        await world.advance(by: .seconds(1))
        #expect(world.group.failures[id]?.code == .decodingFailed, "\(world.group.failures)")
        world.group.retry(id)
        await world.advance(by: .seconds(2))
        #expect(world.group.player(of: id) === player)
        expectOnLine(world, other)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a player that something else steers is refused with a cure`() async throws {
        let url = world.clip()
        func refusal(_ player: AVPlayer) -> String? {
            do throws(PlaybackError) {
                try world.group.add(player: player)
                return nil
            } catch {
                return error.code == .playerRefused ? error.description : nil
            }
        }
        #expect(refusal(AVPlayer())?.contains("has no item") == true)
        let queue = AVQueuePlayer(items: [AVPlayerItem(url: url), AVPlayerItem(url: url)])
        #expect(refusal(queue)?.contains("AVPlayerLooper") == true)
        let failed = AVPlayer(url: url)
        world.contract.fail(failed, AVError(.decodeFailed))
        #expect(refusal(failed)?.contains("make a new player") == true)
        let coordinated = AVPlayer(url: url)
        try coordinated.playbackCoordinator.coordinate(using: AVPlaybackCoordinationMedium())
        #expect(refusal(coordinated)?.contains("coordinate(using: nil)") == true)
        let lent = AVPlayer(url: url)
        #expect(refusal(lent) == nil)
        #expect(refusal(lent)?.contains("in a group already") == true)
    }

    @Test func `a player that joins a coordination medium later is not started`() async throws {
        let url = world.clip()
        let player = AVPlayer(url: url)
        let id = try world.group.add(player: player)
        let other = world.group.add(url: world.clip())
        await world.play()
        world.group.pause()
        await world.advance(by: .seconds(1))
        try player.playbackCoordinator.coordinate(using: AVPlaybackCoordinationMedium())
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(world.group.failures[id]?.code == .playerRefused)
        // Of several players that were lent, this says which.
        #expect(world.group.failures[id]?.subject == url.lastPathComponent)
        expectOnLine(world, other)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `automatic waiting turned on again by the app does not make the next start raise`() async throws {
        let player = AVPlayer(url: world.clip())
        let id = try world.group.add(player: player)
        await world.play()
        world.group.pause()
        await world.advance(by: .seconds(1))
        player.automaticallyWaitsToMinimizeStalling = true
        await world.play()
        await world.advance(by: .seconds(1))
        expectOnLine(world, id)
        #expect(world.contract.violations.isEmpty)
    }
}

/// Counts what sets a player's timebase from now on (an anchor, a rate, a hold, a seek), and whether its item changed.
@MainActor
final class Touches {
    private var changes = 0
    private let player: AVPlayer
    private let item: AVPlayerItem?
    private var token: NSObjectProtocol?

    var count: Int { changes + (player.currentItem === item ? 0 : 1) }

    init(_ player: AVPlayer) {
        (self.player, item) = (player, player.currentItem)
        token = NotificationCenter.default.addObserver(
            forName: CMTimebase.effectiveRateChanged, object: item?.timebase, queue: nil
        ) { [weak self] _ in
            Task { @MainActor in self?.changes += 1 }
        }
    }
}
