import Foundation

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed
@testable import TestTools

/// A feed with simulated players, in virtual time. The bench keeps its own record and checks every command against it.
final class FeedBench {
    /// A cell as its view and player would know it.
    struct Cell {
        var binding: FeedBinding
        var role: FeedRole
        var offer: FeedOffer
        var reason: String
    }

    var feed: FeedAutoplay
    private(set) var settings: FeedSettings
    private(set) var layout: FeedLayout
    private(set) var viewport: FeedViewport
    private(set) var phase = FeedScrollPhase.idle
    private(set) var absence: FeedAbsence = []
    private(set) var now = HostTime.at(100)
    private(set) var cells: [FeedCellID: Cell] = [:]
    /// The cell that holds each slot, by the bench's own record.
    private(set) var holders: [FeedSlot: FeedCellID] = [:]
    private(set) var audible: FeedBinding?
    private(set) var isClaimed = false
    /// Whether another app has the session that was claimed.
    private(set) var isInterrupted = false
    /// Whether another app had it, and the feed has not claimed it since.
    private var hasLapsed = false
    private(set) var broken: [String] = []
    private(set) var log: [String] = []
    private(set) var mostTouched = 0
    /// Commands of the last event.
    private(set) var last: [FeedAutoplay.Command] = []
    private(set) var assigned = 0
    /// Every binding that was ever given out.
    private(set) var seen: [FeedBinding] = []
    var keepsLog = false
    /// Whether players show their first picture at once.
    var showsAtOnce = true
    private(set) var wakes: [HostTime] = []
    /// How late the next wake-up comes.
    var lateness: () -> Duration = { .zero }
    /// Whether each event is followed by a check that events with nothing new change nothing.
    var checksCause = true
    private var playingNow: Set<FeedCellID> = []
    private var gettingReady: Set<FeedCellID> = []
    private var newest = 0
    /// The scrolling speed in points a second.
    private var velocity = 0.0
    /// When the viewport last moved.
    private var movedAt: HostTime?

    init(
        _ layout: FeedLayout, settings: FeedSettings = FeedSettings(), size: CGSize = CGSize(width: 400, height: 800),
        bars: FeedViewport.Bars = FeedViewport.Bars(), at start: CGFloat = 0, isMuted: Bool = true
    ) {
        self.layout = layout
        self.settings = settings
        viewport = FeedViewport(visible: CGRect(origin: CGPoint(x: 0, y: start), size: size), bars: bars)
        feed = FeedAutoplay(settings: settings, isMuted: isMuted)
        checksCause = false
        send(.layout(layout))
        checksCause = true
        send(.viewport(viewport))
    }

    /// A list as wide as the viewport of 400 x 800.
    static func list(
        _ count: Int = 100, height: CGFloat = 300, settings: FeedSettings = FeedSettings(),
        bars: FeedViewport.Bars = FeedViewport.Bars()
    ) -> FeedBench {
        FeedBench(.grid(count: count, cell: CGSize(width: 400, height: height)), settings: settings, bars: bars)
    }

    // MARK: Driving

    func send(_ event: FeedAutoplay.Event) {
        if keepsLog { log.append("\(seconds) < \(event)".prefix(300).description) }
        note(event)
        let before = playingNow
        let prepared = gettingReady
        last = feed.handle(event, at: now)
        mostTouched = max(mostTouched, feed.touched)
        for command in last { take(command) }
        check(after: event, before: before, prepared: prepared)
        if showsAtOnce, playingNow.contains(where: { feed.holdings[$0]?.isShowing == false }) { showPictures() }
    }

    func fail(_ rule: String) { broken.append(rule) }

    /// Sends an event that no command but a wake-up may follow.
    func expectsNothing(_ event: FeedAutoplay.Event) {
        // Commands that are due by now come first: the event does not cause them.
        send(.time)
        send(event)
        for command in last {
            if case .wake = command { continue }
            broken.append("\(command) follows from \(event)")
        }
    }

