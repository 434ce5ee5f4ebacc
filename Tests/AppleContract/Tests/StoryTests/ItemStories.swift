import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Synchronization
import Testing

@testable import MultiPlayerKit

/// Where a player's items come from, and what those leave behind that another one has replaced.
@Suite(.serialized) @MainActor
struct ItemStories {
    private let world = World(seed: 5)
    private let heard = Heard()

    private func open(_ url: URL) async -> AVFoundationPlayer {
        let player = AVFoundationPlayer(clock: world.clock)
        player.attach { [heard] in heard.add($0) }
        player.load(MediaSource(url: url), generation: 1)
        #expect(await world.advance(atMost: .seconds(5)) { heard.hasLoaded })
        return player
    }

    /// Asks for the first frame: of the file as it is, or of turns laid end to end, which takes as long as the file
    /// takes to load.
    private func prepare(_ player: AVFoundationPlayer, loops: Bool, generation: Int) {
        let timeline = MemberTimeline(
            line: GroupLine(anchor: LineAnchor(hostTime: world.now, time: .zero, rate: 0)),
            map: TimeMap(end: loops ? .loop : .hold), bounds: ItemBounds(start: .zero, end: .seconds(4)))
        player.prepare(timeline, at: world.now, allowsPreview: false, generation: generation)
    }

    @Test func `the error of an item that was given up while it was made is not the next one's`() async {
        var broken: ContractWorld.Media?
        let url = world.clip(seconds: 4) {
            $0.loadDelay = .milliseconds(100)
            broken = $0
        }
        let player = await open(url)
        prepare(player, loops: true, generation: 2)
        await world.advance(by: .milliseconds(10))
        prepare(player, loops: false, generation: 3)
        // By then the second item is ready, and the turns of the first are still being loaded.
        await world.advance(by: .milliseconds(80))
        broken?.failure = AVError(.fileFormatNotRecognized)
        if let broken { world.contract.register(url, broken) }
        await world.advance(by: .seconds(1))
        #expect(heard.failures.isEmpty, "\(heard.failures)")
        #expect(heard.isPrepared(3) && player.player.currentItem?.status == .readyToPlay)
        #expect(world.contract.violations.isEmpty)
        player.release()
    }

    @Test func `the failure of an item while the next one is made is not the next one's`() async {
        let player = await open(world.clip(seconds: 4) { $0.loadDelay = .milliseconds(100) })
        prepare(player, loops: false, generation: 2)
        #expect(await world.advance(atMost: .seconds(2)) { heard.isPrepared(2) })
        prepare(player, loops: true, generation: 3)
        await world.advance(by: .milliseconds(30))
        world.contract.failItem(of: player.player, AVError(.fileFormatNotRecognized))
        #expect(await world.advance(atMost: .seconds(2)) { heard.isPrepared(3) })
        #expect(heard.failures.isEmpty, "\(heard.failures)")
        #expect(player.player.currentItem?.status == .readyToPlay)
        // A notification of an earlier item that was on its way.
        player.saw(.failedToEnd(nil), serial: 0)
        await world.advance(by: .milliseconds(100))
        #expect(heard.failures.isEmpty)
        // The present item's own failure is reported.
        world.contract.failItem(of: player.player, AVError(.fileFormatNotRecognized))
        await world.advance(by: .milliseconds(100))
        #expect(heard.failures.count == 1)
        #expect(world.contract.violations.isEmpty)
        player.release()
    }

    @Test(arguments: [true, false])
    func `what comes of a video that was replaced while it was opened concerns nobody`(isBroken: Bool) async {
        let urls = [100, 0].map { delay in
            world.clip(seconds: 4) {
                $0.loadDelay = .milliseconds(delay)
                if isBroken, delay > 0 { $0.failure = AVError(.fileFormatNotRecognized) }
            }
        }
        let player = AVFoundationPlayer(clock: world.clock)
        player.attach { [heard] in heard.add($0) }
        for (generation, url) in urls.enumerated() { player.load(MediaSource(url: url), generation: generation) }
        await world.advance(by: .seconds(1))
        #expect(heard.loaded == [1] && heard.failures.isEmpty && !player.isLoading)
        #expect((player.openAsset?.asset as? AVURLAsset)?.url == urls[1])
        player.release()
    }

    @Test func `a video that the network keeps from being opened is asked for again and again, and then no more`()
        async
    {
        let url = world.clip(seconds: 4) { $0.failure = NSError(domain: NSURLErrorDomain, code: -1009) }
        let player = AVFoundationPlayer(clock: world.clock)
        player.attach { [heard] in heard.add($0) }
        player.load(MediaSource(url: url), generation: 1)
        // The pauses are 47 seconds together.
        for _ in 0..<46 { await world.advance(by: .seconds(1)) }
        #expect(heard.failures.isEmpty)
        for _ in 0..<2 { await world.advance(by: .seconds(1)) }
        #expect(heard.failures.count == 1 && !player.isLoading)
        player.release()
    }

    @Test func `a video that the network keeps from being opened is not asked for once it was replaced`() async {
        var media: ContractWorld.Media?
        let url = world.clip(seconds: 4) {
            media = $0
            $0.failure = NSError(domain: NSURLErrorDomain, code: -1009)
        }
        let player = AVFoundationPlayer(clock: world.clock)
        player.attach { [heard] in heard.add($0) }
        player.load(MediaSource(url: url), generation: 1)
        await world.advance(by: .milliseconds(500))
        player.load(MediaSource(url: world.clip(seconds: 8)), generation: 2)
        if let media { world.contract.register(url, media) }
        for _ in 0..<5 { await world.advance(by: .seconds(1)) }
        #expect(heard.loaded == [2] && heard.failures.isEmpty && !player.isLoading)
        player.release()
    }

