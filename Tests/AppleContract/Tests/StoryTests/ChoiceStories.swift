import AVFoundation
import Foundation
import MultiPlayerKitTestSupport
import Observation
import Synchronization
import Testing

@testable import MultiPlayerKit

/// Subtitles and languages of the sound, which each member has for itself.
@Suite(.serialized) @MainActor
struct ChoiceStories {
    private typealias Option = ContractWorld.Option

    private let world = World(seed: 17)
    private var group: PlaybackGroup { world.group }

    private static let sound = [Option("English", "en"), Option("Español", "es")]
    private static let subtitles = [Option("Français", "fr"), Option("Español", "es"), Option("Deutsch", "de")]

    private func player(_ id: MemberID) -> AVPlayer { group.player(of: id)! }

    private func shown(_ id: MemberID) -> String? { world.contract.presented(.legible, by: player(id)) }

    /// Which sound tracks are on.
    private func tracks(of player: AVPlayer?) -> [Bool] {
        player?.currentItem?.tracks.filter { $0.assetTrack?.mediaType == .audio }.map(\.isEnabled) ?? []
    }

    private func offer(_ media: inout ContractWorld.Media) {
        media.options = [.audible: Self.sound, .legible: Self.subtitles]
        media.soundTracks = [true, false]
    }

    private func clip(seconds: Double = 600, _ change: (inout ContractWorld.Media) -> Void = { _ in }) -> URL {
        world.clip(seconds: seconds) { media in
            offer(&media)
            change(&media)
        }
    }

    /// Adds such a video and waits until it is open.
    private func add(_ url: URL? = nil) async -> MemberID {
        let id = group.add(url: url ?? clip())
        #expect(await world.advance(atMost: .seconds(5)) { group.mediaInfo[id] != nil })
        return id
    }

    private func choice(
        _ name: String, for characteristic: AVMediaCharacteristic = .legible, of id: MemberID
    ) async throws -> MediaSelection {
        .choice(try #require(try await group.choices(of: id, for: characteristic).first { $0.name == name }))
    }

    private func expectNoFault(_ location: SourceLocation = #_sourceLocation) {
        #expect(world.violations.isEmpty, "\(world.violations)", sourceLocation: location)
        #expect(group.failures.isEmpty, "\(group.failures)", sourceLocation: location)
    }

    // MARK: What there is

    @Test func `choices are listed in the order of the video, with what a menu needs`() async throws {
        let url = clip {
            $0.options[.legible] = [
                Option("Français", "fr"), Option("Français (forcés)", "fr", [.containsOnlyForcedSubtitles]),
                Option("English SDH", "en", [.transcribesSpokenDialogForAccessibility]),
                Option("Unknown"), Option("Unknown"), Option("Broken", "it", isPlayable: false),
            ]
        }
        let id = group.add(url: url)
        #expect(try await group.choices(of: id, for: .legible).isEmpty)
        #expect(await world.advance(atMost: .seconds(5)) { group.mediaInfo[id] != nil })
        let choices = try await group.choices(of: id, for: .legible)
        #expect(choices.map(\.name) == ["Français", "Français (forcés)", "English SDH", "Unknown", "Unknown"])
        #expect(choices.map(\.language) == ["fr", "fr", "en", nil, nil])
        #expect(choices.map(\.isForced) == [false, true, false, false, false])
        #expect(choices.map(\.isForAccessibility) == [false, false, true, false, false])
        #expect(Set(choices).count == 5)
        #expect(try await group.choices(of: id, for: .audible).map(\.language) == ["en", "es"])
        #expect(group.selection(of: id, for: .legible) == .automatic)
        // The second of two that look alike is still the second.
        group.select(.choice(choices[4]), for: .legible, of: id)
        await world.play()
        let item = try #require(player(id).currentItem)
        let asset = try #require(item.asset as? AVURLAsset)
        let offered = try #require(await asset.loadMediaSelectionGroup(for: .legible))
        #expect(offered.options.firstIndex { world.contract.isPresented($0, by: item) } == 4)
        let bare = await add(world.clip())
        #expect(try await group.choices(of: bare, for: .legible).isEmpty)
        expectNoFault()
    }

    @Test func `choices that cannot be read are an error`() async throws {
        let id = await add(clip { $0.optionsFailure = NSError(domain: NSURLErrorDomain, code: -1009) })
        await #expect {
            _ = try await group.choices(of: id, for: .legible)
        } throws: {
            ($0 as? PlaybackError)?.code == .sourceUnreachable
        }
        expectNoFault()
    }

