import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import TestTools

/// Compares what members show along a line, sampled densely, with what the timeline announces.
@Suite struct TimelineTests {
    @Test(arguments: 0..<400 as Range<UInt64>)
    func `every jump is the one announced, and turns count up by one`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let timeline = Self.timeline(&numbers)
        let begin = HostTime(nanoseconds: 1_000_000_000)
        let step = numbers.duration(in: .milliseconds(3)...(.milliseconds(40)))
        var host = begin
        var before = timeline.position(at: host)
        for _ in 0..<700 {
            host = host.advanced(by: step)
            let position = timeline.position(at: host)
            #expect(position.piece.contains(position.itemTime), "\(timeline)")
            let travel = step.scaled(by: timeline.line.anchor.rate * timeline.map.speed) + .nanoseconds(20)
            // Turns may be shorter than the step.
            var announced = before
            var turns = 0
            while announced.turn != position.turn, turns < 10_000 {
                guard let next = timeline.turn(after: announced) else { break }
                let isGroups = next.turn.group == announced.turn.group + 1
                let isMembers = next.turn.group == announced.turn.group && next.turn.member == announced.turn.member + 1
                #expect(isGroups || isMembers, "\(announced.turn) to \(next.turn)")
                #expect(next.piece.contains(next.itemTime))
                #expect(next.itemTime <= next.piece.lowerBound + .nanoseconds(20) || isGroups)
                announced = next
                turns += 1
            }
            #expect(announced.turn == position.turn, "from \(before) to \(position) of \(timeline)")
            #expect(announced.piece == position.piece)
            let moved = position.itemTime - announced.itemTime
            #expect(moved >= .nanoseconds(turns == 0 ? 0 : -20) && moved <= travel, "\(announced) to \(position)")
            before = position
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `item time is offset plus speed times group time, held inside the range`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var timeline = Self.timeline(&numbers)
        timeline.isAmbient = false
        for _ in 0..<100 {
            let host = HostTime(nanoseconds: .random(in: 0...60_000_000_000, using: &numbers))
            let group = timeline.line.time(at: host)
            let speed = timeline.map.speed
            let raw = timeline.map.offset + group.scaled(by: speed)
            let range = timeline.range
            let length = range.upperBound - range.lowerBound
            let position = timeline.position(at: host)
            if raw < .zero {
                #expect(position.itemTime == range.lowerBound && position.isVisible)
            } else if raw >= length {
                switch timeline.map.end {
                case .hold, .blank:
                    #expect(position.itemTime == position.piece.upperBound - .nanoseconds(1))
                    #expect(position.isVisible == (timeline.map.end == .hold))
                case .loop:
                    let turns = raw.nanoseconds / length.nanoseconds
                    #expect(position.turn.member == Int(turns) && position.isVisible)
                    let rest = Duration.nanoseconds(raw.nanoseconds % length.nanoseconds)
                    #expect(abs((range.lowerBound + rest - position.itemTime).nanoseconds) <= 1)
                }
            } else {
                #expect(abs((range.lowerBound + raw - position.itemTime).nanoseconds) <= 1 && position.isVisible)
            }
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `another rate or range changes nothing at that instant`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var line = Self.line(&numbers)
        var host = HostTime(nanoseconds: 1_000_000_000)
        for _ in 0..<50 {
            host = host.advanced(by: numbers.duration(in: .zero...(.seconds(4))))
            let (time, turn) = line.position(at: host)
            let ambient = line.ambientTime(at: host)
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0:
                line = line.continued(at: host, rate: Double.random(in: 0...4, using: &numbers))
            case 1:
                // A range around the present time.
                let lower = max(time - numbers.duration(in: .zero...(.seconds(3))), .zero)
                let upper = time + numbers.duration(in: .nanoseconds(1)...(.seconds(3)))
                line = line.continued(at: host, range: lower..<upper, repeats: numbers.oneIn(2))
            default:
                line = line.continued(at: host, range: nil, repeats: false)
            }
            #expect(line.position(at: host) == (time, turn))
            #expect(line.ambientTime(at: host) == ambient)
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `a range that ends before the present time starts at its beginning, one turn later`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let line = Self.line(&numbers)
        let host = HostTime(nanoseconds: .random(in: 1_000_000_000...30_000_000_000, using: &numbers))
        let (time, turn) = line.position(at: host)
        let upper = time - numbers.duration(in: .zero...(.milliseconds(500)))
        guard upper > .milliseconds(100) else { return }
        let lower = upper - .milliseconds(100)
        let looped = line.continued(at: host, range: lower..<upper, repeats: true)
        #expect(looped.position(at: host) == (lower, turn + 1))
        let once = line.continued(at: host, range: lower..<upper, repeats: false)
        #expect(once.hasEnded(at: host))
        #expect(once.time(at: host) == upper - .nanoseconds(1))
        for changed in [looped, once] { #expect(changed.ambientTime(at: host) == line.ambientTime(at: host)) }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `a seek moves the background by as much as the group, and keeps the turn`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let line = Self.line(&numbers)
        let host = HostTime(nanoseconds: .random(in: 1_000_000_000...30_000_000_000, using: &numbers))
        let (time, turn) = line.position(at: host)
        let lower = line.range?.lowerBound ?? .zero
        let target = numbers.duration(in: lower...(line.range.map { $0.upperBound - .nanoseconds(1) } ?? .seconds(100)))
        let moved = line.moved(to: target, at: host, rate: 0)
        #expect(moved.position(at: host) == (target, turn))
        #expect(moved.ambientTime(at: host) - line.ambientTime(at: host) == target - time)
    }

    @Test func `an ambient member runs on when the group starts again`() {
        let line = GroupLine(
            anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: 1), range: .zero..<(.seconds(3)),
            repeats: true)
        let road = MemberTimeline(
            line: line, map: TimeMap(end: .loop), bounds: ItemBounds(start: .zero, end: .seconds(4)), isAmbient: true)
        for second in 0..<40 as Range<Int64> {
            let position = road.position(at: HostTime(nanoseconds: second * 1_000_000_000))
            #expect(position.itemTime == .seconds(second % 4))
            #expect(position.turn == .init(group: 0, member: Int(second / 4)))
            #expect(position.piece == .zero..<(.seconds(4)))
        }
    }

    @Test func `a start in the future is not moved by a change of rate or range before it`() {
        let start = HostTime(nanoseconds: 10_000_000_000)
        let line = GroupLine(anchor: LineAnchor(hostTime: start, time: .seconds(2), rate: 1))
        let early = HostTime(nanoseconds: 4_000_000_000)
        let later = start.advanced(by: .seconds(1))
        #expect(line.continued(at: early, rate: 2).time(at: later) == .seconds(4))
        #expect(line.continued(at: early, range: .zero..<(.seconds(9)), repeats: true).time(at: later) == .seconds(3))
    }

    /// A line that may hold, start later, loop or end.
    static func line(_ numbers: inout SplitMix) -> GroupLine {
        let lower = numbers.oneIn(2) ? .zero : numbers.duration(in: .zero...(.seconds(5)))
        let length = numbers.oneIn(8) ? .milliseconds(5) : numbers.duration(in: .milliseconds(20)...(.seconds(9)))
        let rates = [0.25, 0.5, 1, 1, 1, 1.001, 2, 4]
        return GroupLine(
            anchor: LineAnchor(
                hostTime: HostTime(nanoseconds: .random(in: 0...2_000_000_000, using: &numbers)), time: lower,
                rate: rates.randomElement(using: &numbers) ?? 1),
            range: numbers.oneIn(4) ? nil : lower..<lower + length, repeats: numbers.oneIn(2))
    }

    static func timeline(_ numbers: inout SplitMix) -> MemberTimeline {
        let start = numbers.oneIn(3) ? numbers.duration(in: .zero...(.seconds(1))) : .zero
        let length = numbers.duration(in: .milliseconds(10)...(.seconds(6)))
        var range: Range<Duration>?
        if numbers.oneIn(3) {
            let lower = numbers.duration(in: .zero...length)
            range = lower..<lower + numbers.duration(in: .milliseconds(10)...(.seconds(3)))
        }
        let ends = [TimeMap.End.hold, .loop, .loop, .blank]
        let map = TimeMap(
            offset: numbers.oneIn(2) ? .zero : numbers.duration(in: .seconds(-3)...(.seconds(4))),
            speed: [0.1, 0.5, 1, 1, 1.001, 2, 3.3].randomElement(using: &numbers) ?? 1, range: range,
            end: ends.randomElement(using: &numbers) ?? .hold)
        return MemberTimeline(
            line: line(&numbers), map: map, bounds: ItemBounds(start: start, end: start + length),
            isAmbient: numbers.oneIn(5))
    }
}
