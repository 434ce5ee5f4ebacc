import Foundation
import MultiPlayerKit

/// Which cells of a feed play, get ready, keep their picture or let go: every decision of a feed, as a value.
///
/// It holds no view and no player, reads no clock and never suspends. A shell tells it what happens, in the order in
/// which it happens, and carries the commands out in theirs, at once:
///
/// ```swift
/// var feed = FeedAutoplay(settings: FeedSettings(policy: .mostVisible()))
/// for command in feed.handle(.viewport(viewport), at: now) { carryOut(command) }
/// ```
///
/// A value, tied to no thread: on Apple platforms it lives on the main actor, where scroll views report.
///
/// A decision looks at the cells on the screen and a few beside it, however long the feed is.
public struct FeedAutoplay: Sendable {
    /// What happened.
    public enum Event: Sendable {
        /// The cells, at first and after each reload, insertion, deletion or change of size; with the viewport if the
        /// same change moved it, so that what the viewer sees has stayed: apart, the two would let it go for a moment.
        case layout(FeedLayout, viewport: FeedViewport? = nil)
        /// A cell of a ``FeedLayout/reported(orientation:)`` layout tells its frame in content coordinates.
        case place(FeedCellID, CGRect)
        /// Its view is gone.
        case displace(FeedCellID)
        /// Another content has come under the same name: whatever was shown and known of it is over.
        case replaced(FeedCellID)
        case viewport(FeedViewport)
        /// Velocity in points a second along the axis, positive towards larger coordinates.
        case phase(FeedScrollPhase, velocity: CGFloat? = nil)
        /// A view is made ready for a cell, perhaps before it is on the screen: it needs a binding now.
        case display(FeedCellID)
        /// That view shows the cell no more.
        case endDisplay(FeedCellID)
        /// Bytes that let a cell's video start (index, first group of pictures and one second), once they are known.
        case opening(FeedCellID, [Range<Int64>])
        /// Something came back that had been asked for under this binding.
        case arrived(FeedArrival, FeedBinding)
        case user(FeedAct)
        case absence(FeedAbsence)
        case conditions(FeedConditions)
        case settings(FeedSettings)
        /// A wake-up that was asked for; may come late, and may also be sent when nothing else happens.
        case time
    }

    /// What to do about it, in this order.
    public enum Command: Hashable, Sendable {
        case assign(FeedAssignment)
        /// This one alone is heard; `nil`: none.
        case setAudible(FeedBinding?, reason: String)
        /// Take the audio session before the first sound: other apps' music stops.
        case claimSound(reason: String)
        /// Give it back: the music goes on.
        case returnSound(reason: String)
        /// The player of this free slot can be thrown away.
        case retire(FeedSlot)
        /// Send ``Event/time`` then.
        case wake(at: HostTime)
    }

    // Written by the extensions of this type only.
    var settings: FeedSettings
    var layout = FeedLayout.reported()
    var viewport: FeedViewport?
    var motion = FeedMotion()
    var absence: FeedAbsence = []
    var conditions = FeedConditions()
    var holdings: [FeedCellID: Holding] = [:]
    /// Cells that a view shows.
    var displayed: Set<FeedCellID> = []
    /// Cells on the screen at the last look.
    var onScreen: Set<FeedCellID> = []
    var intents = FeedIntents()
    var records: RecentValues<FeedRecord>
    /// As told; more than are ever near at once.
    var openings = RecentValues<[Range<Int64>]>(capacity: 1_000)
    var pool: FeedPool
    var sound: FeedSound
    var wakeUps = WakeUps()
    /// When the prepared cells' turn comes although what plays has no picture yet.
    var patienceEnds: HostTime?
    private var lastGeneration = 0

    /// Arrivals that belonged to nobody any more.
    public internal(set) var lateDropped = 0
    /// Bindings that were begun.
    public var bindings: Int { lastGeneration }
    /// Cells looked at for the last answer.
    public internal(set) var touched = 0

    /// A feed that is watched, with no cells yet.
    ///
    /// - Parameter isMuted: The viewer's last choice, if the app keeps it; feeds start muted.
    public init(settings: FeedSettings = FeedSettings(), isMuted: Bool = true) {
        self.settings = settings
        records = RecentValues(capacity: settings.rememberedCells)
        pool = FeedPool(capacity: max(settings.playerCeiling, 0))
        sound = FeedSound(isMuted: isMuted)
    }

