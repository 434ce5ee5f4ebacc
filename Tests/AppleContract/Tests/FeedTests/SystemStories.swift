@_spi(Double) import AVFoundation
@_spi(Double) import FoundationApple
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// What happens around a feed: the background, the settings, interruptions, players that die or show nothing.
@Suite(.serialized) @MainActor
struct SystemStories {
    init() {
        SystemDouble.shared.set { $0 = SystemDouble.Settings() }
        AVAudioSession.sharedInstance().setOtherAppHeard(false)
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }

    // MARK: Absence

    @Test func `in the background everything is released, the farthest cell first`() async {
        var settings = FeedSettings(policy: .allVisible(atLeast: 0.5, atOnce: 2))
        settings.playerCeiling = 4
        let world = FeedWorld(seed: 1, settings: settings)
        world.scroll(to: 1_500)
        await world.advance(by: .seconds(2))
        let line = 1_500 + FeedWorld.screen.height / 2
        var places: [Double] = []
        world.feed.onAssignment = { assignment in
            guard assignment.released != nil, let frame = world.feed.state.layout.frame(of: assignment.binding.cell)
            else { return }
            places.append(abs(frame.midY - line))
        }
        post(UIApplication.didEnterBackgroundNotification)
        #expect(places.count >= 3 && places == places.sorted(by: >), "\(places)")
        #expect(world.contract.decodersHeld == 0)
        #expect(world.feed.state.playersInUse == 0)
        post(UIApplication.willEnterForegroundNotification)
        await world.advance(by: .seconds(2))
        #expect(world.playing.count == 2)
        world.expectSound()
    }

    @Test func `a covered feed stays covered when the app returns from the background`() async {
        let world = FeedWorld(seed: 2)
        await world.advance(by: .seconds(1))
        world.feed.send(.absence(.covered))
        post(UIApplication.didEnterBackgroundNotification)
        post(UIApplication.willEnterForegroundNotification)
        await world.advance(by: .seconds(1))
        #expect(world.playing.isEmpty)
        world.feed.send(.absence([]))
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        world.expectSound()
    }

    // MARK: Conditions

    @Test(arguments: 0..<4)
    func `settings against autoplay lead to posters with a play button, and a tap still plays`(which: Int) async {
        let world = FeedWorld(seed: 3)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        set(which, true, world)
        await world.advance(by: .seconds(1))
        #expect(world.playing.isEmpty)
        #expect([0, 1].allSatisfy { world.feed.status(of: $0).offer == .play })
        #expect(world.blank.isEmpty)
        world.feed.send(.user(.play(1)))
        await world.advance(by: .seconds(1))
        #expect(world.playing == [1])
        set(which, false, world)
        await world.advance(by: .seconds(1))
        #expect(world.playing.count == 1)
        world.expectSound()
    }

    private func set(_ which: Int, _ isOn: Bool, _ world: FeedWorld) {
        switch which {
        case 0:
            SystemDouble.shared.set { $0.allowsAutoplay = !isOn }
            post(UIAccessibility.videoAutoplayStatusDidChangeNotification)
        case 1:
            SystemDouble.shared.set { $0.reducesMotion = isOn }
            post(UIAccessibility.reduceMotionStatusDidChangeNotification)
        case 2:
            SystemDouble.shared.set { $0.isLowPower = isOn }
            post(.NSProcessInfoPowerStateDidChange)
        default:
            var conditions = FeedConditions()
            conditions.isLowData = isOn
            world.feed.send(.conditions(conditions))
        }
    }

    @Test func `the conditions of the app and of the system are combined`() async {
        SystemDouble.shared.set { $0.reducesMotion = true }
        let world = FeedWorld(seed: 4)
        await world.advance(by: .seconds(1))
        // Posters are made off the main actor, which takes real time that no clock here shows.
        for _ in 0..<100 where !world.blank.isEmpty { await world.settle() }
        // Posters are shown, and no player is made.
        #expect(world.contract.players.isEmpty && world.blank.isEmpty)
        #expect(world.feed.status(of: 0).offer == .play)
        world.feed.send(.conditions(FeedConditions()))
        await world.advance(by: .seconds(1))
        #expect(world.playing.isEmpty)
        SystemDouble.shared.set { $0.reducesMotion = false }
        post(UIAccessibility.reduceMotionStatusDidChangeNotification)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        world.expectSound()
    }

