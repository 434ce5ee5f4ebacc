import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

@Suite struct ExactnessTests {
    /// A video's frame rate, and the tick rate of the display that shows it.
    struct Setting: CustomTestStringConvertible {
        var frames: FrameRate
        var ticks: FrameRate
        var testDescription: String { "\(frames) fps on \(ticks) Hz" }
    }

    static let frameRates = [
        FrameRate(24_000, 1_001), FrameRate(24), FrameRate(25), FrameRate(30_000, 1_001), FrameRate(30), FrameRate(50),
        FrameRate(60_000, 1_001), FrameRate(60),
    ]
    static let settings = frameRates.flatMap { frames in
        [FrameRate(60), FrameRate(60_000, 1_001)].map { Setting(frames: frames, ticks: $0) }
    }
    /// Rates as people write them: 0.1 is a tenth here, whatever a `Double` makes of it.
    static let groupRates = [(1, 4), (1, 3), (1, 2), (37, 100), (1, 1), (5, 4), (3, 2), (1_001, 1_000), (2, 1), (4, 1)]
        .map { Fraction($0.0, $0.1) }
    static let speeds = [(1, 1), (1_001, 1_000), (1_000, 1_001), (1, 10), (2, 1)].map { Fraction($0.0, $0.1) }
    static let hundredHours: Int64 = 100 * 3_600

    @Test(arguments: settings)
    func `every tick shows the frame that exact arithmetic demands, 100 hours in`(setting: Setting) {
        for rate in Self.groupRates {
            for speed in Self.speeds {
                let line = GroupLine(
                    anchor: LineAnchor(hostTime: HostTime(nanoseconds: 7), time: .zero, rate: rate.double))
                let timeline = MemberTimeline(
                    line: line, map: TimeMap(speed: speed.double),
                    bounds: ItemBounds(start: .zero, end: .seconds(4_000 * 3_600)))
                let last = setting.ticks.frame(at: .seconds(Self.hundredHours))
                for first in [0, last / 3, last] {
                    for tick in first..<first + 60 {
                        let host = HostTime(nanoseconds: 7).advanced(by: setting.ticks.time(ofFrame: tick))
                        let exact = Fraction(Int128(tick)) / Fraction(setting.ticks) * rate * speed
                        expect(timeline.position(at: host).itemTime, shows: setting.frames, at: exact)
                    }
                }
            }
        }
    }

    @Test(arguments: settings)
    func `a line anchored at 100 hours is as exact as one at zero`(setting: Setting) {
        let start = Duration.seconds(Self.hundredHours)
        for rate in Self.groupRates {
            let anchor = LineAnchor(hostTime: HostTime(nanoseconds: 0), time: start, rate: rate.double)
            for tick in (0..<300 as Range<Int64>).map({ $0 * 7 }) {
                let exact =
                    Fraction(Int128(Self.hundredHours)) + Fraction(Int128(tick)) / Fraction(setting.ticks) * rate
                expect(
                    anchor.time(at: HostTime(nanoseconds: 0).advanced(by: setting.ticks.time(ofFrame: tick))),
                    shows: setting.frames, at: exact)
            }
        }
    }

