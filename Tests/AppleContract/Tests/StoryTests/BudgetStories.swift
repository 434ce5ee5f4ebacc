import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// More videos than decoders: which members get one, what the others show, and which member is next.
@Suite(.serialized) @MainActor
struct BudgetStories {
    typealias Refusal = ContractWorld.DecoderRefusal

    @Test(arguments: [1, 4, 16], Refusal.allCases)
    func `the group settles at the decoders there are, says why, and no tile is transparent`(
        count: Int, refusal: Refusal
    ) async {
        for extra in [1, 2, count + 2] {
            let scene = DecoderScene(seed: UInt64(count * 100 + extra), decoders: count, refusal)
            let ids = (0..<count + extra).map { _ in scene.add() }
            let begin = scene.world.now
            await scene.world.play()
            let seconds = await scene.secondsUntilSettled(at: count, since: begin)
            #expect(seconds.map { $0 < 8 } ?? false, "\(scene.told)")
            scene.expectNothingTransparent()
            scene.expectInStep()
            for id in ids where scene.tier(of: id) != .full {
                let reason = scene.reason(of: id)
                #expect(reason.contains("decoder") || reason.contains("no picture came"), "\(reason)")
            }
            #expect(scene.world.group.failures.isEmpty, "\(scene.world.group.failures)")
            // One is released, so another member gets its turn.
            let gone = ids.first { scene.tier(of: $0) == .full }!
            scene.remove(gone)
            let again = await scene.secondsUntilSettled(at: count)
            // No member is raised twice within this time.
            #expect(again.map { $0 < BudgetCore.upDistance.seconds + 1 } ?? false, "after one has gone: \(scene.told)")
            print(
                "\(count) \(refusal), \(ids.count) videos: settled after \(String(describing: seconds)), next after \(String(describing: again))"
            )
            await scene.world.advance(by: .seconds(1))
            scene.expectNothingTransparent()
            scene.expectInStep()
            #expect(scene.world.contract.violations.isEmpty, "\(scene.world.contract.violations)")
        }
    }

    // MARK: What the viewer does

    @Test(arguments: Refusal.allCases) func `a decoder goes to the focused member, whichever member that is`(
        _ refusal: Refusal
    ) async {
        let scene = DecoderScene(seed: 21, decoders: 2, refusal)
        let ids = (0..<4).map { _ in scene.add() }
        await scene.world.play()
        _ = await scene.secondsUntilSettled(at: 2)
        for id in ids + ids {
            scene.group.setPriority(.focused, of: id)
            await scene.world.advance(by: .milliseconds(300))
            scene.expectNothingTransparent()
            // At once, apart from the time that a decoder takes to come back: a second and its retries.
            let isThere = await scene.world.advance(atMost: .seconds(4)) {
                scene.isLive(id) && scene.tier(of: id) == .full
            }
            #expect(isThere, "\(id): \(scene.told)")
            await scene.world.advance(by: .seconds(1))
            scene.expectInStep()
            scene.expectNothingTransparent()
            scene.group.setPriority(.normal, of: id)
            #expect(scene.world.contract.decodersHeld <= 2)
        }
        #expect(scene.world.events.contains { if case .tierChanged = $0 { true } else { false } })
        #expect(scene.world.contract.violations.isEmpty)
    }

    @Test func `a comparison that moves together plays only if all members can, and says why not`() async {
        let scene = DecoderScene(seed: 22, decoders: 1, .loud, movesTogether: true)
        let ids = [scene.add(), scene.add()]
        await scene.world.play()
        await scene.world.advance(by: .seconds(5))
        #expect(ids.allSatisfy { scene.tier(of: $0).map { $0 <= .still } == true }, "\(scene.told)")
        #expect(ids.allSatisfy { scene.reason(of: $0).contains("decoder") }, "\(scene.told)")
        #expect(scene.world.contract.live.items == 0)
        scene.expectNothingTransparent()
        // If each moves for itself, one plays.
        scene.group.movesTogether = false
        let seconds = await scene.secondsUntilSettled(at: 1)
        #expect(seconds != nil, "\(scene.told)")
        scene.expectInStep()
    }

