import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Sound that is turned on or off while a player is on its way.
extension ItemSteeringTests {
    private var later: Duration { .seconds(2) }

    /// The item time at which a video that has played from `start` on is, aimed inside the frame.
    private func place(_ start: HostTime, _ host: HostTime) -> Duration { start.duration(to: host) + ItemSteering.aim }

    private func seeks(_ bench: Bench) -> [Duration] {
        bench.done.compactMap { if case .seek(let time, _, _) = $0 { time } else { nil } }
    }

    @Test func `a request of the group is answered although the sound changes meanwhile`() {
        var bench = Bench()
        let timeline = Self.timeline(from: bench.now)
        bench.send(.opened(canCompose: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        bench.hasData = false
        bench.send(.prepare(timeline, at: bench.now.advanced(by: later), allowsPreview: false, generation: 2))
        bench.done = []
        bench.send(.sound(true))
        // The group asks again by itself.
        #expect(bench.done.isEmpty)
        bench.send(.sought(token: bench.steering.token, true))
        #expect(bench.reports.last == .prepared(generation: 2))
    }

    @Test func `a player that rejoins the line aims anew when the sound changes`() {
        var bench = Bench()
        let start = bench.now
        let timeline = Self.timeline(from: start)
        bench.send(.opened(canCompose: true))
        bench.hasData = false
        bench.send(.follow(timeline, from: start))
        bench.pass(.milliseconds(100))
        bench.done = []
        bench.send(.sound(true))
        // What it was on its way to would have passed by now.
        #expect(seeks(bench) == [place(start, bench.now.advanced(by: ItemSteering.firstMargin))])
        #expect(bench.steering.hasSound)
    }

    @Test func `a player that was given a later instant keeps it when the sound changes`() {
        var bench = Bench()
        let start = bench.now
        let timeline = Self.timeline(from: start)
        bench.send(.opened(canCompose: true))
        bench.send(.decode(DecodeGrant(.still)))
        bench.send(.follow(timeline, from: start))
        bench.send(.prepare(timeline, at: start.advanced(by: later), allowsPreview: false, generation: 1))
        #expect(bench.reports.last == .prepared(generation: 1))
        bench.hasData = false
        bench.send(.decode(DecodeGrant(.full)))
        bench.done = []
        bench.send(.sound(true))
        #expect(seeks(bench) == [place(start, start.advanced(by: later))])
    }
}
