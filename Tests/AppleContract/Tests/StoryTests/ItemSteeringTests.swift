import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// The decisions about one AVPlayer, as a value.
struct ItemSteeringTests {
    /// A player on which every action succeeds at once.
    struct Bench {
        var steering = ItemSteering(lead: .milliseconds(100))
        var now = HostTime(nanoseconds: 1_000_000_000_000)
        /// Whether data come: without them no seek is answered.
        var hasData = true
        /// Whether prerolls are answered.
        var prerolls = true
        /// The actions since this was last emptied, without reports and wake-ups.
        var done: [ItemSteering.Action] = []
        var reports: [ItemSteering.PlayerReport] = []
        /// When the player is to be looked at again.
        var wakes: [HostTime] = []

        /// Where the actions seek.
        var seeks: [Duration] { done.compactMap { if case .seek(let time, _, _) = $0 { time } else { nil } } }

        mutating func send(_ event: ItemSteering.Event) {
            var events = [event]
            while !events.isEmpty {
                for action in steering.handle(events.removeFirst(), at: now) {
                    switch action {
                    case .install(_, _, let serial): events.append(.itemReady(serial: serial))
                    case .seek(_, _, let token): if hasData { events.append(.sought(token: token, true)) }
                    case .preroll(_, let token, _): if prerolls { events.append(.prerolled(token: token, true)) }
                    case .look: events.append(.looked(hasData: hasData))
                    case .deliver(let report):
                        reports.append(report)
                        continue
                    case .wake(let host):
                        wakes.append(host)
                        continue
                    default: break
                    }
                    done.append(action)
                }
            }
        }

        mutating func pass(_ duration: Duration) { now = now.advanced(by: duration) }

        /// Forgets what was done and said.
        mutating func forget() { (done, reports, wakes) = ([], [], []) }
    }

    /// One whose player was prepared for a line, and follows it from now on.
    static func playing(
        _ timeline: MemberTimeline, canCompose: Bool = true, sound: Bool = false, grant: DecodeGrant? = nil
    ) -> Bench {
        var bench = Bench()
        bench.send(.opened(canCompose: canCompose))
        bench.send(.sound(sound))
        if let grant { bench.send(.decode(grant)) }
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        return bench
    }

    /// Where a bench's clock stands at first.
    static let start = Bench().now

    /// The item time of a video that has played from the start on, aimed inside the frame.
    static func place(_ host: HostTime) -> Duration { start.duration(to: host) + ItemSteering.aim }

    /// Of a group that stands still.
    static func still(at time: Duration) -> MemberTimeline {
        var timeline = timeline(from: start)
        timeline.line.anchor = LineAnchor(hostTime: start, time: time, rate: 0)
        return timeline
    }

    /// Of a group that starts again every so often, of which the video fills four seconds.
    static func turns(every length: Duration = .seconds(10), map: TimeMap = TimeMap()) -> MemberTimeline {
        var timeline = timeline(from: start, seconds: 4)
        timeline.map = map
        (timeline.line.range, timeline.line.repeats) = (.zero..<length, true)
        return timeline
    }

    /// Of a video that plays from a host time on.
    static func timeline(from host: HostTime, seconds: Int = 60) -> MemberTimeline {
        MemberTimeline(
            line: GroupLine(anchor: LineAnchor(hostTime: host, time: .zero, rate: 1)), map: TimeMap(),
            bounds: ItemBounds(start: .zero, end: .seconds(seconds)))
    }

    @Test func `a player that gets a decoder before its own retry is not interrupted by the retry`() {
        var bench = Bench()
        let timeline = MemberTimeline(
            line: GroupLine(anchor: LineAnchor(hostTime: bench.now, time: .zero, rate: 1)), map: TimeMap(),
            bounds: ItemBounds(start: .zero, end: .seconds(60)))
        bench.send(.opened(canCompose: true))
        bench.send(.decode(DecodeGrant(.full)))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        bench.send(.busy(PlaybackError(.decodingFailed, subject: "a.mp4", reason: "busy", cure: "wait")))
        #expect(bench.steering.isStarved && bench.steering.plan == nil)
        bench.pass(.seconds(1))
        bench.send(.decode(DecodeGrant(.full)))
        bench.pass(.seconds(1))
        bench.send(.time)
        #expect(bench.steering.run != nil)
        bench.done = []
        bench.pass(SilenceWatch.lonelyPatience)
        bench.send(.time)
        #expect(bench.done.isEmpty && bench.steering.run != nil)
    }

