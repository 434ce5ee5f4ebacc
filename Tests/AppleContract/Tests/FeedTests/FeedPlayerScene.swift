@_spi(Double) import AVFoundation
import Foundation
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

/// One player of a feed that is commanded by hand, with what it reports, in virtual time.
@MainActor
final class FeedPlayerScene {
    let world: FeedWorld
    let player: FeedPlayer
    /// Whether the feed moves too fast for items to change.
    var isFlung = false
    private(set) var prepared: [Int] = []
    /// Requests that were answered although the player was not yet where it was to be.
    private(set) var early: [Int] = []
    private(set) var settled: [DecodeGrant] = []
    private(set) var others: [PlayerEvent] = []
    private(set) var ends = 0
    private(set) var pictures = 0
    private var bounds: ItemBounds?
    private var wanted = 0.0
    private var clip = 0

    init(seed: UInt64, change: (inout ContractWorld.Media, Int) -> Void = { _, _ in }) {
        world = FeedWorld(seed: seed, cells: 4, isGoverned: false, scrolls: false, change: change)
        let changes = FeedChanges(clock: world.clock)
        let post = Post()
        player = FeedPlayer(
            FeedSlot(number: 0),
            FeedPlayer.Owner(
                clock: world.clock, changes: changes, installed: {}, pictured: { post.scene?.pictures += 1 },
                ended: { post.scene?.ends += 1 }, idle: {}))
        post.scene = self
        changes.isHeldUp = { post.scene?.isFlung ?? false }
        world.isOpening = { post.scene?.player.stage == .opening }
        player.attach { event in MainActor.assumeIsolated { post.scene?.hear(event) } }
        let tile = FeedTile(frame: CGRect(origin: .zero, size: FeedWorld.cell))
        world.window.addSubview(tile)
        tile.content.adopt(player.surface, in: tile)
    }

    @MainActor
    private final class Post { weak var scene: FeedPlayerScene? }

    var contract: ContractWorld { world.contract }
    var avPlayer: AVPlayer { player.player }
    var place: Double { avPlayer.currentTime().seconds }
    var calls: ContractWorld.Calls { contract.calls }
    var isPlaying: Bool { avPlayer.rate != 0 }
    /// The clip whose item it has.
    var item: Int? {
        avPlayer.currentItem.flatMap { FeedWorld.source(of: $0) }.flatMap { world.urls.firstIndex(of: $0) }
    }

    var failures: Int {
        others.count { if case .failed = $0 { true } else { false } }
    }

    var isLost: Bool {
        others.contains { if case .lost = $0 { true } else { false } }
    }

    var starvings: Int {
        others.count { if case .starved = $0 { true } else { false } }
    }

    private func hear(_ event: PlayerEvent) {
        switch event {
        case .loaded(let info, _): bounds = info.bounds
        case .prepared(let generation):
            prepared.append(generation)
            let isThere = item == clip && place == wanted && avPlayer.currentItem?.status == .readyToPlay
            if !isThere { early.append(generation) }
        case .settled(let grant): settled.append(grant)
        default: others.append(event)
        }
    }

    // MARK: Commands

    func setFaults(of clip: Int, _ change: (inout ContractWorld.Faults) -> Void) {
        var faults = ContractWorld.Faults()
        change(&faults)
        contract.setFaults(faults, for: world.urls[clip])
    }

    func load(_ clip: Int, _ generation: Int) {
        (self.clip, bounds) = (clip, nil)
        player.load(MediaSource(url: world.urls[clip]), generation: generation)
    }

    func prepare(at seconds: Double, _ generation: Int) {
        wanted = seconds
        player.prepare(
            timeline(from: seconds, moves: false), at: world.clock.now, allowsPreview: false, generation: generation)
    }

    func follow(moves: Bool) {
        player.follow(timeline(from: place, moves: moves), from: world.clock.now)
    }

    private func timeline(from seconds: Double, moves: Bool) -> MemberTimeline {
        MemberTimeline(
            line: GroupLine(
                anchor: LineAnchor(hostTime: world.clock.now, time: .seconds(seconds), rate: moves ? 1 : 0)),
            map: TimeMap(end: .loop), bounds: bounds ?? ItemBounds(start: .zero, end: .seconds(8)))
    }

    /// Opens a clip, and asks for a position as soon as it is open.
    func open(_ clip: Int = 0, at seconds: Double = 0, _ generation: Int = 1) async {
        load(clip, generation)
        await prepareOnceOpen(at: seconds, generation + 1)
    }

    func prepareOnceOpen(at seconds: Double = 0, _ generation: Int) async {
        for _ in 0..<100 where bounds == nil { await advance(.milliseconds(10)) }
        prepare(at: seconds, generation)
    }

    /// Opens a clip and waits until it is ready there.
    func makeReady(_ clip: Int = 0, at seconds: Double = 0, _ generation: Int = 1) async {
        await open(clip, at: seconds, generation)
        for _ in 0..<100 where prepared.last != generation + 1 { await advance(.milliseconds(10)) }
        await advance(.milliseconds(50))
    }

    /// Opens a clip and plays it for a while.
    func play(_ clip: Int = 0, for duration: Duration = .seconds(3)) async {
        await makeReady(clip)
        follow(moves: true)
        await advance(duration)
    }

    func advance(_ duration: Duration) async { await world.advance(by: duration) }
}
