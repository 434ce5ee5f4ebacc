import Foundation
import MultiPlayerKit
import MultiPlayerKitCompare
import MultiPlayerKitScreen
import MultiPlayerKitTestSupport
import Testing

@testable import ComparisonScreens

/// What mouse and keys make of a comparison, in virtual time.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ScreenModelTests {
    private let clock = ManualClock()

    /// Two videos of ten seconds that have played for one second; every seek takes 0.3 seconds.
    private func playing() async throws -> ScreenModel {
        let group = PlaybackGroup(clock: clock) { [clock] in
            SimulatedPlayer(clock: clock) { _ in
                var video = SimulatedVideo()
                video.prerollDelay = .milliseconds(300)
                return video
            }
        }
        let model = ScreenModel(group, options: ScreenOptions())
        model.fill(members: ["/a.mp4", "/b.mp4"].map { URL(fileURLWithPath: $0) }, background: nil)
        let start = Task { try await group.play() }
        await others()
        clock.advance(by: .milliseconds(300))
        try await start.value
        clock.advance(by: .seconds(1))
        return model
    }

    /// Lets everything that waits for the main actor run.
    private func others() async {
        for _ in 0..<1_000 { await Task.yield() }
    }

    /// Lets 1.2 seconds pass: enough for a seek and a start.
    private func wait() async {
        for _ in 0..<6 {
            clock.advance(by: .milliseconds(200))
            await others()
        }
    }

    @Test func `keys draw the difference in other ways, of other members, and as closely as before`() async throws {
        let model = try await playing()
        model.layout.zoom = TileLayout.Zoom(2)
        // The first key only shows it.
        _ = model.perform(.moreGain)
        #expect(model.layout == TileLayout(.difference(), zoom: TileLayout.Zoom(2)))
        for _ in 0..<8 { _ = model.perform(.moreGain) }
        #expect(model.layout.arrangement == .difference(.init(gain: 64)))
        for _ in 0..<4 { _ = model.perform(.lessGain) }
        var styles: [TileLayout.Difference.Style] = []
        for _ in 0..<5 {
            _ = model.perform(.nextDifference)
            if case .difference(let drawn) = model.layout.arrangement { styles.append(drawn.style) }
        }
        // A threshold finds smaller distances the larger the gain is.
        #expect(styles == [.luma, .signed, .heat, .threshold(0.05 / 4), .absolute])
        _ = model.perform(.layout(.sideBySide))
        _ = model.perform(.layout(.difference))
        #expect(model.layout == TileLayout(.difference(.init(gain: 4)), zoom: TileLayout.Zoom(2)))
        for _ in 0..<9 { _ = model.perform(.lessGain) }
        #expect(model.difference.gain == 1)
    }

    @Test func `pairs follow one another until all have been compared`() {
        var difference = TileLayout.Difference()
        var pairs: [[Int]] = []
        for _ in 0..<6 {
            difference.moveOn(among: 4)
            pairs.append([difference.first, difference.second])
        }
        #expect(pairs == [[0, 2], [0, 3], [1, 2], [1, 3], [2, 3], [0, 1]])
        difference.moveOn(among: 2)
        #expect(difference == TileLayout.Difference())
        difference.moveOn(among: 1)
        #expect(difference == TileLayout.Difference())
    }

    @Test func `a marker is set and taken away where the group is, and page keys go from one to the next`() async throws
    {
        let model = try await playing()
        #expect(model.perform(.jump(.forwards)) == nil && model.markers.isEmpty)
        model.markers = [ComparisonSession.Marker(at: .seconds(8)), ComparisonSession.Marker(at: .seconds(4))]
        _ = model.perform(.pause)
        _ = model.perform(.jump(.forwards))
        // The keys are quicker than the group.
        _ = model.perform(.jump(.forwards))
        await wait()
        #expect(model.group.time() == .seconds(8))
        _ = model.perform(.jump(.forwards))
        await wait()
        #expect(model.group.time() == .seconds(8))
        _ = model.perform(.jump(.backwards))
        await wait()
        #expect(model.group.time() == .seconds(4))
        _ = model.perform(.toggleMarker)
        #expect(model.markers.map(\.time) == [.seconds(8)])
        _ = model.perform(.toggleMarker)
        #expect(model.markers.map(\.time) == [.seconds(8), .seconds(4)])
        #expect(model.markerFractions == [0.8, 0.4])
        #expect(model.kept.markers == model.markers)
    }

    @Test func `captions are switched on with what is usual, and tell what was asked for`() async throws {
        let model = try await playing()
        #expect(model.captions == nil)
        _ = model.perform(.toggleCaptions)
        #expect(model.captions == TileCaptions([.name, .time, .frame]))
        _ = model.perform(.toggleCaptions)
        #expect(model.captions == nil)
        var options = ScreenOptions()
        (options.captions, options.names) = ([.rate, .name], ["Without ESC"])
        let named = ScreenModel(model.group, options: options)
        var wanted = TileCaptions([.rate, .name])
        wanted.texts = [model.group.members[0]: "Without ESC"]
        #expect(named.captions == wanted)
    }

    @Test func `a flip shows one video in the place of all, and then the next, as closely as before`() async throws {
        let model = try await playing()
        model.layout.zoom = TileLayout.Zoom(2)
        _ = model.perform(.peek(isHeld: true))
        #expect(model.layout.arrangement == .sideBySide)
        _ = model.perform(.flip)
        #expect(model.layout == TileLayout(.single(0), zoom: TileLayout.Zoom(2)))
        _ = model.perform(.flip)
        #expect(model.layout.arrangement == .single(1))
        _ = model.perform(.flip)
        _ = model.perform(.peek(isHeld: true))
        #expect(model.layout.arrangement == .single(1))
        _ = model.perform(.peek(isHeld: false))
        #expect(model.layout.arrangement == .single(0))
        _ = model.perform(.digit(2))
        #expect(model.layout.arrangement == .single(1))
        _ = model.perform(.layout(.wipe))
        #expect(model.layout == TileLayout(.wipe(at: 0.5), zoom: TileLayout.Zoom(2)))
        _ = model.perform(.peek(isHeld: false))
        #expect(model.layout.arrangement == .wipe(at: 0.5))
    }

    @Test func `wheel, drag and keys look closer at all videos`() async throws {
        let model = try await playing()
        let size = CGSize(width: 1280, height: 720)
        func places() -> [TilePlacement] {
            model.layout.placements(
                for: [CGSize(width: 1920, height: 1080), CGSize(width: 1280, height: 720)], in: size)
        }
        let point = CGPoint(x: 200, y: 300)
        let before = places()[0]
        model.zoom(by: 4, about: point, in: places())
        let after = places()[0]
        // What lies under the pointer stays there, but for pixels to which the tiles are rounded.
        let share = { (place: TilePlacement) -> (Double, Double) in
            (
                (point.x - place.picture.minX) / place.picture.width,
                (point.y - place.picture.minY) / place.picture.height
            )
        }
        #expect(abs(share(before).0 - share(after).0) < 0.003 && abs(share(before).1 - share(after).1) < 0.003)
        #expect(after.picture.width == before.picture.width * 4)
        #expect(places()[1].picture.size == after.picture.size)

        /// By how much the other video has moved in its tile.
        func moved() -> Double {
            let other = places()[1]
            return other.picture.minX - other.tile.minX - (after.picture.minX - after.tile.minX)
        }
        model.beginPan(at: point, in: places())
        model.pan(to: CGPoint(x: 260, y: 280))
        #expect(abs(moved() - 60) <= 2)
        model.grip = nil
        model.pan(to: .zero)
        #expect(abs(moved() - 60) <= 2)

        model.zoom(.pixels, in: places())
        #expect(model.layout.zoom.scale == 1)
        model.beginPan(at: point, in: places())
        #expect(model.grip == nil, "whole pictures have nowhere to go")
        model.zoom(by: 2, about: CGPoint(x: 2_000, y: 2_000), in: places())
        #expect(model.layout.zoom.scale == 1, "there is no picture")
    }

    @Test func `a marker says its text while the group stands at it`() async throws {
        let model = try await playing()
        model.markers = [.init(at: .seconds(1), "worst 1, 31.20 dB"), .init(at: .seconds(2))]
        #expect(model.markerText == nil, "it plays")
        _ = model.perform(.pause)
        model.skip(to: .milliseconds(1_010))
        #expect(model.markerText == "worst 1, 31.20 dB")
        model.skip(to: .milliseconds(1_040))
        #expect(model.markerText == nil)
        model.skip(to: .seconds(2))
        #expect(model.markerText == nil, "it has no text")
    }

    @Test func `the loupe looks at what lies under the mouse, in whichever tile`() async throws {
        let model = try await playing()
        let places = model.layout.placements(
            for: [CGSize(width: 1280, height: 720), CGSize(width: 1280, height: 720)],
            in: CGSize(width: 1280, height: 720))
        model.pointLoupe(at: CGPoint(x: 100, y: 300), in: places)
        #expect(model.loupe == nil, "there is none yet")
        #expect(model.perform(.toggleLoupe) == nil)
        #expect(model.loupe == Loupe(x: 0.5, y: 0.5))
        for tile in 0..<2 {
            let picture = places[tile].picture
            model.pointLoupe(at: CGPoint(x: picture.minX + 0.25 * picture.width, y: picture.midY), in: places)
            #expect(model.loupe == Loupe(x: 0.25, y: 0.5))
            model.pointLoupe(at: CGPoint(x: picture.midX, y: picture.minY - 5), in: places)
            #expect(model.loupe == Loupe(x: 0.25, y: 0.5), "above the picture it stays")
        }
        #expect(model.perform(.toggleLoupe) == nil)
        #expect(model.loupe == nil)
    }

    @Test func `a time line that is let go plays on from there`() async throws {
        let model = try await playing()
        model.beginScrub()
        model.scrub(to: 0.4)
        model.scrub(to: 0.5)
        model.endScrub(at: 0.5)
        await others()
        // The bar stays where the mouse left it, although the group is still on its way there.
        #expect(model.progress == 0.5)
        await wait()
        #expect(model.group.state == .playing)
        #expect(model.progress > 0.5 && model.progress < 0.7)
    }

    @Test func `a time line that is taken hold of again on its way stands still until it is let go again`() async throws
    {
        let model = try await playing()
        model.beginScrub()
        model.scrub(to: 0.5)
        model.endScrub(at: 0.5)
        await others()
        model.beginScrub()
        model.scrub(to: 0.6)
        await wait()
        await wait()
        #expect(!model.group.snapshot.isPlaying)
        #expect(abs(model.progress - 0.6) < 0.001)
        model.scrub(to: 0.8)
        model.endScrub(at: 0.8)
        await others()
        await wait()
        #expect(model.group.state == .playing)
        #expect(model.progress > 0.8)
    }

    @Test func `a step on the way of a time line that was let go keeps the group paused`() async throws {
        let model = try await playing()
        model.beginScrub()
        model.scrub(to: 0.5)
        model.endScrub(at: 0.5)
        await others()
        _ = model.perform(.step(frames: 1))
        await wait()
        #expect(model.group.state == .paused)
    }

    @Test func `a comparison that was paused stays paused after its time line was moved`() async throws {
        let model = try await playing()
        model.group.pause()
        model.beginScrub()
        model.scrub(to: 0.5)
        model.endScrub(at: 0.5)
        await others()
        model.beginScrub()
        model.scrub(to: 0.6)
        model.endScrub(at: 0.6)
        await others()
        await wait()
        #expect(model.group.state == .paused)
        #expect(abs(model.progress - 0.6) < 0.001)
    }
}
