import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

/// What is told to a floating window that asks late, or of a group that stands.
struct PictureInPictureNewsTests {
    private var plan = PictureInPicturePlan()

    private func host(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64((seconds * 1e9).rounded())) }

    private mutating func told(_ anchor: LineAnchor, loop: Double? = nil, at now: Double)
        -> [PictureInPicturePlan.Command]
    {
        let course = GroupCourse(
            line: GroupLine(
                anchor: anchor, range: loop.map { .zero ..< .seconds($0) }, repeats: loop != nil),
            destination: nil, wantsToPlay: anchor.rate > 0, hasEnded: false, rate: max(anchor.rate, 1),
            loops: loop != nil, audible: nil, length: .seconds(60), live: [MemberID(1)], isOpen: true)
        return plan.handle(course, at: host(now), lead: .milliseconds(33))
    }

    private func anchor(_ seconds: Double, time: Double, rate: Double = 1) -> LineAnchor {
        LineAnchor(hostTime: host(seconds), time: .seconds(time), rate: rate)
    }

    @Test(arguments: [(0.007, false), (0.01, true), (-0.007, false), (-0.01, true)])
    mutating func `a move by more than half a frame drops what is queued`(by: Double, flushes: Bool) {
        _ = told(anchor(100, time: 5), at: 100)
        #expect(told(anchor(110, time: 15 + by), at: 110).contains(.flush) == flushes)
    }

    @Test mutating func `a change that is seen late drops what was queued since`() {
        _ = told(anchor(100, time: 5), at: 100)
        let slow = anchor(101, time: 6, rate: 0.5)
        #expect(told(slow, at: 103) == [.flush, .run(slow)])
    }

    @Test mutating func `a start that is set for later shows its very frame until then`() {
        _ = told(anchor(100, time: 9.005, rate: 0), at: 100)
        #expect(told(anchor(105, time: 9), at: 101).contains(.run(.held(at: .seconds(9)))))
    }

    @Test mutating func `of a group that stands each move to another turn is told, however soon`() {
        _ = told(anchor(100, time: 10, rate: 0), loop: 4, at: 100)
        #expect(told(anchor(100.5, time: 2, rate: 0), loop: 4, at: 100.5).contains(.refresh))
    }

    @Test mutating func `a start that comes is known until the window follows it`() {
        _ = told(anchor(100, time: 9, rate: 0), at: 100)
        #expect(plan.start == nil)
        for now in [101.0, 102] {
            _ = told(anchor(105, time: 9), at: now)
            #expect(plan.start == host(105))
        }
        _ = told(anchor(105, time: 9), at: 104.98)
        #expect(plan.start == nil)
    }
}
