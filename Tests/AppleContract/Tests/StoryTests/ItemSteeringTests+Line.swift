import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What a player makes of lines that it is told, while it plays or is on its way.
extension ItemSteeringTests {
    // MARK: Standing

    @Test func `a request of the group is answered although the line that it is for stands still`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.hasData = false
        bench.send(.prepare(Self.still(at: .seconds(5)), at: bench.now, allowsPreview: false, generation: 1))
        bench.forget()
        bench.send(.follow(Self.still(at: .seconds(5)), from: bench.now))
        #expect(bench.done.isEmpty && !bench.steering.isOnLine(at: bench.now))
        bench.send(.sought(token: bench.steering.token, true))
        #expect(bench.reports == [.prepared(generation: 1)] && bench.steering.isOnLine(at: bench.now))
    }

    @Test func `a player on its way to a line that stops goes to where it stops`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.hasData = false
        bench.send(.follow(Self.timeline(from: Self.start), from: bench.now))
        bench.forget()
        bench.send(.follow(Self.still(at: .seconds(5)), from: bench.now))
        #expect(bench.seeks == [.seconds(5) + ItemSteering.aim])
        bench.forget()
        // It makes no difference to what stands whether it is to be heard.
        bench.send(.sound(true))
        #expect(bench.done.isEmpty)
    }

    @Test func `a player that stands is moved only if the line stands elsewhere`() {
        var bench = Self.playing(Self.still(at: .seconds(5)))
        bench.forget()
        bench.send(.follow(Self.still(at: .seconds(5)), from: bench.now))
        #expect(bench.done.isEmpty && bench.reports.isEmpty)
        bench.send(.follow(Self.still(at: .seconds(8)), from: bench.now))
        #expect(bench.seeks == [.seconds(8) + ItemSteering.aim])
    }

    @Test func `a player whose item has failed is not on its line, though that stands still`() {
        var bench = Self.playing(Self.still(at: .seconds(5)))
        #expect(bench.steering.isOnLine(at: bench.now))
        bench.send(.failed(PlaybackError(.decodingFailed, subject: "a.mp4", reason: "broke", cure: "retry")))
        #expect(!bench.steering.isOnLine(at: bench.now))
    }

    @Test func `a player that was stopped from outside is not on its line`() {
        var bench = Self.playing(Self.timeline(from: Self.start))
        bench.send(.stopped(.pausedByApp))
        #expect(bench.reports.last == .moved && !bench.steering.isOnLine(at: bench.now))
    }

    @Test func `a player that stalls shortly before its end is not on its line after it`() {
        var bench = Self.playing(Self.turns(), canCompose: false)
        bench.pass(.milliseconds(3_900))
        bench.send(.stopped(.stalled))
        #expect(!bench.steering.isOnLine(at: Self.start.advanced(by: .seconds(5))))
    }

    // MARK: Another line

    /// Milliseconds by which the line jumps.
    @Test(arguments: [(499, false), (500, true), (-499, false), (-500, true)])
    func `a line that jumps by half a second or more is joined with a seek`(jump: Int, seeks: Bool) {
        var timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.pass(.seconds(10))
        bench.forget()
        timeline.line.anchor.time += .milliseconds(jump)
        bench.send(.follow(timeline, from: bench.now))
        #expect(bench.seeks.isEmpty != seeks)
    }

    /// An anchor may cost a picture.
    @Test(arguments: [true, false])
    func `a line of which only the end is another keeps its anchor`(hasRange: Bool) {
        var timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.forget()
        if hasRange { timeline.line.range = .zero ..< .seconds(30) } else { timeline.map.end = .blank }
        bench.send(.follow(timeline, from: bench.now))
        bench.pass(.seconds(1))
        if hasRange { timeline.line.range = .zero ..< .seconds(20) } else { timeline.map.end = .hold }
        bench.send(.follow(timeline, from: bench.now))
        #expect(bench.done.isEmpty)
        #expect(bench.steering.run?.end == Self.start.advanced(by: hasRange ? .seconds(20) : .seconds(60)))
    }

    /// Nanoseconds by which the line is elsewhere.
    @Test(arguments: [(999, false), (1_000, true), (-999, false), (-1_000, true)])
    func `a line that is laid out anew and corrected is anchored anew`(error: Int, isAnchored: Bool) {
        var timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.pass(.seconds(1))
        bench.forget()
        timeline.line.anchor.time += .nanoseconds(error)
        timeline.line.range = .zero ..< .seconds(30)
        bench.send(.follow(timeline, from: bench.now))
        #expect(bench.done.isEmpty != isAnchored)
    }

    @Test func `a line that is laid out anew and faster is anchored anew`() {
        var timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.pass(.seconds(1))
        bench.forget()
        timeline.line.anchor = LineAnchor(hostTime: bench.now, time: .seconds(1), rate: 2)
        timeline.line.range = .zero ..< .seconds(30)
        bench.send(.follow(timeline, from: bench.now))
        #expect(bench.done == [.anchor(rate: 2, itemTime: .seconds(1) + ItemSteering.aim, host: bench.now)])
    }

    @Test func `a line that is laid out anew and begins earlier is anchored anew`() {
        var timeline = Self.timeline(from: Self.start)
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now.advanced(by: .seconds(1))))
        bench.forget()
        timeline.line.range = .zero ..< .seconds(30)
        let host = bench.now.advanced(by: .milliseconds(500))
        bench.send(.follow(timeline, from: host))
        #expect(bench.done == [.anchor(rate: 1, itemTime: Self.place(host), host: host)])
    }

    @Test func `a line that goes on beyond the item takes another item`() {
        var timeline = Self.timeline(from: Self.start)
        timeline.map.range = .zero ..< .seconds(10)
        var bench = Self.playing(timeline)
        bench.pass(.seconds(1))
        bench.forget()
        timeline.map.range = .zero ..< .seconds(20)
        bench.send(.follow(timeline, from: bench.now))
        #expect(bench.steering.plan == .whole(end: .seconds(20)) && !bench.seeks.isEmpty)
    }

    // MARK: Pictures

    @Test func `a player that has yet to start shows where it stands`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now.advanced(by: .seconds(1))))
        // It runs up to its anchor, or is paused there.
        #expect(bench.steering.itemTime(of: timeline, at: bench.now) != nil)
        #expect(bench.steering.itemTime(of: Self.still(at: .seconds(1)), at: bench.now) != nil)
        #expect(bench.steering.itemTime(of: Self.still(at: .seconds(3)), at: bench.now) == nil)
        bench.pass(.seconds(2))
        #expect(bench.steering.itemTime(of: timeline, at: bench.now) != nil)
        #expect(bench.steering.itemTime(of: Self.still(at: .seconds(1)), at: bench.now) == nil)
    }

    @Test func `a player that nobody has said to be at its end shows its last picture`() {
        let timeline = Self.timeline(from: Self.start, seconds: 4)
        var bench = Self.playing(timeline)
        bench.pass(.seconds(5))
        #expect(bench.steering.itemTime(of: timeline, at: bench.now) == .seconds(4) - .nanoseconds(1))
    }

    /// Milliseconds between what is asked for and where the player is.
    @Test(arguments: [(49, true), (50, false), (-49, true), (-50, false), (1_000, false), (-1_000, false)])
    func `a picture is asked for only of a player that is near it`(error: Int, isThere: Bool) {
        var timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.pass(.seconds(10))
        timeline.line.anchor.time += .milliseconds(error)
        #expect((bench.steering.itemTime(of: timeline, at: bench.now) != nil) == isThere)
    }

    // MARK: Sound

    @Test func `a player that plays changes its sound with the next line, and not before`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.forget()
        bench.send(.sound(true))
        #expect(bench.done.isEmpty)
        bench.send(.follow(timeline, from: bench.now))
        #expect(bench.steering.hasSound && !bench.seeks.isEmpty)
    }

    @Test func `a request that takes another item for its sound is answered`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.send(.sound(true))
        bench.forget()
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2))
        #expect(bench.reports == [.prepared(generation: 2)] && bench.steering.hasSound)
    }

    @Test func `a player that is on its way is not held up by a sound that it has`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.hasData = false
        bench.send(.follow(Self.timeline(from: Self.start), from: bench.now))
        bench.forget()
        bench.send(.sound(false))
        #expect(bench.done.isEmpty)
    }

    /// The group hears of an interruption by itself, and decides.
    @Test(arguments: [true, false])
    func `a player that the system stops plays on by itself if nobody hears it`(isHeard: Bool) {
        var bench = Self.playing(Self.timeline(from: Self.start), sound: isHeard)
        bench.send(.stopped(.bySystem))
        bench.pass(ItemSteering.firstPatience)
        bench.send(.time)
        #expect((bench.steering.run != nil) == !isHeard)
    }
}
