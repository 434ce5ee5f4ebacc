import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitNowPlaying

/// What is told of a course, and when.
@Suite struct NowPlayingPlanTests {
    private typealias Info = NowPlayingPlan.Info

    private let start = HostTime(nanoseconds: 1_000_000_000_000)

    /// A group of one member of a minute, which stands at its beginning.
    private func course(_ change: (inout GroupCourse) -> Void = { _ in }) -> GroupCourse {
        var course = GroupCourse(
            line: GroupLine(anchor: .held(at: .zero), range: .zero..<Duration.seconds(60)), destination: nil,
            wantsToPlay: false, hasEnded: false, rate: 1, loops: false, audible: nil, length: .seconds(60),
            live: [MemberID(1)], isOpen: true)
        change(&course)
        return course
    }

    private func moving(from time: Duration, at host: HostTime, rate: Double = 1, repeats: Bool = false) -> GroupCourse
    {
        course {
            $0.wantsToPlay = true
            $0.rate = rate
            $0.loops = repeats
            $0.line.anchor = LineAnchor(hostTime: host, time: time, rate: rate)
            $0.line.repeats = repeats
        }
    }

    private func after(_ duration: Duration) -> HostTime { start.advanced(by: duration) }

    private func shown(_ commands: [NowPlayingPlan.Command]) -> [Info?] {
        commands.compactMap { if case .show(let info) = $0 { .some(info) } else { nil } }
    }

    private func wakes(_ commands: [NowPlayingPlan.Command]) -> [HostTime] {
        commands.compactMap { if case .wake(let host) = $0 { host } else { nil } }
    }

    // MARK: What is there

