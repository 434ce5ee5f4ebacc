import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// The line follows the audible member's clock, silent members follow the line, and larger errors are corrected.
struct DriftTests {
    /// A group whose players are reduced to figures: what each was last told, and how far its clock is off.
    struct Paper {
        var group = SyncGroup()
        var now = HostTime(nanoseconds: 1_000_000_000_000)
        var clocks: [MemberID: Double] = [:]
        var runs: [MemberID: (timeline: MemberTimeline, host: HostTime, time: Duration, rate: Double)] = [:]
        var follows: [MemberID: Int] = [:]
        var events: [GroupEvent] = []
        var wakes: [HostTime] = []

        mutating func send(_ event: SyncGroup.Event) {
            for command in group.handle(event, at: now) {
                switch command {
                case .load(let id, _, let generation):
                    let info = MediaInfo(
                        displaySize: .init(width: 16, height: 9), frameRate: FrameRate(60),
                        bounds: ItemBounds(start: .zero, end: .seconds(360_000)))
                    send(.player(id, .loaded(info, generation: generation)))
                case .prepare(let id, _, _, _, let generation): send(.player(id, .prepared(generation: generation)))
                case .follow(let id, let timeline, let host):
                    follows[id, default: 0] += 1
                    runs[id] = (
                        timeline, host, timeline.position(at: host).itemTime,
                        timeline.line.anchor.rate * (1 + clocks[id, default: 0])
                    )
                case .measure(let ids):
                    let readings = ids.map { ($0, reading($0)) }
                    send(.readings(Dictionary(uniqueKeysWithValues: readings)))
                case .wake(let host): wakes.append(host)
                case .publish(let event): events.append(event)
                default: break
                }
            }
        }

        func itemTime(_ id: MemberID) -> Duration {
            guard let run = runs[id] else { return .zero }
            return run.time + run.host.duration(to: now).scaled(by: run.rate)
        }

        func reading(_ id: MemberID) -> LineReading {
            let wanted = runs[id]?.timeline.position(at: now).itemTime ?? .zero
            return LineReading(host: now, error: itemTime(id) - wanted, rate: runs[id]?.rate ?? 0)
        }

        /// How far a member's picture is from the group's line.
        func error(_ id: MemberID) -> Duration {
            let wanted = group.members[id]?.timeline(on: group.line)?.position(at: now).itemTime ?? .zero
            let error = itemTime(id) - wanted
            return max(error, .zero - error)
        }

        /// - Parameter check: called before each measurement, when errors are at their largest.
        mutating func advance(_ duration: Duration, check: (Paper) -> Void) {
            let end = now.advanced(by: duration)
            while let next = wakes.min(), next <= end {
                wakes.removeAll { $0 <= next }
                now = max(now, next)
                check(self)
                send(.time)
            }
            now = end
        }

        mutating func start(_ count: Int) -> [MemberID] {
            let ids = (1...count).map { MemberID($0) }
            let traits = PlayerTraits(
                rates: 0...4, followsLineExactly: false, lead: .milliseconds(100), leadWithSound: .milliseconds(300))
            for id in ids {
                send(
                    .add(
                        id, MediaSource(url: .init(fileURLWithPath: "/\(id)")), TimeMap(), isAmbient: false,
                        traits: traits))
            }
            send(.setAudible(ids[0]))
            send(.play(at: nil, ticket: 1))
            return ids
        }
    }

    @Test(arguments: [100e-6, -100e-6, 37e-6]) func `members stay on the line during ten hours of drift`(ppm: Double) {
        var paper = Paper()
        paper.clocks[MemberID(1)] = ppm
        let ids = paper.start(3)
        let before = paper.follows
        var worst = Duration.zero
        var checks = 0
        paper.advance(.seconds(36_000)) { paper in
            // Before the start nobody is off.
            guard paper.group.line.anchor.hostTime < paper.now else { return }
            checks += 1
            worst = max(worst, ids.map(paper.error).max() ?? .zero)
        }
        // One a second.
        #expect(checks >= 35_990)
        // The tolerance and a second's drift at most; and more than the tolerance once, which the correction answers.
        #expect(worst < .microseconds(2_100) && worst > .milliseconds(2), "\(worst)")
        // No correction can be heard: the audible member still has its first anchor.
        #expect(paper.follows[ids[0]] == before[ids[0]])
        // The first correction gives the others the rate that has been learned; some more allow for rounding.
        for id in ids.dropFirst() {
            let corrections = (paper.follows[id] ?? 0) - (before[id] ?? 0)
            #expect((1...10).contains(corrections), "\(corrections)")
        }
    }

    @Test func `a silent player that is off is corrected, and one that is far off seeks`() {
        var paper = Paper()
        let ids = paper.start(3)
        paper.advance(.seconds(20)) { _ in }
        #expect(!paper.events.contains { if case .corrected = $0 { true } else { false } })
        paper.runs[ids[1]]?.time += .milliseconds(5)
        paper.runs[ids[2]]?.time += .milliseconds(400)
        paper.advance(.seconds(2)) { _ in }
        #expect(paper.error(ids[1]) < .microseconds(10) && paper.error(ids[2]) < .microseconds(10))
        #expect(paper.events.contains(.corrected(ids[1], by: .milliseconds(-5))))
        #expect(paper.events.contains(.corrected(ids[2], by: .milliseconds(-400))))
    }

    @Test func `small errors of one player are corrected once in ten seconds at most`() {
        var paper = Paper()
        let ids = paper.start(2)
        for _ in 0..<30 {
            paper.runs[ids[1]]?.time += .milliseconds(4)
            paper.advance(.seconds(1)) { _ in }
        }
        let corrections = paper.events.filter { if case .corrected = $0 { true } else { false } }.count
        // Sooner only where they exceed a frame.
        #expect((3...8).contains(corrections), "\(corrections)")
    }

    @Test func `the line does not follow a sound device's clock that is one percent off`() {
        var paper = Paper()
        let ids = paper.start(2)
        paper.clocks[ids[0]] = 0.01
        paper.runs[ids[0]]?.rate = 1.01
        let line = paper.group.line
        paper.advance(.seconds(1)) { _ in }
        #expect(paper.group.line.anchor.rate == line.anchor.rate)
    }
}