    @Test(arguments: Refusal.allCases)
    func `a comparison that was refused a decoder plays once another app has given one back`(
        _ refusal: Refusal
    ) async {
        let scene = DecoderScene(seed: 33, decoders: 1, refusal, movesTogether: true)
        let ids = [scene.add(), scene.add()]
        await scene.world.play()
        await scene.world.advance(by: .seconds(10))
        #expect(ids.allSatisfy { scene.tier(of: $0).map { $0 <= .still } == true }, "\(scene.told)")
        scene.world.contract.limitDecoders(to: 2, refusal)
        let isBack = await scene.world.advance(atMost: .seconds(60)) { ids.allSatisfy { scene.isLive($0) } }
        #expect(isBack, "\(scene.told)")
        await scene.world.advance(by: .seconds(1))
        scene.expectInStep()
        scene.expectNothingTransparent()
        #expect(scene.world.contract.violations.isEmpty, "\(scene.world.contract.violations)")
    }

    @Test(arguments: Refusal.allCases) func `the background loses its decoder first`(_ refusal: Refusal) async {
        let scene = DecoderScene(seed: 23, decoders: 2, refusal)
        scene.group.background = LoopingBackground(url: scene.world.clip(seconds: 6))
        let background = scene.group.backgroundMember!
        scene.show(background)
        let ids = [scene.add(), scene.add()]
        await scene.world.play()
        await scene.world.advance(by: .seconds(12))
        #expect(scene.tier(of: background).map { $0 <= .still } == true, "\(scene.told)")
        #expect(ids.allSatisfy { scene.isLive($0) }, "\(scene.told)")
        scene.expectNothingTransparent()
        scene.expectInStep()
        scene.remove(ids[0])
        let isBack = await scene.world.advance(atMost: .seconds(15)) { scene.isLive(background) }
        #expect(isBack, "\(scene.told)")
        await scene.world.advance(by: .seconds(1))
        expectOnLine(scene.world, background)
    }

    @Test(arguments: Refusal.allCases)
    func `a member added while the group plays waits at its poster, and the others play on`(
        _ refusal: Refusal
    ) async {
        let scene = DecoderScene(seed: 24, decoders: 3, refusal)
        let ids = (0..<3).map { _ in scene.add() }
        await scene.world.play()
        await scene.world.advance(by: .seconds(2))
        let line = scene.group.runner.lineup.line
        let late = scene.add()
        for _ in 0..<60 {
            await scene.world.advance(by: .milliseconds(100))
            for id in ids where scene.tier(of: id) == .full { expectOnLine(scene.world, id) }
            scene.expectNothingTransparent()
        }
        #expect(scene.isSettled(at: 3), "\(scene.told)")
        #expect(scene.group.runner.lineup.line == line)
        #expect(scene.tier(of: late).map { $0 <= .still } == true, "\(scene.told)")
        #expect(scene.group.failures.isEmpty)
    }

    @Test func `members at still hold up no seek or pause, and one that comes back joins the line`() async {
        let scene = DecoderScene(seed: 25, decoders: 1, .loud)
        let ids = [scene.add(), scene.add()]
        await scene.world.play()
        _ = await scene.secondsUntilSettled(at: 1)
        let playing = ids.first { scene.tier(of: $0) == .full }!
        let waiting = ids.first { $0 != playing }!
        let items = scene.world.contract.calls.replacements
        let asked = scene.world.now
        let group = scene.group
        Task { try? await group.seek(to: .seconds(40)) }
        let isThere = await scene.world.advance(atMost: .seconds(3)) {
            scene.world.events.contains { if case .started(_, .seconds(40)) = $0 { true } else { false } }
        }
        #expect(isThere && asked.duration(to: scene.world.now) < .seconds(1), "\(scene.told)")
        group.pause()
        await scene.world.advance(by: .seconds(1))
        // Nothing was opened for the waiting member meanwhile.
        #expect(scene.world.contract.calls.replacements == items)
        scene.world.expectStill(playing, at: group.time())
        // Its turn comes while the group stands.
        group.setPriority(.focused, of: waiting)
        #expect(await scene.world.advance(atMost: .seconds(5)) { scene.isLive(waiting) }, "\(scene.told)")
        scene.world.expectStill(waiting, at: group.time())
        // The other member keeps its last picture.
        #expect(scene.tier(of: playing) == .still, "\(scene.told)")
        scene.expectNothingTransparent()
        await scene.world.play()
        await scene.world.advance(by: .seconds(1))
        expectOnLine(scene.world, waiting)
        #expect(scene.world.contract.violations.isEmpty)
    }

