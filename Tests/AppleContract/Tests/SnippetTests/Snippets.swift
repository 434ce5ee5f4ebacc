import AVFoundation
import Foundation
import MultiPlayerKit
import MultiPlayerKitCompare
import MultiPlayerKitScreen
import MultiPlayerKitCache
import MultiPlayerKitFeed
import MultiPlayerKitKiosk
import MultiPlayerKitNowPlaying
import SwiftUI
import UIKit

/// The code of the documentation for Apple platforms. It is compiled, not run; `SnippetTests` compares the two.
///
/// Each function holds one block; its arguments are what the page takes for granted.
@MainActor
enum Snippets {
    // MARK: README

    static func readme(without: URL, with: URL, road: URL) async throws {
        let group = PlaybackGroup()
        group.add(url: without)
        group.add(url: with, offset: .milliseconds(480))
        group.background = LoopingBackground(url: road)
        let screen = VStack {
            ComparisonView(group: group, layout: .sideBySide)
            TransportBar(group: group)
        }
        try await group.play()  // every member is ready, and all are anchored to one host time
        _ = screen
    }

    // MARK: Picture in Picture

    static func floating(group: PlaybackGroup) {
        let floating = PictureInPicture(group)
        let screen = ComparisonView(group: group)
            .pictureInPicture(floating)
            .overlay(alignment: .topTrailing) { PictureInPictureButton(floating) }
        _ = screen
    }

    // MARK: Now Playing

    static func lockScreen(group: PlaybackGroup) {
        let nowPlaying = GroupNowPlaying(group, title: "Stability control")
        _ = nowPlaying
    }

    static func nowPlaying(group: PlaybackGroup, picture: CGImage) {
        let nowPlaying = GroupNowPlaying(
            group, title: "ESC on / ESC off", artwork: picture, skipInterval: .seconds(10), rates: [0.25, 0.5, 1])
        _ = nowPlaying
    }

    static func nowPlayingEnds(nowPlaying: GroupNowPlaying) {
        nowPlaying.title = "ESC off"
        nowPlaying.stop()
    }

    static func nowPlayingIsHeard(group: PlaybackGroup, member: MemberID) throws {
        group.audibleMember = member
        try AVAudioSession.sharedInstance().setCategory(.playback, mode: .moviePlayback)
        try AVAudioSession.sharedInstance().setActive(true)
    }

    static func readme(_ group: PlaybackGroup, in view: UIView) {
        let comparison = ComparisonSurface(group: group, layout: .wipe)
        view.addSubview(comparison)
    }

    // MARK: Kiosks

    static func kiosk(configuration: URL) throws -> some View {
        struct KioskScreen: View {
            @State private var display: KioskDisplay

            init(configuration: URL) throws {
                display = try KioskDisplay(KioskConfiguration(contentsOf: configuration))
            }

            var body: some View {
                KioskView(display: display)
                    .onAppear { display.start() }
                    .onDisappear { display.stop() }
            }
        }
        return try KioskScreen(configuration: configuration)
    }

    // MARK: Getting started

    static func makingAGroup(without: URL, with: URL, road: URL) -> PlaybackGroup {
        let group = PlaybackGroup()
        group.add(url: without)
        group.add(url: with, offset: .milliseconds(480))
        group.background = LoopingBackground(url: road)
        return group
    }

    static func showingIt(_ group: PlaybackGroup) -> some View {
        struct ComparisonScreen: View {
            let group: PlaybackGroup

            var body: some View {
                VStack {
                    ComparisonView(group: group, layout: .sideBySide)
                    TransportBar(group: group)
                }
                .onDisappear { group.pause() }
            }
        }
        return ComparisonScreen(group: group)
    }

    static func playing(_ group: PlaybackGroup) async throws {
        try await group.play()
    }

    static func wiping(_ group: PlaybackGroup) -> some View {
        struct WipeScreen: View {
            let group: PlaybackGroup
            @State private var layout = TileLayout.wipe

            init(group: PlaybackGroup) { self.group = group }

            var body: some View {
                VStack {
                    ComparisonView(group: group, layout: $layout)
                    TransportBar(group: group)
                }
            }
        }
        return WipeScreen(group: group)
    }

    static func hosting(_ group: PlaybackGroup, in view: UIView) {
        @MainActor
        final class Settings {
            var layout = TileLayout.wipe
        }
        let settings = Settings()
        let comparison = ComparisonSurface(group: group, layout: .wipe)
        comparison.onLayoutChange = { layout in settings.layout = layout }  // the boundary was moved
        view.addSubview(comparison)
        let bar = UIHostingController(rootView: TransportBar(group: group))
        _ = bar
    }

