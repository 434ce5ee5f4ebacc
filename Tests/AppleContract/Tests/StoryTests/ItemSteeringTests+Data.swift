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
