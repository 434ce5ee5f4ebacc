import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Where a line, a turn or an item is over, and what a player takes from the next one.
extension ItemSteeringTests {
    /// How long after its line's beginning a player is anchored.
    private func anchored(_ bench: Bench) -> Duration? { bench.steering.run.map { Self.start.duration(to: $0.host) } }

    @Test func `a background plays on where the group ends`() {
        var timeline = Self.timeline(from: Self.start)
        timeline.isAmbient = true
        timeline.map.end = .loop
        timeline.line.range = .zero ..< .seconds(4)
        var bench = Self.playing(timeline)
        bench.pass(.seconds(4))
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty && bench.steering.run != nil)
    }

    /// Its item has five hundred turns of four seconds; the line is laid out anew in the last of them.
    @Test func `a player that has played all turns of its item stands there until a turn of another length`() {
        var bench = Self.playing(Self.turns(every: .seconds(4)))
        bench.pass(.seconds(1_999))
        var timeline = Self.turns(every: .seconds(10))
        timeline.line.anchor = LineAnchor(hostTime: bench.now, time: .seconds(3), rate: 1)
        bench.send(.follow(timeline, from: bench.now))
        bench.pass(.seconds(1))
        bench.forget()
        bench.send(.stopped(.endOfItem))
        #expect(bench.done == [.pause])
        bench.pass(.milliseconds(5_500))
        bench.send(.time)
        bench.pass(.milliseconds(400))
        bench.send(.time)
        #expect(anchored(bench) == .seconds(2_006))
    }

    /// The sound costs it the item that it was being brought to the turn's beginning with.
    @Test func `a player that cannot be ready for a turn's beginning starts where it stands`() {
        var bench = Self.playing(Self.turns(), canCompose: false)
        bench.pass(.seconds(4))
        bench.send(.stopped(.endOfItem))
        bench.pass(.milliseconds(5_500))
        bench.hasData = false
        bench.send(.time)
        bench.pass(.milliseconds(300))
        bench.send(.sound(true))
        let place = ItemSteering.firstMargin - .milliseconds(200)
        #expect(bench.seeks.last == place + ItemSteering.aim)
        bench.pass(.milliseconds(50))
        bench.hasData = true
        bench.send(.sought(token: bench.steering.token, true))
        #expect(anchored(bench) == .seconds(10) + place)
        // The beginning itself is nothing to wake up for any more.
        bench.pass(.milliseconds(50))
        bench.forget()
        bench.send(.time)
        #expect(bench.done.isEmpty)
    }

    // MARK: Pictures

    /// The player is to begin a tenth of a second into a turn, of which nothing precedes in its item.
    @Test func `a player that has yet to begin a turn has no picture of the one before`() {
        var timeline = Self.turns(every: .seconds(4))
        timeline.line.anchor.time = .milliseconds(3_800)
        let host = Self.start.advanced(by: .milliseconds(300))
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.prepare(timeline, at: host, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: host))
        #expect(bench.steering.itemTime(of: timeline, at: host) == .milliseconds(100) + ItemSteering.aim)
        #expect(bench.steering.itemTime(of: timeline, at: host.advanced(by: .milliseconds(-200))) == nil)
    }

    @Test func `a player whose item fails while it waits for its turn has no last picture`() {
        var bench = Self.playing(Self.turns(), canCompose: false)
        bench.pass(.seconds(4))
        bench.send(.stopped(.endOfItem))
        #expect(bench.steering.itemTime(of: Self.turns(), at: bench.now) != nil)
        bench.send(.failed(PlaybackError(.decodingFailed, subject: "a.mp4", reason: "broke", cure: "retry")))
        #expect(bench.steering.itemTime(of: Self.turns(), at: bench.now) == nil)
    }
}
