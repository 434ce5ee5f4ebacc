import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What the floating window is told of a group, and when.
struct PictureInPicturePlanTests {
    private typealias Command = PictureInPicturePlan.Command

    private static let lead = Duration.milliseconds(33)
    private var plan = PictureInPicturePlan()

    private func host(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

    private func anchor(_ seconds: Double, time: Double, rate: Double = 1) -> LineAnchor {
        LineAnchor(hostTime: host(seconds), time: .seconds(time), rate: rate)
    }

    private func course(_ anchor: LineAnchor, range: Range<Duration>? = nil, repeats: Bool = false) -> GroupCourse {
        GroupCourse(
            line: GroupLine(anchor: anchor, range: range, repeats: repeats), destination: nil,
            wantsToPlay: anchor.rate > 0, hasEnded: false, rate: max(anchor.rate, 1), loops: repeats, audible: nil,
            length: .seconds(60), live: [MemberID(1)], isOpen: true)
    }

    private mutating func told(_ course: GroupCourse, at seconds: Double) -> [Command] {
        plan.handle(course, at: host(seconds), lead: Self.lead)
    }

    @Test mutating func `a line that goes on as it did is told once`() {
        let line = anchor(100, time: 5)
        #expect(told(course(line), at: 100) == [.flush, .run(line), .refresh])
        #expect(told(course(line), at: 101) == [])
    }

    @Test(arguments: [(15.0, true), (-3, true), (0.001, false), (-0.001, false)])
    mutating func `a seek drops what is queued, and following a clock does not`(by: Double, flushes: Bool) {
        _ = told(course(anchor(100, time: 5)), at: 100)
        let moved = anchor(110, time: 15 + by)
        #expect(told(course(moved), at: 110) == (flushes ? [.flush, .run(moved)] : [.run(moved)]))
    }

    @Test mutating func `a pause drops what is queued for after it, and is told`() {
        _ = told(course(anchor(100, time: 5)), at: 100)
        let held = LineAnchor.held(at: .seconds(7))
        #expect(told(course(anchor(102, time: 7, rate: 0)), at: 102) == [.flush, .run(held), .refresh])
        #expect(told(course(anchor(102, time: 7, rate: 0)), at: 103) == [])
    }

    @Test mutating func `a rate that begins later is told when it begins, and drops nothing`() {
        _ = told(course(anchor(100, time: 5)), at: 100)
        let coming = anchor(102.1, time: 7.1, rate: 2)
        #expect(told(course(coming), at: 102) == [])
        #expect(told(course(coming), at: 102.08) == [.run(coming)])
    }

    @Test mutating func `a start that is set for later waits at its place, whatever the line did before`() {
        let held = LineAnchor.held(at: .seconds(9))
        _ = told(course(anchor(100, time: 9, rate: 0)), at: 100)
        let coming = anchor(105, time: 9)
        #expect(told(course(coming), at: 101) == [.refresh])
        #expect(told(course(coming), at: 104.98) == [.run(coming)])

        plan = PictureInPicturePlan()
        _ = told(course(anchor(100, time: 5)), at: 100)
        #expect(told(course(coming), at: 102) == [.flush, .run(held)])
        plan = PictureInPicturePlan()
        _ = told(course(anchor(100, time: 5)), at: 100)
        #expect(told(course(anchor(105, time: 11)), at: 102) == [.flush, .run(.held(at: .seconds(11)))])
    }

    @Test mutating func `a line that has come to its end stands there`() {
        let line = course(anchor(100, time: 5), range: .zero ..< .seconds(6))
        _ = told(line, at: 100)
        let end = Duration.seconds(6) - .nanoseconds(1)
        #expect(told(line, at: 101.5) == [.flush, .run(.held(at: end))])
        #expect(told(line, at: 200) == [])
        #expect(PictureInPicturePlan.answer(line, at: host(200)).start == .zero)
    }

    @Test mutating func `each turn of a loop is told, but of short ones only one a second; a pause always`() {
        let long = course(anchor(100, time: 0), range: .zero ..< .seconds(4), repeats: true)
        _ = told(long, at: 100)
        #expect(told(long, at: 103.9) == [])
        #expect(told(long, at: 104.1) == [.refresh])
        #expect(PictureInPicturePlan.answer(long, at: host(104.1)).start == .seconds(4))

        plan = PictureInPicturePlan()
        let short = course(anchor(100, time: 0), range: .zero ..< .seconds(0.25), repeats: true)
        _ = told(short, at: 100)
        let refreshes = (1...400).reduce(into: 0) { count, step in
            if told(short, at: 100 + Double(step) / 100).contains(.refresh) { count += 1 }
        }
        #expect(refreshes == 4)
        var paused = course(anchor(104.05, time: 4.05, rate: 0), range: .zero ..< .seconds(0.25), repeats: true)
        paused.wantsToPlay = false
        #expect(told(paused, at: 104.05).contains(.refresh))
    }

    @Test func `a frame is due by its age before the instant, at the rates of line and video`() {
        let line = anchor(100, time: 10, rate: 2)
        let count = { PictureInPicturePlan.count(at: self.host(101), on: line, age: .milliseconds(30), rate: $0) }
        #expect(count(2) == .seconds(12) - .milliseconds(30))
        #expect(count(1) == .seconds(12) - .milliseconds(60))
        #expect(count(0) == .seconds(12))
    }
}
