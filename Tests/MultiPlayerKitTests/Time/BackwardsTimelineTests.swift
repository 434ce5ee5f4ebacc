import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

/// Lines that run backwards, or there and back: the same pictures as forwards, in the opposite order.
@Suite struct BackwardsTimelineTests {
    @Test(arguments: 0..<400 as Range<UInt64>)
    func `backwards shows what was shown before, mirrored in time`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var timeline = TimelineTests.timeline(&numbers)
        timeline.line.alternates = numbers.oneIn(3)
        let start = max(timeline.line.anchor.hostTime, HostTime(nanoseconds: 0))
        let turning = start.advanced(by: numbers.duration(in: .seconds(1)...(.seconds(20))))
        guard !timeline.line.hasEnded(at: turning) else { return }
        let rate = timeline.line.anchor.rate
        var reversed = timeline
        reversed.line = timeline.line.continued(at: turning, rate: -rate)
        #expect(reversed.position(at: turning).itemTime == timeline.position(at: turning).itemTime)
        for _ in 0..<200 {
            let distance = numbers.duration(in: .zero...start.duration(to: turning))
            let before = timeline.position(at: turning.advanced(by: .zero - distance))
            let after = reversed.position(at: turning.advanced(by: distance))
            // Where a turn ends, rounding decides to which side an instant belongs.
            let edge = Duration.nanoseconds(30)
            let isAtEdge = { (position: MemberTimeline.Position) in
                position.itemTime - edge < position.piece.lowerBound
                    || position.itemTime + edge >= position.piece.upperBound
                    || position.itemTime - edge < timeline.beginning(of: position.turn)
            }
            guard !isAtEdge(before), !isAtEdge(after) else { continue }
            #expect(
                before.turn == after.turn && before.piece == after.piece, "\(distance) from \(turning): \(timeline)")
            #expect(abs((before.itemTime - after.itemTime).nanoseconds) <= 30)
            #expect(timeline.descends(in: before.turn) != reversed.descends(in: after.turn))
        }
    }

    @Test(arguments: 0..<400 as Range<UInt64>)
    func `every jump is the one announced, whichever way a turn runs`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var timeline = TimelineTests.timeline(&numbers)
        timeline.line.alternates = numbers.oneIn(2)
        let start = timeline.line.anchor.hostTime
        let turning = start.advanced(by: numbers.duration(in: .seconds(1)...(.seconds(20))))
        if numbers.oneIn(2) {
            timeline.line = timeline.line.continued(at: turning, rate: -timeline.line.anchor.rate)
        }
        let step = numbers.duration(in: .milliseconds(3)...(.milliseconds(40)))
        var host = max(turning, timeline.line.anchor.hostTime)
        var before = timeline.position(at: host)
        for _ in 0..<700 {
            host = host.advanced(by: step)
            let position = timeline.position(at: host)
            #expect(position.piece.contains(position.itemTime), "\(timeline)")
            let travel = step.scaled(by: abs(timeline.line.anchor.rate) * timeline.map.speed) + .nanoseconds(40)
            var announced = before
            var turns = 0
            while announced.turn != position.turn, turns < 10_000 {
                guard let next = timeline.turn(after: announced) else { break }
                #expect(timeline.isBefore(announced.turn, next.turn) && !timeline.isBefore(next.turn, announced.turn))
                #expect(next.piece.contains(next.itemTime))
                #expect(next.itemTime + .nanoseconds(40) >= timeline.beginning(of: next.turn))
                announced = next
                turns += 1
            }
            #expect(announced.turn == position.turn, "from \(before) to \(position) of \(timeline)")
            #expect(announced.piece == position.piece)
            let moved = position.itemTime - announced.itemTime
            let forwards = timeline.descends(in: position.turn) ? .zero - moved : moved
            #expect(forwards >= .nanoseconds(-40) && forwards <= travel, "\(announced) to \(position) of \(timeline)")
            before = position
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `another rate, direction or loop changes nothing at that instant`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var line = TimelineTests.line(&numbers)
        var host = HostTime(nanoseconds: 1_000_000_000)
        for _ in 0..<60 {
            host = host.advanced(by: numbers.duration(in: .zero...(.seconds(4))))
            let (time, turn) = line.position(at: host)
            let ambient = line.ambientTime(at: host)
            let descended = line.descends(inTurn: turn)
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0:
                let old = line.anchor.rate
                let rate = Double.random(in: 0.25...4, using: &numbers) * (numbers.oneIn(2) ? -1 : 1)
                line = line.continued(at: host, rate: rate)
                let isFlipped = (rate < 0) != (old < 0)
                #expect(line.descends(inTurn: turn) == (descended != isFlipped))
            case 1:
                let lower = max(time - numbers.duration(in: .zero...(.seconds(3))), .zero)
                let upper = time + numbers.duration(in: .nanoseconds(1)...(.seconds(3)))
                line = line.continued(
                    at: host, range: lower..<upper, repeats: numbers.oneIn(2), alternates: numbers.oneIn(2))
            default:
                line = line.continued(at: host, range: nil, repeats: false)
            }
            #expect(line.position(at: host).time == time && line.position(at: host).turn == turn, "\(line)")
            #expect(line.ambientTime(at: host) == ambient)
        }
    }

    @Test func `there and back is a triangle of the range`() {
        let line = GroupLine(
            anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .seconds(2), rate: 1),
            range: .seconds(1)..<(.seconds(4)), repeats: true, alternates: true)
        let times = (0..<14 as Range<Int64>).map { line.position(at: HostTime(nanoseconds: $0 * 500_000_000)) }
        let wanted: [(Int, Int)] = [
            (2_000, 0), (2_500, 0), (3_000, 0), (3_500, 0), (4_000, 1), (3_500, 1), (3_000, 1), (2_500, 1), (2_000, 1),
            (1_500, 1), (1_000, 2), (1_500, 2), (2_000, 2), (2_500, 2),
        ]
        for (seen, wanted) in zip(times, wanted) {
            // The end of the range already belongs to the frame after it.
            #expect(seen.time == .milliseconds(wanted.0) - (wanted.0 == 4_000 ? .nanoseconds(1) : .zero))
            #expect(seen.turn == wanted.1)
        }
    }

    @Test func `without a range a line runs back to zero, and stays there`() {
        let line = GroupLine(anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .seconds(2), rate: -2))
        #expect(line.time(at: HostTime(nanoseconds: 500_000_000)) == .seconds(1))
        #expect(!line.hasEnded(at: HostTime(nanoseconds: 999_999_999)))
        #expect(line.hasEnded(at: HostTime(nanoseconds: 1_000_000_000)))
        #expect(line.time(at: HostTime(nanoseconds: 9_000_000_000)) == .zero)
        #expect(line.anchor.hostTime(at: .seconds(1)) == HostTime(nanoseconds: 500_000_000))
    }

    @Test func `a background that runs back past its beginning turns`() {
        let line = GroupLine(
            anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .seconds(1), rate: -1),
            range: .zero..<(.seconds(3)), repeats: true)
        let road = MemberTimeline(
            line: line, map: TimeMap(end: .loop), bounds: ItemBounds(start: .zero, end: .seconds(4)), isAmbient: true)
        for second in 0..<20 as Range<Int64> {
            let position = road.position(at: HostTime(nanoseconds: second * 1_000_000_000))
            let (turn, rest) = (1 - second).flooredDivision(by: 4)
            #expect(position.itemTime == .seconds(rest) && position.turn == .init(group: 0, member: Int(turn)))
        }
    }
}