    // MARK: Devices

    @Test func `a decoder lost during playback is noticed, and its tile gets another or its still`() async {
        let scene = DecoderScene(seed: 26, decoders: 3, .silent)
        let ids = (0..<3).map { _ in scene.add() }
        await scene.world.play()
        await scene.world.advance(by: .seconds(3))
        // Another app has taken a decoder.
        scene.world.contract.limitDecoders(to: 2, .silent)
        scene.world.contract.loseDecoder(of: scene.group.player(of: ids[0])!)
        let isLow = await scene.world.advance(atMost: .seconds(6)) {
            scene.tier(of: ids[0]).map { $0 <= .still } == true
        }
        #expect(isLow, "\(scene.told)")
        scene.expectNothingTransparent()
        for id in ids.dropFirst() { expectOnLine(scene.world, id) }
        #expect(scene.reason(of: ids[0]).contains("no picture came"))
    }

    @Test func `what only looks like silence costs no member its decoder`() async {
        for cause in 0..<3 {
            let scene = DecoderScene(seed: 27, decoders: 4, .silent)
            let id = scene.add()
            scene.add()
            var faults = ContractWorld.Faults()
            faults.isSilent = true
            scene.world.contract.setFaults(faults, for: scene.world.url(of: id))
            switch cause {
            case 0: scene.hide(id)
            case 1: NotificationCenter.default.post(name: UIApplication.willResignActiveNotification, object: nil)
            default: scene.shrink(id)
            }
            await scene.world.play()
            await scene.world.advance(by: .seconds(8))
            #expect(scene.tier(of: id) == .full, "cause \(cause): \(scene.told)")
            NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
            if cause == 1 {
                await scene.world.advance(by: .seconds(8))
                #expect(scene.tier(of: id) != .full, "\(scene.told)")
            }
        }
    }

    @Test func `without a budget a busy decoder is an error`() async {
        let world = World(seed: 28)
        world.contract.limitDecoders(to: 1, .loud)
        let ids = [world.group.add(url: world.clip()), world.group.add(url: world.clip())]
        await world.play()
        await world.advance(by: .seconds(12))
        #expect(world.group.failures.count == 1)
        #expect(ids.contains { world.error(of: $0) != nil && world.group.failures[$0] == nil })
    }

    @Test func `a lent player is not governed by the budget and keeps its item`() async throws {
        let scene = DecoderScene(seed: 29, decoders: 1, .loud)
        let item = AVPlayerItem(url: scene.world.clip())
        let player = AVPlayer(playerItem: item)
        await scene.world.advance(by: .milliseconds(100))
        let lent = try scene.group.add(player: player)
        let own = scene.add()
        await scene.world.play()
        await scene.world.advance(by: .seconds(8))
        #expect(player.currentItem === item)
        expectOnLine(scene.world, lent)
        // The lent player occupies the decoder all the same.
        #expect(scene.tier(of: own).map { $0 <= .still } == true, "\(scene.told)")
        #expect(scene.world.budget?.snapshot.leases.count == 1)
    }

    @Test func `with the budget turned off a member without a decoder soon tries again`() async {
        let scene = DecoderScene(seed: 30, decoders: 1, .loud)
        scene.world.budget?.isEnabled = false
        let ids = [scene.add(), scene.add()]
        await scene.world.play()
        await scene.world.advance(by: .seconds(2))
        let playing = ids.first { scene.isLive($0) }!
        scene.remove(playing)
        let other = ids.first { $0 != playing }!
        #expect(await scene.world.advance(atMost: .seconds(7)) { scene.isLive(other) }, "\(scene.told)")
        await scene.world.advance(by: .seconds(1))
        expectOnLine(scene.world, other)
    }

    // MARK: Sizes

