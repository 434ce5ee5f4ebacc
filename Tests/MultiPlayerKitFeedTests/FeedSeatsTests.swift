import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

/// Simulated players; the videos last ten seconds, and open and prepare within 100 ms each.
private protocol SimulatedMedia: FeedMedia where Player == SimulatedPlayer {
    init(clock: ManualClock, rested: Counter)
    var clock: ManualClock { get }
    var rested: Counter { get }
}

private final class Counter: Sendable {
    let value = Mutex(0)
}

extension SimulatedMedia {
    func player(for slot: FeedSlot) -> SimulatedPlayer {
        SimulatedPlayer(
            clock: clock,
            traits: PlayerTraits(rates: 0...1, followsLineExactly: true, lead: .zero, tiers: [.full, .still])
        ) { _ in
            var video = SimulatedVideo(length: .seconds(10))
            (video.loadDelay, video.prerollDelay) = (.milliseconds(100), .milliseconds(100))
            return video
        }
    }

    func load(_ source: MediaSource, into player: SimulatedPlayer, generation: Int) {
        player.load(source, generation: generation)
    }

    func rest(_ player: SimulatedPlayer) { rested.value.withLock { $0 += 1 } }
    func beginning(of source: MediaSource) -> (any ByteFetch)? { nil }
}

/// A player keeps its video until another replaces it, as on Apple platforms.
private struct KeepingMedia: SimulatedMedia {
    static let keepsVideos = true
    var clock: ManualClock
    var rested: Counter
}

/// A player gives its video back at once, as on a stage.
private struct ReleasingMedia: SimulatedMedia {
    static let keepsVideos = false
    var clock: ManualClock
    var rested: Counter
}

/// A pool of simulated players whose reports are taken as they come.
private final class SeatsBench<Media: SimulatedMedia> {
    let clock = ManualClock()
    let budget: DecoderBudget
    let rested = Counter()
    var seats: FeedSeats<Media>
    private(set) var arrivals: [(FeedArrival, FeedBinding)] = []
    private(set) var losses: [FeedSlot] = []
    private let reports = Reports()

    private final class Reports: Sendable {
        let waiting = Mutex<[(PlayerEvent, FeedSlot, MemberID)]>([])
    }

    init() {
        budget = DecoderBudget(clock: clock, meter: SilentMeter(), defaultSessions: 4)
        let leases = PlayerLeases(
            budget: budget, clock: clock, usage: { _ in DecoderBudget.Usage(ticks: 0, late: 0) }, publish: { _ in })
        leases.movesTogether = false
        seats = FeedSeats(media: Media(clock: clock, rested: rested), leases: leases)
        seats.deliver = { [reports] event, slot, member in
            reports.waiting.withLock { $0.append((event, slot, member)) }
        }
    }

    static func binding(_ cell: Int, _ generation: Int = 1) -> FeedBinding {
        FeedBinding(cell: FeedCellID(cell), generation: generation)
    }

    static func source(_ cell: Int) -> MediaSource { MediaSource(url: URL(fileURLWithPath: "/clips/\(cell).mp4")) }

    func play(
        _ cell: Int, in slot: FeedSlot, generation: Int = 1, from start: Duration? = nil, repeats: Bool = true
    ) {
        seats.play(
            slot, Self.binding(cell, generation), Self.source(cell), from: start, repeats: repeats, at: clock.now)
    }

    func prepare(_ cell: Int, in slot: FeedSlot, generation: Int = 1, at place: Duration = .zero) {
        seats.prepare(slot, Self.binding(cell, generation), Self.source(cell), at: place, at: clock.now)
    }

    func pass(_ milliseconds: Int) {
        for _ in 0..<milliseconds / 10 {
            clock.advance(by: .milliseconds(10))
            take()
        }
    }