    /// Lets time pass. Wake-ups come when they were asked for, or late.
    func advance(_ duration: Duration) {
        let end = now.advanced(by: duration)
        var rounds = 0
        while let next = wakes.min(), next <= end {
            wakes.removeAll { $0 == next }
            now = max(now, min(next.advanced(by: lateness()), end))
            send(.time)
            rounds += 1
            if rounds > 1_000 { return broken.append("wake-ups without end") }
        }
        now = end
    }

    func scroll(to place: CGFloat, tellsVelocity: Bool = false) {
        var visible = viewport.visible
        if layout.orientation.axis == .vertical { visible.origin.y = place } else { visible.origin.x = place }
        viewport.visible = visible
        viewport.velocity = tellsVelocity ? velocity : nil
        send(.viewport(viewport))
    }

    /// Scrolls this far, in steps at the display rate.
    func scroll(
        by distance: CGFloat, speed: CGFloat, phase: FeedScrollPhase = .dragging, tellsVelocity: Bool = false
    ) {
        enter(phase)
        let step = distance < 0 ? -speed / 60 : speed / 60
        var left = abs(distance)
        velocity = distance < 0 ? -speed : speed
        while left > 0 {
            advance(.milliseconds(16))
            scroll(to: place + (left < abs(step) ? (step < 0 ? -left : left) : step), tellsVelocity: tellsVelocity)
            left -= abs(step)
        }
    }

    func enter(_ phase: FeedScrollPhase) {
        if phase != self.phase { send(.phase(phase)) }
    }

    /// Lifts the finger and waits until the feed is at rest.
    func rest() {
        velocity = 0
        enter(.idle)
        advance(.milliseconds(400))
    }

    func settle(at place: CGFloat) {
        scroll(to: place)
        rest()
    }

    func reload(_ layout: FeedLayout, by shift: CGFloat = 0) {
        var viewport = viewport
        viewport.visible.origin.y += shift
        send(.layout(layout, viewport: viewport))
    }

    var place: CGFloat {
        layout.orientation.axis == .vertical ? viewport.visible.minY : viewport.visible.minX
    }

    var seconds: String { String(format: "%.3f", Double(now.nanoseconds) / 1e9) }

    // MARK: Reading

    /// In reading order.
    var playing: [FeedCellID] { all { $0.plays } }
    var prepared: [FeedCellID] { all { if case .prepare = $0 { true } else { false } } }
    var fetched: [FeedCellID] { all { if case .fetch = $0 { true } else { false } } }
    var stills: [FeedCellID] { all { if case .still = $0 { true } else { false } } }

    var cellsByAge: [FeedCellID] {
        cells.values.map(\.binding).sorted { $0.generation < $1.generation }.map(\.cell)
    }

    func all(_ matches: (FeedRole) -> Bool) -> [FeedCellID] {
        cells.filter { matches($0.value.role) }.keys.sorted { left, right in
            guard let first = layout.entry(of: left), let second = layout.entry(of: right) else { return false }
            return first.key < second.key
        }
    }

    func assignments(of id: FeedCellID) -> [FeedAssignment] {
        last.compactMap { if case .assign(let given) = $0, given.binding.cell == id { given } else { nil } }
    }

    func arrive(_ arrival: FeedArrival, _ id: FeedCellID) {
        if let cell = cells[id] { send(.arrived(arrival, cell.binding)) }
    }

    // MARK: Record and checks

    private func note(_ event: FeedAutoplay.Event) {
        switch event {
        case .layout(let layout, let viewport):
            self.layout = layout
            if let viewport { self.viewport = viewport }
        case .place(let id, let frame): _ = layout.place(id, frame)
        case .displace(let id): _ = layout.displace(id)
        case .viewport(let viewport):
            if self.viewport.visible != viewport.visible || movedAt == nil { movedAt = now }
            self.viewport = viewport
        case .phase(let phase, _):
            self.phase = phase
            if phase == .idle { velocity = 0 }
        case .absence(let absence): self.absence = absence
        case .soundTaken: isInterrupted = isInterrupted || isClaimed
        case .soundReturned, .user(.setMuted(false, on: _)): endInterruption()
        case .user(.play), .user(.replay): if !feed.isMuted { endInterruption() }
        case .settings(let settings): self.settings = settings
        case .time: wakes.removeAll { $0 <= now }
        default: break
        }
    }

