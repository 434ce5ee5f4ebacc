import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What a player does at the end of its video or its line, and before it goes on.
extension ItemSteeringTests {
    private var seconds10: HostTime { Self.start.advanced(by: .seconds(10)) }

    /// A player that stands at its end, four seconds into a turn of ten.
    private func ended() -> Bench {
        var bench = Self.playing(Self.turns(), canCompose: false)
        bench.pass(.seconds(4))
        bench.forget()
        bench.send(.stopped(.endOfItem))
        return bench
    }

    @Test func `a player that has come to its end is paused, and stands there until the next turn is due`() {
        var bench = ended()
        #expect(bench.done == [.pause] && bench.steering.hasEnded)
        #expect(bench.steering.nextStart == seconds10 && bench.wakes == [seconds10.advanced(by: .milliseconds(-500))])
        bench.pass(.seconds(5))
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty)
    }

    @Test func `the next turn is prepared once, and begins on time`() {
        var bench = ended()
        bench.pass(.milliseconds(5_500))
        bench.hasData = false
        bench.forget()
        bench.send(.time)
        #expect(bench.seeks == [ItemSteering.aim])
        bench.forget()
        bench.pass(.milliseconds(50))
        bench.send(.time)
        #expect(bench.done.isEmpty)
        bench.send(.sought(token: bench.steering.token, true))
        // Its last picture is due until then.
        #expect(bench.steering.isPoised(for: seconds10))
        #expect(bench.steering.itemTime(of: Self.turns(), at: bench.now) == .seconds(4) - .nanoseconds(1))
        bench.pass(.milliseconds(50))
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty && bench.reports.isEmpty)
        bench.pass(.milliseconds(350))
        bench.send(.time)
        #expect(bench.steering.run?.host == seconds10)
    }

    @Test func `a player that is woken too late for its turn begins at once`() {
        var bench = ended()
        bench.pass(.milliseconds(5_500))
        bench.send(.time)
        bench.pass(.milliseconds(700))
        bench.send(.time)
        #expect(bench.steering.run?.host == bench.now)
    }

    @Test func `a player that is ready too late for its turn is not interrupted once it plays`() {
        var bench = ended()
        bench.pass(.milliseconds(5_500))
        bench.hasData = false
        bench.send(.time)
        bench.pass(.milliseconds(450))
        bench.forget()
        // What is being sought is for this turn.
        bench.send(.time)
        #expect(bench.done.isEmpty)
        bench.send(.sought(token: bench.steering.token, true))
        #expect(bench.steering.run?.host == bench.now.advanced(by: bench.steering.lead))
        bench.pass(.milliseconds(10))
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty && bench.steering.run != nil)
    }

    /// Milliseconds of the video, which states four seconds.
    @Test(arguments: [3_900, 2_000])
    func `a video that ends before its time waits for the next turn as well`(length: Int) {
        var bench = Self.playing(Self.turns(), canCompose: false)
        bench.pass(.milliseconds(length))
        bench.send(.stopped(.endOfItem))
        #expect(bench.steering.nextStart == seconds10)
    }

    @Test func `a turn that is under way by a line that is told anew is not begun again`() {
        var bench = ended()
        bench.pass(.milliseconds(5_500))
        bench.send(.time)
        var timeline = Self.turns()
        timeline.line.anchor.time = .seconds(1)
        bench.send(.follow(timeline, from: bench.now))
        #expect(bench.steering.run?.host == bench.now)
        bench.pass(.milliseconds(450))
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty)
    }

    @Test func `a player that the group has placed elsewhere does not begin a turn`() {
        var bench = ended()
        bench.pass(.seconds(5))
        bench.send(.prepare(Self.still(at: .seconds(2)), at: bench.now, allowsPreview: false, generation: 2))
        bench.pass(.milliseconds(950))
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty && bench.steering.run == nil)
    }

    @Test func `a turn that is heard of exactly at its beginning begins at once`() {
        var bench = Self.playing(Self.turns(every: .seconds(4)), canCompose: false)
        #expect(bench.steering.run?.end == Self.start.advanced(by: .seconds(4)))
        bench.pass(.seconds(4))
        bench.send(.stopped(.endOfItem))
        #expect(bench.steering.run?.host == bench.now.advanced(by: ItemSteering.firstMargin))
    }

    @Test func `a video that starts later in each turn keeps its last picture until the turn is over`() {
        var bench = Self.playing(Self.turns(map: TimeMap(offset: .seconds(-2))), canCompose: false)
        bench.pass(.milliseconds(1_900))
        bench.send(.time)
        #expect(bench.steering.run?.host == Self.start.advanced(by: .seconds(2)))
        bench.pass(.milliseconds(4_100))
        bench.forget()
        bench.send(.stopped(.endOfItem))
        #expect(bench.done == [.pause] && bench.steering.nextStart == seconds10)
    }

    @Test func `a video that is shorter than its turn plays to its end by itself`() {
        var bench = Self.playing(Self.turns(), canCompose: false)
        bench.pass(.seconds(4))
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty && bench.steering.run != nil && bench.steering.nextStart == seconds10)
        #expect(bench.wakes.count == 1)
        bench.pass(.milliseconds(200))
        bench.send(.time)
        #expect(bench.wakes.count == 1)
    }

    @Test func `a player stands still at the end of the group`() {
        var timeline = Self.timeline(from: Self.start)
        timeline.line.range = .zero ..< .seconds(4)
        var bench = Self.playing(timeline)
        let end = Self.start.advanced(by: .seconds(4))
        #expect(bench.wakes.contains(end))
        bench.now = end
        bench.forget()
        bench.send(.time)
        #expect(bench.done.first == .pause && bench.seeks.count == 1 && bench.steering.run == nil)
    }

    /// Seconds from one turn of the new line to the next, and until this turn is over.
    @Test(arguments: [(10, 4), (3, 3)])
    func `turns that are laid out anew are played to the end of this one`(length: Int, end: Int) {
        var bench = Self.playing(Self.turns(every: .seconds(4)))
        bench.pass(.seconds(1))
        bench.forget()
        bench.send(.follow(Self.turns(every: .seconds(length)), from: bench.now))
        #expect(bench.seeks.isEmpty && bench.steering.run?.end == Self.start.advanced(by: .seconds(end)))
        bench.now = Self.start.advanced(by: .seconds(end))
        bench.forget()
        bench.send(.time)
        // The item goes on with a turn that is not due.
        #expect(bench.done.first == .pause)
    }

    @Test func `only an item of turns that go on asks for another player, in time`() {
        let end = Self.playing(Self.turns(every: .seconds(4))).steering.run?.end
        let turns = Self.playing(Self.turns(every: .seconds(4))).done
        #expect(end != nil && turns.last == end.map { .relieve(by: $0) })
        let whole = Self.playing(Self.timeline(from: Self.start)).done
        #expect(!whole.contains { if case .relieve = $0 { true } else { false } })
    }

    @Test func `a stream goes back where the group starts again`() {
        var timeline = Self.timeline(from: Self.start)
        (timeline.line.range, timeline.line.repeats) = (.zero ..< .seconds(4), true)
        let bench = Self.playing(timeline, canCompose: false)
        #expect(bench.steering.run?.end == Self.start.advanced(by: .seconds(4)))
    }

    @Test func `a player whose beginning is put off goes back and waits for it`() {
        var bench = Self.playing(Self.timeline(from: Self.start))
        bench.pass(.milliseconds(200))
        var later = Self.timeline(from: Self.start)
        later.map.offset = .milliseconds(-400)
        bench.forget()
        bench.send(.follow(later, from: bench.now))
        #expect(bench.done.first == .pause && bench.seeks == [ItemSteering.aim])
        #expect(bench.steering.nextStart == Self.start.advanced(by: .milliseconds(400)))
    }

    /// Microseconds by which the line is elsewhere.
    @Test(arguments: [(0, true), (9, true), (-9, true), (10, false), (-10, false), (1_000, false), (-1_000, false)])
    func `a player stands ready for an instant if it stands within its frame`(error: Int, isReady: Bool) {
        var bench = Self.playing(Self.timeline(from: Self.start))
        bench.steering.step = .poised(at: .seconds(10) + ItemSteering.aim, isPrerolled: true)
        #expect(bench.steering.isPoised(for: seconds10.advanced(by: .microseconds(error))) == isReady)
    }
}