    @Test(arguments: [3, 2])
    func `a smaller size takes over in step, through a second player if a decoder is to spare`(
        decoders: Int
    ) async {
        let scene = DecoderScene(seed: 31, decoders: decoders, .loud)
        let sizes = [(1920, 1080), (960, 540)].map { width, height in
            scene.world.clip(seconds: 3600, hasAudio: true) { $0.size = CGSize(width: width, height: height) }
        }
        let id = scene.group.add(source: MediaSource(renditions: sizes))
        scene.show(id)
        let other = scene.add()
        scene.group.setPriority(.focused, of: other)
        await scene.world.play()
        await scene.world.advance(by: .seconds(2))
        func frame() -> ContractWorld.Frame? { scene.world.contract.displayedFrame(of: scene.group.player(of: id)!) }
        #expect(frame()?.url == sizes[0], "\(scene.told)")
        // Room for the small size and the other member, and no more.
        scene.world.budget?.limit.macroblocksPerSecond = 400_000
        for _ in 0..<40 {
            await scene.world.advance(by: .milliseconds(100))
            scene.expectNothingTransparent()
            if decoders > 2 { expectOnLine(scene.world, id) }
            expectOnLine(scene.world, other)
        }
        #expect(frame()?.url == sizes[1], "\(scene.told)")
        #expect(scene.tier(of: id) == .reducedResolution, "\(scene.told)")
        #expect(scene.isLive(id))
        expectOnLine(scene.world, id)
        #expect(scene.world.events.contains(.handedOver(id)) == (decoders > 2))
        #expect(scene.world.contract.live.items == 2)
        // The large size comes back.
        scene.world.budget?.limit = .none
        await scene.world.advance(by: .seconds(14))
        #expect(frame()?.url == sizes[0], "\(scene.told)")
        expectOnLine(scene.world, id)
        #expect(scene.world.contract.live.items == 2 && scene.world.contract.violations.isEmpty)
    }

    @Test func `a different video is not accepted as another size`() async {
        let scene = DecoderScene(seed: 32, decoders: 4, .loud)
        let longer = scene.world.clip(seconds: 61, hasAudio: true) { $0.size = CGSize(width: 640, height: 360) }
        let id = scene.group.add(source: MediaSource(renditions: [scene.world.clip(), longer]))
        await scene.world.play()
        #expect(scene.group.mediaInfo[id]?.renditions.count == 1)
        #expect(scene.group.failures[id]?.code == .notARendition)
        expectOnLine(scene.world, id)
        // What is left has one size, and so none that the budget could lower it to.
        #expect(scene.group.steered(id)?.tiers.contains(.reducedResolution) == false)
    }

    /// Frames at 25 a second: how many each file has, and how many later the second one begins.
    @Test(arguments: [(1_500, 1_501, 0), (1_501, 1_500, 0), (1_500, 1_488, 12)])
    func `a video that begins or ends a frame away is not accepted as another size`(
        count: Int, other: Int, start: Int
    ) async throws {
        let world = World(seed: 34)
        func time(_ frames: Int) -> CMTime { CMTime(value: Int64(frames), timescale: 25) }
        let large = world.clip(rate: 25) { $0.duration = time(count) }
        let small = world.clip(rate: 25) {
            $0.size = CGSize(width: 640, height: 360)
            $0.duration = time(other)
            $0.start = time(start)
        }
        let open = try await OpenAsset.open(MediaSource(renditions: [large, small]))
        #expect(open.renditions.isEmpty && open.mismatches.count == 1)
        #expect(open.mismatches.first?.reason == "begins or ends elsewhere")
    }

    // MARK: Random actions

    /// A tenth as many as `CONTRACT_STORIES` asks for, because groups are larger here and wait longer; otherwise twenty.
    @Test func seeded() async {
        for seed in 1...max((SeededStories.asked ?? 200) / 10, 1) {
            let complaints = await story(UInt64(seed)).complaints
            guard complaints.isEmpty else {
                Issue.record("seed \(seed): \(complaints.prefix(4))")
                return
            }
        }
    }

    /// Every hash table has its own order, so a decision that depends on that order differs from run to run.
    @Test(arguments: [101, 164]) func `a seed always gives the same history`(seed: UInt64) async {
        let history = await story(seed).history
        for _ in 0..<3 {
            let again = await story(seed).history
            #expect(again == history)
        }
    }