    static func steering(_ group: PlaybackGroup) async throws {
        group.pause()
        try await group.seek(to: .seconds(2))
        group.step(by: -1)
        group.rate = 0.5
        group.loops = true
    }

    static func oneMember(_ group: PlaybackGroup, second: MemberID) {
        group.nudge(second, by: 1)
        group.audibleMember = second
    }

    static func listening(_ group: PlaybackGroup) async {
        for await event in group.events {
            switch event {
            case .failed(let member, let error): print(member, error)
            case .stalled(let member): print(member, "has no frames")
            case .resumed(let member): print(member, "is back on the line")
            default: break
            }
        }
    }

    // MARK: Backgrounds

    static func background(_ group: PlaybackGroup, road: URL) {
        group.background = LoopingBackground(url: road)
    }

    // MARK: Past the decoder limit

    static func sharingDecoders(_ group: PlaybackGroup, member: MemberID, other: MemberID) {
        group.setPriority(.focused, of: member)  // goes last, and takes its decoder from others at once
        group.setPriority(.ambient, of: other)  // goes first; a background's own
        group.movesTogether = false  // a grid: each for itself
        DecoderBudget.shared.limit.sessions = 4  // never more than four, whatever the device carries
        DecoderBudget.shared.isEnabled = false  // everyone takes what there is
    }

    static func inTheREADME(_ group: PlaybackGroup, small: URL, medium: URL, large: URL) {
        group.movesTogether = false  // a grid: each tile for itself
        // Of several sizes of one video the one that is decoded follows the tile's size.
        let member = group.add(source: MediaSource(renditions: [small, medium, large]))
        group.setPriority(.focused, of: member)  // every frame of it, whatever the others lose
        DecoderBudget.shared.isEnabled = false  // off: everyone decodes, and what cannot be carried is late
    }

    static func readingTheBudget() {
        for lease in DecoderBudget.shared.snapshot.leases {
            print(lease.name, lease.grant.tier, lease.reason)
        }
    }

    // MARK: From AVPlayer

    static func usualCode(without: URL, with: URL, screen: CALayer) {
        let left = AVPlayer(url: without)
        let right = AVPlayer(url: with)
        for player in [left, right] { screen.addSublayer(AVPlayerLayer(player: player)) }
        left.play()
        right.play()
    }

    static func theGroup(without: URL, with: URL) async throws {
        let group = PlaybackGroup()
        group.add(url: without)
        group.add(url: with)
        try await group.play()
    }

    static func ownLayer(_ group: PlaybackGroup, member: MemberID) {
        let layer = AVPlayerLayer()
        layer.player = group.player(of: member)
    }

    static func mediaTimes(_ group: PlaybackGroup) async throws {
        try await group.seek(to: CMTime(value: 90, timescale: 30))
        let start = CMClock.hostTimeClock.time + CMTime(value: 1, timescale: 2)
        try await group.play(at: start)
    }

    static func lending(_ player: AVPlayer, to group: PlaybackGroup) throws -> MemberID {
        let member = try group.add(player: player, offset: .milliseconds(480))
        return member
    }

    static func ownAsset(
        _ video: URL, _ delegate: any AVAssetResourceLoaderDelegate, _ queue: DispatchQueue, in group: PlaybackGroup
    ) {
        let asset = AVURLAsset(url: video)
        asset.resourceLoader.setDelegate(delegate, queue: queue)
        group.add(asset: asset, end: .loop)
    }

    static func takingBack(_ player: AVPlayer, _ member: MemberID, from group: PlaybackGroup) {
        group.remove(member)
        player.play()
    }

    static func choosing(for member: MemberID, in group: PlaybackGroup) async throws {
        for choice in try await group.choices(of: member, for: .legible) {
            print(choice.name, choice.language ?? "")
        }
        group.select(.off, for: .legible, of: member)
    }

    static func refused(_ player: AVPlayer, by group: PlaybackGroup) {
        do {
            try group.add(player: player)
        } catch {
            print(error.reason, error.cure)
        }
    }

    // MARK: The coordination medium

