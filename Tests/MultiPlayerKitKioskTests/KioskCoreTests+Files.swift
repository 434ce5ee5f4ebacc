import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk
@testable import TestTools

/// Files that come, are replaced and come back while something else is about to change.
extension KioskCoreTests {
    private static func jump(_ bench: KioskBench, to time: Duration) -> KioskCore.Event {
        .jumped(LineAnchor(hostTime: bench.now.advanced(by: KioskCore.jumpLead), time: time, rate: 1))
    }

    /// The version that a track shows.
    private static func shownStamp(_ bench: KioskBench, _ track: Int = 0) -> FileStamp? {
        bench.core.board.due(track, at: bench.now).last?.seat.flatMap { bench.open[$0.id]?.stamp }
    }

    @Test func `a clip whose first look comes while the clock is being set is shown`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4"])])
        bench.begin()
        // No file has been looked at yet.
        bench.send(Self.jump(bench, to: .seconds(5_000)))
        bench.run(for: .seconds(10))
        // The jump came after one and a half seconds, and the clip lasts three.
        #expect(try #require(Self.shown(bench)).time == .milliseconds(1_500))
    }

    @Test func `a clip that arrives before the seam at which another is replaced plays from that seam on`() throws {
        let (a, b) = (Self.source("a.mp4"), Self.source("b.mp4"))
        var bench = Self.bench([Self.tile("left", ["a.mp4", "b.mp4"])], shared: .seconds(6_000))
        // The seam of ten minutes is far away.
        bench.write(a, frames: 18_000)
        let missing = bench.disk.removeValue(forKey: b)
        bench.begin()
        bench.run(for: .seconds(60))
        bench.write(a, frames: 18_000)
        bench.run(for: .seconds(10))
        #expect(bench.core.board.tracks[0].change != nil)
        bench.disk[b] = missing
        bench.run(for: .seconds(600))
        #expect(bench.core.board.tracks[0].plan.slots.map(\.clip) == [0, 1])
        // Twelve turns of 604 seconds end at 7,248; clip b has the last four.
        bench.run(for: .seconds(575))
        let shown = try #require(Self.shown(bench))
        #expect(shown.clip == 1 && shown.time == .seconds(1))
    }

    @Test func `a tile with nothing to show does not wait for the seam of the others`() throws {
        let (a, b) = (Self.source("a.mp4"), Self.source("b.mp4"))
        var bench = Self.bench(
            [Self.tile("left", ["a.mp4"]), Self.tile("right", ["b.mp4"])], loop: .together, shared: .seconds(6_000))
        bench.write(a, frames: 18_000)
        let missing = bench.disk.removeValue(forKey: b)
        bench.begin()
        bench.run(for: .seconds(60))
        bench.write(a, frames: 18_000)
        bench.run(for: .seconds(10))
        bench.disk[b] = missing
        bench.run(for: .seconds(10))
        #expect(Self.shown(bench, 1) != nil)
    }

    /// The new version is as long as the old one, or half as long.
    @Test(arguments: [900, 450])
    func `a file that is moved back before the seam plays on as it was`(frames: Int) throws {
        let source = Self.source("a.mp4")
        var bench = Self.bench([Self.tile("left", ["a.mp4"])], shared: .seconds(3_000))
        bench.write(source, frames: 900)
        let old = try #require(bench.disk[source])
        bench.begin()
        bench.run(for: .seconds(10))
        bench.write(source, frames: frames)
        // The player for the seam after thirty seconds is open.
        bench.run(for: .milliseconds(18_600))
        #expect(bench.open.count == 2)
        bench.disk[source] = old
        bench.run(for: .seconds(20))
        #expect(Self.shownStamp(bench) == old.stamp)
        #expect(try #require(Self.shown(bench)).time == .milliseconds(18_600))
    }

    @Test(arguments: [true, false])
    func `a replaced file that is gone for a while plays from the seam on in the version that came back`(
        isOld: Bool
    ) throws {
        let source = Self.source("a.mp4")
        var bench = Self.bench([Self.tile("left", ["a.mp4"])], shared: .seconds(3_000))
        bench.write(source, frames: 900)
        let old = try #require(bench.disk[source])
        bench.begin()
        bench.run(for: .seconds(10))
        bench.write(source, frames: 450)
        let new = try #require(bench.disk[source])
        bench.run(for: .seconds(5))
        bench.disk[source] = nil
        bench.run(for: .seconds(5))
        bench.disk[source] = isOld ? old : new
        bench.run(for: .seconds(26))
        #expect(Self.shownStamp(bench) == (isOld ? old : new).stamp)
        // Of thirty seconds, or of fifteen.
        #expect(try #require(Self.shown(bench)).time == .seconds(isOld ? 16 : 1))
    }

    @Test func `a file in two playlists is reopened in the version that the playlist has reached`() throws {
        let source = Self.source("a.mp4")
        // Clip a lasts three seconds and b ten minutes.
        var bench = Self.bench(
            [Self.tile("left", ["a.mp4"]), Self.tile("right", ["a.mp4", "b.mp4"])], shared: .seconds(6_030))
        bench.write(Self.source("b.mp4"), frames: 18_000)
        bench.begin()
        bench.run(for: .seconds(10))
        bench.write(source, frames: 150)
        bench.run(for: .seconds(10))
        // One playlist has had its seam, and the other's is minutes away.
        #expect(bench.core.board.tracks.map { $0.change == nil } == [true, false])
        let seat = try #require(bench.core.board.due(0, at: bench.now).last?.seat)
        bench.send(.failed(seat.id, "the decoder broke"))
        bench.run(for: .seconds(1))
        #expect(Self.shownStamp(bench) == bench.disk[source]?.stamp)
        #expect(try #require(Self.shown(bench)).time == .seconds(6_051 % 5))
    }

    @Test func `a clip whose file was replaced fades in over the player that was shown`() throws {
        let tile = Self.tile("left", ["a.mp4", "b.mp4"], fade: .seconds(1))
        // A cycle is 58 seconds, of which clip b begins at 29.
        var bench = Self.bench([tile], shared: .seconds(5_800))
        for clip in tile.clips { bench.write(clip.source, frames: 900) }
        bench.begin()
        bench.run(for: .seconds(10))
        bench.write(tile.clips[1].source, frames: 900)
        bench.run(for: .milliseconds(18_900))
        #expect(bench.core.board.tracks[0].change != nil)
        let before = try #require(bench.core.board.due(0, at: bench.now).last?.seat)
        for _ in 0..<9 {
            bench.run(for: .milliseconds(100))
            let dues = bench.core.board.due(0, at: bench.now)
            #expect(dues.map(\.clip) == [0, 1] && dues.allSatisfy { $0.seat?.phase == .ready })
            #expect(dues.first?.seat?.id == before.id)
        }
        #expect(Self.shownStamp(bench) == bench.disk[tile.clips[1].source]?.stamp)
    }

    @Test func `the lower player is closed when the fade is over`() {
        let tile = Self.tile("left", ["a.mp4", "b.mp4"], fade: .seconds(1))
        var bench = Self.bench([tile], shared: .seconds(5_800))
        for clip in tile.clips { bench.write(clip.source, frames: 900) }
        bench.begin()
        bench.run(for: .milliseconds(29_900))
        #expect(bench.open.count == 2)
        bench.run(for: .milliseconds(200))
        #expect(bench.open.count == 1)
    }

    /// Two screens, one file in two tiles, missing files, and whatever may happen to them before the first look and
    /// after it.
    @Test(arguments: 0..<80) func `when all is calm again every tile shows its files as they are`(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let tiles = [
            Self.tile("left", ["a.mp4", "b.mp4"], fade: .milliseconds([0, 500][seed / 2 % 2])),
            Self.tile("right", ["a.mp4"]), Self.tile("top", ["c.mp4", "d.mp4", "a.mp4"]),
        ]
        let configuration = KioskConfiguration(
            screens: [
                KioskConfiguration.Screen(tiles: Array(tiles[..<2])), KioskConfiguration.Screen(tiles: [tiles[2]]),
            ], loop: seed % 2 == 0 ? .each : .together)
        var bench = KioskBench(configuration, seed: UInt64(seed), shared: .seconds(1_000_000))
        let sources = ["a.mp4", "b.mp4", "c.mp4", "d.mp4"].map(Self.source)
        let lengths = [45, 90, 200, 700]
        var earlier: [MediaSource: [KioskBench.File]] = [:]
        func write(_ source: MediaSource) {
            bench.write(source, frames: lengths[Int.random(in: 0..<4, using: &random)])
            earlier[source, default: []] += [bench.disk[source]].compactMap(\.self)
        }
        for source in sources where Int.random(in: 0..<4, using: &random) > 0 { write(source) }
        bench.begin()
        for _ in 0..<15 {
            let source = sources[Int.random(in: 0..<4, using: &random)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: write(source)
            case 2: bench.disk[source] = earlier[source]?.randomElement(using: &random)
            case 3: bench.disk[source] = nil
            case 4:
                bench.send(Self.jump(bench, to: .seconds(Int.random(in: 500_000...2_000_000, using: &random))))
            default:
                if let id = bench.open.keys.sorted().randomElement(using: &random) {
                    bench.send(.failed(id, "the decoder broke"))
                }
            }
            bench.run(for: .milliseconds(Int.random(in: 0...4_000, using: &random)))
        }
        for source in sources where bench.disk[source] == nil { write(source) }
        // Longer than the longest pause after a failure, and than two turns of all playlists.
        bench.run(for: .seconds(600))
        for _ in 0..<20 {
            bench.run(for: .milliseconds(Int.random(in: 0...4_000, using: &random)))
            for index in tiles.indices { try Self.checkCalm(bench, index, configuration.loop) }
        }
        #expect(!bench.isStuck)
    }

    /// Checks one track against the files on the disk.
    private static func checkCalm(_ bench: KioskBench, _ index: Int, _ loop: KioskConfiguration.Loop) throws {
        let track = bench.core.board.tracks[index]
        func plan(_ tile: KioskConfiguration.Tile, period: Duration? = nil) -> TrackPlan {
            let lengths = tile.clips.map { clip in bench.disk[clip.source]?.facts.length(of: clip) }
            return TrackPlan(clips: tile.clips, lengths: lengths, end: tile.end, period: period)
        }
        let period = bench.core.board.tracks.map { plan($0.tile).cycle }.max()
        #expect(track.change == nil)
        #expect(track.plan == plan(track.tile, period: loop == .together ? period : nil))
        let due = try #require(bench.core.board.due(index, at: bench.now).last)
        let seat = try #require(due.seat)
        #expect(seat.phase == .ready)
        #expect(bench.open[seat.id]?.stamp == bench.disk[seat.source]?.stamp)
        let position = try #require(due.position).itemTime - .milliseconds(67)
        let since = bench.core.board.time(at: bench.now) - due.moment.start
        let expected = min(since, track.plan.slots[due.slot].length)
        // The last frame is held: a thirtieth of a second.
        #expect(max(position - expected, expected - position) <= .milliseconds(34), "tile \(index)")
    }
}
