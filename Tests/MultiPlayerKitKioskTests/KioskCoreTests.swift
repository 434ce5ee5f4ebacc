import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk
@testable import TestTools

/// The decisions of a kiosk, in virtual time.
struct KioskCoreTests {
    static func source(_ name: String) -> MediaSource {
        MediaSource(url: URL(fileURLWithPath: "/clips/\(name)"))
    }

    static func tile(_ name: String, _ clips: [String], fade: Duration = .zero) -> KioskConfiguration.Tile {
        KioskConfiguration.Tile(
            name: name, clips: clips.map { KioskConfiguration.Clip(source: source($0), fade: fade) })
    }

    static func bench(
        _ tiles: [KioskConfiguration.Tile], loop: KioskConfiguration.Loop = .each,
        audio: String? = nil,
        schedule: [KioskHours] = [], shared: Duration = .seconds(1_000_000)
    ) -> KioskBench {
        let configuration = KioskConfiguration(
            screens: [KioskConfiguration.Screen(tiles: tiles)], loop: loop, audio: audio, schedule: schedule)
        var bench = KioskBench(configuration, seed: 1, shared: shared)
        for (index, clip) in Set(tiles.flatMap(\.clips).map(\.source)).sorted(by: { $0.name < $1.name }).enumerated() {
            bench.write(clip, frames: 90 + 30 * index)
        }
        return bench
    }

    /// The clip that is shown, and its time from its first frame on.
    static func shown(_ bench: KioskBench, _ track: Int = 0) -> (clip: Int, time: Duration)? {
        guard let due = bench.core.board.due(track, at: bench.now).last, let seat = due.seat, seat.phase == .ready,
            let position = due.position
        else { return nil }
        return (due.clip, position.itemTime - .milliseconds(67))
    }

