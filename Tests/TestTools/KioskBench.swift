import Foundation
import MultiPlayerKitTestSupport

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// A kiosk in virtual time: files that change, players that fail, a machine whose clock is wrong.
struct KioskBench {
    /// A file on the simulated disk.
    struct File {
        var stamp: FileStamp
        var facts: KioskClipFacts
        var isBroken = false
    }

    private struct Timed {
        var host: HostTime
        var event: KioskCore.Event
    }

    private(set) var core: KioskCore
    var now = HostTime(nanoseconds: 50_000_000_000)
    var disk: [MediaSource: File] = [:]
    var random: SplitMix
    private(set) var told: [KioskEvent] = []
    /// The open seats, and what each was opened for.
    private(set) var open: [KioskSeatID: KioskCore.Opening] = [:]
    private(set) var mostOpen = 0
    private(set) var opened = 0
    /// Whether events asked for one another without end while no time passed; nothing happens any more then.
    private(set) var isStuck = false
    private(set) var heard: [KioskSeatID] = []
    /// How often each seat was told to follow a timeline.
    private(set) var follows: [KioskSeatID: Int] = [:]
    /// The timeline that each seat was last told to follow, from which host time on, and when it was told.
    private(set) var followed: [KioskSeatID: (timeline: MemberTimeline, from: HostTime, at: HostTime)] = [:]
    /// An opening takes at most this long, and at least a tenth of it.
    var openingTime = Duration.milliseconds(200)
    private var queue: [Timed] = []
    private var nextStamp: Int64 = 1

    init(
        _ configuration: KioskConfiguration, seed: UInt64, shared: Duration, steering: KioskCore.Steering? = nil,
        looks: Duration = .seconds(1)
    ) {
        random = SplitMix(seed: seed)
        core = KioskCore(
            configuration, line: LineAnchor(hostTime: now, time: shared, rate: 1), steering: steering, looks: looks)
    }

    /// Puts another version of a file on the disk.
    mutating func write(_ source: MediaSource, frames: Int, rate: FrameRate = FrameRate(30), isBroken: Bool = false) {
        nextStamp += 1
        let bounds = ItemBounds(start: .milliseconds(67), end: .milliseconds(67) + rate.time(ofFrame: Int64(frames)))
        disk[source] = File(
            stamp: FileStamp(device: 1, inode: 1, size: 1, modified: nextStamp), facts: KioskClipFacts(bounds: bounds),
            isBroken: isBroken)
    }

    mutating func begin() { send(.begin) }

    mutating func send(_ event: KioskCore.Event) {
        for command in core.handle(event, at: now) { carryOut(command) }
    }

    /// Lets time pass, and handles every event that comes in it.
    mutating func run(until host: HostTime) {
        var atOnce = 0
        while !isStuck, let index = queue.indices.min(by: { queue[$0].host < queue[$1].host }),
            queue[index].host <= host
        {
            let next = queue.remove(at: index)
            atOnce = next.host > now ? 0 : atOnce + 1
            now = max(now, next.host)
            // Files and seats answer once each: a bench has far fewer of them.
            isStuck = atOnce > 1_000
            send(next.event)
        }
        now = host
    }

    mutating func run(for duration: Duration) { run(until: now.advanced(by: duration)) }

    /// The number of events still to come; it must not grow over time.
    var pending: Int { queue.count }

    mutating func clearLog() { told = [] }

    private mutating func later(_ event: KioskCore.Event, _ range: ClosedRange<Int>) {
        let wait = Duration.milliseconds(Int.random(in: range, using: &random))
        queue.append(Timed(host: now.advanced(by: wait), event: event))
    }

    private mutating func carryOut(_ command: KioskCore.Command) {
        switch command {
        case .stamp(let sources):
            later(.stamped(Dictionary(uniqueKeysWithValues: sources.map { ($0, disk[$0]?.stamp) })), 1...5)
        case .look(let source, _):
            guard let file = disk[source] else { return later(.looked(source, .missed), 1...5) }
            later(
                .looked(source, file.isBroken ? .broken(file.stamp, "it is damaged") : .opened(file.stamp, file.facts)),
                5...50)
        case .open(let id, let opening):
            open[id] = opening
            opened += 1
            mostOpen = max(mostOpen, open.count)
            let most = Int(openingTime.seconds * 1_000)
            later(.prepared(id), most / 10...most)
        case .close(let id): open[id] = nil
        case .follow(let id, let timeline, let host):
            follows[id, default: 0] += 1
            followed[id] = (timeline, host, now)
        case .hear(let id): heard.append(id)
        case .tell(let event): told.append(event)
        case .wake(let host): queue.append(Timed(host: max(host, now), event: .time))
        }
    }
}