    static func coordinating(_ left: AVPlayer, _ right: AVPlayer) throws {
        if #available(iOS 26, macOS 26, tvOS 26, visionOS 26, *) {
            let medium = AVPlaybackCoordinationMedium()
            try left.playbackCoordinator.coordinate(using: medium)
            try right.playbackCoordinator.coordinate(using: medium)
            left.play()  // the other plays too
        }
    }

    // MARK: Feeds on Apple platforms

    struct Clip {
        var video: URL
        var loadPoster: @MainActor @Sendable () async -> CGImage?
    }

    static func makingAFeed(_ clips: [FeedCellID: Clip]) -> FeedController {
        let cache = MediaCache()
        let feed = FeedController(settings: FeedSettings(policy: .mostVisible()), cache: cache) { id in
            clips[id].map { clip in FeedClip(url: clip.video) { await clip.loadPoster() } }
        }
        feed.sound.claim = {
            try? AVAudioSession.sharedInstance().setCategory(.playback, mode: .moviePlayback)
            try? AVAudioSession.sharedInstance().setActive(true)
        }
        feed.sound.giveBack = {
            try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
        }
        return feed
    }

    final class ClipCell: UICollectionViewCell {
        let tile = FeedTile(frame: .zero)

        override init(frame: CGRect) {
            super.init(frame: frame)
            contentView.addSubview(tile)
        }

        required init?(coder: NSCoder) { nil }

        override func layoutSubviews() {
            super.layoutSubviews()
            tile.frame = contentView.bounds
        }
    }

    static func drivingAList(_ feed: FeedController, _ list: UICollectionView, _ ids: [FeedCellID]) -> FeedListDriver {
        let driver = FeedListDriver(feed, collectionView: list) { path in
            ids.indices.contains(path.item) ? ids[path.item] : nil
        } tile: { cell in
            (cell as? ClipCell)?.tile
        }
        list.delegate = driver
        list.prefetchDataSource = driver
        return driver
    }

    @MainActor
    struct OwnDelegate {
        let driver: FeedListDriver
        let shrinkHeader: (UIScrollView) -> Void

        func scrollViewDidScroll(_ scrollView: UIScrollView) {
            driver.scrollViewDidScroll(scrollView)
            shrinkHeader(scrollView)
        }
    }

    static func changingData(_ list: UICollectionView, _ driver: FeedListDriver) {
        list.reloadData()
        driver.reload()
    }

    final class ButtonCell: UICollectionViewCell {
        let tile = FeedTile(frame: .zero)
        let playButton = UIView(frame: .zero)
        let replayButton = UIView(frame: .zero)
        let muteButton = UIView(frame: .zero)
    }

    static func layingOver(_ cell: ButtonCell) {
        cell.tile.onStatus = { [weak cell] status in
            cell?.playButton.isHidden = status.offer != .play
            cell?.replayButton.isHidden = status.offer != .playAgain
            cell?.muteButton.isHidden = !status.plays
        }
    }

    static func feedInSwiftUI(_ feed: FeedController, _ ids: [FeedCellID]) -> some View {
        struct ClipFeed: View {
            let feed: FeedController
            let ids: [FeedCellID]

            var body: some View {
                FeedScroll(feed, cells: ids) {
                    LazyVStack(spacing: 0) {
                        ForEach(ids, id: \.self) { id in
                            FeedVideo(id).frame(height: 300)
                        }
                    }
                }
            }
        }
        return ClipFeed(feed: feed, ids: ids)
    }

    static func measuringLive(_ surface: ComposedSurface, copy: MemberID, original: MemberID) {
        let measures = LiveMeasures(of: copy, against: original)
        measures.read(surface)
    }

    static func exporting(_ group: PlaybackGroup) async throws {
        var export = GroupExport(of: group, as: .sideBySide)
        export.captions = TileCaptions([.name, .time])
        export.range = .seconds(2)..<(.seconds(12))
        try await export.write(to: URL(filePath: "comparison.mp4"))
    }

    static func besideAStill(_ group: PlaybackGroup, reference: URL) {
        group.add(still: reference, at: .seconds(3.2))
    }

    static func aligningByHand(_ group: PlaybackGroup, first: MemberID, second: MemberID) {
        group.align(second, at: .seconds(12.48), with: first, at: .seconds(3.2))
    }

    static func aligning(
        _ group: PlaybackGroup, first: URL, second: URL, firstMember: MemberID, secondMember: MemberID
    ) async throws {
        let found = try await VideoAlignment(of: MediaSource(url: second), with: MediaSource(url: first)).run()
        group.align(secondMember, with: firstMember, as: found)
        print(found.offset, found.speed, found.confidence, found.evidence)
    }

    static func playingThroughTheCache(_ cache: MediaCache, _ url: URL) async throws {
        let player = try await cache.player(for: url)
        player.play()
    }
}