    private func endInterruption() {
        if isInterrupted { (isInterrupted, hasLapsed) = (false, true) }
    }

    private func take(_ command: FeedAutoplay.Command) {
        if keepsLog { log.append("\(seconds)   > \(command)") }
        switch command {
        case .assign(let assignment): take(assignment)
        case .setAudible(let binding, let reason):
            if binding != nil, !isClaimed { broken.append("heard without the audio session") }
            if reason.isEmpty { broken.append("sound without a reason") }
            audible = binding
        case .claimSound:
            if isClaimed, !hasLapsed { broken.append("audio session claimed twice") }
            (isClaimed, hasLapsed) = (true, false)
        case .returnSound:
            if !isClaimed { broken.append("audio session returned without a claim") }
            if isInterrupted { broken.append("audio session returned while another app has it") }
            if audible != nil { broken.append("audio session returned while \(audible!.cell) is heard") }
            (isClaimed, hasLapsed) = (false, false)
        case .retire(let slot):
            if holders[slot] != nil { broken.append("slot \(slot.number) retired in use") }
        case .wake(let host):
            wakes.append(host)
            if wakes.count > 4 { broken.append("\(wakes.count) wake-ups pending") }
        }
    }

    private func take(_ assignment: FeedAssignment) {
        let id = assignment.binding.cell
        assigned += 1
        if assignment.reason.isEmpty { broken.append("\(id) without a reason") }
        let former = cells[id]
        if former?.binding != assignment.binding {
            if assignment.role == .letGo { broken.append("\(id) let go under a binding it did not have") }
            if assignment.binding.generation <= newest { broken.append("generation of \(id) does not count up") }
            newest = max(newest, assignment.binding.generation)
            seen.append(assignment.binding)
        } else if former?.role == assignment.role, former?.offer == assignment.offer {
            if case .play(_, .some, _) = assignment.role {} else { broken.append("\(id) assigned the same again") }
        }
        if former?.role.slot != nil, assignment.role.slot == nil || assignment.released != nil,
            assignment.released != former?.role.slot
        {
            broken.append("\(id) does not give back its slot")
        }
        if former?.role.slot == nil, assignment.released != nil { broken.append("\(id) had no slot to return") }
        if let slot = assignment.released { holders[slot] = nil }
        if let slot = assignment.role.slot {
            if let holder = holders[slot], holder != id {
                broken.append("slot \(slot.number) taken from \(holder) for \(id)")
            }
            holders[slot] = id
        }
        if former?.role.slot != nil, assignment.released != nil, former?.binding == assignment.binding,
            assignment.role != .letGo
        {
            broken.append("\(id) lost its player under one generation")
        }
        if assignment.role == .letGo {
            cells[id] = nil
        } else {
            cells[id] = Cell(
                binding: assignment.binding, role: assignment.role, offer: assignment.offer, reason: assignment.reason)
        }
        playingNow.remove(id)
        gettingReady.remove(id)
        if assignment.role.plays { playingNow.insert(id) }
        if cells[id]?.isGettingReady == true { gettingReady.insert(id) }
        let limit = settings.policy.atOnce
        if assignment.role.plays, playingNow.count > limit { broken.append("\(playingNow.count) play, limit \(limit)") }
        if holders.count > max(settings.playerCeiling, 0), assignment.role.slot != nil, former?.role.slot == nil {
            broken.append("\(holders.count) players, limit \(settings.playerCeiling)")
        }
    }

