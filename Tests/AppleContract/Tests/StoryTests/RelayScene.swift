import AVFoundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit

/// A member's player without its group, on a view.
@MainActor
final class RelayScene {
    let world: World
    let relay: LoopRelay
    let heard = Heard()
    private let files: [(url: URL, media: ContractWorld.Media)]
    /// The line that it plays on.
    var line: MemberTimeline
    let surface: PlayerSurface
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 180))

    init(
        seed: UInt64 = 5, sizes: Int = 1, seconds: Double = 60, loops: Bool = false,
        _ faults: ContractWorld.Faults? = nil
    ) {
        world = World(seed: seed)
        var files: [(URL, ContractWorld.Media)] = []
        for (width, height) in [(1920, 1080), (960, 540), (480, 270)].prefix(sizes) {
            var made: ContractWorld.Media?
            let url = world.clip(seconds: seconds) {
                $0.size = CGSize(width: width, height: height)
                made = $0
            }
            if let made { files.append((url, made)) }
        }
        self.files = files
        if let faults { world.contract.defaultFaults = faults }
        relay = LoopRelay(clock: world.clock)
        relay.attach { [heard] in heard.add($0) }
        let start = world.now.advanced(by: .seconds(1))
        line = MemberTimeline(
            line: GroupLine(anchor: LineAnchor(hostTime: start, time: .zero, rate: 1)),
            map: TimeMap(end: loops ? .loop : .hold), bounds: ItemBounds(start: .zero, end: .seconds(seconds)))
        surface = world.surface(of: relay.front.player)
        surface.frame = window.bounds
        window.addSubview(surface)
    }

    /// Its sizes, the largest first.
    var urls: [URL] { files.map(\.url) }

    /// Changes the files for whoever opens them from now on.
    func change(_ change: (inout ContractWorld.Media) -> Void) {
        for (url, media) in files {
            var media = media
            change(&media)
            world.contract.register(url, media)
        }
    }

    /// Its video, in all sizes.
    var source: MediaSource { urls.count > 1 ? MediaSource(renditions: urls) : MediaSource(url: urls[0]) }

    /// The player that plays now.
    var front: AVFoundationPlayer { relay.front }

    /// The file of which a player's item is.
    func file(of player: AVFoundationPlayer) -> URL? { (player.player.currentItem?.asset as? AVURLAsset)?.url }

    /// Opens the video and asks for its first frame, for which the item is made in no time.
    func load(_ grant: DecodeGrant? = nil) async {
        relay.load(source, generation: 1)
        await settle()
        if let grant { relay.decode(grant) }
        relay.prepare(line, at: line.line.anchor.hostTime, allowsPreview: false, generation: 2)
        await settle()
    }

    /// Opens the video and brings it to its first frame.
    func open(_ grant: DecodeGrant? = DecodeGrant(.full)) async {
        await load(grant)
        await advance(by: .milliseconds(500))
        #expect(heard.hasLoaded && heard.isPrepared(2))
    }

    /// Opens the video and plays it for a second.
    func play(_ grant: DecodeGrant? = DecodeGrant(.full)) async {
        await open(grant)
        relay.follow(line, from: line.line.anchor.hostTime)
        await advance(to: line.line.anchor.hostTime.advanced(by: .seconds(1)))
    }

    /// Holds the picture at a time of the line.
    func stand(at time: Duration) async {
        line.line.anchor = LineAnchor(hostTime: world.now, time: time, rate: 0)
        relay.follow(line, from: world.now)
        await advance(by: .seconds(1))
    }

    // MARK: Time

    func advance(to host: HostTime) async { await advance(by: world.now.duration(to: host)) }

    /// Moves on without a look at what is opened on the way, but in the last ten seconds.
    func advance(by duration: Duration) async {
        let end = world.now.advanced(by: duration)
        await world.advance(by: max(duration - .seconds(10), .zero))
        while world.now < end {
            await settle()
            await world.advance(by: min(.milliseconds(50), world.now.duration(to: end)))
        }
        await settle()
    }

    /// Lets videos open, which takes no time but that of their server.
    private func settle() async {
        await world.settle()
        for _ in 0..<50 where relay.isLoading { await world.settle() }
    }

    // MARK: Looking

    /// Expects the player that plays to be within a millisecond of the line, or that far from it.
    func expectOnLine(to distance: Duration = .zero, location: SourceLocation = #_sourceLocation) {
        let shown = world.itemTime(of: relay.front.player, at: world.now) ?? .zero
        let error = shown - line.position(at: world.now).itemTime - distance
        #expect(error < .milliseconds(1) && error > .milliseconds(-1), "\(error)", sourceLocation: location)
    }

    func expectNoFault(location: SourceLocation = #_sourceLocation) {
        #expect(heard.failures.isEmpty, "\(heard.failures)", sourceLocation: location)
        #expect(world.violations.isEmpty, "\(world.violations)", sourceLocation: location)
    }
}
