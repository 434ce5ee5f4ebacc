import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Data that come late, decoders that are taken, and answers that do not come.
extension ItemSteeringTests {
    private func seeks(_ bench: Bench) -> Int {
        bench.done.count { if case .seek = $0 { true } else { false } }
    }

    private static let fault = PlaybackError(.decodingFailed, subject: "a.mp4", reason: "broke", cure: "retry")

    // MARK: Data

    @Test func `a request of the group that had to wait for data is answered without another seek`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now)
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.hasData = false
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.pass(ItemSteering.answerPatience)
        bench.send(.time)
        #expect(bench.reports == [.stalled])
        bench.done = []
        bench.send(.sought(token: bench.steering.token, true))
        #expect(seeks(bench) == 0 && bench.reports.last == .prepared(generation: 1))
    }

    /// Whether the group waits for the player, or it rejoins the line by itself.
    @Test(arguments: [true, false])
    func `a preroll that had to wait for data is the last step only if the line has waited too`(isAsked: Bool) {
        var bench = Bench()
        let start = bench.now
        let timeline = Self.timeline(from: start)
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.prerolls = false
        if isAsked {
            bench.send(.prepare(timeline, at: start, allowsPreview: false, generation: 1))
        } else {
            bench.send(.follow(timeline, from: start))
        }
        #expect(seeks(bench) == 1)
        bench.hasData = false
        bench.pass(ItemSteering.answerPatience)
        bench.send(.time)
        #expect(bench.reports == [.stalled])
        let token = bench.steering.token
        bench.pass(.seconds(10))
        bench.hasData = true
        bench.done = []
        bench.send(.prerolled(token: token, true))
        if isAsked {
            #expect(bench.done.isEmpty && bench.reports.last == .prepared(generation: 1))
        } else {
            let host = bench.now.advanced(by: ItemSteering.firstMargin)
            let place = start.duration(to: host) + ItemSteering.aim
            #expect(bench.done.contains(.seek(to: place, isExact: true, token: token + 1)))
        }
    }

    /// Seconds between two failures of a network that is back each time: the first pauses are forgotten after sixteen.
    @Test(arguments: [(10, 6), (16, 6), (17, 20)])
    func `a network that fails again and again is given up, and one that fails now and then is not`(
        seconds: Int, attempts: Int
    ) {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now, seconds: 3_600)
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        for attempt in 0..<20 {
            bench.done = []
            bench.send(.disconnected(Self.fault))
            #expect(bench.reports.contains(.failed(Self.fault, generation: 1)) == (attempt >= attempts), "\(attempt)")
            guard let reopenAt = bench.steering.reopenAt else { break }
            #expect(bench.done == [.pause])
            bench.now = reopenAt
            bench.send(.time)
            #expect(bench.steering.arrivedAt == bench.now && bench.steering.run != nil)
            bench.pass(.seconds(seconds))
        }
    }

    @Test func `only a player that stands ready is stopped when it is set going from outside`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now)
        bench.send(.opened(canCompose: true))
        // It has no item of this video yet.
        bench.send(.setGoing)
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.reports = []
        bench.done = []
        bench.send(.setGoing)
        #expect(bench.done == [.pause] && bench.reports == [.moved])
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2))
        bench.send(.follow(timeline, from: bench.now))
        bench.reports = []
        bench.done = []
        bench.send(.setGoing)
        #expect(bench.done.isEmpty && bench.reports.isEmpty && bench.steering.run != nil)
        bench.send(.failed(Self.fault))
        bench.reports = []
        bench.send(.setGoing)
        #expect(bench.done.isEmpty && bench.reports.isEmpty)
    }

    @Test func `a player that gives its item back while it waits for data says once that it is back`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now)
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.send(.decode(DecodeGrant(.full)))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        bench.reports = []
        bench.send(.stopped(.stalled))
        for tier in [DecodeTier.still, .poster] { bench.send(.decode(DecodeGrant(tier))) }
        #expect(bench.reports == [.stalled, .resumed])
    }

    // MARK: Coming back

    @Test func `a player that has stalled says once that it plays again, each time`() {
        var bench = Self.playing(Self.timeline(from: Self.start))
        bench.forget()
        for _ in 1...2 {
            bench.send(.stopped(.stalled))
            bench.pass(ItemSteering.firstPatience)
            bench.send(.time)
        }
        #expect(bench.reports == [.stalled, .resumed, .stalled, .resumed])
    }

    @Test func `a player that waits for data says so once`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.hasData = false
        bench.send(.prepare(Self.timeline(from: bench.now), at: bench.now, allowsPreview: false, generation: 1))
        bench.pass(ItemSteering.answerPatience)
        for _ in 1...3 {
            bench.send(.time)
            bench.pass(ItemSteering.firstPatience)
        }
        #expect(bench.reports == [.stalled])
    }

    @Test func `the pauses between two tries become longer up to four seconds, and are short again after a success`()
        throws
    {
        var bench = Self.playing(Self.timeline(from: Self.start, seconds: 600))
        bench.send(.stopped(.stalled))
        bench.hasData = false
        var pauses: [Duration] = []
        for _ in 1...6 {
            let retry = try #require(bench.steering.retryAt)
            pauses.append(bench.now.duration(to: retry))
            bench.now = retry
            bench.send(.time)
            for _ in 0...ItemSteering.mostRetries { bench.send(.sought(token: bench.steering.token, false)) }
        }
        #expect(pauses == [250, 500, 1_000, 2_000, 4_000, 4_000].map { .milliseconds($0) })
        bench.hasData = true
        bench.now = try #require(bench.steering.retryAt)
        bench.send(.time)
        bench.send(.stopped(.stalled))
        #expect(bench.steering.retryAt == bench.now.advanced(by: .milliseconds(250)))
    }

    /// Milliseconds until the player stands where the line was to be after a quarter of a second, and how far ahead it
    /// aims the next time.
    @Test(arguments: [(50, 250), (150, 250), (300, 650), (3_000, 2_000)])
    func `a player that was late aims further ahead the next time`(late: Int, ahead: Int) {
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.hasData = false
        bench.send(.follow(Self.timeline(from: Self.start), from: bench.now))
        bench.pass(.milliseconds(late))
        bench.send(.sought(token: bench.steering.token, true))
        let host = max(bench.now.advanced(by: bench.steering.lead), Self.start.advanced(by: .milliseconds(250)))
        #expect(bench.steering.run?.host == host)
        bench.send(.stopped(.stalled))
        bench.pass(ItemSteering.firstPatience)
        bench.forget()
        bench.send(.time)
        #expect(bench.seeks == [Self.place(bench.now.advanced(by: .milliseconds(ahead)))])
    }

    @Test func `a preroll that another request overtakes is cancelled first`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now)
        bench.send(.opened(canCompose: true))
        bench.prerolls = false
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.forget()
        bench.send(.prepare(timeline, at: bench.now.advanced(by: .seconds(5)), allowsPreview: false, generation: 2))
        #expect(bench.done.first == .cancelPreroll && bench.done.count == 3)
    }

    @Test func `a request of the group is not overtaken by what the player was to do by itself`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.send(.stopped(.stalled))
        bench.hasData = false
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2))
        bench.pass(ItemSteering.firstPatience)
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty)
        bench.send(.sought(token: bench.steering.token, true))
        #expect(bench.reports == [.prepared(generation: 2)])
    }

    @Test func `a player that has stalled is left alone once the line stands still`() {
        var bench = Self.playing(Self.timeline(from: Self.start))
        bench.send(.stopped(.stalled))
        bench.send(.follow(Self.still(at: .seconds(5)), from: bench.now))
        bench.pass(ItemSteering.firstPatience)
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty && bench.reports.isEmpty)
    }

    @Test func `a player that stands ready for a request has nothing to do for the same one`() {
        var bench = Self.playing(Self.still(at: .seconds(5)))
        let timeline = Self.timeline(from: bench.now)
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2))
        bench.forget()
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 3))
        #expect(bench.done.isEmpty && bench.reports == [.prepared(generation: 3)])
    }

    @Test func `a preroll that fails is asked for twice more, each time after a seek`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.prerolls = false
        bench.send(.prepare(Self.timeline(from: bench.now), at: bench.now, allowsPreview: false, generation: 1))
        #expect(bench.wakes.last == bench.now.advanced(by: .seconds(3)))
        bench.forget()
        for _ in 0...ItemSteering.mostRetries {
            #expect(bench.reports.isEmpty)
            bench.send(.prerolled(token: bench.steering.token, false))
        }
        #expect(bench.seeks.count == 2 && bench.reports.count == 1)
        #expect(bench.reports.contains { if case .refused(_, generation: 1) = $0 { true } else { false } })
    }

    @Test func `what is heard late of a request's data does not concern the next one`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now)
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.hasData = false
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.forget()
        bench.send(.looked(hasData: false))
        #expect(bench.reports.isEmpty)
        // Nor one that waits for another item.
        bench.send(.disconnected(Self.fault))
        bench.forget()
        for _ in 0...ItemSteering.mostRetries { bench.send(.looked(hasData: true)) }
        #expect(bench.reports.isEmpty && bench.steering.pendingSeek?.generation == 1)
    }

    @Test func `a player that stands when the network fails is not paused`() {
        var bench = Self.playing(Self.still(at: .seconds(5)))
        bench.forget()
        bench.send(.disconnected(Self.fault))
        #expect(bench.done.isEmpty && bench.reports == [.stalled])
    }

    @Test func `a player that was on its way when the network failed aims anew`() throws {
        var bench = Bench()
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.hasData = false
        bench.send(.follow(Self.timeline(from: Self.start), from: bench.now))
        bench.send(.disconnected(Self.fault))
        bench.now = try #require(bench.steering.reopenAt)
        bench.forget()
        bench.send(.time)
        #expect(bench.seeks == [Self.place(bench.now.advanced(by: ItemSteering.firstMargin))])
    }

    @Test func `an item of before that becomes ready is not the present one`() {
        var bench = Self.playing(Self.timeline(from: Self.start))
        bench.send(.failed(Self.fault))
        bench.send(.itemReady(serial: bench.steering.serial - 1))
        #expect(!bench.steering.isReady)
        bench.send(.itemReady(serial: bench.steering.serial))
        #expect(bench.steering.isReady)
    }

    @Test func `a player that was given back asks for nothing, whatever it is told`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.send(.release)
        bench.forget()
        bench.send(.follow(timeline, from: bench.now))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2))
        bench.pass(.seconds(10))
        bench.send(.time)
        #expect(bench.done.isEmpty && bench.reports.isEmpty && bench.wakes.isEmpty)
    }

    // MARK: Decoders

    @Test func `a player whose item has failed does not say that it decodes`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now)
        bench.send(.opened(canCompose: true))
        bench.send(.decode(DecodeGrant(.full)))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        #expect(bench.reports.last == .settled(DecodeGrant(.full)))
        bench.send(.failed(Self.fault))
        bench.reports = []
        bench.send(.decode(DecodeGrant(.full)))
        #expect(bench.reports.isEmpty)
    }

    // MARK: Turns

    /// Turns of ten seconds, of which the video fills four; what a stream has of the next one has to be sought.
    @Test func `a player that comes late for a turn and is refused waits before it tries again`() {
        var bench = Bench()
        let line = GroupLine(
            anchor: LineAnchor(hostTime: bench.now, time: .zero, rate: 1), range: .zero ..< .seconds(10), repeats: true)
        let timeline = MemberTimeline(line: line, map: TimeMap(), bounds: ItemBounds(start: .zero, end: .seconds(4)))
        bench.send(.opened(canCompose: false))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        bench.pass(.seconds(4))
        bench.send(.stopped(.endOfItem))
        // The wake-up half a second before the turn comes too late.
        bench.pass(.milliseconds(5_800))
        bench.hasData = false
        bench.send(.time)
        for _ in 0...ItemSteering.mostRetries { bench.send(.sought(token: bench.steering.token, false)) }
        #expect(bench.steering.pendingSeek == nil)
        bench.done = []
        bench.pass(.milliseconds(10))
        bench.send(.time)
        #expect(bench.done.isEmpty)
        bench.pass(ItemSteering.firstPatience)
        bench.send(.time)
        #expect(seeks(bench) == 1)
    }

    @Test func `a player that stands ready for the next turn stays there when the line is told anew`() {
        var bench = Bench()
        let start = bench.now
        let line = GroupLine(
            anchor: LineAnchor(hostTime: start, time: .zero, rate: 1), range: .zero ..< .seconds(10), repeats: true)
        let timeline = MemberTimeline(line: line, map: TimeMap(), bounds: ItemBounds(start: .zero, end: .seconds(4)))
        bench.send(.opened(canCompose: false))
        bench.send(.prepare(timeline, at: start, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: start))
        bench.pass(.seconds(4))
        bench.send(.stopped(.endOfItem))
        bench.pass(.milliseconds(5_500))
        bench.send(.time)
        #expect(bench.steering.isPoised(for: start.advanced(by: .seconds(10))))
        bench.done = []
        bench.send(.follow(timeline, from: bench.now.advanced(by: .milliseconds(100))))
        #expect(bench.done.isEmpty)
        bench.pass(.milliseconds(400))
        bench.send(.time)
        #expect(bench.steering.run?.host == start.advanced(by: .seconds(10)))
    }

    @Test func `a player that is ready and is to stand elsewhere is only moved`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now, seconds: 4)
        bench.send(.opened(canCompose: false))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.done = []
        // A line that is past the video's end, where the last frame stays.
        var later = timeline
        later.line.anchor.time = .seconds(20)
        bench.send(.follow(later, from: bench.now))
        #expect(seeks(bench) == 1 && !bench.done.contains(.pause))
    }
}
