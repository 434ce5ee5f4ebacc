import Foundation
import MultiPlayerKit

/// Decides which cells of a feed play, get ready, keep their picture or are let go: every decision of a feed, as a
/// value.
///
/// It holds no view and no player, reads no clock and never suspends. A shell reports what happens, in the order in
/// which it happens, and carries out the commands at once, in theirs:
///
/// ```swift
/// var feed = FeedAutoplay(settings: FeedSettings(policy: .mostVisible()))
/// for command in feed.handle(.viewport(viewport), at: now) { carryOut(command) }
/// ```
///
/// The value is tied to no thread; on Apple platforms it lives on the main actor, where scroll views report.
///
/// A decision looks at the cells on the screen and a few beside it, however long the feed is.
package struct FeedAutoplay: Sendable {
    /// What happened.
    package enum Event: Sendable {
        /// The cells, at first and after each reload, insertion, deletion or change of size. Include the viewport if
        /// the same change moved it so that the viewer still sees the same: sent apart, the two would let visible cells
        /// go for a moment.
        case layout(FeedLayout, viewport: FeedViewport? = nil)
        /// A cell of a ``FeedLayout/reported(orientation:)`` layout reports its frame in content coordinates.
        case place(FeedCellID, CGRect)
        /// The view of such a cell is gone.
        case displace(FeedCellID)
        /// The identifier now names other content: what was shown and known of the old content is dropped.
        case replaced(FeedCellID)
        case viewport(FeedViewport)
        /// The scroll phase. Velocity is in points per second along the axis, positive towards larger coordinates.
        case phase(FeedScrollPhase, velocity: CGFloat? = nil)
        /// A view is made ready for a cell, perhaps before it is on the screen; the cell needs a binding now.
        case display(FeedCellID)
        /// That view no longer shows the cell.
        case endDisplay(FeedCellID)
        /// The bytes that a cell's video needs to start (index, first group of pictures and one second more), once they
        /// are known.
        case opening(FeedCellID, [Range<Int64>])
        /// Something requested under this binding has arrived.
        case arrived(FeedArrival, FeedBinding)
        case user(FeedAct)
        /// A call, or another app, took the audio session.
        case soundTaken
        /// It may be had again. Unless `resumes`, the feed is muted: the pictures go on, and the viewer decides on the
        /// sound.
        case soundReturned(resumes: Bool)
        case absence(FeedAbsence)
        case conditions(FeedConditions)
        case settings(FeedSettings)
        /// A requested wake-up. It may come late, and may also be sent without a request.
        case time
    }

    /// What to do about an event, in this order.
    package enum Command: Hashable, Sendable {
        case assign(FeedAssignment)
        /// Only this cell is heard; `nil`: none.
        case setAudible(FeedBinding?, reason: String)
        /// Take the audio session before the first sound: other apps' music stops.
        case claimSound(reason: String)
        /// Give the audio session back: the music goes on.
        case returnSound(reason: String)
        /// The player of this free slot can be thrown away.
        case retire(FeedSlot)
        /// Send ``Event/time`` at this host time.
        case wake(at: HostTime)
    }

    // Written only by the extensions of this type.
    var settings: FeedSettings
    var layout = FeedLayout.reported()
    var viewport: FeedViewport?
    var motion = FeedMotion()
    var reportedAbsence: FeedAbsence = []
    var conditions = FeedConditions()
    var holdings: [FeedCellID: Holding] = [:]
    /// Cells that a view shows.
    var displayed: Set<FeedCellID> = []
    /// Cells on the screen at the last review.
    var onScreen: Set<FeedCellID> = []
    var intents = FeedIntents()
    var records: RecentValues<FeedCellID, FeedRecord>
    /// As reported; the capacity is more than are ever near at once.
    var openings = RecentValues<FeedCellID, [Range<Int64>]>(capacity: 1_000)
    var pool: FeedPool
    var sound: FeedSound
    var wakeUps = WakeUps()
    /// When preparation begins although a playing cell has no picture yet.
    var patienceEnds: HostTime?
    private var lastGeneration = 0

    /// Arrivals that were dropped because their binding was over.
    package internal(set) var lateDropped = 0
    /// Bindings begun so far.
    package var bindings: Int { lastGeneration }
    /// Cells examined for the last answer.
    package internal(set) var touched = 0

    /// Creates a feed that is watched and has no cells yet.
    ///
    /// - Parameter isMuted: The viewer's last choice, if the app keeps it; feeds start muted.
    package init(settings: FeedSettings = FeedSettings(), isMuted: Bool = true) {
        self.settings = settings
        records = RecentValues(capacity: settings.rememberedCells)
        pool = FeedPool(capacity: max(settings.playerCeiling, 0))
        sound = FeedSound(isMuted: isMuted)
    }

    /// Takes in one event and returns what to do. Events come one at a time, and `now` never goes back.
    package mutating func handle(_ event: Event, at now: HostTime) -> [Command] {
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
        case .user(let act):
            take(act, &out)
            sound.heed(act)
        case .soundTaken: sound.interrupt()
        case .soundReturned(let resumes): sound.endInterruption(resumes: resumes)
        case .absence(let absence): reportedAbsence = absence
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

    /// Why nobody watches. Pictures without the sound that the viewer wants are as good as covered.
    var absence: FeedAbsence { sound.isAwaited ? reportedAbsence.union(.covered) : reportedAbsence }

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
    /// The current assignments in reading order, without cells that were let go.
    package var assignments: [FeedAssignment] {
        holdings.values.map(\.assignment).sorted { left, right in
            let keys = (layout.entry(of: left.binding.cell)?.key, layout.entry(of: right.binding.cell)?.key)
            guard let first = keys.0, let second = keys.1 else { return keys.0 != nil }
            return first < second
        }
    }

    /// A cell's last assignment; `nil`: it has been let go, or its turn has not come yet.
    package func assignment(of cell: FeedCellID) -> FeedAssignment? { holdings[cell]?.assignment }

    /// A cell's current binding, under which posters and downloads are requested.
    package func binding(of cell: FeedCellID) -> FeedBinding? { holdings[cell]?.binding }

    /// How ready a cell's video is under its current binding.
    package func readiness(of cell: FeedCellID) -> FeedReadiness { holdings[cell]?.readiness ?? .nothing }

    /// Whether an answer to a request made under `binding` may still be used.
    package func isCurrent(_ binding: FeedBinding) -> Bool { holdings[binding.cell]?.binding == binding }

    /// Why a cell does what it does, in words.
    package func explanation(of cell: FeedCellID) -> String {
        if let holding = holdings[cell] { return holding.assignment.reason }
        if layout.entry(of: cell) == nil { return "it is not in the feed" }
        return absence.isEmpty ? "it is off the screen and not among the next" : absenceReason
    }

    /// The binding of the cell that is heard; `nil`: none.
    package var audible: FeedBinding? { sound.audible }

    /// The viewer's choice for the whole feed. The app has to keep it if it should outlive the feed.
    package var isMuted: Bool { sound.isMuted }

    /// Players that serve a cell.
    package var playersInUse: Int { pool.inUse }
}