    @Test func `a member that is removed while its choices are read has none`() async throws {
        let id = await add(clip { $0.optionsDelay = .milliseconds(300) })
        let reading = Task { try await group.choices(of: id, for: .legible) }
        await world.settle()
        group.remove(id)
        group.select(.off, for: .legible, of: id)
        await world.advance(by: .seconds(1))
        #expect(try await reading.value.isEmpty)
        #expect(group.selection(of: id, for: .legible) == nil)
        expectNoFault()
    }

    // MARK: Selecting

    /// Whether the choices are read at once or come late.
    @Test(arguments: [false, true])
    func `a choice applies in play, on the line, and to no other member`(isLate: Bool) async throws {
        let url = clip { $0.optionsDelay = isLate ? .milliseconds(400) : .zero }
        let (id, other) = (await add(url), await add(url))
        await world.play()
        await world.advance(by: .seconds(1))
        let reading = Task { try await choice("Español", of: id) }
        await world.advance(by: .seconds(1))
        let spanish = try await reading.value
        let calls = world.contract.calls
        group.select(spanish, for: .legible, of: id)
        #expect(group.selection(of: id, for: .legible) == spanish)
        await world.settle()
        #expect(shown(id) == (isLate ? nil : "Español"))
        await world.advance(by: .seconds(1))
        #expect(shown(id) == "Español" && shown(other) == nil)
        #expect(group.selection(of: other, for: .legible) == .automatic)
        for id in [id, other] { expectOnLine(world, id) }
        #expect(world.contract.calls == calls)
        // A silent member stays silent, although the sound's automatic choice follows the subtitles.
        #expect(tracks(of: player(id)) == [false, false])
        expectNoFault()
    }

    @Test func `subtitles can be off, and automatic again`() async throws {
        world.contract.preferredLanguage = "de"
        let id = await add()
        await world.play()
        #expect(shown(id) == "Deutsch")
        group.select(.off, for: .legible, of: id)
        await world.advance(by: .milliseconds(50))
        #expect(shown(id) == nil)
        group.select(.automatic, for: .legible, of: id)
        await world.advance(by: .milliseconds(50))
        #expect(shown(id) == "Deutsch" && group.selection(of: id, for: .legible) == .automatic)
        // Sound cannot be left out.
        group.audibleMember = id
        await world.advance(by: .seconds(3))
        group.select(.off, for: .audible, of: id)
        await world.advance(by: .milliseconds(50))
        #expect(tracks(of: player(id)) == [true, false])
        expectNoFault()
    }

    @Test func `the last of several choices counts, however late they are read`() async throws {
        let id = await add(clip { $0.optionsDelay = .milliseconds(200) })
        let reading = Task { try await group.choices(of: id, for: .legible) }
        await world.play()
        await world.advance(by: .seconds(1))
        for choice in try await reading.value {
            group.select(.choice(choice), for: .legible, of: id)
            await world.advance(by: .milliseconds(70))
        }
        await world.advance(by: .seconds(1))
        #expect(shown(id) == "Deutsch")
        expectNoFault()
    }

    @Test func `who observes a selection is told of its change`() {
        let id = group.add(url: clip())
        let isTold = Mutex(false)
        withObservationTracking {
            _ = group.selection(of: id, for: .legible)
        } onChange: {
            isTold.withLock { $0 = true }
        }
        group.select(.off, for: .legible, of: id)
        #expect(isTold.withLock { $0 } && group.selection(of: id, for: .legible) == .off)
    }

    // MARK: What outlives what

