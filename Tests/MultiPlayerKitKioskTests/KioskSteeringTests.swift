import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk
@testable import TestTools

/// How players that cannot follow the line by arithmetic are kept on it, in virtual time.
struct KioskSteeringTests {
    private static let steering = KioskCore.Steering(lead: .milliseconds(100), leadWithSound: .milliseconds(300))

    /// A silent tile and one that is heard, each with one clip of ten seconds, in the middle of a turn.
    private static func bench(clips: [String] = ["a.mp4"], shared: Duration = .seconds(1_000_002)) -> KioskBench {
        func tile(_ name: String) -> KioskConfiguration.Tile {
            KioskConfiguration.Tile(
                name: name,
                clips: clips.map {
                    KioskConfiguration.Clip(source: MediaSource(url: URL(fileURLWithPath: "/clips/\($0)")))
                })
        }
        let configuration = KioskConfiguration(
            screens: [KioskConfiguration.Screen(tiles: [tile("silent"), tile("heard")])], audio: "heard")
        var bench = KioskBench(configuration, seed: 1, shared: shared, steering: steering)
        for clip in clips {
            bench.write(MediaSource(url: URL(fileURLWithPath: "/clips/\(clip)")), frames: 300)
        }
        bench.begin()
        return bench
    }

    private static func seat(_ bench: KioskBench, _ track: Int) throws -> KioskSeatID {
        try #require(bench.core.board.due(track, at: bench.now).last?.seat).id
    }

    private static func read(_ bench: inout KioskBench, _ id: KioskSeatID, error: Duration, rate: Double = 1) {
        bench.send(.readings([id: LineReading(host: bench.now, error: error, rate: rate)]))
    }

    @Test func `a player is told to follow one lead before its time, on the line as it is then`() throws {
        var bench = Self.bench(clips: ["a.mp4", "b.mp4"], shared: .seconds(1_000_000))
        bench.run(for: .seconds(8.5))
        // The next clip is ready, and waits.
        let next = try #require(bench.open.keys.max())
        let seat = try #require(bench.core.board.seat(next)?.seat)
        #expect(seat.phase == .ready && bench.followed[next] == nil)
        bench.send(.steered(bench.core.board.line.continued(at: bench.now, rate: 1.0005)))
        bench.run(for: .seconds(1.4))
        let followed = try #require(bench.followed[next])
        #expect(followed.from == seat.aim && followed.at == seat.aim.advanced(by: .milliseconds(-300)))
        #expect(followed.timeline.line.anchor.rate == 1.0005)
    }

    @Test(arguments: [(0, 2), (1, 22)])
    func `a player off the line gets another anchor, and a small error after that waits ten seconds`(
        track: Int, tolerance: Int
    ) throws {
        var bench = Self.bench()
        bench.run(for: .seconds(1))
        let id = try Self.seat(bench, track)
        let lead = track == 1 ? Self.steering.leadWithSound : Self.steering.lead
        #expect(bench.follows[id] == 1)
        bench.run(for: .seconds(11))
        Self.read(&bench, id, error: .milliseconds(tolerance))
        Self.read(&bench, id, error: .milliseconds(-tolerance))
        #expect(bench.follows[id] == 1)
        // A player that stands still is not corrected.
        Self.read(&bench, id, error: .milliseconds(-tolerance - 1), rate: 0)
        #expect(bench.follows[id] == 1)
        Self.read(&bench, id, error: .milliseconds(-tolerance - 1))
        #expect(bench.follows[id] == 2)
        let followed = try #require(bench.followed[id])
        #expect(followed.from == bench.now.advanced(by: lead))
        let due = try #require(bench.core.board.due(track, at: followed.from).last?.position)
        #expect(followed.timeline.position(at: followed.from).itemTime == due.itemTime)
        bench.run(for: .milliseconds(9_900))
        Self.read(&bench, id, error: .milliseconds(tolerance + 1))
        #expect(bench.follows[id] == 2)
        bench.run(for: .milliseconds(200))
        Self.read(&bench, id, error: .milliseconds(tolerance + 1))
        #expect(bench.follows[id] == 3)
        // An error of more than a frame waits only two seconds.
        bench.run(for: .milliseconds(1_900))
        Self.read(&bench, id, error: .milliseconds(34))
        #expect(bench.follows[id] == 3)
        bench.run(for: .milliseconds(200))
        Self.read(&bench, id, error: .milliseconds(34))
        #expect(bench.follows[id] == 4)
    }