    /// The longest run of refusals since `begin`, when no action is taken any more. What the device does not carry is
    /// learned after four refusals, which take some ten seconds if they are silent.
    private static func longestQuarrel(in moves: [BudgetMove], since begin: HostTime) -> Duration {
        let refusals = moves.filter { move in
            move.at > begin && ["the device refused", "no picture came"].contains { move.reason.hasPrefix($0) }
        }
        var (first, longest) = (refusals.first?.at, Duration.zero)
        for (one, next) in zip(refusals, refusals.dropFirst()) {
            if one.at.duration(to: next.at) > .seconds(4) { first = next.at }
            longest = max(longest, first?.duration(to: next.at) ?? .zero)
        }
        return longest
    }

    private func story(_ seed: UInt64) async -> (complaints: [String], history: [String]) {
        var random = SplitMix(seed: seed)
        var complaints: [String] = []
        let decoders = Int.random(in: 1...5, using: &random)
        let refusal = Refusal.allCases.randomElement(using: &random) ?? .loud
        let scene = DecoderScene(
            seed: seed, decoders: decoders, refusal, movesTogether: Double.random(in: 0..<1, using: &random) < 0.2)
        let group = scene.group
        for _ in 0..<Int.random(in: 1...decoders + 3, using: &random) { scene.add() }
        Task { try? await group.play() }
        for _ in 0..<Int.random(in: 4...14, using: &random) {
            let member = group.members.randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: if group.members.count < decoders + 4 { scene.add() }
            case 2, 3: if let member, group.members.count > 1 { scene.remove(member) }
            case 4, 5:
                if let member {
                    group.setPriority(
                        [.ambient, .normal, .focused].randomElement(using: &random) ?? .normal, of: member)
                }
            case 6: group.pause()
            case 7: Task { try? await group.play() }
            case 8:
                Task { [time = Duration.milliseconds(Int.random(in: 0...60_000, using: &random))] in
                    try? await group.seek(to: time)
                }
            default: group.audibleMember = member
            }
            await scene.world.advance(by: .milliseconds(Int.random(in: 0...3_000, using: &random)))
            if let hole = scene.transparent { complaints.append("\(hole) is transparent: \(scene.told)") }
        }
        Task { try? await group.play() }
        await scene.world.advance(by: .seconds(30))
        // A member that has just got its turn waits for its start.
        let playing = group.members.filter { scene.tier(of: $0) == .full && scene.isLive($0) }
        _ = await scene.world.advance(atMost: .milliseconds(250)) {
            playing.allSatisfy { scene.world.error(of: $0).map { $0 <= .milliseconds(2.05) } ?? false }
        }
        for id in playing {
            guard let error = scene.world.error(of: id) else {
                complaints.append("\(id) is not on the line: \(scene.told)")
                continue
            }
            if error > .milliseconds(2.05) || error < .milliseconds(-2.05) {
                complaints.append("\(id) is off by \(error)")
            }
        }
        let quarrel = Self.longestQuarrel(in: scene.moves, since: scene.world.now.advanced(by: .seconds(-30)))
        if quarrel > .seconds(15) { complaints.append("refused for \(quarrel): \(scene.told)") }
        if !group.failures.isEmpty { complaints.append("\(group.failures)") }
        let granted = scene.world.budget?.snapshot.leases.filter(\.grant.tier.decodes).count ?? 0
        if scene.world.contract.live.items > granted {
            complaints.append("\(scene.world.contract.live.items) items: \(scene.told)")
        }
        complaints += scene.world.contract.violations.prefix(3)
        // Once all members are removed nothing is held.
        for id in group.members { scene.remove(id) }
        await scene.world.advance(by: .seconds(2))
        let live = scene.world.contract.live
        if live.items > 0 { complaints.append("\(live.items) items are left") }
        if scene.world.contract.decodersHeld > 0 {
            complaints.append("\(scene.world.contract.decodersHeld) decoders are left")
        }
        if let left = scene.world.budget?.snapshot.leases, !left.isEmpty {
            complaints.append("\(left.count) leases are left")
        }
        let history = scene.moves.map { "\($0)" } + scene.world.events.map { "\($0)" }
        return (complaints.map { "\(decoders) \(refusal): \($0)" }, history)
    }
}
