import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

struct TrackPlanTests {
    private static func clip(
        _ name: String, duration: Duration? = nil, fade: Duration = .zero
    ) -> KioskConfiguration.Clip {
        KioskConfiguration.Clip(
            source: MediaSource(url: URL(fileURLWithPath: "/clips/\(name)")), duration: duration, fade: fade)
    }

    private static let three = [clip("a.mp4"), clip("b.png"), clip("c.mp4", duration: .seconds(5))]

    @Test func `clips follow each other and the playlist begins again`() throws {
        let plan = TrackPlan(clips: Self.three, lengths: [.seconds(3), nil, .seconds(2)])
        #expect(plan.cycle == .seconds(18))
        #expect(plan.slots.map(\.repeats) == [false, false, true])
        let moments = try [Duration.zero, .seconds(2.999), .seconds(3), .seconds(12.5), .seconds(13), .seconds(18)]
            .map { try #require(plan.moment(at: $0)) }
        #expect(moments.map(\.occurrence.slot) == [0, 0, 1, 1, 2, 0])
        #expect(moments.map(\.occurrence.period) == [0, 0, 0, 0, 0, 1])
        #expect(moments.map(\.start) == [0, 0, 3, 3, 13, 18].map { .seconds($0) })
        #expect(moments.map(\.next) == [3, 3, 13, 13, 18, 21].map { .seconds($0) })
    }

    @Test func `a clip of unknown length is left out`() throws {
        let plan = TrackPlan(clips: Self.three, lengths: [nil, nil, nil])
        #expect(plan.slots.map(\.clip) == [1, 2])
        #expect(TrackPlan(clips: [Self.three[0]], lengths: [nil]).moment(at: .seconds(1)) == nil)
    }

    @Test func `a shorter playlist holds or loops until all playlists restart`() throws {
        for end in KioskConfiguration.End.allCases {
            let plan = TrackPlan(clips: [Self.three[0]], lengths: [.seconds(3)], end: end, period: .seconds(10))
            let late = try #require(plan.moment(at: .seconds(28)))
            #expect(plan.isSeamless)
            #expect(late.occurrence.period == 2)
            #expect(late.start == (end == .hold ? .seconds(20) : .seconds(26)))
            #expect(late.next == (end == .hold ? .seconds(30) : .seconds(29)))
        }
    }

    @Test func `a clip that fades in overlaps the clip before`() throws {
        let clips = [Self.clip("a.mp4", fade: .seconds(1)), Self.clip("b.mp4", fade: .seconds(20))]
        let plan = TrackPlan(clips: clips, lengths: [.seconds(4), .seconds(6)])
        // A fade takes at most half of the shorter of its two clips.
        #expect(plan.slots.map(\.fade) == [.seconds(1), .seconds(2)])
        #expect(plan.cycle == .seconds(7))
        let moment = try #require(plan.moment(at: .seconds(3)))
        #expect(moment.occurrence.slot == 1 && moment.presence == 0.5)
        #expect(try #require(plan.moment(at: .seconds(7.5))).presence == 0.5)
    }

    /// Whatever the playlist, exactly one occurrence is due at each time, and the next begins where it ends.
    @Test(arguments: 0..<200)
    func `occurrences follow each other without gap or overlap`(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let clips = (0..<Int.random(in: 1...6, using: &random)).map { index in
            Self.clip(
                Bool.random(using: &random) ? "\(index).mp4" : "\(index).png",
                duration: Bool.random(using: &random)
                    ? .nanoseconds(Int64.random(in: 1...9_000_000_000, using: &random)) : nil,
                fade: Bool.random(using: &random) ? .milliseconds(Int.random(in: 0...3_000, using: &random)) : .zero)
        }
        let lengths = clips.map { _ in
            Duration.nanoseconds(Int64.random(in: 1_000_000...20_000_000_000, using: &random))
        }
        let together = Bool.random(using: &random)
        let plan = TrackPlan(
            clips: clips, lengths: lengths, end: Bool.random(using: &random) ? .hold : .loop,
            period: together ? .seconds(Int.random(in: 1...90, using: &random)) : nil)
        var time = Duration.seconds(Int.random(in: 0...2_000_000_000, using: &random))
        var last = try #require(plan.moment(at: time))
        for _ in 0..<100 {
            #expect(last.start <= time && time < last.next)
            time = last.next
            let next = try #require(plan.moment(at: time))
            #expect(next.start == time, "\(plan)")
            #expect(plan.moment(at: time - .nanoseconds(1))?.occurrence == last.occurrence)
            #expect(next.occurrence != last.occurrence)
            last = next
        }
    }

    /// The timeline that a player follows has the positions of the plan.
    @Test(arguments: 0..<200)
    func `players follow the plan`(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let count = Int.random(in: 1...3, using: &random)
        let clips = (0..<count).map { index in
            Self.clip(
                "\(index).mp4",
                duration: Bool.random(using: &random) ? .seconds(Int.random(in: 1...9, using: &random)) : nil)
        }
        let frame = FrameRate(30)
        let bounds = clips.map { _ in
            ItemBounds(
                start: .milliseconds(67),
                end: .milliseconds(67) + frame.time(ofFrame: Int64.random(in: 10...200, using: &random)))
        }
        let plan = TrackPlan(
            clips: clips, lengths: bounds.map(\.length), end: Bool.random(using: &random) ? .hold : .loop,
            period: Bool.random(using: &random) ? .seconds(20) : nil)
        let line = LineAnchor(hostTime: HostTime(nanoseconds: 5_000_000_000), time: .seconds(1_800_000_000), rate: 1)
        for _ in 0..<50 {
            let host = line.hostTime.advanced(by: .milliseconds(Int.random(in: 0...100_000, using: &random)))
            let time = line.time(at: host)
            let moment = try #require(plan.moment(at: time))
            let slot = plan.slots[moment.occurrence.slot]
            // A player that serves all turns was made in an earlier one.
            let base = plan.begin(of: plan.isSeamless ? try #require(plan.moment(at: line.time)) : moment)
            let timeline = plan.timeline(
                of: moment.occurrence.slot, from: base, on: line, clip: clips[slot.clip], bounds: bounds[slot.clip])
            let length = bounds[slot.clip].length
            let since = time - moment.start
            let due =
                slot.repeats
                ? Duration.nanoseconds(since.nanoseconds.flooredDivision(by: length.nanoseconds).remainder)
                : min(since, min(length, slot.length) - .nanoseconds(1))
            #expect(timeline.position(at: host).itemTime == bounds[slot.clip].start + due, "\(plan) \(moment)")
        }
    }
}