    @Test func `after a memory warning nothing is prepared for a while`() async {
        let world = FeedWorld(seed: 5)
        await world.advance(by: .seconds(1))
        #expect(world.feed.state.assignments.contains { Self.getsReady($0.role) })
        post(UIApplication.didReceiveMemoryWarningNotification)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        #expect(!world.feed.state.assignments.contains { Self.getsReady($0.role) })
        await world.advance(by: .seconds(30))
        #expect(world.feed.state.assignments.contains { Self.getsReady($0.role) })
        world.expectSound()
    }

    @Test func `while the app says that memory is short nothing is prepared`() async {
        let world = FeedWorld(seed: 28)
        await world.advance(by: .seconds(1))
        var conditions = FeedConditions()
        conditions.isShortOfMemory = true
        world.feed.setConditions(conditions)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        #expect(!world.feed.state.assignments.contains { Self.getsReady($0.role) })
        world.feed.setConditions(FeedConditions())
        await world.advance(by: .seconds(1))
        #expect(world.feed.state.assignments.contains { Self.getsReady($0.role) })
        world.expectSound()
    }

    @Test func `each condition holds, whoever asks for it`() {
        let none = FeedConditions()
        for which in 0..<5 {
            var one = FeedConditions()
            switch which {
            case 0: one.isAutoplayOff = true
            case 1: one.reducesMotion = true
            case 2: one.isLowPower = true
            case 3: one.isLowData = true
            default: one.isShortOfMemory = true
            }
            #expect(one.joined(with: none) == one && none.joined(with: one) == one)
        }
    }

    private static func getsReady(_ role: FeedRole) -> Bool {
        switch role {
        case .prepare, .fetch: true
        default: false
        }
    }

    // MARK: Sound

