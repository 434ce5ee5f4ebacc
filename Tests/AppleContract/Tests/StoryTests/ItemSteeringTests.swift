import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// The decisions about one AVPlayer, as a value.
struct ItemSteeringTests {
    /// A player on which every action succeeds at once.
    private struct Bench {
        var steering = ItemSteering(lead: .milliseconds(100))
        var now = HostTime(nanoseconds: 1_000_000_000_000)
        /// The actions since this was last emptied, without answers and wake-ups.
        var done: [ItemSteering.Action] = []

        mutating func send(_ event: ItemSteering.Event) {
            var events = [event]
            while !events.isEmpty {
                for action in steering.handle(events.removeFirst(), at: now) {
                    switch action {
                    case .install(_, _, let serial): events.append(.itemReady(serial: serial))
                    case .seek(_, _, let token): events.append(.sought(token: token, true))
                    case .preroll(_, let token, _): events.append(.prerolled(token: token, true))
                    case .deliver, .wake: continue
                    default: break
                    }
                    done.append(action)
                }
            }
        }

        mutating func pass(_ duration: Duration) { now = now.advanced(by: duration) }
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
}
