@_spi(Double) import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What a group makes of the videos that it is given, before any of them plays.
@Suite(.serialized) @MainActor
struct OpeningStories {
    private let world = World(seed: 81)

    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

    // MARK: Ranges

    @Test func `a CMTime range is kept, and one that holds nothing means the whole video`() async {
        func add(_ range: CMTimeRange) -> MemberID {
            world.group.add(url: world.clip(seconds: 20), offset: CMTime.zero, range: range)
        }
        let part = add(CMTimeRange(start: time(5), end: time(12)))
        let wholes = [
            add(CMTimeRange(start: time(5), duration: .zero)), add(CMTimeRange(start: time(5), end: time(2))),
            add(CMTimeRange(start: .indefinite, duration: time(2))),
            add(CMTimeRange(start: time(5), end: .positiveInfinity)),
        ]
        await world.advance(by: .seconds(1))
        func range(_ id: MemberID) -> Range<Duration>? {
            world.group.runner.lineup.entries.first { $0.id == id }?.timeline?.range
        }
        #expect(range(part) == .seconds(5) ..< .seconds(12))
        for id in wholes { #expect(range(id) == .zero ..< .seconds(20)) }
        #expect(world.group.failures.isEmpty)
    }

    // MARK: Sizes

    /// Whether the first file, from which the sound comes, and the smaller one have sound.
    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `a size without sound is left to members that are not heard`(main: Bool, small: Bool) async throws {
        let urls = [(1280, main), (640, small)].map { width, hasAudio in
            world.clip(seconds: 10, hasAudio: hasAudio) { $0.size = CGSize(width: width, height: width * 9 / 16) }
        }
        let open = try await OpenAsset.open(MediaSource(renditions: urls))
        func file(_ index: Int, sound: Bool) -> URL? { (open.rendition(index, sound: sound).asset as? AVURLAsset)?.url }
        #expect(file(1, sound: false) == urls[1])
        #expect(file(1, sound: true) == (main && !small ? urls[0] : urls[1]))
        for sound in [false, true] {
            #expect(file(0, sound: sound) == urls[0])
            // A grant of before the video was opened anew, with fewer sizes.
            #expect(file(2, sound: sound) == urls[0])
        }
    }

    @Test func `a stream brings its sizes itself`() async throws {
        let urls = [world.stream { _ in }, world.clip(seconds: 10)]
        let open = try await OpenAsset.open(MediaSource(renditions: urls))
        #expect(!open.canCompose && open.renditions.isEmpty && open.mismatches.isEmpty)
    }

    /// What is wrong with the second size of a file of 30 frames a second.
    @Test(arguments: ["is a stream", "has another frame rate"])
    func `a size that is another video is left out, and said why`(reason: String) async throws {
        let other =
            reason == "is a stream" ? world.stream { _ in } : world.clip(seconds: 10, rate: 25) { _ in }
        let open = try await OpenAsset.open(MediaSource(renditions: [world.clip(seconds: 10), other]))
        #expect(open.renditions.isEmpty && open.mismatches.map(\.code) == [.notARendition])
        #expect(open.mismatches.first?.reason == reason)
    }

    @Test func `a video without a picture, or without a length, is refused`() async throws {
        func refusal(_ url: URL) async -> PlaybackError.Code? {
            do throws(PlaybackError) {
                _ = try await OpenAsset.open(MediaSource(url: url))
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await refusal(world.clip(seconds: 0)) == .sourceEmpty)
        #expect(await refusal(world.stream { $0.duration = .zero }) == .notAVideo)
        #expect(await refusal(world.stream { $0.duration = .indefinite }) == .notAVideo)
        #expect(await refusal(world.stream { _ in }) == nil)
    }

    @Test(arguments: [0, -25, Float.nan, .infinity])
    func `a track that states no positive frame rate has none`(nominal: Float) {
        #expect(FrameRate(nominal: nominal) == nil)
    }

    // MARK: Faults

    @Test func `numbers of errors count in their own domain only`() {
        func error(_ domain: String, _ code: Int, over cause: NSError? = nil) -> NSError {
            NSError(domain: domain, code: code, userInfo: cause.map { [NSUnderlyingErrorKey: $0] } ?? [:])
        }
        let source = MediaSource(url: URL(filePath: "/clips/a.mp4"))
        for (domain, isOurs) in [(AVFoundationErrorDomain, true), ("Disk", false)] {
            #expect(PlayerFailure.isDecoderBusy(error(domain, -11_839)) == isOurs)
            #expect(PlayerFailure.isReset(error(domain, -11_819)) == isOurs)
        }
        #expect(!PlayerFailure.isDecoderBusy(error(AVFoundationErrorDomain, -11_819)))
        #expect(!PlayerFailure.isReset(error(AVFoundationErrorDomain, -11_839)))
        let lost = error(NSURLErrorDomain, -1005)
        let faults = [
            (lost, true), (error(NSURLErrorDomain, -1100), false), (error("Disk", -1005), false),
            (error("Disk", 7, over: lost), true),
        ]
        for (fault, isNetwork) in faults {
            #expect(PlayerFailure.isNetwork(fault) == isNetwork)
            let isUnreachable = PlayerFailure.translate(fault, source).code == .sourceUnreachable
            #expect(isUnreachable == (isNetwork || fault.domain == NSURLErrorDomain))
        }
    }

    @Test func `what the system says becomes part of one sentence, down to the first cause`() {
        let source = MediaSource(url: URL(filePath: "/clips/a.mp4"))
        func fault(_ words: String, over cause: NSError? = nil) -> NSError {
            var info: [String: Any] = [NSLocalizedDescriptionKey: words]
            info[NSUnderlyingErrorKey] = cause
            return NSError(domain: "Disk", code: 7, userInfo: info)
        }
        func reason(_ error: NSError) -> String { PlayerFailure.translate(error, source).reason }
        #expect(reason(fault("The disk is full.")) == "cannot be read (Disk 7: The disk is full)")
        #expect(reason(fault("No disk")) == "cannot be read (Disk 7: No disk)")
        let both = reason(fault("It broke.", over: fault("It was wet.")))
        #expect(both == "cannot be read (Disk 7: It broke; Disk 7: It was wet)")
    }

    // MARK: Choices

    @Test func `a member that is removed while its choices fail to be read has none, and no error`() async throws {
        let id = world.group.add(
            url: world.clip {
                $0.options = [.legible: [ContractWorld.Option("Deutsch", "de")]]
                $0.optionsDelay = .milliseconds(300)
                $0.optionsFailure = NSError(domain: NSURLErrorDomain, code: -1009)
            })
        let group = world.group
        #expect(await world.advance(atMost: .seconds(5)) { group.mediaInfo[id] != nil })
        let reading = Task { try await group.choices(of: id, for: .legible) }
        await world.settle()
        group.remove(id)
        await world.advance(by: .seconds(1))
        #expect(try await reading.value.isEmpty)
    }

    /// What was chosen in one video, what another one offers, and what it then shows.
    @Test(arguments: [
        (
            ContractWorld.Option("Français (forcés)", "fr", [.containsOnlyForcedSubtitles]),
            [
                ContractWorld.Option("French", "fr"),
                ContractWorld.Option("Forced", "fr", [.containsOnlyForcedSubtitles]),
            ], "Forced"
        ),
        (
            ContractWorld.Option("Deutsch SDH", "de", [.transcribesSpokenDialogForAccessibility]),
            [
                ContractWorld.Option("German", "de"),
                ContractWorld.Option("German CC", "de", [.transcribesSpokenDialogForAccessibility]),
            ], "German CC"
        ),
        (ContractWorld.Option("One"), [ContractWorld.Option("Another")], nil),
        (ContractWorld.Option("Deutsch", "de"), [ContractWorld.Option("French", "fr")], nil),
    ])
    func `a choice of one video selects in another what serves the same viewers`(
        chosen: ContractWorld.Option, offered: [ContractWorld.Option], shown: String?
    ) async throws {
        let group = world.group
        let ids = [[chosen], offered].map { options in
            group.add(url: world.clip(seconds: 60) { $0.options = [.legible: options] })
        }
        #expect(await world.advance(atMost: .seconds(5)) { group.mediaInfo.count == 2 })
        let choice = try #require(try await group.choices(of: ids[0], for: .legible).first)
        group.select(.choice(choice), for: .legible, of: ids[1])
        await world.play()
        #expect(world.contract.presented(.legible, by: group.player(of: ids[1])) == shown)
        #expect(group.failures.isEmpty && world.violations.isEmpty)
    }

    // MARK: Lent players

    @Test func `a queue that holds one item is lent like any other player`() async throws {
        let player = AVQueuePlayer(items: [AVPlayerItem(url: world.clip())])
        let id = try world.group.add(player: player)
        await world.play()
        expectOnLine(world, id)
        #expect(world.group.failures.isEmpty && world.violations.isEmpty)
    }

    // MARK: Frame rates

    @Test(
        arguments: [
            (23.976_025, 24_000, 1_001), (29.970_03, 30_000, 1_001), (59.940_06, 60_000, 1_001), (25, 25, 1),
            (240, 240, 1),
            (24.4, nil, 1), (0, nil, 1), (.infinity, nil, 1),
        ] as [(Float, Int64?, Int64)])
    func `a rounded frame rate stands for a customary one, or for none`(nominal: Float, frames: Int64?, seconds: Int64)
    {
        #expect(FrameRate(nominal: nominal) == frames.map { FrameRate($0, seconds) })
    }

    /// Reading an index takes time, and a server that is asked for each frame takes more.
    @Test func `only a local file without a customary frame rate has its index read`() async throws {
        func open(_ rate: (Int32, Int32), remote: Bool) async throws -> OpenAsset {
            var media = ContractWorld.Media(duration: CMTime(seconds: 4, preferredTimescale: 600), frameRate: rate)
            media.frameTimes = [0, 100, 115].map { CMTime(value: $0, timescale: 1_000) }
            media.frameCount = 3
            let name = "index-\(rate)-\(remote).mp4"
            guard remote else { return try await OpenAsset.open(MediaSource(url: world.contract.addFile(name, media))) }
            let url = URL(string: "https://example.org/index.mp4")!
            world.contract.register(url, media)
            return try await OpenAsset.open(MediaSource(url: url))
        }
        #expect(try await open((244, 10), remote: false).sampleTimes != nil)
        #expect(try await open((244, 10), remote: true).sampleTimes == nil)
        #expect(try await open((25, 1), remote: false).sampleTimes == nil)
    }

    // MARK: Indices

    /// Frames at these milliseconds of the media, of which an edit list shows a stretch.
    private func times(_ frames: [Int64], from: Int64, to: Int64, lasting: Int64) async throws -> [Duration] {
        let url = world.clip(seconds: 4) { media in
            media.frameTimes = frames.map { CMTime(value: $0, timescale: 1_000) }
            media.frameCount = frames.count
        }
        func time(_ milliseconds: Int64) -> CMTime { CMTime(value: milliseconds, timescale: 1_000) }
        let mapping = CMTimeMapping(
            source: CMTimeRange(start: time(from), end: time(to)),
            target: CMTimeRange(start: .zero, duration: time(lasting)))
        return try await Self.times(of: SharedAsset(AVURLAsset(url: url)), mapping)
    }

    private nonisolated static func times(of shared: SharedAsset, _ mapping: CMTimeMapping) async throws -> [Duration] {
        guard let track = try await shared.asset.loadTracks(withMediaType: .video).first else { return [] }
        return SampleTimes(track, edits: [AVAssetTrackSegment(mapping, isEmpty: false)])
            .times(around: .milliseconds(100))
    }

    @Test func `of the frames around a cut those count that are seen, each once`() async throws {
        let frames: [Int64] = [0, 100, 115, 400, 410, 1_000]
        #expect(try await times(frames, from: 200, to: 1_000, lasting: 800) == [0, 200, 210].map { .milliseconds($0) })
        #expect(try await times(frames, from: 100, to: 1_001, lasting: 901).last == .milliseconds(900))
        // Where the stretch is shown slower, frames are not where the index says.
        #expect(try await times(frames, from: 0, to: 1_000, lasting: 2_000).isEmpty)
    }

    // MARK: Items

    @Test func `an item ends at an out-point, and where none is set at the file's own end`() async throws {
        let open = try await OpenAsset.open(MediaSource(url: world.clip(seconds: 4)))
        func end(_ end: Duration) async throws -> CMTime {
            try await ItemMaker.item(for: .whole(end: end), of: open, sound: true).forwardPlaybackEndTime
        }
        #expect(try await end(.seconds(2)) == time(2))
        // Which must not be rounded.
        #expect(try await !end(.seconds(4)).isNumeric)
    }

    // MARK: Turns

    /// Seconds of a turn, and how many of them make an item: of at most two hours and five hundred turns.
    @Test(arguments: [(4, 500), (60, 120), (3_600, 2), (5_000, 2)])
    func `an item has many turns, but not so many that it takes long to make`(seconds: Int, turns: Int) {
        let length = Duration.seconds(seconds)
        let timeline = MemberTimeline(
            line: GroupLine(anchor: LineAnchor(hostTime: world.now, time: .zero, rate: 1)), map: TimeMap(end: .loop),
            bounds: ItemBounds(start: .zero, end: length))
        let plan = ItemPlan(for: timeline, at: world.now, canCompose: true)
        #expect(plan == .turns(inPoint: .zero, part: .zero..<length, count: turns))
    }

    @Test func `turns of a video that was filmed upright stand upright`() async throws {
        let url = world.clip(seconds: 4) { $0.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0) }
        let open = try await OpenAsset.open(MediaSource(url: url))
        let plan = ItemPlan.turns(inPoint: .zero, part: .zero ..< .seconds(4), count: 2)
        let shared = SharedAsset(try await ItemMaker.item(for: plan, of: open, sound: true).asset)
        let turn = try await Self.turn(of: shared)
        #expect(turn == open.transform && turn != .identity)
    }

    private nonisolated static func turn(of shared: SharedAsset) async throws -> CGAffineTransform? {
        try await shared.asset.loadTracks(withMediaType: .video).first?.load(.preferredTransform)
    }

    private nonisolated static func length(_ type: AVMediaType, in shared: SharedAsset) async throws -> Double {
        guard let track = try await shared.asset.loadTracks(withMediaType: type).first else { return -1 }
        return try await track.load(.timeRange).duration.seconds
    }

    @Test func `turns have as much sound as there is, and silence in place of the rest`() async throws {
        let url = world.clip(seconds: 4) { $0.audioDuration = CMTime(seconds: 1, preferredTimescale: 48_000) }
        let open = try await OpenAsset.open(MediaSource(url: url))
        func lengths(_ part: Range<Duration>) async throws -> [Double] {
            let plan = ItemPlan.turns(inPoint: part.lowerBound, part: part, count: 3)
            let asset = SharedAsset(try await ItemMaker.item(for: plan, of: open, sound: true).asset)
            return [try await Self.length(.video, in: asset), try await Self.length(.audio, in: asset)]
        }
        #expect(try await lengths(.zero ..< .seconds(4)) == [12, 9])
        #expect(try await lengths(.seconds(2) ..< .seconds(4)) == [6, 0])
    }

    @Test func `turns that cannot be laid out are a failure of their member`() async {
        let url = world.clip(seconds: 4)
        let id = world.group.add(url: url)
        await world.advance(by: .seconds(1))
        #expect(world.group.failures.isEmpty)
        // The file is damaged by the time that a loop is made of it.
        world.contract.register(
            url, ContractWorld.Media(duration: .zero, failure: AVError(.fileFailedToParse)))
        world.group.loops = true
        let group = world.group
        let playing = Task { try? await group.play() }
        #expect(await world.advance(atMost: .seconds(5)) { group.failures[id] != nil })
        playing.cancel()
    }
}