    /// Takes one event in, and says what to do. Events come one after the other, `now` never goes back.
    public mutating func handle(_ event: Event, at now: HostTime) -> [Command] {
        var out: [Command] = []
        touched = 0
        motion.passTime(to: now, settleTime: settings.settleTime)
        take(event, at: now, &out)
        review(at: now, &out)
        intents.justTapped = nil
        if let host = wakeUps.ask(for: nextCheck) { out.append(.wake(at: host)) }
        return out
    }

    private mutating func take(_ event: Event, at now: HostTime, _ out: inout [Command]) {
        switch event {
        case .layout(let layout, let viewport): relay(layout, viewport)
        case .place(let id, let frame): _ = layout.place(id, frame)
        case .displace(let id): _ = layout.displace(id)
        case .replaced(let id): replace(id, &out)
        case .viewport(let viewport): move(to: viewport, at: now)
        case .phase(let phase, let velocity):
            motion.enter(phase, velocity: velocity.map { layout.orientation.isMirrored ? -$0 : $0 })
        case .display(let id): displayed.insert(id)
        case .endDisplay(let id): displayed.remove(id)
        case .opening(let id, let ranges): openings[id] = ranges
        case .arrived(let arrival, let binding): take(arrival, binding, &out)
        case .user(let act): take(act, &out)
        case .absence(let absence): self.absence = absence
        case .conditions(let conditions): self.conditions = conditions
        case .settings(let settings): set(settings)
        case .time: wakeUps.came(at: now)
        }
    }

    private mutating func move(to viewport: FeedViewport, at now: HostTime) {
        self.viewport = viewport
        guard let window = FeedWindow(viewport, in: layout) else { return }
        let velocity = viewport.velocity.map { Double(layout.orientation.isMirrored ? -$0 : $0) }
        motion.moved(to: window.full.lead, length: window.full.length, velocity: velocity, at: now)
    }

    private mutating func relay(_ layout: FeedLayout, _ viewport: FeedViewport?) {
        self.layout = layout
        guard let viewport else { return }
        self.viewport = viewport
        if let window = FeedWindow(viewport, in: layout) { motion.shift(to: window.full.lead) }
    }

    private mutating func set(_ settings: FeedSettings) {
        self.settings = settings
        records.capacity = settings.rememberedCells
        pool.capacity = max(settings.playerCeiling, 0)
    }

    private var nextCheck: HostTime? {
        guard absence.isEmpty, !holdings.isEmpty || layout.count > 0 else { return nil }
        return [motion.rest(settleTime: settings.settleTime), patienceEnds].compactMap(\.self).min()
    }

    mutating func newGeneration() -> Int {
        lastGeneration += 1
        return lastGeneration
    }
}

extension FeedAutoplay {
    /// What the cells have been told, in the order of reading; cells that were let go are not among them.
    public var assignments: [FeedAssignment] {
        holdings.values.map(\.assignment).sorted { left, right in
            let keys = (layout.entry(of: left.binding.cell)?.key, layout.entry(of: right.binding.cell)?.key)
            guard let first = keys.0, let second = keys.1 else { return keys.0 != nil }
            return first < second
        }
    }

    /// What a cell has been told last; `nil`: it has been let go, or its turn has not come yet.
    public func assignment(of cell: FeedCellID) -> FeedAssignment? { holdings[cell]?.assignment }

    /// The present binding of a cell, under which posters and downloads are asked for.
    public func binding(of cell: FeedCellID) -> FeedBinding? { holdings[cell]?.binding }

    /// How far a cell has come under its present binding.
    public func readiness(of cell: FeedCellID) -> FeedReadiness { holdings[cell]?.readiness ?? .nothing }

    /// Whether what was asked for under `binding` may still be used.
    public func isCurrent(_ binding: FeedBinding) -> Bool { holdings[binding.cell]?.binding == binding }

    /// Why a cell does what it does, in words.
    public func explanation(of cell: FeedCellID) -> String {
        if let holding = holdings[cell] { return holding.assignment.reason }
        if layout.entry(of: cell) == nil { return "it is not in the feed" }
        return absence.isEmpty ? "it is off the screen and not among the next" : absenceReason
    }

    /// The one that is heard.
    public var audible: FeedBinding? { sound.audible }

    /// The viewer's choice for the whole feed; to be kept by the app, if it shall outlive it.
    public var isMuted: Bool { sound.isMuted }

    /// Players that serve a cell.
    public var playersInUse: Int { pool.inUse }

    /// Bytes of openings fetched or prepared ahead and behind, as far as they are known.
    public var bytesAhead: Int64 {
        holdings.values.reduce(0) { sum, holding in
            if case .fetch(let opening) = holding.role { sum + opening.bytes } else { sum }
        }
    }
}