    @Test func `a player that gets no answer from the budget tries once more by itself`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.decode(DecodeGrant(.full)))
        let timeline = MemberTimeline(
            line: GroupLine(anchor: LineAnchor(hostTime: bench.now, time: .zero, rate: 1)), map: TimeMap(),
            bounds: ItemBounds(start: .zero, end: .seconds(60)))
        bench.send(.follow(timeline, from: bench.now))
        bench.send(.busy(PlaybackError(.decodingFailed, subject: "a.mp4", reason: "busy", cure: "wait")))
        bench.pass(SilenceWatch.lonelyPatience - .milliseconds(1))
        bench.send(.time)
        #expect(bench.steering.plan == nil)
        bench.pass(.milliseconds(1))
        bench.send(.time)
        #expect(bench.steering.plan != nil && !bench.steering.isStarved)
    }

    @Test func `an end that is heard of after the next turn was due begins that turn at once`() {
        var bench = Bench()
        let line = GroupLine(
            anchor: LineAnchor(hostTime: bench.now, time: .zero, rate: 1), range: .zero ..< .seconds(4), repeats: true)
        let timeline = MemberTimeline(
            line: line, map: TimeMap(), bounds: ItemBounds(start: .zero, end: .seconds(4)))
        bench.send(.opened(canCompose: false))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        #expect(bench.steering.run?.end == bench.now.advanced(by: .seconds(4)))
        bench.pass(.milliseconds(4_005))
        bench.send(.stopped(.endOfItem))
        let start = bench.steering.run?.host ?? bench.now
        #expect(start > bench.now && start < bench.now.advanced(by: .milliseconds(500)))
    }

    @Test func `a seek that had to wait for data leads on to where the line is by then`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now)
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.hasData = false
        bench.send(.follow(timeline, from: bench.now))
        let token = bench.steering.token
        bench.pass(ItemSteering.answerPatience)
        bench.send(.time)
        #expect(bench.reports.contains(.stalled))
        bench.pass(.seconds(10) - ItemSteering.answerPatience)
        bench.hasData = true
        bench.done = []
        bench.send(.sought(token: token, true))
        let place = Duration.seconds(10) + ItemSteering.firstMargin + ItemSteering.aim
        #expect(bench.done.first == .seek(to: place, isExact: true, token: token + 1))
        #expect(bench.steering.run?.host == bench.now.advanced(by: ItemSteering.firstMargin))
    }

    @Test func `a player says at once that it decodes as granted, or when it has arrived`() {
        var bench = Bench()
        let (timeline, grant) = (Self.timeline(from: bench.now), DecodeGrant(.full))
        bench.send(.opened(canCompose: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.done = []
        bench.send(.decode(grant))
        #expect(bench.reports.last == .settled(grant) && bench.done.isEmpty)
        bench.hasData = false
        let later = bench.now.advanced(by: .seconds(20))
        bench.send(.prepare(timeline, at: later, allowsPreview: false, generation: 2))
        bench.reports = []
        bench.send(.decode(grant))
        #expect(bench.reports.isEmpty)
        bench.send(.sought(token: bench.steering.token, true))
        #expect(bench.reports.contains(.prepared(generation: 2)) && bench.reports.last == .settled(grant))
    }

    @Test func `only a player that has come to its end is asked for its last picture`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now, seconds: 4)
        let late = bench.now.advanced(by: .seconds(10))
        bench.send(.opened(canCompose: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        #expect(bench.steering.itemTime(of: timeline, at: late) == nil)
        bench.send(.follow(timeline, from: bench.now))
        bench.pass(.seconds(4))
        bench.send(.stopped(.endOfItem))
        #expect(bench.steering.itemTime(of: timeline, at: late) == .seconds(4) - .nanoseconds(1))
    }
}
