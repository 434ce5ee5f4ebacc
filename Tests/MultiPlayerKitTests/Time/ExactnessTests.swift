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