    @Test func `where there is nothing to play, nothing is shown and nothing offered`() {
        var plan = NowPlayingPlan()
        let empty = course {
            $0.live = []
            $0.length = nil
            $0.isOpen = false
        }
        #expect(
            plan.handle(empty, at: start) == [.offer(.init(isPlayable: false, hasLength: false)), .show(nil)])
        #expect(plan.handle(empty, at: after(.seconds(1))) == [])
        #expect(plan.handle(course(), at: after(.seconds(2))).first == .offer(.init(isPlayable: true, hasLength: true)))
        // A range may be left from before.
        var gone = course()
        gone.live = []
        #expect(
            plan.handle(gone, at: after(.seconds(3))) == [
                .offer(.init(isPlayable: false, hasLength: false)), .show(nil),
            ])
    }

    @Test func `a video that is being opened is shown, without a length`() {
        var plan = NowPlayingPlan()
        let opening = course {
            $0.length = nil
            $0.line.range = nil
            $0.isOpen = false
        }
        let commands = plan.handle(opening, at: start)
        #expect(commands.first == .offer(.init(isPlayable: true, hasLength: false)))
        #expect(shown(commands).first??.duration == nil && shown(commands).first??.isEndless == false)
        let commandsAfter = plan.handle(course(), at: after(.seconds(1)))
        #expect(commandsAfter.first == .offer(.init(isPlayable: true, hasLength: true)))
        #expect(shown(commandsAfter).first??.duration == .seconds(60))
    }

    @Test func `what has no end is shown as without one`() {
        var plan = NowPlayingPlan()
        let endless = course {
            $0.length = nil
            $0.line.range = nil
        }
        let info = shown(plan.handle(endless, at: start)).first ?? nil
        #expect(info?.isEndless == true && info?.duration == nil)
        // A part of it that was set has an end.
        var part = endless
        part.line.range = .seconds(10)..<Duration.seconds(20)
        let commands = plan.handle(part, at: start)
        #expect(shown(commands).first??.isEndless == false && shown(commands).first??.duration == .seconds(20))
        #expect(commands.first == .offer(.init(isPlayable: true, hasLength: true)))
    }

    @Test func `the length is the longest member's, and longer only where what is played goes past it`() {
        var within = course()
        within.line.range = .seconds(10)..<Duration.seconds(20)
        #expect(within.duration == .seconds(60))
        within.line.range = .seconds(10)..<Duration.seconds(80)
        #expect(within.duration == .seconds(80))
    }

    // MARK: Changes

    @Test func `a start that is set is told when it comes, and from where it starts`() {
        var plan = NowPlayingPlan()
        _ = plan.handle(course(), at: start)
        let host = after(.milliseconds(300))
        let course = moving(from: .seconds(5), at: host)
        let before = plan.handle(course, at: after(.milliseconds(100)))
        #expect(shown(before).map { $0?.elapsed } == [.seconds(5)] && shown(before).map { $0?.rate } == [0])
        #expect(shown(before).map { $0?.isPlaying } == [true] && wakes(before) == [host])
        let begun = plan.handle(course, at: host.advanced(by: .milliseconds(2)))
        #expect(shown(begun).map { $0?.elapsed } == [.milliseconds(5_002)] && shown(begun).map { $0?.rate } == [1])
    }

    @Test func `what moves as it was told is not told again, whoever looks`() {
        var plan = NowPlayingPlan()
        let course = moving(from: .seconds(5), at: start)
        #expect(shown(plan.handle(course, at: start)).count == 1)
        for second in 1...50 { #expect(plan.handle(course, at: after(.seconds(second))) == []) }
    }

    @Test func `a sound device's clock is told in minutes, not each second`() {
        var plan = NowPlayingPlan()
        var course = moving(from: .zero, at: start)
        course.length = .seconds(100_000)
        course.line.range = .zero..<Duration.seconds(100_000)
        _ = plan.handle(course, at: start)
        var told: [Int] = []
        for second in 1...1_200 {
            let now = after(.seconds(second))
            course.line = course.line.continued(at: now, rate: 1.0001)
            if let info = shown(plan.handle(course, at: now)).first {
                told.append(second)
                #expect(info?.elapsed == course.line.time(at: now) && info?.rate == 1)
            }
        }
        #expect(told.count == 2 && told.allSatisfy { $0 % 500 < 5 }, "\(told)")
    }

    @Test func `another rate is told when it takes effect, and until then what goes on is left alone`() {
        var plan = NowPlayingPlan()
        _ = plan.handle(moving(from: .zero, at: start), at: start)
        let (now, host) = (after(.seconds(10)), after(.milliseconds(10_300)))
        let course = moving(from: .milliseconds(10_300), at: host, rate: 2)
        let asked = plan.handle(course, at: now)
        #expect(shown(asked).allSatisfy { $0?.rate == 1 && $0?.elapsed == .seconds(10) } && wakes(asked) == [host])
        let done = shown(plan.handle(course, at: host))
        #expect(done.map { $0?.elapsed } == [.milliseconds(10_300)] && done.map { $0?.rate } == [2])
        #expect(done.map { $0?.defaultRate } == [2])
    }

    @Test func `a seek that has pictures at once does not move on until the line does`() {
        var plan = NowPlayingPlan()
        _ = plan.handle(moving(from: .zero, at: start), at: start)
        let host = after(.milliseconds(10_300))
        let info = shown(plan.handle(moving(from: .seconds(40), at: host), at: after(.seconds(10)))).first ?? nil
        #expect(info?.elapsed == .seconds(40) && info?.rate == 0)
    }

    @Test func `a seek is shown where it leads, from the beginning`() {
        var plan = NowPlayingPlan()
        _ = plan.handle(moving(from: .zero, at: start), at: start)
        var course = moving(from: .seconds(10), at: after(.seconds(10)), rate: 0)
        (course.rate, course.destination) = (1, .seconds(40))
        let info = shown(plan.handle(course, at: after(.seconds(10)))).first ?? nil
        #expect(info?.elapsed == .seconds(40) && info?.rate == 0 && info?.isPlaying == true)
    }

    @Test func `a step of one frame is told while the group stands still`() {
        var plan = NowPlayingPlan()
        _ = plan.handle(course { $0.line.anchor.time = .seconds(4) }, at: start)
        let step = course { $0.line.anchor.time = .seconds(4) + .nanoseconds(16_666_667) }
        #expect(shown(plan.handle(step, at: start)).count == 1)
    }

    @Test func `the end is told, and nothing moves after it`() {
        var plan = NowPlayingPlan()
        var course = moving(from: .zero, at: start)
        _ = plan.handle(course, at: start)
        course.hasEnded = true
        let info = shown(plan.handle(course, at: after(.seconds(60)))).first ?? nil
        #expect(info?.rate == 0 && info?.isPlaying == false && info?.elapsed == .seconds(60) - .nanoseconds(1))
        #expect(plan.handle(course, at: after(.seconds(600))) == [])
    }

    @Test func `another title is told with the time of that moment`() {
        var plan = NowPlayingPlan()
        let course = moving(from: .zero, at: start)
        _ = plan.handle(course, at: start)
        let info = shown(plan.handle(course, at: after(.seconds(7)), anew: true)).first ?? nil
        #expect(info?.elapsed == .seconds(7) && info?.rate == 1)
    }

    // MARK: Loops

    @Test(arguments: [0.5, 1, 3]) func `each turn of a loop is told when it begins, for hours`(rate: Double) throws {
        var plan = NowPlayingPlan()
        var course = moving(from: .seconds(5), at: start, rate: rate, repeats: true)
        course.line.range = .seconds(2)..<Duration.seconds(12)
        var next = wakes(plan.handle(course, at: start))
        for turn in 1...1_000 {
            let now = try #require(next.first)
            #expect(next.count == 1 && course.line.position(at: now).turn == turn)
            let commands = plan.handle(course, at: now)
            let elapsed = try #require(shown(commands).first??.elapsed)
            #expect(shown(commands).count == 1 && elapsed - .seconds(2) < .nanoseconds(10) && elapsed >= .seconds(2))
            next = wakes(commands)
        }
    }

    @Test func `a loop is told on its way in as well`() {
        var plan = NowPlayingPlan()
        var course = moving(from: .zero, at: start, repeats: true)
        course.line.range = .seconds(20)..<Duration.seconds(30)
        #expect(wakes(plan.handle(course, at: start)) == [after(.seconds(30))])
    }

    @Test func `a loop that nobody can read is told once a second`() {
        var plan = NowPlayingPlan()
        var course = moving(from: .zero, at: start, repeats: true)
        course.line.range = .zero..<Duration.milliseconds(70)
        var wake = wakes(plan.handle(course, at: start)).first
        var count = 0
        while let now = wake, now < after(.seconds(10)) {
            count += 1
            wake = wakes(plan.handle(course, at: now)).first
        }
        #expect(count == 9)
    }

    @Test func `an early wake-up asks for another`() {
        var plan = NowPlayingPlan()
        let host = after(.milliseconds(300))
        let course = moving(from: .seconds(5), at: host)
        _ = plan.handle(course, at: start)
        #expect(plan.handle(course, at: host.advanced(by: .microseconds(-500))) == [.wake(at: host)])
    }
}