    @Test func `a player that has yet to start has no reading, and one that plays has a true one`() async throws {
        var faults = ContractWorld.Faults()
        faults.isPausedUntilStart = true
        let url = world.clip(seconds: 60)
        world.contract.setFaults(faults, for: url)
        let player = await open(url)
        let start = world.now.advanced(by: .seconds(2))
        let timeline = MemberTimeline(
            line: GroupLine(anchor: LineAnchor(hostTime: start, time: .zero, rate: 1)), map: TimeMap(),
            bounds: ItemBounds(start: .zero, end: .seconds(60)))
        player.prepare(timeline, at: start, allowsPreview: false, generation: 2)
        #expect(await world.advance(atMost: .seconds(1)) { heard.isPrepared(2) })
        player.follow(timeline, from: start)
        await world.advance(by: .milliseconds(100))
        #expect(player.isRunning && player.reading() == nil)
        await world.advance(by: .seconds(3))
        let reading = try #require(player.reading())
        #expect(reading.rate == 1 && reading.error < .milliseconds(1) && reading.error > .milliseconds(-1))
        player.release()
    }

    /// Whether the player has shown its video before its decoder is wanted elsewhere.
    @Test(arguments: [true, false])
    func `a player that gives its decoder back keeps its last picture if there is one`(hasArrived: Bool) async {
        let player = await open(world.clip(seconds: 4))
        player.decode(DecodeGrant(.full))
        prepare(player, loops: false, generation: 2)
        if hasArrived { #expect(await world.advance(atMost: .seconds(1)) { heard.isPrepared(2) }) }
        player.decode(DecodeGrant(.still))
        await world.advance(by: .seconds(1))
        #expect(heard.tiers.last == (hasArrived ? .still : .poster))
        // What was being made meanwhile comes too late.
        #expect(player.player.currentItem == nil && heard.failures.isEmpty)
        player.release()
    }

    @Test func `another size of a member that is on its way takes no second player`() async {
        let sizes = [(1920, 1080), (960, 540)].map { width, height in
            world.clip { $0.size = CGSize(width: width, height: height) }
        }
        let relay = LoopRelay(clock: world.clock)
        relay.attach { [heard] in heard.add($0) }
        relay.load(MediaSource(renditions: sizes), generation: 1)
        #expect(await world.advance(atMost: .seconds(5)) { heard.hasLoaded })
        func timeline(at time: Duration) -> MemberTimeline {
            MemberTimeline(
                line: GroupLine(anchor: LineAnchor(hostTime: world.now, time: time, rate: 0)), map: TimeMap(),
                bounds: ItemBounds(start: .zero, end: .seconds(60)))
        }
        relay.decode(DecodeGrant(.full))
        relay.prepare(timeline(at: .zero), at: world.now, allowsPreview: false, generation: 2)
        #expect(await world.advance(atMost: .seconds(2)) { heard.isPrepared(2) })
        relay.follow(timeline(at: .zero), from: world.now)
        relay.prepare(timeline(at: .seconds(30)), at: world.now, allowsPreview: false, generation: 3)
        relay.decode(DecodeGrant(.reducedResolution, rendition: 1))
        #expect(relay.players.count == 1)
        #expect(await world.advance(atMost: .seconds(2)) { heard.isPrepared(3) })
        #expect((relay.front.player.currentItem?.asset as? AVURLAsset)?.url == sizes[1])
        #expect(heard.failures.isEmpty && world.contract.violations.isEmpty)
        relay.release()
    }

    @Test func `members play through the cache of their source`() async {
        let addresses = ["a", "b"].map { URL(string: "https://videos.example/\($0).mp4")! }
        let files = addresses.map { _ in world.clip() }
        let shelf = Shelf(Dictionary(uniqueKeysWithValues: zip(addresses, files)))
        let held = world.group.add(source: MediaSource(url: addresses[0], cache: shelf))
        let looping = world.group.add(
            source: MediaSource(url: addresses[1], cache: shelf), map: TimeMap(end: .loop))
        // A playlist plays from its server.
        let stream = world.stream { _ in }
        let streamed = world.group.add(source: MediaSource(url: stream, cache: shelf))
        await world.play()
        await world.advance(by: .seconds(2))
        for id in [held, looping, streamed] { expectOnLine(world, id) }
        #expect(shelf.asked.sorted { $0.path < $1.path } == addresses)
        #expect((world.group.player(of: held)?.currentItem?.asset as? AVURLAsset)?.url == files[0])
        #expect(world.contract.displayedFrame(of: world.group.player(of: looping)!)?.url == files[1])
        #expect(world.contract.violations.isEmpty)
    }
}

/// A source of bytes that has a file for each address.
private final class Shelf: AssetSource {
    private let files: [URL: URL]
    private let questions = Mutex<[URL]>([])

    init(_ files: [URL: URL]) {
        self.files = files
    }

    /// The addresses that were asked for.
    var asked: [URL] { questions.withLock { $0 } }

    func asset(for url: URL, priority: FetchPriority) async throws(PlaybackError) -> AVURLAsset {
        questions.withLock { $0.append(url) }
        guard let file = files[url] else {
            throw PlaybackError(.sourceNotFound, subject: "shelf", reason: "it has no such file", cure: "add it")
        }
        return AVURLAsset(url: file)
    }

    func reader(of url: URL, priority: FetchPriority) -> any ByteReader {
        preconditionFailure("AVFoundation reads from assets")
    }

    func fetch(_ range: Range<Int64>, of url: URL, priority: FetchPriority) -> any ByteFetch {
        preconditionFailure("nothing is fetched ahead")
    }
}
