import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit

/// What becomes of a request that meets failures, missing data or missing decoders on its way.
extension ItemSteeringTests {
    private static let fault = PlaybackError(.decodingFailed, subject: "a.mp4", reason: "broke", cure: "retry")

    private func installs(_ bench: Bench) -> Int {
        bench.done.count { if case .install = $0 { true } else { false } }
    }

    @Test func `a picture near by is shown first, and the exact one right after it`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.prepare(Self.still(at: .seconds(5)), at: bench.now, allowsPreview: true, generation: 1))
        let (place, token) = (.seconds(5) + ItemSteering.aim, bench.steering.token)
        #expect(
            bench.done.suffix(2) == [
                .seek(to: place, isExact: false, token: token - 1), .seek(to: place, isExact: true, token: token),
            ])
        #expect(bench.reports == [.previewed(generation: 1), .prepared(generation: 1)])
    }

    /// A seek past an item's end is never answered.
    @Test func `the last picture is sought inside the item`() {
        let bench = Self.playing(Self.still(at: .seconds(60)))
        #expect(bench.seeks == [.seconds(60) - .nanoseconds(1)])
    }

    @Test func `a stream is refused as a background before it is touched`() {
        var timeline = Self.timeline(from: Self.start)
        timeline.isAmbient = true
        var bench = Bench()
        bench.send(.opened(canCompose: false))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        #expect(bench.done.isEmpty)
        guard case .failed(let error, generation: 1) = bench.reports.last else {
            Issue.record("\(bench.reports)")
            return
        }
        #expect(error.code == .notAVideo)
    }

    @Test func `a video that is opened anew gets another item`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Self.playing(timeline)
        bench.send(.failed(Self.fault))
        bench.forget()
        bench.send(.opened(canCompose: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 2))
        #expect(installs(bench) == 1 && bench.reports == [.prepared(generation: 2)])
    }

    // MARK: Networks

    @Test func `a request does not cut a pause of the network short, and is answered after it`() throws {
        let timeline = Self.timeline(from: Self.start)
        var bench = Bench()
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.send(.follow(timeline, from: bench.now))
        bench.send(.disconnected(Self.fault))
        bench.forget()
        bench.send(.prepare(timeline, at: bench.now.advanced(by: .seconds(5)), allowsPreview: false, generation: 2))
        #expect(bench.done.isEmpty && bench.reports.isEmpty)
        bench.now = try #require(bench.steering.reopenAt)
        bench.send(.time)
        #expect(installs(bench) == 1 && bench.reports == [.prepared(generation: 2)])
    }

    @Test func `however often data run out, a request that they come for again is not given up`() {
        var bench = Bench()
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.hasData = false
        bench.send(.prepare(Self.still(at: .seconds(5)), at: bench.now, allowsPreview: false, generation: 1))
        for _ in 0...ItemSteering.mostRetries {
            bench.pass(ItemSteering.answerPatience)
            bench.send(.time)
            bench.pass(ItemSteering.firstPatience)
            // The question is asked, and answered well this time.
            _ = bench.steering.handle(.time, at: bench.now)
            bench.send(.looked(hasData: true))
        }
        #expect(bench.reports == [.stalled])
        bench.send(.sought(token: bench.steering.token, true))
        #expect(bench.reports.last == .prepared(generation: 1))
    }

    /// The group plays on until all are ready for where it stops.
    @Test func `a player whose network fails between a request and the line stands where it was to stand`() throws {
        var bench = Bench()
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.send(.decode(DecodeGrant(.still)))
        bench.send(.follow(Self.timeline(from: Self.start), from: bench.now))
        bench.send(.prepare(Self.still(at: .seconds(5)), at: bench.now, allowsPreview: false, generation: 1))
        bench.hasData = false
        bench.send(.decode(DecodeGrant(.full)))
        bench.send(.disconnected(Self.fault))
        bench.now = try #require(bench.steering.reopenAt)
        bench.hasData = true
        bench.forget()
        bench.send(.time)
        #expect(bench.seeks == [.seconds(5) + ItemSteering.aim] && bench.steering.run == nil)
    }

    @Test func `a player whose network fails while it waits for its line is brought to where that begins`() throws {
        let timeline = Self.timeline(from: Self.start)
        var bench = Bench()
        bench.send(.opened(canCompose: true, isRemote: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.disconnected(Self.fault))
        bench.now = try #require(bench.steering.reopenAt)
        bench.forget()
        bench.send(.time)
        #expect(bench.seeks == [ItemSteering.aim] && bench.steering.run == nil)
        bench.forget()
        bench.send(.follow(Self.timeline(from: bench.now), from: bench.now))
        #expect(bench.done == [.anchor(rate: 1, itemTime: ItemSteering.aim, host: bench.now)])
    }

    /// Its turns last four seconds of seven, after three in which its first picture is seen.
    @Test func `a player whose network fails long before its turn has no anchor until shortly before it`() throws {
        let timeline = Self.turns(every: .seconds(7), map: TimeMap(offset: .seconds(-3)))
        var bench = Bench()
        bench.send(.opened(canCompose: false, isRemote: true))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.send(.follow(timeline, from: bench.now))
        bench.pass(.milliseconds(2_900))
        bench.send(.time)
        bench.pass(.milliseconds(4_100))
        bench.hasData = false
        bench.send(.stopped(.endOfItem))
        #expect(bench.steering.pendingSeek?.host == Self.start.advanced(by: .seconds(10)))
        bench.send(.disconnected(Self.fault))
        bench.now = try #require(bench.steering.reopenAt)
        bench.hasData = true
        bench.send(.time)
        #expect(bench.steering.run == nil && bench.seeks.last == ItemSteering.aim)
        bench.now = Self.start.advanced(by: .milliseconds(9_900))
        bench.send(.time)
        #expect(bench.steering.run?.host == Self.start.advanced(by: .seconds(10)))
    }

    // MARK: Decoders

    @Test func `a player that gets size after size while it waits for its line stands where that begins`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.decode(DecodeGrant(.full)))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        for rendition in [1, 0] {
            bench.pass(.seconds(4))
            bench.forget()
            bench.send(.decode(DecodeGrant(.full, rendition: rendition)))
            #expect(bench.seeks == [ItemSteering.aim] && bench.steering.run == nil)
        }
    }

    /// As where a start is called for that is past: the line does not wait for anybody.
    @Test func `a player that gets another size while its line moves on is brought to where that is`() {
        let timeline = Self.timeline(from: Self.start)
        var bench = Bench()
        bench.send(.opened(canCompose: true))
        bench.send(.decode(DecodeGrant(.full)))
        bench.pass(.seconds(2))
        bench.send(.prepare(timeline, at: bench.now, allowsPreview: false, generation: 1))
        bench.pass(.seconds(4))
        bench.forget()
        bench.send(.decode(DecodeGrant(.full, rendition: 1)))
        #expect(bench.seeks == [Self.place(bench.now)])
    }

    @Test func `a player that is granted a decoder after a refusal obeys the line again`() {
        var bench = Self.playing(Self.timeline(from: Self.start), grant: DecodeGrant(.full))
        bench.send(.busy(Self.fault))
        bench.send(.decode(DecodeGrant(.full)))
        bench.forget()
        bench.send(.follow(Self.still(at: .seconds(5)), from: bench.now))
        #expect(bench.done.first == .pause && bench.seeks == [.seconds(5) + ItemSteering.aim])
    }
}