    private func check(after event: FeedAutoplay.Event, before: Set<FeedCellID>, prepared: Set<FeedCellID>) {
        let isVisible = visibleTest()
        for id in playingNow where !isVisible(id) { broken.append("\(id) plays off the screen") }
        if playingNow.count > settings.policy.atOnce { broken.append("\(playingNow.count) play") }
        if holders.count > max(settings.playerCeiling, 0) { broken.append("\(holders.count) players at the end") }
        if !absence.isEmpty, !holders.isEmpty { broken.append("players while nobody watches") }
        if !absence.isEmpty, isClaimed, !isInterrupted { broken.append("audio session not returned") }
        if isInterrupted, !feed.isMuted, !holders.isEmpty { broken.append("players while sound is awaited") }
        if let audible, cells[audible.cell]?.binding != audible || cells[audible.cell]?.role.plays != true {
            broken.append("\(audible.cell) is heard and does not play")
        }
        if !feed.isMuted, absence.isEmpty, !playingNow.isEmpty, audible == nil { broken.append("no cell is heard") }
        if feed.isMuted, audible != nil { broken.append("heard though muted") }
        let bytes = cells.values.reduce(Int64(0)) { sum, cell in
            if case .fetch(let opening) = cell.role { sum + opening.bytes } else { sum }
        }
        if bytes > max(settings.byteCeiling, 0) { broken.append("\(bytes) bytes ahead") }
        checkHaste(event, before, prepared)
        if checksCause { checkCause() }
        if feed.playersInUse != holders.count || feed.holdings.count != cells.count {
            broken.append("feed and bench differ: \(feed.playersInUse) and \(holders.count) players")
        }
    }

    /// Nothing begins in a fling, or while the app scrolls.
    private func checkHaste(_ event: FeedAutoplay.Event, _ before: Set<FeedCellID>, _ prepared: Set<FeedCellID>) {
        guard let movedAt, movedAt.duration(to: now) < settings.settleTime, case .viewport = event else { return }
        let gate = (settings.velocityGate ?? 0) * Double(clear.length)
        let isFling = phase == .decelerating && abs(velocity) > gate * 1.1
        guard isFling || phase == .programmatic, viewport.velocity != nil || phase == .programmatic else { return }
        for id in playingNow where !before.contains(id) { broken.append("\(id) begins in a fling") }
        for id in gettingReady
        where (cells[id]?.isGettingReady ?? false) && !prepared.contains(id) && !before.contains(id) {
            broken.append("\(id) gets ready in a fling")
        }
    }

    /// Repeating the current state, without any time passing, changes nothing.
    func checkCause() {
        var copy = feed
        var events: [FeedAutoplay.Event] = [.time, .viewport(viewport), .absence(absence)]
        // A second "idle" may be what brings the feed to rest.
        if phase != .idle { events.append(.phase(phase)) }
        for event in events {
            for command in copy.handle(event, at: now) {
                if case .wake = command { continue }
                broken.append("\(command) without a cause, after \(event)")
            }
        }
    }

    private func showPictures() {
        for id in cellsByAge where playingNow.contains(id) && !(feed.holdings[id]?.isShowing ?? true) {
            arrive(.firstPicture, id)
        }
    }

    var clear: (frame: CGRect, length: CGFloat) {
        let rect = viewport.visible
        let bars = viewport.bars
        let frame = CGRect(
            x: rect.minX + bars.left, y: rect.minY + bars.top, width: rect.width - bars.left - bars.right,
            height: rect.height - bars.top - bars.bottom)
        return (frame, layout.orientation.axis == .vertical ? frame.height : frame.width)
    }

    private func visibleTest() -> (FeedCellID) -> Bool {
        let clear = clear.frame
        return { [layout] id in
            guard let frame = layout.frame(of: id) else { return false }
            return frame.minX < clear.maxX && clear.minX < frame.maxX && frame.minY < clear.maxY
                && clear.minY < frame.maxY
        }
    }
}

extension FeedBench.Cell {
    var isGettingReady: Bool {
        switch role {
        case .prepare, .fetch: true
        default: false
        }
    }
}
