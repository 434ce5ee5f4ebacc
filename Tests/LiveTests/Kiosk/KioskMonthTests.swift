import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk
@testable import TestTools

/// Days of a kiosk in virtual time: thirty in the long form.
@Suite(.shared) struct KioskMonthTests {
    /// A clip as the test knows it: the frames of one playlist entry.
    private struct Entry {
        var source: MediaSource
        var frames: Int
        var rate: FrameRate
        var length: Duration { rate.time(ofFrame: Int64(frames)) }
    }

    private static let days = TestRun.count(30, dividedBy: 6)

    /// Eight playlists of one to five clips, 1.2 s to 20 minutes long.
    private static func playlists(_ random: inout SplitMix) -> [[Entry]] {
        let rates = [
            FrameRate(24000, 1001), FrameRate(25), FrameRate(30), FrameRate(30000, 1001), FrameRate(50), FrameRate(60),
        ]
        return (0..<8).map { tile in
            (0..<[1, 1, 2, 5, 3, 1, 4, 2][tile]).map { clip in
                let rate = rates[Int.random(in: 0..<rates.count, using: &random)]
                let seconds = [1.2, 4, 9, 31, 75, 600, 1_200][Int.random(in: 0..<7, using: &random)]
                return Entry(
                    source: MediaSource(url: URL(fileURLWithPath: "/clips/\(tile)-\(clip).mp4")),
                    frames: max(Int(seconds * rate.perSecond), 30), rate: rate)
            }
        }
    }

    /// The shared time at a host time, both since the start: the crystal has a constant error and one that follows the
    /// temperature.
    private static func sharedTime(at seconds: Double, ppm: Double) -> Double {
        let day = 2 * Double.pi / 86_400
        // 1 ppm per degree: ±10 degrees over a day, ±2 degrees over 20 minutes.
        let warmth = 10e-6 / day * (1 - cos(day * seconds)) + 2e-6 / (day * 72) * (1 - cos(day * 72 * seconds))
        return seconds * (1 + ppm * 1e-6) + warmth
    }

    @Test(.timeLimit(.minutes(10)), arguments: TestRun.isLong ? [-500.0, 500.0] : [500.0])
    func `every tile stays on the line for days, whatever happens to it`(ppm: Double) throws {
        var random = SplitMix(seed: UInt64(ppm + 1_000))
        let playlists = Self.playlists(&random)
        let tiles = playlists.enumerated().map { index, entries in
            KioskConfiguration.Tile(
                name: "tile \(index)", clips: entries.map { KioskConfiguration.Clip(source: $0.source) })
        }
        let configuration = KioskConfiguration(screens: [KioskConfiguration.Screen(tiles: tiles)])
        let epoch = 1_790_000_000.0
        var bench = KioskBench(
            configuration, seed: random.next(), shared: .nearest(seconds: epoch), looks: .seconds(5))
        for entry in playlists.joined() { bench.write(entry.source, frames: entry.frames, rate: entry.rate) }
        let begin = bench.now
        func shared(_ host: HostTime) -> Duration {
            .nearest(seconds: epoch)
                + .nearest(seconds: Self.sharedTime(at: begin.duration(to: host).seconds, ppm: ppm))
        }
        var steering = ClockSteering()
        // A kiosk begins when it knows the time.
        while !steering.isLocked {
            _ = steering.measured(shared(bench.now), at: bench.now)
            bench.run(for: .milliseconds(250))
        }
        if let line = steering.line { bench.send(.steered(line)) }
        bench.begin()
        var faultUntil = Array(repeating: bench.now.advanced(by: .seconds(15)), count: tiles.count)
        var (looks, late, worst) = (0, 0, 0.0)
        var sizes: Set<Int> = []
        var mostSeats = 0
        for minute in 0..<(Self.days * 24 * 60) {
            // One fault a minute, in one tile.
            let victim = Int.random(in: 0..<tiles.count, using: &random)
            let entry = playlists[victim][Int.random(in: 0..<playlists[victim].count, using: &random)]
            faultUntil[victim] = bench.now.advanced(by: .seconds(1))
            var isGone: MediaSource?
            if let seat = bench.core.board.due(victim, at: bench.now).last?.seat {
                switch minute % 4 {
                case 0: bench.send(.failed(seat.id, "the decoder broke"))
                case 1: bench.send(.silent(seat.id))
                case 2: bench.write(entry.source, frames: entry.frames, rate: entry.rate)
                default:
                    isGone = entry.source
                    bench.disk[entry.source] = nil
                }
            }
            for part in 0..<12 {
                // In the first minute the crystal's error has to be learned.
                let measurements = minute == 0 ? 5 : 1
                for _ in 0..<measurements {
                    bench.run(for: .seconds(5) / measurements)
                    // The source of time is away for ten minutes a day.
                    let isAway = (700..<710).contains(minute % 1_440)
                    let noise = Duration.nanoseconds(Int64.random(in: -400_000...400_000, using: &random))
                    let outcome =
                        isAway
                        ? steering.steer(at: bench.now) : steering.measured(shared(bench.now) + noise, at: bench.now)
                    if outcome != .none, let line = steering.line { bench.send(.steered(line)) }
                }
                if part == 5, let source = isGone {
                    // The file is back. Players that ended meanwhile could not be opened again, so the time of this
                    // fault starts now.
                    bench.write(source, frames: entry.frames, rate: entry.rate)
                    faultUntil[victim] = bench.now.advanced(by: .seconds(12))
                    isGone = nil
                }
                for index in tiles.indices where bench.now > faultUntil[index] && !(isGone != nil && index == victim) {
                    looks += 1
                    let error = Self.error(of: index, bench, due: shared(bench.now), playlists[index])
                    worst = max(worst, error ?? .infinity)
                    if error.map({ $0 > 0.5 }) ?? true {
                        late += 1
                        if late < 5 {
                            Issue.record("minute \(minute), tile \(index): \(error ?? .infinity) frames off")
                        }
                    }
                }
            }
            mostSeats = max(mostSeats, bench.open.count)
            if minute % 1_440 == 1_439 { sizes.insert(bench.pending) }
            bench.clearLog()
        }
        print(
            "kiosk, \(Self.days) days at \(ppm) ppm: \(looks) looks, \(late) off, worst \(worst) frames, at most \(mostSeats) players, "
                + "pending \(sizes.sorted()), \(bench.opened) openings")
        #expect(late == 0)
        #expect(mostSeats <= 3 * tiles.count)
        #expect(sizes.allSatisfy { $0 < 60 })
        #expect(bench.core.files.entries.count == playlists.joined().count)
    }

    /// The distance in frames between what a tile shows and what is due; `nil`: it shows nothing.
    private static func error(of index: Int, _ bench: KioskBench, due time: Duration, _ entries: [Entry]) -> Double? {
        guard let shown = bench.core.board.due(index, at: bench.now).last, let seat = shown.seat, seat.phase == .ready,
            let position = shown.position
        else { return nil }
        let cycle = entries.reduce(Duration.zero) { $0 + $1.length }
        let entry = entries[shown.clip]
        // The position in the playlist of the picture shown, against the position due, either way around the cycle.
        let begin = entries[..<shown.clip].reduce(Duration.zero) { $0 + $1.length }
        let place = begin + position.itemTime - .milliseconds(67)
        let due = Duration.nanoseconds(time.nanoseconds.flooredDivision(by: cycle.nanoseconds).remainder)
        let distance = abs((place - due).seconds)
        return min(distance, cycle.seconds - distance) * entry.rate.perSecond
    }
}
