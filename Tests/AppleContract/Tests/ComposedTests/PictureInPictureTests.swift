@_spi(Double) import AVFoundation
@_spi(Double) import AVKit
import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// One member in the system's floating window, on the double: what it shows, and whom its buttons move.
@Suite(.serialized) @MainActor
struct PictureInPictureTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `the window shows the frame that is due, before and after the app is left`(seed: UInt64) async throws {
        defer { FloatingWorld.activateApp() }
        let world = FloatingWorld(seed: seed)
        world.show()
        world.add(rate: seed == 2 ? 25 : 30, offset: .milliseconds(seed == 3 ? 333 : 0))
        let other = world.add(rate: 25, offset: .milliseconds(480))
        if seed == 4 { world.floating?.member = other }
        await world.play()
        try await world.open()
        #expect(world.floating?.isActive == true)
        world.isStrict = true
        await world.advance(by: .seconds(3))
        await world.leaveApp()
        await world.advance(by: .seconds(10))
        #expect(world.group.state == .playing)
        await world.returnToApp()
        await world.advance(by: .seconds(2))
        #expect(world.mistakes.isEmpty, "\(world.mistakes.count): \(world.mistakes.prefix(5))")
        // None was missed.
        #expect(zip(world.seen, world.seen.dropFirst()).allSatisfy { $1 - $0 == 1 }, "\(world.seen)")
        #expect(world.seen.count > 350)
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
    }

    @Test func `through the turns of a loop pictures come in order, and the bar begins again`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add(seconds: 4)
        world.add(seconds: 4)
        world.group.loops = true
        await world.play()
        try await world.open()
        world.isStrict = true
        var last = 1.0
        for _ in 0..<80 {
            await world.advance(by: .milliseconds(250))
            let progress = try #require(world.system.progress)
            let time = world.group.time(at: world.clock.now).seconds / 4
            #expect(abs(progress - time) < 0.005, "\(progress) at \(time)")
            last = min(last, progress)
        }
        #expect(last < 0.1)
        #expect(world.mistakes.isEmpty, "\(world.mistakes.count): \(world.mistakes.prefix(5))")
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
    }

    @Test func `its buttons move the group, and a skip ends where the pictures are`() async throws {
        let world = FloatingWorld()
        world.show()
        let members = [world.add(), world.add(offset: .milliseconds(480))]
        await world.play()
        try await world.open()
        #expect(!world.system.isPaused)
        world.system.tapPlay(false)
        await world.advance(by: .milliseconds(500))
        #expect(world.group.state == .paused)
        #expect(world.system.isPaused)
        expectDue(world)
        await world.advance(by: .seconds(2))
        expectDue(world)

        let before = world.group.time(at: world.clock.now)
        world.system.tapSkip(by: 15)
        world.system.tapSkip(by: 15)
        await world.advance(by: .seconds(2))
        #expect(world.system.skipsUnderWay == 0)
        let time = world.group.time(at: world.clock.now)
        #expect(time == before + .seconds(30))
        #expect(world.displayed?.index == Int((time.seconds * 30 + 0.01).rounded(.down)))

        world.system.tapSkip(by: 600)
        await world.advance(by: .seconds(1))
        #expect(world.group.time(at: world.clock.now) > .seconds(59.9))
        world.system.tapSkip(by: -600)
        await world.advance(by: .seconds(1))
        #expect(world.group.time(at: world.clock.now) == .zero)
        world.system.tapPlay(true)
        await world.advance(by: .seconds(1))
        #expect(!world.system.isPaused)
        #expect(members.allSatisfy { world.group.player(of: $0)?.rate == 1 })
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
    }

    @Test func `without the window the group stands still in the background, and so it does once that is closed there`()
        async throws
    {
        defer { FloatingWorld.activateApp() }
        let world = FloatingWorld()
        world.show()
        let id = world.add()
        await world.play()
        await world.leaveApp()
        await world.advance(by: .milliseconds(200))
        #expect(world.group.state == .paused)
        await world.returnToApp()
        await world.advance(by: .seconds(2))
        #expect(world.group.state == .playing)

        try await world.open()
        await world.leaveApp()
        await world.advance(by: .seconds(1))
        #expect(world.group.state == .playing)
        world.system.close()
        await world.advance(by: .milliseconds(200))
        #expect(world.floating?.isActive == false)
        #expect(world.group.state == .paused)
        #expect(world.group.player(of: id)?.audiovisualBackgroundPlaybackPolicy == .automatic)
        await world.returnToApp()
        await world.advance(by: .seconds(2))
        #expect(world.group.state == .playing)
    }

    @Test func `a member that is added or replaced while the window is open plays on in the background`() async throws {
        defer { FloatingWorld.activateApp() }
        let world = FloatingWorld()
        world.show()
        world.add(seconds: 4)
        world.group.loops = true
        await world.play()
        try await world.open()
        let late = world.add(seconds: 4)
        await world.advance(by: .seconds(1))
        await world.leaveApp()
        await world.advance(by: .seconds(10))
        #expect(world.group.player(of: late)?.rate == 1)
        for member in world.group.members {
            let players = world.group.steeredPlayers(of: member).map(\.player)
            #expect(players.allSatisfy { $0.audiovisualBackgroundPlaybackPolicy == .continuesIfPossible })
        }
    }

    @Test func `a player that the app lent gets its own policy back`() async throws {
        let world = FloatingWorld()
        world.show()
        let (lent, id) = try world.lend()
        await world.play()
        try await world.open()
        #expect(lent.audiovisualBackgroundPlaybackPolicy == .continuesIfPossible)
        world.group.remove(id)
        await world.advance(by: .milliseconds(200))
        #expect(lent.audiovisualBackgroundPlaybackPolicy == .pauses)
        // And plays on again if it comes back while the window is open.
        try world.group.add(player: lent)
        await world.advance(by: .seconds(2))
        #expect(lent.audiovisualBackgroundPlaybackPolicy == .continuesIfPossible)
    }

    @Test func `the member that is heard is shown unless another one is chosen`() async throws {
        let world = FloatingWorld()
        world.show()
        let first = world.add()
        let second = world.add { $0.hasAudio = true }
        await world.play()
        try await world.open()
        func shown() -> String? { world.displayed?.url.lastPathComponent }
        #expect(shown() == "floating-clip-0.mp4")
        world.group.audibleMember = second
        await world.advance(by: .seconds(2))
        #expect(shown() == "floating-clip-1.mp4")
        world.floating?.member = first
        await world.advance(by: .seconds(1))
        #expect(shown() == "floating-clip-0.mp4")
        // What was queued of the other member is not taken for a mistake in the order.
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
        // A chosen member that is gone is not replaced by one that nobody chose.
        world.group.remove(first)
        await world.advance(by: .seconds(1))
        #expect(throws: PlaybackError.self) { try world.floating?.start() }
    }

    @Test(arguments: [
        (CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0), PictureTurn.right),
        (CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1280, ty: 720), .over),
        (CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1280), .left),
    ])
    func `pictures that the file turns are turned`(transform: CGAffineTransform, turn: PictureTurn) async throws {
        let world = FloatingWorld()
        world.show()
        world.add { $0.transform = transform }
        await world.play()
        try await world.open()
        await world.advance(by: .seconds(1))
        #expect(world.turning.turns == [turn])
        #expect(world.displayed != nil)
    }

    @Test func `after its layer has failed, pictures come again`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        try await world.open()
        await world.advance(by: .seconds(1))
        world.floating?.display.sampleBufferRenderer.fail()
        await world.advance(by: .milliseconds(100))
        world.isStrict = true
        await world.advance(by: .seconds(2))
        #expect(world.mistakes.isEmpty, "\(world.mistakes.prefix(5))")
    }

    @Test func `what cannot be shown is refused with a reason`() async throws {
        let world = FloatingWorld()
        FloatingWindow.isSupported = false
        world.show()
        #expect(!PictureInPicture.isSupported)
        #expect(throws: PlaybackError.self) { try world.floating?.start() }
        FloatingWindow.isSupported = true
        let floating = PictureInPicture(world.group, member: nil, turning: world.turning)
        func reason() -> String {
            do { try floating.start() } catch { return error.reason }
            return "none"
        }
        #expect(reason() == "there is no video to show")
        let stream = URL(string: "https://example.org/floating.m3u8")!
        world.contract.register(
            stream, ContractWorld.Media(duration: CMTime(value: 600, timescale: 1), hasAudio: true, kind: .hls))
        let id = world.group.add(url: stream)
        await world.advance(by: .seconds(1))
        #expect(reason() == "floating.m3u8 is a stream, whose pixels cannot be read")
        world.group.remove(id)
        world.add()
        await world.advance(by: .seconds(1))
        #expect(reason() == "its view is not on the screen")
    }

    @Test func `an opening that the system refuses is told, and the group is not left playing in the background`()
        async throws
    {
        defer { FloatingWorld.activateApp() }
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        for _ in 0..<100 where world.floating?.isPossible != true { await world.advance(by: .milliseconds(50)) }
        world.system.refuses = true
        try world.floating?.start()
        await world.advance(by: .milliseconds(100))
        #expect(world.floating?.failure != nil)
        #expect(world.floating?.isActive == false)
        await world.leaveApp()
        await world.advance(by: .milliseconds(200))
        #expect(world.group.state == .paused)
        await world.returnToApp()
        await world.advance(by: .seconds(1))
        try await world.open()
        #expect(world.floating?.failure == nil)
        #expect(world.floating?.isActive == true)
    }

    @Test func `who comes back from the window waits for the app's screen`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        try await world.open()
        var answers: [Bool] = []
        world.system.goBack { answers.append($0) }
        #expect(answers == [true])
        world.floating?.restoreInterface = { false }
        world.system.goBack { answers.append($0) }
        await world.advance(by: .milliseconds(50))
        #expect(answers == [true, false])
    }

    @Test func `nothing of it is left once it is let go`() async throws {
        defer { FloatingWorld.activateApp() }
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        try await world.open()
        #expect(world.contract.live.outputs == 1)
        world.floating?.view.removeFromSuperview()
        world.floating = nil
        await world.advance(by: .seconds(1))
        #expect(world.contract.live.outputs == 0)
        #expect(FloatingWindow.current == nil)
        let wakes = world.wakeUps
        await world.advance(by: .seconds(5))
        let other = FloatingWorld()
        other.add()
        await other.play()
        let usual = other.wakeUps
        await other.advance(by: .seconds(5))
        #expect(world.wakeUps - wakes <= other.wakeUps - usual)
        ContractWorld.current = world.contract
        await world.leaveApp()
        await world.advance(by: .milliseconds(200))
        #expect(world.group.state == .paused)
    }

    @Test func `while the window is closed and its view off the screen, no pixels are asked for`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        await world.advance(by: .seconds(2))
        #expect(world.contract.live.outputs == 1)
        world.floating?.view.removeFromSuperview()
        await world.advance(by: .seconds(2))
        #expect(world.contract.live.outputs == 0)
    }

    /// The window shows what the tiles show, although nothing moves.
    private func expectDue(_ world: FloatingWorld, _ place: SourceLocation = #_sourceLocation) {
        #expect(world.displayed?.index == world.due, sourceLocation: place)
    }

    @Test func `at sixty frames a second none is missed, although every tick is a little late`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add(rate: 60)
        await world.play()
        try await world.open()
        world.lateness = .milliseconds(2)
        world.isStrict = true
        await world.advance(by: .seconds(5))
        #expect(world.mistakes.isEmpty, "\(world.mistakes.count): \(world.mistakes.prefix(5))")
        #expect(zip(world.seen, world.seen.dropFirst()).allSatisfy { $1 - $0 == 1 }, "\(world.seen)")
    }

    @Test func `outputs that have nothing yet of what comes are asked again`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        try await world.open()
        world.contract.outputsLookAhead = .zero
        await world.advance(by: .milliseconds(200))
        world.isStrict = true
        await world.advance(by: .seconds(3))
        // A frame is queued at the tick that finds it, so it may be one look late.
        #expect(world.mistakes.count < 100, "\(world.mistakes.count)")
        #expect(zip(world.seen, world.seen.dropFirst()).allSatisfy { $1 - $0 == 1 }, "\(world.seen)")
    }

    @Test(arguments: [0.25, 0.5, 2, 4])
    func `at another rate the window goes on with the tiles, and none of the frames before is lost`(rate: Double)
        async throws
    {
        let world = FloatingWorld()
        world.show()
        world.add()
        world.add(rate: 25)
        await world.play()
        try await world.open()
        await world.advance(by: .seconds(1))
        // Of frames that go by twice as fast as the window is looked at, every second one is shown.
        world.slack = rate > 2 ? 2 : 0
        world.isStrict = true
        world.group.rate = rate
        await world.advance(by: .seconds(2))
        // Until the change the line says only what comes after it, so nobody else knows what is due.
        #expect(world.mistakes.count <= 8, "\(world.mistakes)")
        #expect(zip(world.seen, world.seen.dropFirst()).allSatisfy { $1 >= $0 }, "\(world.seen)")
        #expect(world.system.violations.isEmpty, "\(world.system.violations.prefix(3))")
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
    }

    @Test func `a group that has ended stands still in the window, and asks no more of the system`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add(seconds: 6)
        await world.play()
        try await world.open()
        await world.advance(by: .seconds(8))
        #expect(world.group.state == .ended)
        #expect(world.system.isPaused)
        expectDue(world)
        let (asked, wakes) = (world.system.questions, world.wakeUps)
        await world.advance(by: .seconds(5))
        #expect(world.system.questions == asked)
        #expect(world.wakeUps - wakes < 20)
        #expect(world.system.progress.map { $0 > 0.99 } == true)
        #expect(world.system.violations.isEmpty, "\(world.system.violations.prefix(3))")
    }

    @Test func `a member that is moved while the group stands still moves in the window, too`() async throws {
        let world = FloatingWorld()
        world.show()
        let id = world.add()
        await world.play()
        try await world.open()
        await world.advance(by: .seconds(1))
        world.group.pause()
        await world.advance(by: .seconds(1))
        let before = try #require(world.displayed?.index)
        for step in [3, -5] {
            world.group.nudge(id, by: step)
            await world.advance(by: .seconds(2))
        }
        #expect(world.displayed?.index == before - 2)
        world.group.step(by: -1)
        await world.advance(by: .seconds(1))
        #expect(world.displayed?.index == before - 3)
        #expect(world.contract.violations.isEmpty, "\(world.contract.violations)")
    }

    @Test func `a start that is set for later leaves the window where the tiles are, with its time in the range`()
        async throws
    {
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        try await world.open()
        world.group.pause()
        await world.advance(by: .seconds(1))
        let task = Task { try await world.group.play(at: world.clock.now.advanced(by: .seconds(5))) }
        await world.advance(by: .seconds(3))
        expectDue(world)
        await world.advance(by: .seconds(3))
        world.isStrict = true
        await world.advance(by: .seconds(2))
        #expect(world.mistakes.isEmpty, "\(world.mistakes.prefix(5))")
        #expect(world.system.violations.isEmpty, "\(world.system.violations.prefix(3))")
        task.cancel()
    }

    @Test func `where a loop goes on in another player, its output is there before`() async throws {
        let world = FloatingWorld()
        world.show()
        let id = world.add(seconds: 4) { $0.hasAudio = true }
        world.group.loops = true
        await world.play()
        try await world.open()
        world.isStrict = true
        var handovers = 0
        let events = world.group.events
        let listening = Task { for await event in events { if case .handedOver = event { handovers += 1 } } }
        // A silent turn has no sound, so a member that is heard goes on in another player.
        for isHeard in [true, false, true, false] {
            world.group.audibleMember = isHeard ? id : nil
            await world.advance(by: .seconds(5))
        }
        listening.cancel()
        #expect(handovers >= 2)
        #expect(world.mistakes.isEmpty, "\(world.mistakes.count): \(world.mistakes.prefix(5))")
        #expect(world.lateOutputs == 0)
    }

    @Test func `one window of a group closes when another opens, and the group still plays on`() async throws {
        defer { FloatingWorld.activateApp() }
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        try await world.open()
        let (first, window) = (try #require(world.floating), world.system)
        world.show()
        await world.advance(by: .seconds(2))
        try world.floating?.start()
        window.close()
        await world.leaveApp()
        await world.advance(by: .seconds(1))
        #expect(!first.isActive)
        #expect(world.group.state == .playing)
        world.system.close()
        await world.advance(by: .milliseconds(200))
        #expect(world.group.state == .paused)
    }

    @Test func `a lent player has its own policy again as soon as the window is closed`() async throws {
        let world = FloatingWorld()
        world.show()
        let (lent, id) = try world.lend()
        await world.play()
        try await world.open()
        world.floating?.stop()
        await world.advance(by: .milliseconds(200))
        #expect(lent.audiovisualBackgroundPlaybackPolicy == .pauses)
        // Nor does an output stay on what is handed back.
        world.floating?.member = id
        await world.advance(by: .seconds(2))
        #expect(lent.currentItem?.outputs.count == 1)
        world.group.remove(id)
        await world.advance(by: .seconds(2))
        #expect(lent.currentItem?.outputs.isEmpty == true)
    }

    @Test func `a skip during a call does not seem to seek for ever`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        try await world.open()
        world.group.runner.send(.disturbance(.background, ends: false))
        world.group.pause()
        var faults = ContractWorld.Faults()
        faults.completions = .never
        world.contract.setFaults(faults, for: try #require(world.displayed?.url))
        world.system.tapSkip(by: 15)
        await world.advance(by: .seconds(4))
        #expect(world.system.skipsUnderWay == 0)
    }

    @Test func `a stream and a protected file are refused by name, and with no member chosen another one is shown`()
        async throws
    {
        let world = FloatingWorld()
        world.show()
        let secret = world.add { $0.isProtected = true }
        await world.advance(by: .seconds(2))
        #expect(throws: PlaybackError.self) { try world.floating?.start() }
        let reason = (world.floating?.failure as? PlaybackError)?.reason
        #expect(reason?.hasSuffix("is protected, so its pixels cannot be read") == true, "\(reason ?? "none")")
        world.add()
        await world.play()
        try await world.open()
        #expect(world.displayed?.url.lastPathComponent == "floating-clip-1.mp4")
        world.floating?.member = secret
        await world.advance(by: .seconds(1))
        #expect(world.contract.live.outputs == 0)
    }

    @Test func `pressing play is told at once, also while the window is closed`() async throws {
        let world = FloatingWorld()
        world.show()
        world.add()
        await world.play()
        await world.advance(by: .seconds(2))
        #expect(!world.system.isPaused)
        world.group.pause()
        await world.advance(by: .milliseconds(50))
        #expect(world.system.isPaused)
    }

    @Test func `the view is in the screen that came last, and goes back to the one below`() {
        let host = PictureInPictureHost()
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (below, above) = (PictureInPicturePlace(frame: window.frame), PictureInPicturePlace(frame: window.frame))
        window.addSubview(below)
        below.host = host
        #expect(host.superview === below)
        above.host = host
        #expect(host.superview === below)
        window.addSubview(above)
        #expect(host.superview === above)
        above.removeFromSuperview()
        #expect(host.superview === below)
        let other = PictureInPictureHost()
        below.host = other
        #expect(other.superview === below && host.superview == nil)
    }
}
