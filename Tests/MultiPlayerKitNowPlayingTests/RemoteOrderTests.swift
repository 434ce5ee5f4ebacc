import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitNowPlaying

/// What becomes of what someone asks for from outside.
@Suite struct RemoteOrderTests {
    private let now = HostTime(nanoseconds: 1_000_000_000_000)

    private func course(_ change: (inout GroupCourse) -> Void = { _ in }) -> GroupCourse {
        var course = GroupCourse(
            line: GroupLine(anchor: .held(at: .seconds(20)), range: .zero..<Duration.seconds(60)), destination: nil,
            wantsToPlay: false, hasEnded: false, rate: 1, loops: false, audible: nil, length: .seconds(60),
            live: [MemberID(1)], isOpen: true)
        change(&course)
        return course
    }

    @Test(arguments: [.play, .pause, .toggle, .move(to: 1), .skip(by: 1), .rate(1)] as [RemoteOrder])
    func `where there is nothing to play, there is no such content`(order: RemoteOrder) {
        #expect(order.answer(course { $0.live = [] }, at: now) == .noSuchContent)
    }

    @Test func `one button plays and pauses`() {
        #expect(RemoteOrder.toggle.answer(course(), at: now) == .obey(.play))
        #expect(RemoteOrder.toggle.answer(course { $0.wantsToPlay = true }, at: now) == .obey(.pause))
        // What has ended begins again.
        let over = course { ($0.wantsToPlay, $0.hasEnded) = (true, true) }
        #expect(RemoteOrder.toggle.answer(over, at: now) == .obey(.play))
        #expect(RemoteOrder.play.answer(course(), at: now) == .obey(.play))
        #expect(RemoteOrder.pause.answer(course(), at: now) == .obey(.pause))
    }

    @Test func `a position is within the length, and needs one`() {
        #expect(RemoteOrder.move(to: 12.5).answer(course(), at: now) == .obey(.seek(.milliseconds(12_500))))
        #expect(RemoteOrder.move(to: 60.4).answer(course(), at: now) == .obey(.seek(.seconds(60))))
        let endless = course { ($0.length, $0.line.range) = (nil, nil) }
        #expect(RemoteOrder.move(to: 12.5).answer(endless, at: now) == .failed)
        for nonsense in [-1, Double.nan, .infinity] {
            #expect(RemoteOrder.move(to: nonsense).answer(course(), at: now) == .failed)
        }
    }

    @Test func `skips go on from where the one before leads, and stay inside`() {
        #expect(RemoteOrder.skip(by: 15).answer(course(), at: now) == .obey(.seek(.seconds(35))))
        let onTheWay = course { $0.destination = .seconds(35) }
        #expect(RemoteOrder.skip(by: 15).answer(onTheWay, at: now) == .obey(.seek(.seconds(50))))
        #expect(RemoteOrder.skip(by: 99).answer(course(), at: now) == .obey(.seek(.seconds(60))))
        #expect(RemoteOrder.skip(by: -99).answer(course(), at: now) == .obey(.seek(.zero)))
        let endless = course { ($0.length, $0.line.range) = (nil, nil) }
        #expect(RemoteOrder.skip(by: 99).answer(endless, at: now) == .obey(.seek(.seconds(119))))
        #expect(RemoteOrder.skip(by: .nan).answer(course(), at: now) == .failed)
    }

    @Test func `a rate is a speed`() {
        #expect(RemoteOrder.rate(1.5).answer(course(), at: now) == .obey(.rate(1.5)))
        for nonsense in [0, -1, Double.nan, .infinity] {
            #expect(RemoteOrder.rate(nonsense).answer(course(), at: now) == .failed)
        }
    }
}
