@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Assets that the app made: a group plays these very ones, with all that they came with.
@Suite(.serialized) @MainActor
struct AssetStories {
    private let world = World(seed: 9)

    private func player(_ id: MemberID) -> AVPlayer { world.group.player(of: id)! }

    private func shown(_ id: MemberID) -> URL? { world.contract.displayedFrame(of: player(id))?.url }

    // MARK: What opening needs

    @Test(arguments: [false, true]) func `an asset with headers plays, and its bare address does not`(
        isLent: Bool
    ) async throws {
        let option = "AVURLAssetHTTPHeaderFieldsKey"
        let address = URL(string: "https://videos.example/members-only.mp4")!
        var media = ContractWorld.Media(duration: 60, frameRate: 30, hasAudio: true)
        media.neededOption = option
        world.contract.register(address, media)
        let asset = AVURLAsset(url: address, options: [option: ["Authorization": "token"]])
        let id = try isLent ? lend(AVPlayerItem(asset: asset)) : world.group.add(asset: asset)
        let bare = world.group.add(url: address)
        await world.play()
        await world.advance(by: .seconds(2))
        expectOnLine(world, id)
        #expect(player(id).currentItem?.asset === asset)
        #expect(world.group.failures[id] == nil)
        #expect(world.group.failures[bare]?.code == .sourceUnreachable)
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `an asset that the app feeds plays, lent or added, loops, and survives a reset`() async throws {
        let feeds = [60.0, 60, 4].map { Feed(world.clip(seconds: $0)) }
        let lent = try lend(AVPlayerItem(asset: feeds[0].asset))
        let held = world.group.add(asset: feeds[1].asset)
        let looping = world.group.add(asset: feeds[2].asset, end: .loop)
        await world.play()
        await world.advance(by: .seconds(9))
        for id in [lent, held, looping] { expectOnLine(world, id) }
        #expect(player(lent).currentItem?.asset === feeds[0].asset)
        #expect(player(held).currentItem?.asset === feeds[1].asset)
        #expect(shown(looping) == feeds[2].asset.url)
        world.group.remove(lent)
        // New players, and another opening.
        let dead = player(held)
        world.contract.resetMediaServices()
        await world.advance(by: .seconds(5))
        await world.play()
        await world.advance(by: .seconds(2))
        for id in [held, looping] { expectOnLine(world, id) }
        #expect(player(held) !== dead && player(held).currentItem?.asset === feeds[1].asset)
        #expect(world.group.failures.isEmpty, "\(world.group.failures)")
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a fed asset comes back with its decoder`() async {
        let scene = DecoderScene(seed: 21, decoders: 2, .loud)
        let feeds = [3600.0, 4].map { Feed(scene.world.clip(seconds: $0)) }
        let held = scene.group.add(asset: feeds[0].asset)
        let looping = scene.group.add(asset: feeds[1].asset, end: .loop)
        for id in [held, looping] { scene.show(id) }
        let ids = [held, looping, scene.add(), scene.add()]
        await scene.world.play()
        _ = await scene.secondsUntilSettled(at: 2)
        var returned: Set<MemberID> = []
        for id in ids + ids {
            if scene.tier(of: id).map({ $0 <= .still }) == true { returned.insert(id) }
            scene.group.setPriority(.focused, of: id)
            let isThere = await scene.world.advance(atMost: .seconds(4)) {
                scene.isLive(id) && scene.tier(of: id) == .full
            }
            #expect(isThere, "\(id): \(scene.told)")
            await scene.world.advance(by: .seconds(1))
            scene.expectInStep()
            if id == held { #expect(scene.group.player(of: id)?.currentItem?.asset === feeds[0].asset) }
            scene.group.setPriority(.normal, of: id)
        }
        #expect(returned.contains(held) || returned.contains(looping), "\(returned)")
        #expect(scene.world.contract.violations.isEmpty)
    }

    @Test func `only an asset that a network feeds may be late`() throws {
        let (file, fed) = (world.clip(), try #require(URL(string: "fed://clip")))
        #expect(!MediaSource(asset: AVMutableComposition()).isRemote)
        #expect(!MediaSource(asset: AVURLAsset(url: file)).isRemote)
        #expect(MediaSource(asset: AVURLAsset(url: fed)).isRemote)
    }

    @Test func `compositions play, lent or added, and loop`() async throws {
        let clips = [world.clip(seconds: 4), world.clip(seconds: 4)]
        let compositions = [
            try await composition(of: clips), try await composition(of: clips), try await composition(of: clips),
        ]
        let lent = try lend(AVPlayerItem(asset: compositions[0]))
        let held = world.group.add(asset: compositions[1])
        let looping = world.group.add(asset: compositions[2], end: .loop)
        await world.play()
        for clip in clips {
            await world.advance(by: .seconds(3))
            for id in [lent, held, looping] {
                expectOnLine(world, id)
                #expect(shown(id) == clip)
            }
        }
        // The group ends with its last member that does not loop.
        for id in [lent, held] { world.group.remove(id) }
        await world.advance(by: .seconds(3))
        expectOnLine(world, looping)
        #expect(shown(looping) == clips[0])
        #expect(world.group.failures.isEmpty && world.contract.violations.isEmpty)
    }

    @Test func `what is wrong with an asset is said of the asset`() async throws {
        let empty = try lend(AVPlayerItem(asset: AVMutableComposition()))
        let gone = ContractWorld.files.appending(path: "gone.mp4")
        let missing = world.group.add(asset: AVURLAsset(url: gone))
        await world.advance(by: .seconds(1))
        let failures = world.group.failures
        #expect(failures[empty]?.code == .noVideoTrack && failures[empty]?.subject == "composition")
        #expect(failures[missing]?.code == .sourceNotFound && failures[missing]?.subject == "gone.mp4")
    }

    // MARK: Sound tracks

    @Test(arguments: [false, true]) func `of two sound tracks only the one that came enabled is heard`(
        isLent: Bool
    ) async throws {
        let url = world.clip { $0.soundTracks = [false, true] }
        let id = try isLent ? lend(AVPlayerItem(url: url)) : world.group.add(url: url)
        await world.play()
        for isHeard in [true, false, true] {
            await hear(isHeard ? id : nil)
            #expect(soundTracks(of: player(id)).map(\.isEnabled) == [false, isHeard])
            expectOnLine(world, id)
        }
        #expect(world.contract.violations.isEmpty)
    }

    @Test func `a language that was selected stays, and is handed back`() async throws {
        let player = AVPlayer(url: world.clip { $0.soundTracks = [true, false] })
        let id = try world.group.add(player: player)
        func enabled() -> [Bool] { soundTracks(of: player).map(\.isEnabled) }
        await world.play()
        await hear(id)
        #expect(enabled() == [true, false])
        select(1, in: player)
        await hear(nil)
        #expect(enabled() == [false, false])
        await hear(id)
        #expect(enabled() == [false, true])
        await hear(nil)
        // While nobody hears it.
        select(0, in: player)
        await hear(id)
        #expect(enabled() == [true, false])
        await hear(nil)
        world.group.remove(id)
        #expect(enabled() == [true, false])
    }

    @Test func `a loop repeats the sound track that comes enabled`() async throws {
        let second = AVURLAsset(url: world.clip { $0.soundTracks = [false, true] })
        #expect(try await Self.soundTrack(of: second) == 3)
        // Where none is, it is the first.
        let none = AVURLAsset(url: world.clip { $0.soundTracks = [false, false] })
        #expect(try await Self.soundTrack(of: none) == 2)
    }

    // MARK: Loops

    @Test func `five hundred turns are laid out off the main queue`() async throws {
        let open = try await OpenAsset.open(MediaSource(url: world.clip(seconds: 4)))
        let plan = ItemPlan.turns(inPoint: .seconds(1), part: Duration.zero..<Duration.seconds(4), count: 500)
        OneQueue.isOff.store(true, ordering: .relaxed)
        defer { OneQueue.isOff.store(false, ordering: .relaxed) }
        let item = try await ItemMaker.item(for: plan, of: open, sound: true)
        let asset = try #require(item.asset as? AVComposition)
        // Pictures and sound.
        #expect(asset.inserts == (all: 1000, calls: 2, onMain: 0))
        #expect(try await asset.load(.duration).seconds == 1999)
    }

    // MARK: Making them

    private func lend(_ item: AVPlayerItem) throws -> MemberID {
        try world.group.add(player: AVPlayer(playerItem: item))
    }

    private func composition(of clips: [URL]) async throws -> AVMutableComposition {
        let composition = AVMutableComposition()
        let track = try #require(
            composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
        for clip in clips {
            let asset = AVURLAsset(url: clip)
            let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
            try track.insertTimeRange(try await source.load(.timeRange), of: source, at: .invalid)
        }
        return composition
    }

    /// Number 1 is the picture's.
    private nonisolated static func soundTrack(of asset: AVURLAsset) async throws -> CMPersistentTrackID? {
        try await asset.playedTrack(.audio)?.trackID
    }

    private func hear(_ id: MemberID?) async {
        world.group.audibleMember = id
        await world.advance(by: .seconds(2))
    }

    private func soundTracks(of player: AVPlayer) -> [AVPlayerItemTrack] {
        player.currentItem?.tracks.filter { $0.assetTrack?.mediaType == .audio } ?? []
    }

    /// What a choice in a media selection group does to an item's tracks.
    private func select(_ index: Int, in player: AVPlayer) {
        for (place, track) in soundTracks(of: player).enumerated() { track.isEnabled = place == index }
    }
}

/// An asset whose bytes the app supplies, as the delegate of its resource loader.
private final class Feed: NSObject, AVAssetResourceLoaderDelegate, Sendable {
    let asset: AVURLAsset
    private let bytes: Data

    /// - Parameter url: the video that the bytes stand for.
    init(_ url: URL) {
        asset = AVURLAsset(url: URL(string: "app://videos/\(url.lastPathComponent)")!)
        bytes = LoaderBytes.make(for: url, count: 4_000)
        super.init()
        asset.resourceLoader.setDelegate(self, queue: .main)
    }

    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
        if let information = loadingRequest.contentInformationRequest {
            information.contentType = "public.mpeg-4"
            information.contentLength = Int64(bytes.count)
            information.isByteRangeAccessSupported = true
        }
        if let data = loadingRequest.dataRequest {
            let start = Int(data.requestedOffset)
            let end = data.requestsAllDataToEndOfResource ? bytes.count : start + data.requestedLength
            data.respond(with: bytes[start..<end])
        }
        loadingRequest.finishLoading()
        return true
    }

    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}