    @Test func `the steering of the line counts as an error of the player`() throws {
        var bench = Self.bench()
        bench.run(for: .seconds(12))
        let id = try Self.seat(bench, 0)
        bench.send(.steered(bench.core.board.line.continued(at: bench.now, rate: 1.0005)))
        bench.run(for: .seconds(3))
        Self.read(&bench, id, error: .zero)
        #expect(bench.follows[id] == 1)
        bench.run(for: .seconds(2))
        Self.read(&bench, id, error: .zero)
        #expect(bench.follows[id] == 2)
        #expect(bench.followed[id]?.timeline.line.anchor.rate == 1.0005)
    }

    @Test func `a player in another turn than the line gets no anchor`() throws {
        var bench = Self.bench()
        bench.run(for: .seconds(1))
        let id = try Self.seat(bench, 0)
        let seam = try #require(bench.core.board.due(0, at: bench.now).last).moment.next
        let host = try #require(bench.core.board.line.hostTime(at: seam))
        // The line gains on the player: 150 ms before the seam on the player's old line, it is 85 ms ahead.
        bench.run(until: host.advanced(by: .seconds(-1)))
        bench.send(.steered(bench.core.board.line.continued(at: bench.now, rate: 1.1)))
        bench.run(for: .milliseconds(850))
        bench.send(.moved(id))
        #expect(bench.follows[id] == 1)
        bench.run(for: .milliseconds(150))
        bench.send(.moved(id))
        #expect(bench.follows[id] == 2)
    }

    @Test func `while nobody sees the kiosk no failure counts`() throws {
        var bench = Self.bench()
        bench.run(for: .seconds(1))
        let id = try Self.seat(bench, 0)
        bench.send(.away(true))
        bench.send(.failed(id, "taken away"))
        #expect(try Self.seat(bench, 0) == id && bench.told.isEmpty)
        bench.send(.away(false))
        bench.send(.failed(id, "taken away"))
        #expect(bench.told.count == 1 && bench.open[id] == nil)
    }

    @Test(arguments: [(99, 0), (100, 1), (-99, 0), (-100, 1)])
    func `a new line that differs by less than 100 ms is not reported`(step: Int, told: Int) {
        var bench = Self.bench()
        bench.run(for: .seconds(1))
        var line = bench.core.board.line
        line.hostTime = bench.now.advanced(by: KioskCore.jumpLead)
        line.time = bench.core.board.line.time(at: line.hostTime) + .milliseconds(step)
        bench.send(.jumped(line))
        #expect(bench.told.count == told)
    }

    @Test func `a picture that is missing for two seconds is reported once`() {
        let (a, b) = (KioskSeatID(number: 1), KioskSeatID(number: 2))
        var missing = MissingPictures()
        let start = HostTime(nanoseconds: 0)
        func at(_ milliseconds: Int) -> HostTime { start.advanced(by: .milliseconds(milliseconds)) }
        #expect(!missing.note(a, isMissing: true, at: at(0)) && !missing.note(b, isMissing: true, at: at(0)))
        #expect(!missing.note(a, isMissing: true, at: at(1_999)) && !missing.note(b, isMissing: false, at: at(1_999)))
        #expect(missing.note(a, isMissing: true, at: at(2_000)) && !missing.note(b, isMissing: true, at: at(2_000)))
        #expect(!missing.note(a, isMissing: true, at: at(2_100)) && !missing.note(b, isMissing: true, at: at(3_999)))
        missing.keep([a])
        #expect(!missing.note(b, isMissing: true, at: at(4_000)) && missing.note(a, isMissing: true, at: at(4_100)))
    }
}