    /// Whether the choices come at once, or later than the item that needs them.
    @Test(arguments: [false, true])
    func `a choice survives a failure and a retry, a drop, and a reset`(isLate: Bool) async throws {
        let url = clip { $0.optionsDelay = isLate ? .milliseconds(400) : .zero }
        let (id, other) = (await add(url), await add(url))
        let reading = Task { try await choice("Español", of: id) }
        await world.advance(by: .seconds(1))
        group.select(try await reading.value, for: .legible, of: id)
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(shown(id) == "Español")
        world.contract.failItem(of: player(id), AVError(.fileFormatNotRecognized))
        await world.advance(by: .seconds(1))
        #expect(group.failures[id] != nil)
        let broken = player(id).currentItem
        group.retry(id)
        await world.advance(by: .seconds(3))
        #expect(player(id).currentItem !== broken && shown(id) == "Español")
        group.stallPolicy = .drop
        world.contract.stall(player(id))
        await world.advance(by: .seconds(1))
        #expect(world.events.contains(.dropped(id)) && player(id).currentItem == nil)
        #expect(group.selection(of: id, for: .legible) != .automatic)
        group.retry(id)
        await world.advance(by: .seconds(3))
        #expect(shown(id) == "Español")
        let dead = player(id)
        world.contract.resetMediaServices()
        await world.advance(by: .seconds(5))
        await world.play()
        #expect(player(id) !== dead && shown(id) == "Español" && shown(other) == nil)
        await world.advance(by: .seconds(1))
        for id in [id, other] { expectOnLine(world, id) }
        expectNoFault()
    }

    @Test func `a language selected in silence is heard with the player that takes over, and stays`() async throws {
        let ids = [await add(), await add()]
        let surfaces = ids.map { world.surface(of: player($0)) }
        await world.play()
        for (characteristic, id) in [(AVMediaCharacteristic.audible, ids[0]), (.legible, ids[1])] {
            group.select(
                try await choice("Español", for: characteristic, of: id), for: characteristic, of: id)
        }
        await world.advance(by: .seconds(1))
        #expect(ids.allSatisfy { tracks(of: player($0)) == [false, false] })
        let first = player(ids[0])
        for heard in [ids[0], ids[1], nil, ids[0]] {
            group.audibleMember = heard
            await world.advance(by: .seconds(5))
            #expect(tracks(of: player(ids[0])) == [false, heard == ids[0]])
            #expect(tracks(of: player(ids[1])) == [heard == ids[1], false])
            #expect(shown(ids[0]) == nil && shown(ids[1]) == "Español")
        }
        #expect(player(ids[0]) !== first && world.events.contains(.handedOver(ids[0])))
        // One that is heard changes at once.
        let calls = world.contract.calls
        group.select(try await choice("English", for: .audible, of: ids[0]), for: .audible, of: ids[0])
        await world.advance(by: .milliseconds(50))
        #expect(tracks(of: player(ids[0])) == [true, false] && world.contract.calls == calls)
        expectNoFault()
        for surface in surfaces { SurfacePool.shared.giveBack(surface) }
    }

    @Test func `what is selected while another player gets ready holds for that one`() async throws {
        let id = await add()
        let surface = world.surface(of: player(id))
        await world.play()
        await world.advance(by: .seconds(1))
        let spanish = try await choice("Español", of: id)
        let first = player(id)
        group.audibleMember = id
        await world.advance(by: .milliseconds(300))
        #expect(player(id) === first)
        group.select(spanish, for: .legible, of: id)
        await world.advance(by: .seconds(5))
        #expect(player(id) !== first && shown(id) == "Español")
        expectNoFault()
        SurfacePool.shared.giveBack(surface)
    }

    @Test func `another size has what is alike, and is automatic where nothing is`() async throws {
        let subtitles = [Self.subtitles, [Option("Spanish", "es")], [Option("Français", "fr")]]
        let sizes = zip([1_080.0, 540, 270], subtitles).map { height, subtitles in
            clip {
                $0.size = CGSize(width: height * 16 / 9, height: height)
                $0.options[.legible] = subtitles
            }
        }
        let relay = LoopRelay(clock: world.clock)
        let id = group.add(relay, source: MediaSource(renditions: sizes))
        #expect(await world.advance(atMost: .seconds(5)) { group.mediaInfo[id] != nil })
        group.select(try await choice("Español", of: id), for: .legible, of: id)
        relay.decode(DecodeGrant(.full))
        await world.play()
        #expect(shown(id) == "Español")
        for (rendition, name) in [(1, "Spanish"), (2, nil), (0, "Español")] as [(Int, String?)] {
            relay.decode(DecodeGrant(rendition == 0 ? .full : .reducedResolution, rendition: rendition))
            await world.advance(by: .seconds(5))
            #expect((player(id).currentItem?.asset as? AVURLAsset)?.url == sizes[rendition])
            #expect(shown(id) == name)
        }
        expectNoFault()
    }

