@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing
import UIKit

@testable import MultiPlayerKit
@testable import MultiPlayerKitCache
@testable import MultiPlayerKitFeed

final class QuietMeter: LoadMeter {
    func read(span: Duration, decoding: Duration) -> LoadReading { LoadReading(span: span) }
}

/// A scrolling list of cells whose views are reused, in virtual time.
@MainActor
final class FeedWorld {
    static let cell = CGSize(width: 400, height: 300)
    static let screen = CGSize(width: 400, height: 800)

    let contract: ContractWorld
    let clock: ManualClock
    let budget: DecoderBudget
    let feed: FeedController
    let urls: [URL]
    let count: Int
    private(set) var spare: [FeedTile] = []
    private(set) var views: [Int: FeedTile] = [:]
    /// Tiles on the screen by cell, if a list of its own shows them; `nil`: those of ``views``.
    var shown: (() -> [Int: FeedTile])?
    private(set) var top = 0.0
    /// Cells for which the app has nothing to show any more.
    var absent: Set<Int> {
        get { shelf.absent }
        set { shelf.absent = newValue }
    }
    private let shelf = Shelf()
    /// What was wrong on the screen, which is checked after every event.
    private(set) var wrongs: [String] = []
    private(set) var mostPlaying = 0
    /// What the feed has asked of the audio session since ``watchSession()``.
    private(set) var sessionCalls: [String] = []
    let window = UIWindow(frame: CGRect(origin: .zero, size: FeedWorld.screen))
    /// Whether a player that is not the feed's opens a video.
    var isOpening: () -> Bool = { false }

    @MainActor
    private final class Shelf { var absent: Set<Int> = [] }

    /// Notes from now on how the feed claims the audio session and gives it back.
    func watchSession() {
        feed.sound.claim = { [weak self] in self?.sessionCalls.append("claim") }
        feed.sound.giveBack = { [weak self] in self?.sessionCalls.append("give back") }
    }

    init(
        seed: UInt64, cells count: Int = 40, settings: FeedSettings = FeedSettings(), sessions: Int = 16,
        isGoverned: Bool = true, scrolls: Bool = true, cache: MediaCache? = nil, urls address: ((Int) -> URL)? = nil,
        change: (inout ContractWorld.Media, Int) -> Void = { _, _ in }
    ) {
        let start: Int64 = 1_000_000_000_000
        contract = ContractWorld(seed: seed, hostTime: start)
        ContractWorld.current = contract
        let clock = ManualClock(now: HostTime(nanoseconds: start))
        self.clock = clock
        self.count = count
        contract.limitDecoders(to: sessions)
        budget = DecoderBudget(clock: clock, meter: QuietMeter(), defaultSessions: sessions)
        budget.limit.sessions = sessions
        // One file for each cell, so that a picture identifies its cell.
        let urls = (0..<count).map { address?($0) ?? URL(filePath: "/clips/\(seed)-\($0).mp4") }
        self.urls = urls
        for (index, url) in urls.enumerated() {
            var media = ContractWorld.Media(duration: 8, frameRate: 30, hasAudio: true)
            media.loadDelay = .milliseconds(Int(20 + (seed &* 7 &+ UInt64(index) &* 13) % 80))
            change(&media, index)
            contract.register(url, media)
        }
        feed = FeedController(
            settings: settings, cache: cache, budget: isGoverned ? budget : nil, isMuted: true, clock: clock,
            clip: { [shelf] id in
                guard let index = Int(id.description), !shelf.absent.contains(index) else { return nil }
                let url = urls[index]
                // Posters come up to half a second late, often after the view has been reused for another cell.
                let delay = Duration.milliseconds(Int((seed &* 31 &+ UInt64(index) &* 97) % 500))
                return FeedClip(url: url) {
                    await withCheckedContinuation { done in
                        clock.wake(at: clock.present.advanced(by: delay)) { done.resume() }
                    }
                    return try? await AVAssetImageGenerator(asset: AVURLAsset(url: url)).image(at: .zero).image
                }
            })
        guard scrolls else { return }
        feed.send(.layout(.grid(count: count, cell: Self.cell)))
        scroll(to: 0)
    }

    // MARK: Scrolling