    @Test func `a kiosk begins at the position that the time gives, not with its first clip`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4", "b.mp4"])], shared: .seconds(7 * 1_000 + 4))
        bench.begin()
        bench.run(for: .seconds(1))
        // Clip a lasts three seconds and b four. The kiosk began one second into b and has run for one more.
        let shown = try #require(Self.shown(bench))
        #expect(shown.clip == 1 && shown.time == .seconds(2))
    }

    @Test func `the next clip opens before it is due, and the previous one is closed`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4", "b.mp4"])], shared: .seconds(7_000))
        bench.begin()
        bench.run(for: .seconds(2.5))
        #expect(bench.open.count == 2)
        bench.run(for: .milliseconds(499))
        #expect(try #require(Self.shown(bench)).clip == 0)
        bench.run(for: .milliseconds(1))
        let shown = try #require(Self.shown(bench))
        #expect(shown.clip == 1 && shown.time == .zero)
        bench.run(for: .milliseconds(100))
        #expect(bench.open.count == 1)
    }

    /// A file of two frames, and one of 90 of which nearly nothing is used.
    @Test(arguments: [true, false])
    func `a clip that is over before the next can open is left out and reported`(isOfFile: Bool) throws {
        let short = Self.source("b.mp4")
        var tile = Self.tile("left", ["a.mp4", "b.mp4"])
        if !isOfFile { tile.clips[1].range = .seconds(2.95)..<Duration.seconds(4) }
        var bench = Self.bench([tile, Self.tile("right", ["c.mp4"])])
        bench.write(short, frames: isOfFile ? 2 : 90)
        bench.begin()
        bench.run(for: .seconds(600))
        #expect(bench.core.board.tracks[0].plan.slots.map(\.clip) == [0])
        #expect(bench.opened == 2, "not one player each")
        let told = bench.told.compactMap { if case .clipFailed("left", let error, _) = $0 { error } else { nil } }
        #expect(told.count == 1 && told[0].contains("too short for a playlist"), "\(told)")
        // A longer version of the file is used again.
        bench.write(short, frames: 300)
        bench.run(for: .seconds(120))
        #expect(bench.core.board.tracks[0].plan.slots.map(\.clip) == [0, 1])
    }

    @Test func `a loop of one clip never needs a second player`() {
        var bench = Self.bench([Self.tile("left", ["a.mp4"])])
        bench.begin()
        bench.run(for: .seconds(10_000))
        #expect(bench.opened == 1)
    }

    @Test func `a replaced file is shown from the seam on, by another player`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4"])], shared: .seconds(3_000))
        bench.begin()
        bench.run(for: .seconds(10))
        bench.write(Self.source("a.mp4"), frames: 90)
        bench.run(for: .seconds(1.99))
        let before = try #require(bench.core.board.due(0, at: bench.now).last?.seat?.id)
        var hosts: [(Duration, KioskSeatID)] = []
        for _ in 0..<100 {
            bench.run(for: .milliseconds(100))
            let due = try #require(bench.core.board.due(0, at: bench.now).last)
            if let seat = due.seat, seat.id != before { hosts.append((try #require(Self.shown(bench)).time, seat.id)) }
        }
        #expect(try #require(hosts.first).0 < .milliseconds(100), "not at its first frame")
        #expect(Set(hosts.map(\.1)).count == 1)
        #expect(bench.told.contains(.replaced(tile: "left", clip: "a.mp4")))
    }

    @Test func `a replaced file of another length is shown at the position that the time gives`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4"])], shared: .seconds(3_000))
        bench.begin()
        bench.run(for: .seconds(10))
        bench.write(Self.source("a.mp4"), frames: 150)
        bench.run(for: .seconds(20))
        #expect(try #require(Self.shown(bench)).time == .seconds(3_030 % 5))
    }

    @Test func `a file that disappears is reported once, keeps its time, and is used again when it is back`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4", "b.mp4"])], shared: .seconds(7_000))
        bench.begin()
        bench.run(for: .seconds(1))
        let file = bench.disk.removeValue(forKey: Self.source("b.mp4"))
        bench.run(for: .seconds(60))
        let failures = bench.told.filter { if case .clipFailed = $0 { true } else { false } }
        #expect(failures.count == 1)
        // Its time is kept, so clip a is shown when it always was.
        #expect(bench.core.board.tracks[0].plan.cycle == .seconds(7))
        bench.disk[Self.source("b.mp4")] = file
        bench.run(for: .seconds(10))
        #expect(bench.told.contains(.clipBack(tile: "left", clip: "b.mp4")))
        bench.run(for: .seconds(2))
        #expect(try #require(Self.shown(bench)).clip == 1)
    }

    @Test func `a broken file is tried again with growing pauses`() {
        var bench = Self.bench([Self.tile("left", ["a.mp4"])])
        bench.write(Self.source("a.mp4"), frames: 90, isBroken: true)
        bench.begin()
        bench.run(for: .seconds(600))
        #expect(bench.told.count == 1)
        bench.write(Self.source("a.mp4"), frames: 90)
        bench.run(for: .seconds(4))
        #expect(bench.told.count == 2 && Self.shown(bench) != nil)
    }

    @Test func `a player that fails or shows nothing is replaced, and no other`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4"]), Self.tile("right", ["b.mp4"])])
        bench.begin()
        bench.run(for: .seconds(5))
        let right = try #require(bench.core.board.due(1, at: bench.now).last?.seat?.id)
        let left = try #require(bench.core.board.due(0, at: bench.now).last?.seat?.id)
        bench.send(.silent(left))
        #expect(Self.shown(bench) == nil)
        bench.run(for: .milliseconds(600))
        let after = try #require(bench.core.board.due(0, at: bench.now).last?.seat)
        #expect(after.id != left && after.phase == .ready)
        #expect(bench.core.board.due(1, at: bench.now).last?.seat?.id == right)
        // A player that keeps failing is replaced after longer and longer pauses.
        let before = bench.opened
        for _ in 0..<6_000 {
            if let seat = bench.core.board.due(0, at: bench.now).last?.seat, seat.phase == .ready {
                bench.send(.failed(seat.id, "broken pipe"))
            }
            bench.run(for: .milliseconds(100))
        }
        #expect((8...20).contains(bench.opened - before), "\(bench.opened - before)")
    }

    @Test func `a video that ends early is held from there, and one that is already shown holds by itself`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4", "b.mp4"])], shared: .seconds(7_000))
        bench.begin()
        bench.run(for: .seconds(2.5))
        let due = try #require(bench.core.board.due(0, at: bench.now).last?.seat?.id)
        let next = try #require(bench.open.keys.first { $0 != due })
        bench.send(.ended(due, at: .milliseconds(67 + 100)))
        bench.send(.ended(next, at: .milliseconds(67 + 1_000)))
        bench.run(for: .milliseconds(400))
        #expect(try #require(Self.shown(bench)).time == .milliseconds(2_900))
        bench.run(for: .milliseconds(600))
        #expect(try #require(Self.shown(bench)).time == .milliseconds(500))
        bench.run(for: .seconds(2))
        let shown = try #require(Self.shown(bench))
        #expect(shown.clip == 1 && shown.time <= .seconds(1) && shown.time > .milliseconds(960))
        #expect(bench.core.board.due(0, at: bench.now).last?.seat?.id == next)
    }

    @Test func `a clock that is set moves all tiles at one instant, with their pictures ready`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4"]), Self.tile("right", ["b.mp4", "c.mp4"])])
        bench.begin()
        bench.run(for: .seconds(100))
        let there = LineAnchor(hostTime: bench.now.advanced(by: KioskCore.jumpLead), time: .seconds(5_000_000), rate: 1)
        bench.send(.jumped(there))
        let jump = try #require(bench.core.board.jump)
        bench.run(until: jump.at.advanced(by: .nanoseconds(-1)))
        #expect(bench.core.board.time(at: bench.now) < .seconds(1_000_200))
        #expect(Self.shown(bench, 0) != nil && Self.shown(bench, 1) != nil)
        bench.run(until: jump.at)
        #expect(bench.core.board.time(at: bench.now) == there.time(at: bench.now))
        #expect(Self.shown(bench, 0) != nil && Self.shown(bench, 1) != nil)
    }

    @Test func `out of hours nothing is open`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4"])], schedule: [KioskHours(on: 10 * 60, off: 18 * 60)])
        func today(_ hour: Int) throws -> Date {
            try #require(Calendar.current.date(bySettingHour: hour, minute: 0, second: 0, of: .now))
        }
        bench.send(.date(try today(12)))
        bench.begin()
        bench.run(for: .seconds(5))
        bench.send(.date(try today(20)))
        #expect(bench.open.isEmpty && bench.core.board.due(0, at: bench.now).isEmpty)
        #expect(bench.told.count == 1)
        bench.run(for: .seconds(100))
        #expect(bench.open.isEmpty)
        bench.send(.date(try today(11)))
        bench.run(for: .seconds(1))
        #expect(Self.shown(bench) != nil && bench.told.count == 2)
        #expect(bench.told.last == .switchedOn(until: try today(18)))
    }

    @Test func `one tile is heard, and its sound is put back on the line when it has drifted off`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4"]), Self.tile("right", ["b.mp4"])], audio: "right")
        bench.begin()
        bench.run(for: .seconds(5))
        let right = try #require(bench.core.board.due(1, at: bench.now).last?.seat?.id)
        #expect(bench.heard == [right] && bench.follows[right] == 1)
        // 200 ppm: 22 ms after 110 seconds.
        bench.send(.steered(bench.core.board.line.continued(at: bench.now, rate: 1.0002)))
        bench.run(for: .seconds(105))
        #expect(bench.follows[right] == 1)
        bench.run(for: .seconds(10))
        #expect(bench.follows[right] == 2 && bench.opened == 2)
    }

    @Test func `while a clip fades in both clips are shown`() throws {
        var bench = Self.bench([Self.tile("left", ["a.mp4", "b.mp4"], fade: .seconds(1))], shared: .seconds(5_000))
        bench.begin()
        bench.run(for: .seconds(2.5))
        let dues = bench.core.board.due(0, at: bench.now)
        #expect(dues.map(\.clip) == [0, 1] && dues.allSatisfy { $0.seat?.phase == .ready })
        #expect(dues.last?.moment.presence == 0.5)
        #expect(dues.first?.position?.itemTime == .milliseconds(67 + 2_500))
    }
}
