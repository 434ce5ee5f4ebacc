@_spi(Double) import AVFoundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// Which calls a member's AVPlayer gets, and when.
@Suite(.serialized) @MainActor
struct PlayerCallStories {
    /// Everything takes this long.
    private func faults(_ milliseconds: Int = 20) -> ContractWorld.Faults {
        var faults = ContractWorld.Faults()
        let delay = Duration.milliseconds(milliseconds)
        (faults.openDelay, faults.seekDelay, faults.prerollDelay) = (delay...delay, delay...delay, delay...delay)
        faults.displayDelay = delay...delay
        return faults
    }

    // MARK: Before anything plays

    @Test func `a player is set up before its first item`() {
        let world = World(seed: 1)
        let players = [AVFoundationPlayer(clock: world.clock).player, AVPlayer()]
        players[1].setUpForCache()
        for player in players {
            #expect(!player.automaticallyWaitsToMinimizeStalling && !player.allowsExternalPlayback)
        }
        #expect(players[0].actionAtItemEnd == .pause)
    }

    @Test func `only a player of the kit's own gives its decoder back, and each is told early enough`() throws {
        let world = World(seed: 1)
        let own = AVFoundationPlayer(clock: world.clock).traits
        let lent = AVFoundationPlayer(try Adoption(AVPlayer(url: world.clip())), clock: world.clock).traits
        #expect(own.tiers == [.full, .still, .poster] && lent.tiers == [.full])
        for traits in [own, lent] {
            #expect(traits.lead == .milliseconds(100) && traits.leadWithSound == .milliseconds(300))
        }
    }