    @Test(arguments: frameRates, [false, true])
    func `the window finds the frame whether times are rounded down or to the nearest nanosecond`(
        frames: FrameRate, isRounded: Bool
    ) {
        for speed in Self.speeds {
            for first in [0, Self.hundredHours] {
                let line = GroupLine(
                    anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .seconds(first), rate: 1))
                let timeline = MemberTimeline(
                    line: line, map: TimeMap(speed: speed.double),
                    bounds: ItemBounds(start: .zero, end: .seconds(4_000 * 3_600)))
                let begin = (Fraction(Int128(first)) * speed * Fraction(frames)).floor
                var window = FrameWindow<Int128>()
                for index in begin..<begin + 40 {
                    let exact = Fraction(index * 1_000_000_000) / Fraction(frames)
                    let time = Int64((exact + Fraction(isRounded ? 1 : 0, 2)).floor)
                    window.append(index, turn: .init(), time: .nanoseconds(time), from: .zero)
                }
                for tick in 0..<20 as Range<Int64> {
                    let host = HostTime(nanoseconds: 0).advanced(by: FrameRate(60).time(ofFrame: tick))
                    let exact = (Fraction(Int128(first)) + Fraction(Int128(tick), 60)) * speed
                    let due = window.due(at: timeline.position(at: host))
                    #expect(due?.frame.picture == (exact * Fraction(frames)).floor)
                    #expect(due?.isExact == true)
                }
            }
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `the window finds the frame of a variable-rate video`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        // Stamps in a container's own units, as phones write them: 1/600 s or 1/90000 s, 100 hours in.
        let unit: Int64 = numbers.oneIn(2) ? 600 : 90_000
        var stamp = Self.hundredHours * unit
        var window = FrameWindow<Int64>()
        var stamps: [Int64] = []
        for _ in 0..<100 {
            stamps.append(stamp)
            let time = Fraction(Int128(stamp) * 1_000_000_000, Int128(unit)).floor
            window.append(stamp, turn: .init(), time: .nanoseconds(Int64(time)), from: .zero)
            stamp += Int64.random(in: unit / 120...unit / 5, using: &numbers)
        }
        let piece = Duration.zero..<Duration.seconds(Self.hundredHours * 2)
        for _ in 0..<200 {
            let time = numbers.duration(
                in: .seconds(Self.hundredHours)...(.seconds(Self.hundredHours) + .seconds(8)))
            let position = MemberTimeline.Position(turn: .init(), itemTime: time, piece: piece, isVisible: true)
            let limit = Fraction(Int128(time.nanoseconds) + 1_001, 1_000_000_000)
            let expected = stamps.last { Fraction(Int128($0), Int128(unit)) < limit }
            #expect(window.due(at: position)?.frame.picture == expected)
        }
        // The tick that coincides with a frame's own time shows that frame.
        for stamp in stamps {
            let time = Duration.nanoseconds(Int64(Int128(stamp) * 1_000_000_000 / Int128(unit)))
            let position = MemberTimeline.Position(turn: .init(), itemTime: time, piece: piece, isVisible: true)
            #expect(window.due(at: position)?.frame.picture == stamp)
        }
    }

    @Test func `100 hours of ticks that each re-anchor the line lose nothing`() {
        var line = GroupLine(anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: 1))
        // Every 60th of the 21.6 million ticks: the number of roundings matters, not their distance.
        for tick in stride(from: 0, through: Self.hundredHours * 60, by: 60) {
            line = line.continued(at: HostTime(nanoseconds: 0).advanced(by: FrameRate(60).time(ofFrame: tick)), rate: 1)
        }
        #expect(line.time(at: HostTime(nanoseconds: Self.hundredHours * 1_000_000_000)) == .seconds(Self.hundredHours))
    }

    /// Expects the frame at `time` to be that of the exact time. Only within the grace before the next frame's time may
    /// the next one be shown already.
    private func expect(
        _ time: Duration, shows rate: FrameRate, at exact: Fraction, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let frame = exact * Fraction(rate)
        let early = ((exact + Fraction(1, 1_000_000)) * Fraction(rate)).floor
        let found = Int128(rate.frame(at: time))
        // Printed only on failure: a million successes need no text.
        if found != frame.floor, found != early {
            Issue.record("frame \(found) at \(time), not \(frame.floor)", sourceLocation: sourceLocation)
        }
        if frame.floor != early, found == early {
            // Nearer than the grace: allowed only where the distance really is that small.
            let distance = (Fraction(early) - frame) / Fraction(rate)
            if distance > Fraction(1, 1_000_000) {
                Issue.record("frame \(found) shown \(distance) s early", sourceLocation: sourceLocation)
            }
        }
    }
}
