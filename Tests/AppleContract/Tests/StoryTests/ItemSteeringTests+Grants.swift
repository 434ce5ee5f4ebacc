import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// Decoders that are granted, withdrawn and refused.
extension ItemSteeringTests {
    private static let fault = PlaybackError(.decodingFailed, subject: "a.mp4", reason: "busy", cure: "wait")
    private static let (full, still) = (DecodeGrant(.full), DecodeGrant(.still))

    /// Whether the item that plays was replaced by another one of the same video.
    private func hasNewItem(_ bench: Bench) -> Bool {
        bench.done.contains { if case .install = $0 { true } else { false } }
    }

    @Test func `a player says once for each grant that it decodes`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline, grant: Self.full)
        bench.forget()
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2))
        #expect(bench.reports == [.prepared(generation: 2)])
        bench.send(.decode(Self.full))
        #expect(bench.reports == [.prepared(generation: 2), .settled(Self.full)])
    }

    @Test(arguments: [true, false])
    func `a player that gives its item back is paused first if it moves`(moves: Bool) {
        let timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline, grant: Self.full)
        if !moves { bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2)) }
        bench.forget()
        bench.send(.decode(Self.still))
        let letGo = ItemSteering.Action.letGo(.settled(Self.still), serial: bench.steering.serial)
        #expect(bench.done == (moves ? [.pause, letGo] : [letGo]))
    }

    @Test func `a preroll under way is cancelled before the item goes`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.prerolls = false
        bench.send(.prepare(Self.timeline(from: Self.start), at: bench.now, allowsPreview: false, generation: 1))
        bench.forget()
        bench.send(.decode(Self.still))
        #expect(bench.done.first == .cancelPreroll && bench.done.count == 2)
        // The group need not wait for a player that has nothing to prepare.
        #expect(bench.reports == [.prepared(generation: 1)])
    }

    @Test func `an item that is gone is not given back once more when its decoder is said to be taken`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.send(.decode(Self.still))
        bench.forget()
        bench.send(.busy(Self.fault))
        #expect(bench.done.isEmpty && bench.reports.isEmpty && bench.wakes.isEmpty)
        var early = Bench()
        early.send(.opened(canCompose: true))
        early.send(.decode(Self.full))
        early.send(.busy(Self.fault))
        #expect(early.done.isEmpty && early.wakes.isEmpty)
    }

    @Test func `a request to a player that got no decoder is answered at once, without an item`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline, grant: Self.full)
        bench.send(.busy(Self.fault))
        bench.forget()
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2))
        #expect(bench.reports == [.prepared(generation: 2)] && bench.done.isEmpty)
    }

    @Test func `a player that has stalled goes on although it is granted the same again`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.send(.stopped(.stalled))
        bench.send(.decode(Self.full))
        bench.pass(ItemSteering.firstPatience)
        bench.send(.time)
        #expect(bench.steering.run != nil)
    }

    @Test func `a player that had stalled when its item was taken stays without one`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.send(.stopped(.stalled))
        bench.send(.decode(Self.still))
        bench.forget()
        bench.pass(.seconds(5))
        bench.send(.time)
        #expect(bench.done.isEmpty)
    }

    // MARK: Silence

    /// Milliseconds until the second silence, and whether the player gives its item back then.
    @Test(arguments: [(9_999, true), (10_000, false)])
    func `a second silence within ten seconds is reported, and a later one is cured like the first`(
        after: Int, isReported: Bool
    ) {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.forget()
        bench.send(.silent)
        #expect(hasNewItem(bench) && bench.steering.run != nil && !bench.steering.isStarved)
        bench.pass(.milliseconds(after))
        bench.forget()
        bench.send(.silent)
        #expect(bench.steering.isStarved == isReported && hasNewItem(bench) == !isReported)
        let letGo = ItemSteering.Action.letGo(.starved(silently: true), serial: bench.steering.serial)
        #expect(bench.done.contains(letGo) == isReported)
    }

    @Test func `a silence after another grant is the first one`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.send(.silent)
        bench.pass(.seconds(1))
        bench.send(.decode(Self.full))
        bench.pass(.seconds(1))
        bench.forget()
        bench.send(.silent)
        #expect(!bench.steering.isStarved && hasNewItem(bench))
    }

    @Test func `a player that has stopped meanwhile keeps its item although it was found silent`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.send(.stopped(.pausedByApp))
        bench.forget()
        bench.send(.silent)
        #expect(bench.done.isEmpty)
    }

    // MARK: The way back

    @Test func `what was asked of a player without an item is forgotten once it was done`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.decode(Self.still))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.pass(.seconds(3))
        bench.forget()
        bench.send(.decode(Self.full))
        // The line begins there, however long others take.
        #expect(bench.seeks == [ItemSteering.aim])
        var other = timeline
        other.line.anchor.time = .seconds(20)
        bench.send(.follow(other, from: bench.now))
        bench.send(.decode(Self.still))
        bench.pass(.seconds(1))
        bench.forget()
        bench.send(.decode(Self.full))
        let place = Self.place(bench.now.advanced(by: ItemSteering.firstMargin))
        #expect(bench.seeks == [.seconds(20) + place])
    }

    @Test func `a line that is told to a player without an item replaces what was asked of it`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.decode(Self.still))
        let later = bench.now.advanced(by: .seconds(2))
        bench.send(.prepare(timeline, at: later, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        bench.send(.decode(Self.full))
        #expect(bench.seeks == [Self.place(bench.now.advanced(by: ItemSteering.firstMargin))])
    }

    @Test func `a player that gets its item between a request to stand and the line does not move on`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.send(.decode(Self.still))
        bench.send(.prepare(Self.still(at: .seconds(5)), at: bench.now, allowsPreview: false, generation: 2))
        bench.forget()
        bench.send(.decode(Self.full))
        #expect(bench.seeks == [.seconds(5) + ItemSteering.aim] && bench.steering.run == nil)
    }

    @Test func `a player that is refused a decoder asks again five seconds later`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.forget()
        bench.send(.busy(Self.fault))
        #expect(bench.wakes == [bench.now.advanced(by: .seconds(5))])
    }

    @Test func `a failure of the network is of no concern to a player without an item`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: Self.full)
        bench.send(.decode(Self.still))
        bench.forget()
        bench.send(.disconnected(Self.fault))
        #expect(bench.done.isEmpty && bench.reports.isEmpty && bench.wakes.isEmpty)
    }

    /// The group stands at five seconds, and is about to play on from there.
    @Test func `a player that gets its item between a request to play and the line stays where it was prepared`() {
        var bench = Self.playing(Self.still(at: .seconds(5)), grant: Self.full)
        bench.send(.decode(Self.still))
        var timeline = Self.timeline(from: Self.start)
        let start = bench.now.advanced(by: .seconds(1))
        timeline.line.anchor = LineAnchor(hostTime: start, time: .seconds(8), rate: 1)
        bench.send(.prepare(timeline, at: start, allowsPreview: false, generation: 2))
        bench.forget()
        bench.send(.decode(Self.full))
        #expect(bench.seeks == [.seconds(8) + ItemSteering.aim] && bench.steering.run == nil)
        bench.forget()
        bench.send(.follow(timeline, from: start))
        #expect(bench.seeks.isEmpty && bench.steering.run?.host == start)
    }
}