    func take() {
        while let (event, slot, member) = reports.waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            let reaction = seats.react(to: event, of: slot, from: member, at: clock.now)
            if let arrival = reaction.arrival { arrivals.append(arrival) }
            if reaction.isLost { losses.append(slot) }
        }
    }

    func loads(_ slot: FeedSlot) -> Int {
        seats[slot]?.player.commands.count { if case .load = $0 { true } else { false } } ?? 0
    }

    func has(_ arrival: FeedArrival, _ binding: FeedBinding) -> Bool {
        arrivals.contains { $0.0 == arrival && $0.1 == binding }
    }
}

struct FeedSeatsTests {
    private let one = FeedSlot(number: 0)
    private let two = FeedSlot(number: 1)

    @Test func `a cell is opened, prepared at its position, and plays on from there`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.play(7, in: one, from: .seconds(3))
        #expect(bench.seats[one]?.phase == .opening)
        bench.pass(110)
        #expect(bench.seats[one]?.phase == .preparing)
        bench.pass(110)
        #expect(bench.seats[one]?.phase == .ready)
        #expect(bench.has(.prerolled, SeatsBench<KeepingMedia>.binding(7)))
        let begun = bench.seats[one]?.place(at: bench.clock.now) ?? .zero
        #expect(begun >= .seconds(3) && begun < .milliseconds(3_030))
        bench.pass(1_000)
        #expect(bench.seats[one]?.place(at: bench.clock.now) == begun + .seconds(1))
        #expect(bench.seats.hold(one, at: bench.clock.now) == begun + .seconds(1))
        bench.pass(1_000)
        #expect(bench.seats[one]?.place(at: bench.clock.now) == begun + .seconds(1))
        #expect(bench.seats.hold(one, at: bench.clock.now) == nil)
        // Played again without a position, it goes on where it is held.
        bench.play(7, in: one)
        bench.pass(500)
        #expect(bench.seats[one]?.place(at: bench.clock.now) == begun + .milliseconds(1_500))
        #expect(bench.loads(one) == 1)
    }

    @Test func `a prepared cell plays at once, and its lease gains in priority`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.prepare(7, in: one, at: .seconds(2))
        bench.pass(300)
        #expect(bench.seats[one]?.phase == .ready && bench.seats[one]?.isMoving == false)
        #expect(bench.budget.snapshot.leases.map(\.priority) == [.ambient])
        bench.play(7, in: one)
        #expect(bench.seats[one]?.isMoving == true)
        #expect(bench.budget.snapshot.leases.map(\.priority) == [.normal])
        #expect(bench.seats[one]?.place(at: bench.clock.now) == .seconds(2))
    }

    @Test func `a position beyond the end of a video that has become shorter is its beginning`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.play(7, in: one, from: .seconds(12))
        bench.pass(300)
        #expect((bench.seats[one]?.place(at: bench.clock.now) ?? .seconds(9)) < .seconds(1))
    }

    @Test func `a player that keeps its video serves its cell again without opening it`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.play(7, in: one)
        bench.pass(1_000)
        let stopped = bench.seats.release(one, at: bench.clock.now)
        #expect(stopped?.0 == SeatsBench<KeepingMedia>.binding(7))
        #expect(bench.seats[one]?.isMoving == false && bench.rested.value.withLock { $0 } == 1)
        #expect(bench.budget.snapshot.leases.count == 1)
        bench.play(7, in: one, generation: 2, from: stopped?.1)
        bench.pass(200)
        #expect(bench.loads(one) == 1 && bench.seats[one]?.isMoving == true)
        #expect(bench.has(.prerolled, SeatsBench<KeepingMedia>.binding(7, 2)))
        // Another cell's video is another video.
        _ = bench.seats.release(one, at: bench.clock.now)
        bench.play(8, in: one, generation: 3)
        bench.pass(300)
        #expect(bench.loads(one) == 2)
        #expect(bench.seats[one]?.load == 4)
        bench.seats.empty(one)
        #expect(bench.budget.snapshot.leases.isEmpty && bench.seats[one]?.phase == .free)
    }

    @Test func `nothing that was under way is kept, and its late answers are attributed or dropped`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.play(7, in: one)
        bench.pass(50)
        #expect(bench.seats.release(one, at: bench.clock.now) == nil)
        bench.pass(300)
        #expect(bench.seats[one]?.phase == .free && bench.arrivals.isEmpty)
        bench.play(7, in: one, generation: 2)
        #expect(bench.loads(one) == 2)
        bench.play(8, in: one, generation: 3)
        // The answer to the load for cell 7 belongs to its binding.
        bench.seats[one]?.player.report(.loaded(SimulatedVideo(length: .seconds(1)).info, generation: 2))
        bench.take()
        #expect(bench.has(.bytes, SeatsBench<KeepingMedia>.binding(7, 2)))
        #expect(bench.seats[one]?.info == nil)
        bench.pass(300)
        #expect(bench.seats[one]?.info?.bounds.length == .seconds(10) && bench.seats[one]?.isMoving == true)
    }

    @Test func `a player that releases its video gives its lease back with the cell`() {
        let bench = SeatsBench<ReleasingMedia>()
        bench.play(7, in: one)
        bench.pass(1_000)
        #expect(bench.budget.snapshot.leases.count == 1)
        #expect(bench.seats.release(one, at: bench.clock.now) != nil)
        #expect(bench.budget.snapshot.leases.isEmpty && bench.seats[one]?.phase == .free)
        #expect(bench.seats[one]?.player.commands.last == .release)
        bench.play(7, in: one, generation: 2)
        bench.pass(300)
        #expect(bench.loads(one) == 2 && bench.seats[one]?.isMoving == true)
    }

    @Test func `a failure is of the binding that asked, and ends the service of the present one only`() {
        let bench = SeatsBench<KeepingMedia>()
        let error = PlaybackError(.sourceUnreadable, subject: "7.mp4", reason: "is broken", cure: "copy it again")
        bench.play(7, in: one)
        bench.pass(300)
        bench.play(8, in: one, generation: 2)
        bench.seats[one]?.player.report(.failed(error, generation: 1))
        bench.take()
        #expect(bench.has(.failed(error.description), SeatsBench<KeepingMedia>.binding(7)))
        #expect(bench.seats[one]?.phase == .opening)
        bench.pass(300)
        #expect(bench.seats[one]?.phase == .ready)
        bench.seats[one]?.player.report(.failed(error, generation: bench.seats[one]?.generation ?? 0))
        bench.take()
        #expect(bench.has(.failed(error.description), SeatsBench<KeepingMedia>.binding(8, 2)))
        #expect(bench.seats[one]?.phase == .failed)
    }

    @Test func `a cell that has failed is opened again when it is to play, from where it was`() {
        let bench = SeatsBench<KeepingMedia>()
        let error = PlaybackError(.sourceUnreadable, subject: "7.mp4", reason: "is broken", cure: "copy it again")
        bench.play(7, in: one, from: .seconds(4))
        bench.pass(300)
        bench.seats[one]?.player.report(.failed(error, generation: bench.seats[one]?.generation ?? 0))
        bench.take()
        bench.play(7, in: one)
        bench.pass(300)
        #expect(bench.loads(one) == 2 && bench.seats[one]?.isMoving == true)
        #expect((bench.seats[one]?.place(at: bench.clock.now) ?? .zero) >= .seconds(4))
    }

    @Test func `a lost player is replaced by one that goes on where it was`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.seats.setAudible(SeatsBench<KeepingMedia>.binding(7))
        bench.play(7, in: one, repeats: false)
        bench.pass(2_000)
        let (former, place) = (bench.seats[one]?.player, bench.seats[one]?.place(at: bench.clock.now))
        former?.report(.lost)
        bench.take()
        #expect(bench.losses == [one])
        bench.seats.replace(one, at: bench.clock.now)
        #expect(bench.seats[one]?.player !== former && former?.commands.last == .release)
        bench.pass(300)
        #expect(bench.seats[one]?.isMoving == true && bench.seats[one]?.repeats == false)
        #expect((bench.seats[one]?.place(at: bench.clock.now) ?? .zero) >= place ?? .zero)
        #expect(bench.seats[one]?.player.commands.contains(.setAudible(true)) == true)
        #expect(bench.budget.snapshot.leases.count == 1)
        // A free one is not needed.
        _ = bench.seats.release(one, at: bench.clock.now)
        bench.seats.replace(one, at: bench.clock.now)
        #expect(bench.seats[one] == nil && bench.budget.snapshot.leases.isEmpty)
    }

    @Test func `what a former player of a slot left behind is not taken for the present one's`() {
        let bench = SeatsBench<KeepingMedia>()
        let error = PlaybackError(.sourceUnreadable, subject: "7.mp4", reason: "is broken", cure: "copy it again")
        bench.play(7, in: one)
        bench.pass(300)
        guard let former = bench.seats[one]?.player else {
            Issue.record("nothing plays")
            return
        }
        // They wait while another player takes the slot over, whose requests have the same numbers.
        for event: PlayerEvent in [
            .loaded(SimulatedVideo(length: .seconds(1)).info, generation: 1), .prepared(generation: 1),
            .failed(error, generation: 1), .lost,
        ] {
            former.report(event)
        }
        bench.seats.replace(one, at: bench.clock.now)
        #expect(bench.seats[one]?.generation == 1)
        let before = bench.arrivals.count
        bench.take()
        #expect(bench.seats[one]?.phase == .opening && bench.seats[one]?.info == nil)
        #expect(bench.arrivals.count == before && bench.losses.isEmpty)
        bench.pass(300)
        #expect(bench.seats[one]?.isMoving == true)
        #expect(bench.seats[one]?.info?.bounds.length == .seconds(10))
    }

    @Test func `a cell whose content has changed is opened again, although its address is the same`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.play(7, in: one)
        bench.prepare(8, in: two)
        bench.pass(300)
        bench.seats.forget(FeedCellID(7))
        _ = bench.seats.release(one, at: bench.clock.now)
        bench.play(7, in: one, generation: 2)
        bench.pass(300)
        #expect(bench.loads(one) == 2 && bench.seats[one]?.isMoving == true)
        // Others keep their videos.
        _ = bench.seats.release(two, at: bench.clock.now)
        bench.play(8, in: two, generation: 3)
        bench.pass(300)
        #expect(bench.loads(two) == 1)
        // A free player that holds the former content is not asked for it either.
        _ = bench.seats.release(two, at: bench.clock.now)
        bench.seats.forget(FeedCellID(8))
        bench.play(8, in: two, generation: 4)
        #expect(bench.loads(two) == 2)
    }

    @Test func `one cell is heard, whichever player serves it`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.play(7, in: one)
        bench.play(8, in: two)
        bench.pass(300)
        bench.seats.setAudible(SeatsBench<KeepingMedia>.binding(8))
        func isHeard(_ slot: FeedSlot) -> Bool? {
            bench.seats[slot]?.player.commands.reduce(nil as Bool?) {
                if case .setAudible(let heard) = $1 { heard } else { $0 }
            }
        }
        #expect(isHeard(one) == false && isHeard(two) == true)
        // The player of the heard cell serves another one from here on.
        bench.play(9, in: two, generation: 2)
        #expect(isHeard(two) == false)
        bench.seats.setAudible(nil)
        #expect(isHeard(one) == false && isHeard(two) == false)
    }

    @Test func `the pool ends without a lease and without a video`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.play(7, in: one)
        bench.prepare(8, in: two)
        bench.pass(300)
        let players = [one, two].compactMap { bench.seats[$0]?.player }
        bench.seats.retireAll()
        #expect(bench.seats.all.isEmpty && bench.budget.snapshot.leases.isEmpty)
        #expect(players.allSatisfy { $0.commands.last == .release })
    }

    @Test func `a video that has ended starts over from its beginning`() {
        let bench = SeatsBench<KeepingMedia>()
        bench.play(7, in: one)
        bench.pass(5_000)
        bench.seats.startOver(one, at: bench.clock.now)
        bench.pass(300)
        #expect((bench.seats[one]?.place(at: bench.clock.now) ?? .seconds(9)) < .milliseconds(300))
        #expect(bench.seats[one]?.isMoving == true && bench.loads(one) == 1)
    }
}