    /// A player may be ready a little later than its item.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a player is asked for nothing before it is ready`(seed: UInt64) async {
        let scene = RelayScene(seed: seed, faults(0))
        await scene.load()
        await scene.advance(by: .milliseconds(50))
        #expect(scene.heard.isPrepared(2) && scene.world.contract.calls.prerolls == 1)
        #expect(scene.front.player.isMuted)
        scene.expectNoFault()
    }

    // MARK: While it is brought to its place

    /// What is under way when it fails, of which the player hears later: opening, seeking, the end of that, prerolling.
    @Test(arguments: [10, 30, 40, 50], 1...4 as ClosedRange<UInt64>)
    func `a player that fails on its way gets no call that raises`(milliseconds: Int, seed: UInt64) async {
        let scene = RelayScene(seed: seed, faults())
        await scene.load()
        await scene.world.advance(by: .milliseconds(milliseconds - 1))
        scene.world.contract.advance(by: .milliseconds(1))
        scene.world.contract.fail(scene.front.player, AVError(.unknown))
        scene.world.contract.advance(by: .milliseconds(40))
        await scene.advance(by: .milliseconds(200))
        #expect(!scene.heard.failures.isEmpty && !scene.heard.isPrepared(2))
        #expect(scene.world.violations.isEmpty, "\(scene.world.violations)")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a player that moves is not prerolled`(seed: UInt64) async {
        let scene = RelayScene(seed: seed, faults())
        await scene.load()
        await scene.world.advance(by: .milliseconds(35))
        // The app's.
        scene.front.player.rate = 1
        scene.world.contract.advance(by: .milliseconds(20))
        #expect(scene.world.contract.calls.prerolls == 0)
        await scene.advance(by: .milliseconds(200))
        #expect(scene.front.player.rate == 0)
        scene.expectNoFault()
    }

    @Test(arguments: [(2, true), (3, false)])
    func `a preroll that is refused is asked for again, and the third time is a failure with a name`(
        times: Int, isPrepared: Bool
    ) async {
        var faults = faults()
        faults.refusedPrerolls = times
        let scene = RelayScene(faults)
        await scene.load()
        await scene.advance(by: .milliseconds(500))
        #expect(scene.heard.isPrepared(2) == isPrepared && scene.world.contract.calls.prerolls == 3)
        let name = scene.urls[0].lastPathComponent
        #expect(scene.heard.failures.isEmpty == isPrepared)
        #expect(scene.heard.failures.allSatisfy { $0.hasPrefix(name) && $0.contains("cannot be made ready") })
    }

    // MARK: The first picture

    @Test func `a first picture that does not come is waited for for a second`() async {
        var faults = faults()
        faults.isSilent = true
        let scene = RelayScene(faults)
        await scene.load()
        // Open, sought, prerolled.
        await scene.advance(by: .milliseconds(60 + 990))
        #expect(!scene.heard.isPrepared(2))
        await scene.advance(by: .milliseconds(60))
        #expect(scene.heard.isPrepared(2))
        scene.expectNoFault()
    }

    /// Some of which come between the looks that another rhythm would take.
    @Test(arguments: [500, 516])
    func `a player is ready at most a refresh after its first picture`(milliseconds: Int) async {
        var faults = faults()
        faults.displayDelay = .milliseconds(milliseconds) ... .milliseconds(milliseconds)
        let scene = RelayScene(faults)
        await scene.load()
        await scene.world.advance(by: .milliseconds(20 + milliseconds))
        #expect(scene.surface.isShowingPicture && !scene.heard.isPrepared(2))
        await scene.world.advance(by: .milliseconds(17))
        #expect(scene.heard.isPrepared(2))
    }

    @Test func `a player that comes back by itself does not wait for its picture`() async {
        let scene = RelayScene()
        await scene.play()
        var faults = faults()
        faults.displayDelay = .milliseconds(900) ... .milliseconds(900)
        scene.world.contract.setFaults(faults, for: scene.urls[0])
        let item = scene.front.player.currentItem
        scene.front.post(.silent)
        await scene.advance(by: .milliseconds(500))
        #expect(scene.front.player.currentItem !== item && scene.front.player.rate == 1)
        #expect(!scene.surface.isShowingPicture)
        scene.expectOnLine()
        scene.expectNoFault()
    }

    @Test func `the last picture is held while another item comes in its place`() async {
        let scene = RelayScene(faults(100))
        await scene.play(nil)
        await scene.stand(at: .seconds(1))
        let item = scene.front.player.currentItem
        scene.relay.setAudible(true)
        scene.relay.prepare(scene.line, at: scene.world.now, allowsPreview: false, generation: 3)
        for _ in 0..<100 {
            await scene.world.advance(by: .milliseconds(5))
            #expect(scene.surface.isShowingPicture || scene.surface.layers.hasStill)
        }
        #expect(scene.heard.isPrepared(3) && scene.front.player.currentItem !== item)
        scene.expectNoFault()
    }

    /// Whether a budget governs it; only then can a decoder be missing without a word.
    @Test(arguments: [true, false])
    func `a player that shows nothing more gets another item if it is governed`(isGoverned: Bool) async {
        let scene = RelayScene()
        await scene.play(isGoverned ? DecodeGrant(.full) : nil)
        let item = scene.front.player.currentItem
        scene.world.contract.loseDecoder(of: scene.front.player)
        await scene.advance(by: .seconds(2))
        #expect((scene.front.player.currentItem !== item) == isGoverned && scene.front.player.rate == 1)
        scene.expectNoFault()
    }

    // MARK: Its clock

    /// The sound runs fast by a tenth of a millisecond a second.
    @Test func `a reading is of now, and of the clock that the sound has`() async throws {
        let scene = RelayScene(seconds: 600)
        scene.world.contract.setAudioClock(partsPerMillion: 100)
        scene.relay.setAudible(true)
        await scene.play(nil)
        await scene.advance(by: .seconds(99))
        let reading = try #require(scene.relay.reading())
        #expect(reading.host == scene.world.now)
        #expect(reading.error > .milliseconds(9.9) && reading.error < .milliseconds(10.1), "\(reading.error)")
        #expect(!scene.front.player.isMuted)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `what is read of a player whose start is set is of its start`(seed: UInt64) async {
        let scene = RelayScene(seed: seed)
        await scene.open(nil)
        scene.relay.follow(scene.line, from: scene.line.line.anchor.hostTime)
        await scene.world.advance(by: .milliseconds(100))
        if let reading = scene.relay.reading() { #expect(reading.host == scene.line.line.anchor.hostTime) }
    }
}