    @Test(arguments: [true, false])
    func `a call takes the sound, and the system decides whether it comes back`(resumes: Bool) async {
        let world = FeedWorld(seed: 6)
        world.watchSession()
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.setMuted(false, on: 0)))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(2))
        #expect(world.playing.isEmpty && world.sessionCalls == ["claim"])
        world.contract.endInterruption(shouldResume: resumes)
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0])
        #expect(world.sessionCalls == ["claim", resumes ? "claim" : "give back"])
        #expect(world.feed.state.isMuted == !resumes)
        world.expectSound()
    }

    /// Whether another app still has the sound when the viewer comes back.
    @Test(arguments: [false, true])
    func `a call without an end does not outlast the return to the app`(isTaken: Bool) async {
        let world = FeedWorld(seed: 20)
        let (onReturn, atEnd): ([String], [String]) = isTaken ? ([], ["give back"]) : (["claim"], [])
        world.watchSession()
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.setMuted(false, on: 0)))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(1))
        post(UIApplication.didEnterBackgroundNotification)
        await world.advance(by: .seconds(10))
        AVAudioSession.sharedInstance().setOtherAppHeard(isTaken)
        post(UIApplication.willEnterForegroundNotification)
        await world.advance(by: .seconds(1))
        #expect(world.playing.isEmpty)
        post(UIApplication.didBecomeActiveNotification)
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.feed.isMuted == isTaken)
        #expect(world.sessionCalls == ["claim"] + onReturn)
        // What the other app stopped is not given back before the end of that.
        world.contract.endInterruption(shouldResume: true)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0] && world.sessionCalls == ["claim"] + onReturn + atEnd)
        world.expectSound()
    }

    @Test func `during a call a play button is offered, and a tap plays with sound`() async {
        let world = FeedWorld(seed: 21)
        world.watchSession()
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.setMuted(false, on: 0)))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(2))
        #expect(world.playing.isEmpty && world.feed.status(of: 0).offer == .play)
        world.feed.send(.user(.play(0)))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.player(of: 0)?.isMuted == false)
        #expect(world.sessionCalls == ["claim", "claim"])
        world.expectSound()
    }

    @Test func `a feed that is muted in a call plays on, and gives the session back after it`() async {
        let world = FeedWorld(seed: 22)
        world.watchSession()
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.setMuted(false, on: 0)))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(2))
        world.feed.send(.user(.setMuted(true)))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.sessionCalls == ["claim"])
        world.contract.endInterruption(shouldResume: true)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0] && world.sessionCalls == ["claim", "give back"])
        world.expectSound()
    }

    @Test func `a second call within the first one does not let the feed play into it`() async {
        let world = FeedWorld(seed: 6)
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.setMuted(false, on: 0)))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(1))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(2))
        #expect(world.playing.isEmpty)
        world.expectSound()
    }

    @Test func `a call does not touch a muted feed`() async {
        let world = FeedWorld(seed: 7)
        await world.advance(by: .seconds(1))
        world.contract.beginInterruption()
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        world.expectSound()
    }

    // MARK: Players

    @Test func `after a reset of media services new players go on, muted`() async {
        let world = FeedWorld(seed: 8)
        world.watchSession()
        await world.advance(by: .seconds(2))
        world.feed.send(.user(.setMuted(false, on: 0)))
        let old = world.player(of: 0)
        let place = old?.currentItem?.currentTime().seconds ?? 0
        #expect(place > 1)
        world.contract.resetMediaServices()
        await world.advance(by: .milliseconds(5))
        // Nothing of the dead player covers the cell.
        #expect(world.views[0]?.subviews.isEmpty == true)
        await world.advance(by: .seconds(1))
        let new = world.player(of: 0)
        #expect(new != nil && new !== old && new?.isMuted == true)
        #expect(world.playing == [0] && world.isShowing(0))
        #expect((new?.currentItem?.currentTime().seconds ?? 0) >= place)
        #expect(world.sessionCalls == ["claim", "give back"])
        #expect(world.feed.status(of: 0).offer == .nothing)
        #expect(world.contract.decodersHeld == 2 && world.budget.snapshot.leases.count == 2)
        world.expectSound()
    }

    @Test func `a video that fails in mid-play plays again when the viewer tries again`() async {
        let world = FeedWorld(seed: 13)
        await world.advance(by: .seconds(2))
        guard let player = world.player(of: 0) else {
            Issue.record("nothing plays")
            return
        }
        world.contract.failItem(of: player, AVError(.fileFormatNotRecognized))
        await world.advance(by: .seconds(1))
        #expect(world.feed.status(of: 0).offer == .retry)
        world.feed.send(.user(.play(0)))
        await world.advance(by: .seconds(2))
        #expect(world.playing.contains(0) && world.isShowing(0))
        world.expectSound()
    }

    @Test func `a cell whose content is replaced after its end shows its video again`() async {
        var settings = FeedSettings()
        settings.replays = 0
        let world = FeedWorld(seed: 14, settings: settings)
        await world.advance(by: .seconds(10))
        #expect(world.feed.status(of: 0).offer == .playAgain)
        world.feed.replace([0])
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.isShowing(0))
        // Its end is noticed as well.
        await world.advance(by: .seconds(10))
        #expect(world.feed.status(of: 0).offer == .playAgain)
        world.expectSound()
    }

    @Test func `a cell whose content is replaced at the same address opens it anew`() async {
        let world = FeedWorld(seed: 16)
        await world.advance(by: .seconds(2))
        let former = world.player(of: 0)?.currentItem?.asset
        #expect(former != nil && world.playing == [0])
        world.feed.replace([0])
        // Nothing is seen of what was there before.
        #expect(!world.isShowing(0))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.isShowing(0))
        #expect(world.player(of: 0)?.currentItem?.asset !== former)
        // So does the next one, which is prepared and off the screen.
        let next = world.player(of: 1)?.currentItem?.asset
        #expect(next != nil)
        world.feed.replace([1])
        await world.advance(by: .seconds(2))
        #expect(world.player(of: 1)?.currentItem != nil && world.player(of: 1)?.currentItem?.asset !== next)
        world.expectSound()
    }

    @Test func `nothing ticks while nobody watches`() async {
        let world = FeedWorld(seed: 15)
        await world.advance(by: .seconds(2))
        world.feed.send(.phase(.decelerating, velocity: 4_000))
        world.scroll(to: 900, velocity: 4_000)
        world.feed.send(.absence(.offScreen))
        await world.advance(by: .seconds(1))
        let made = world.feed.changes.made
        await world.advance(by: .seconds(10))
        #expect(world.feed.changes.made == made)
        #expect(world.clock.nextWake.map { $0 > world.clock.now.advanced(by: .milliseconds(100)) } ?? true)
    }

    @Test func `a single player that fails is replaced`() async {
        let world = FeedWorld(seed: 9)
        await world.advance(by: .seconds(2))
        guard let old = world.player(of: 0) else {
            Issue.record("nothing plays")
            return
        }
        world.contract.fail(old, AVError(.mediaServicesWereReset))
        await world.advance(by: .seconds(3))
        #expect(world.playing == [0] && world.player(of: 0) !== old)
        world.expectSound()
    }

    @Test func `a stalled player goes on when there is data again`() async {
        let world = FeedWorld(seed: 10)
        await world.advance(by: .seconds(2))
        guard let player = world.player(of: 0) else {
            Issue.record("nothing plays")
            return
        }
        world.contract.stall(player)
        #expect(player.rate == 0)
        let place = player.currentTime().seconds
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0] && world.player(of: 0) === player)
        #expect(player.currentTime().seconds > place)
        // Paused during the stall, it stays paused.
        world.contract.stall(player)
        world.feed.send(.user(.pause(0)))
        await world.advance(by: .seconds(2))
        #expect(!world.playing.contains(0))
        world.expectSound()
    }

    @Test(arguments: [1, 30, 400])
    func `a stall that is announced before the player stops is waited out as well`(milliseconds: Int) async {
        let world = FeedWorld(seed: 17)
        await world.advance(by: .seconds(2))
        guard let player = world.player(of: 0) else {
            Issue.record("nothing plays")
            return
        }
        world.contract.stall(player, after: .milliseconds(milliseconds))
        await world.advance(by: .milliseconds(milliseconds + 10))
        #expect(player.rate == 0)
        let place = player.currentTime().seconds
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0] && world.player(of: 0) === player)
        #expect(player.currentTime().seconds > place)
        world.expectSound()
    }

    @Test func `a player that the system pauses plays on`() async {
        let world = FeedWorld(seed: 18)
        await world.advance(by: .seconds(2))
        // The app is not told that it is in the background.
        world.contract.enterBackground()
        #expect(world.playing.isEmpty)
        await world.advance(by: .seconds(1))
        #expect(world.playing == [0])
        // What the viewer has paused stays so.
        world.feed.send(.user(.pause(0)))
        world.contract.enterBackground()
        await world.advance(by: .seconds(1))
        #expect(!world.playing.contains(0))
        world.expectSound()
    }

    /// Whether the system also interrupts the session, as for an app in Now Playing.
    @Test(arguments: [false, true])
    func `unplugged headphones mute the feed, which plays on`(isInterrupted: Bool) async {
        let world = FeedWorld(seed: 19)
        world.watchSession()
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.setMuted(false, on: 0)))
        world.contract.changeRoute(.newDeviceAvailable)
        await world.advance(by: .seconds(1))
        #expect(!world.feed.isMuted && world.sessionCalls == ["claim"])
        if isInterrupted { world.contract.interruptForLostDevice() }
        world.contract.changeRoute(.oldDeviceUnavailable)
        #expect(world.playing.isEmpty)
        await world.advance(by: .seconds(1))
        #expect(world.feed.isMuted && world.sessionCalls == ["claim", "give back"])
        #expect(world.playing == [0] && world.player(of: 0)?.isMuted == true)
        world.expectSound()
    }

    @Test(arguments: [FeedAbsence.covered, .background])
    func `headphones that are unplugged while nobody watches leave the feed muted on return`(
        absence: FeedAbsence
    ) async {
        let world = FeedWorld(seed: 27)
        await world.advance(by: .seconds(1))
        world.feed.send(.user(.setMuted(false, on: 0)))
        world.feed.send(.absence(absence))
        world.contract.changeRoute(.oldDeviceUnavailable)
        await world.advance(by: .seconds(1))
        world.feed.send(.absence([]))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && world.feed.isMuted && world.player(of: 0)?.isMuted == true)
        world.expectSound()
    }

    @Test func `a player that shows nothing gets a new item`() async {
        let world = FeedWorld(seed: 11)
        world.contract.setFaults(Self.silence, for: world.urls[0])
        await world.advance(by: .milliseconds(400))
        let item = world.player(of: 0)?.currentItem
        #expect(item != nil && !world.isShowing(0))
        world.contract.setFaults(nil, for: world.urls[0])
        await world.advance(by: .seconds(2))
        #expect(world.player(of: 0)?.currentItem !== item)
        #expect(world.playing == [0] && world.isShowing(0))
        world.expectSound()
    }

    @Test func `a player that keeps showing nothing gives up its decoder, and gets one later`() async {
        let world = FeedWorld(seed: 12)
        world.contract.setFaults(Self.silence, for: world.urls[0])
        // Opening takes real time that no clock here shows, so the moment at which it gives up is not known exactly.
        for _ in 0..<100 where world.player(of: 0) == nil { await world.advance(by: .milliseconds(100)) }
        #expect(world.player(of: 0) != nil)
        for _ in 0..<100 where world.player(of: 0) != nil { await world.advance(by: .milliseconds(100)) }
        #expect(world.player(of: 0) == nil)
        #expect(world.feed.status(of: 0).offer == .nothing)
        world.contract.setFaults(nil, for: world.urls[0])
        for _ in 0..<150 where world.playing != [0] || !world.isShowing(0) {
            await world.advance(by: .milliseconds(100))
        }
        #expect(world.playing == [0] && world.isShowing(0))
        world.expectSound()
    }

    private static var silence: ContractWorld.Faults {
        var faults = ContractWorld.Faults()
        faults.isSilent = true
        return faults
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a fling drops no item, even with few decoders`(seed: UInt64) async {
        let world = FeedWorld(seed: seed, sessions: seed.isMultiple(of: 2) ? 1 : 2)
        await world.advance(by: .seconds(3))
        for _ in 0..<3 {
            let before = world.contract.calls.replacements
            world.feed.send(.phase(.decelerating, velocity: 4_000))
            for _ in 0..<45 {
                world.scroll(to: world.top + 66, velocity: 4_000)
                await world.advance(by: .milliseconds(16))
            }
            #expect(world.contract.calls.replacements == before)
            world.feed.send(.phase(.idle))
            await world.advance(by: .seconds(3))
            #expect(world.playing.count == 1)
        }
        world.expectSound()
    }

    // MARK: The end

    /// A muted one has nothing of the session to give back.
    @Test(arguments: [false, true])
    func `a feed that is released without a call of end leaks nothing`(isMuted: Bool) async {
        let world = FeedWorld(seed: 13, scrolls: false)
        var calls: [String] = []
        let tile = FeedTile(frame: CGRect(origin: .zero, size: FeedWorld.cell))
        world.window.addSubview(tile)
        var feed: FeedController? = FeedController(
            settings: FeedSettings(), cache: nil, budget: world.budget, isMuted: isMuted, clock: world.clock,
            clip: { id in Int(id.description).map { FeedClip(url: world.urls[$0]) } })
        feed?.sound.claim = { calls.append("claim") }
        feed?.sound.giveBack = { calls.append("give back") }
        feed?.send(.layout(.grid(count: 40, cell: FeedWorld.cell)))
        feed?.show(0, in: tile)
        feed?.send(.viewport(FeedViewport(visible: CGRect(origin: .zero, size: FeedWorld.screen))))
        await world.advance(by: .seconds(2))
        #expect(world.playing == [0] && tile.subviews.count == 1 && calls == (isMuted ? [] : ["claim"]))
        weak let gone = feed
        let players = world.contract.players.count
        #expect(players == 2 && world.budget.snapshot.leases.count == 2)
        feed = nil
        #expect(gone == nil)
        await world.advance(by: .seconds(1))
        #expect(world.contract.players.isEmpty && world.contract.decodersHeld == 0)
        #expect(world.budget.snapshot.leases.isEmpty)
        #expect(tile.subviews.isEmpty && calls == (isMuted ? [] : ["claim", "give back"]))
        world.expectSound()
    }
}