    @Test func `a choice of one member may be selected for another, and before its video is open`() async throws {
        let id = await add()
        let spanish = try await choice("Español", of: id)
        let stream = group.add(url: world.stream { $0.options[.legible] = [Option("Castellano", "es")] })
        group.select(spanish, for: .legible, of: stream)
        await world.play()
        #expect(shown(stream) == "Castellano" && shown(id) == nil)
        #expect(group.selection(of: stream, for: .legible) == spanish)
        expectNoFault()
    }

    @Test func `a loop of a file has no subtitles, and has them when it ends; a stream has them`() async throws {
        let id = await add(clip(seconds: 8))
        let stream = group.add(
            url: world.stream {
                $0.duration = CMTime(seconds: 8, preferredTimescale: 600)
                $0.options[.legible] = Self.subtitles
            })
        let spanish = try await choice("Español", of: id)
        for id in [id, stream] { group.select(spanish, for: .legible, of: id) }
        group.loops = true
        await world.play()
        await world.advance(by: .seconds(20))
        #expect(player(id).currentItem?.asset is AVComposition)
        #expect(shown(id) == nil && shown(stream) == "Español")
        group.loops = false
        await world.advance(by: .seconds(3))
        group.pause()
        try await group.seek(to: .zero, in: world)
        #expect(shown(id) == "Español" && shown(stream) == "Español")
        expectNoFault()
    }

    // MARK: Lent players

    @Test func `a lent player keeps the app's choice until there is another, which it keeps afterwards`() async throws {
        let asset = AVURLAsset(url: clip())
        let item = AVPlayerItem(asset: asset)
        let lent = AVPlayer(playerItem: item)
        let own = try #require(await asset.loadMediaSelectionGroup(for: .legible))
        let sound = try #require(await asset.loadMediaSelectionGroup(for: .audible))
        item.select(own.options[0], in: own)
        item.select(sound.options[0], in: sound)
        let id = try group.add(player: lent)
        await world.play()
        await world.advance(by: .seconds(1))
        #expect(shown(id) == "Français" && tracks(of: lent) == [false, false])
        group.select(try await choice("Español", of: id), for: .legible, of: id)
        group.select(try await choice("Español", for: .audible, of: id), for: .audible, of: id)
        await world.advance(by: .seconds(1))
        #expect(shown(id) == "Español" && tracks(of: lent) == [false, false])
        group.audibleMember = id
        await world.advance(by: .seconds(3))
        #expect(tracks(of: lent) == [false, true])
        group.audibleMember = nil
        await world.advance(by: .seconds(3))
        #expect(tracks(of: lent) == [false, false])
        group.remove(id)
        await world.advance(by: .seconds(1))
        #expect(lent.currentItem === item && tracks(of: lent) == [false, true])
        #expect(world.contract.presented(.legible, by: lent) == "Español")
        // It is the app's again.
        item.select(nil, in: own)
        await world.advance(by: .seconds(1))
        #expect(world.contract.presented(.legible, by: lent) == nil)
        expectNoFault()
    }

    @Test func `a choice that is read after a lent player was handed back leaves it alone`() async throws {
        let lent = AVPlayer(url: clip { $0.optionsDelay = .milliseconds(300) })
        let id = try group.add(player: lent)
        await world.play()
        group.select(.off, for: .audible, of: id)
        let reading = Task { try await choice("Español", of: id) }
        await world.advance(by: .seconds(1))
        group.select(try await reading.value, for: .legible, of: id)
        await world.advance(by: .milliseconds(100))
        group.remove(id)
        await world.advance(by: .seconds(1))
        #expect(world.contract.presented(.legible, by: lent) == nil)
        expectNoFault()
    }
}

extension PlaybackGroup {
    /// Seeks while the world goes on.
    fileprivate func seek(to time: Duration, in world: World) async throws {
        let seeking = Task { try await seek(to: time) }
        await world.advance(by: .seconds(3))
        try await seeking.value
    }
}