    /// Scrolls the list as a table view would: views of cells that left are reused for cells that come.
    func scroll(to place: Double, velocity: Double? = nil) {
        top = place
        let rows = visible
        for (index, tile) in views where !rows.contains(index) {
            views[index] = nil
            feed.hide(tile)
            spare.append(tile)
        }
        for index in rows where views[index] == nil {
            let tile = spare.popLast() ?? FeedTile(frame: CGRect(origin: .zero, size: Self.cell))
            if tile.superview == nil { window.addSubview(tile) }
            views[index] = tile
            feed.show(FeedCellID(index), in: tile)
        }
        feed.send(
            .viewport(
                FeedViewport(
                    visible: CGRect(x: 0, y: place, width: Self.screen.width, height: Self.screen.height),
                    velocity: velocity.map { CGFloat($0) })))
        look()
    }

    private var visible: Range<Int> {
        let first = max(Int(top / Self.cell.height), 0)
        let last = min(Int(((top + Self.screen.height) / Self.cell.height).rounded(.up)), count)
        return first..<max(first, last)
    }

    /// Flings the list by `points` and lets it come to rest.
    func fling(by points: Double, over time: Duration = .milliseconds(600)) async {
        feed.send(.phase(.decelerating, velocity: CGFloat(points / 0.6)))
        let steps = 36
        let from = top
        for step in 1...steps {
            let share = Double(step) / Double(steps)
            let eased = 1 - (1 - share) * (1 - share)
            scroll(to: min(max(from + points * eased, 0), Double(count) * Self.cell.height - Self.screen.height))
            await advance(by: time / steps)
        }
        feed.send(.phase(.idle))
    }

    // MARK: Time

    func advance(by duration: Duration) async {
        let end = contract.now + duration.nanoseconds
        await settle()
        while let next = [contract.nextEvent, clock.nextWake?.nanoseconds].compactMap(\.self).min(), next <= end {
            step(to: max(next, contract.now))
            await settle()
        }
        step(to: end)
        await settle()
    }

    private func step(to host: Int64) {
        contract.advance(to: host)
        if host > clock.now.nanoseconds || clock.nextWake.map({ $0.nanoseconds <= host }) == true {
            clock.advance(to: HostTime(nanoseconds: host))
        }
    }

    func settle() async {
        for _ in 0..<4 {
            await Task.detached {}.value
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
        // Videos open off the main actor, which takes real time that no clock here shows.
        for _ in 0..<40 where isOpening() || feed.seats.all.values.contains(where: { $0.player.stage == .opening }) {
            await Task.detached {}.value
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        }
        look()
    }

    // MARK: Looking

    var playing: [Int] {
        contract.players.filter { $0.rate != 0 }.compactMap { player in
            player.currentItem.flatMap { Self.source(of: $0) }.flatMap { urls.firstIndex(of: $0) }
        }.sorted()
    }

    /// The player that has a cell's video, if there is one.
    func player(of index: Int) -> AVPlayer? {
        contract.players.first { $0.currentItem.flatMap { Self.source(of: $0) } == urls[index] }
    }

    static func source(of item: AVPlayerItem) -> URL? {
        (item.asset as? CachedAsset)?.media.url ?? (item.asset as? AVURLAsset)?.url
    }

    private var tiles: [Int: FeedTile] { shown?() ?? views }

    /// Notes tiles that show another cell's video or hold a still of one.
    private func look() {
        mostPlaying = max(mostPlaying, playing.count)
        for (index, tile) in tiles {
            for case let surface as PlayerSurface in tile.subviews {
                let source = surface.player?.currentItem.flatMap { Self.source(of: $0) }
                if surface.isShowingPicture, source != urls[index] {
                    wrongs.append("cell \(index) shows \(source?.lastPathComponent ?? "a picture without an item")")
                }
                if let held = surface.layer.sublayers?.first?.contents { check(held, index) }
            }
            if let held = tile.content.still.contents { check(held, index) }
        }
    }

    private func check(_ contents: Any, _ index: Int) {
        guard let frame = ContractWorld.frame(of: contents as! CGImage), frame.url != urls[index] else { return }
        wrongs.append("cell \(index) holds a still of \(frame.url.lastPathComponent)")
    }

    /// Cells on the screen that show neither a picture nor a still.
    var blank: [Int] {
        tiles.filter { $0.value.content.surface?.isShowingPicture != true && $0.value.content.still.contents == nil }
            .keys.sorted()
    }

    /// Checks what holds in every story.
    func expectSound(_ place: SourceLocation = #_sourceLocation) {
        #expect(wrongs.isEmpty, "\(wrongs.prefix(5))", sourceLocation: place)
        #expect(contract.violations.isEmpty, "\(contract.violations.prefix(5))", sourceLocation: place)
    }

    func isShowing(_ index: Int) -> Bool {
        tiles[index]?.content.surface?.isShowingPicture ?? false
    }
}
