import Foundation
import MultiPlayerKit

/// What happened in a run, for the report.
struct RunLog {
    private struct Entry {
        var host: HostTime
        var what: String
        var member: Int?
        var text: String
    }

    /// A run of weeks must not fill the memory: of more events than this, the first and the newest are kept.
    private static let limit = 2_000

    /// When the group first started; `nil`: it has not.
    private(set) var start: HostTime?
    private let opening = HostTime.now
    private var entries: [Entry] = []
    private var changes = TierChanges()

    /// Notes an event.
    ///
    /// - Parameter member: gives a member's number, from 1; `nil` for the background.
    mutating func note(_ event: GroupEvent, at host: HostTime, member: (MemberID) -> Int?) {
        let told = EventText(event)
        var host = host
        if case .started(let began, _) = event {
            start = start ?? began
            host = began
        }
        let number = told.member.flatMap(member)
        let text = told.member != nil && number == nil ? "background: \(told.text)" : told.text
        note(told.what, text, member: number, at: host)
        if case .tierChanged(_, let from, let to, let reason) = event {
            changes.note(from: from, to: to, reason: reason, tile: number, at: host)
        }
    }

    /// Notes what the budget now believes; its moves come as events of the group, which know the member.
    mutating func note(_ event: BudgetEvent) {
        if case .capacity(let limit, let reason) = event { note("capacity", "\(limit.words): \(reason)") }
    }

    /// Notes something that the group does not know of.
    mutating func note(_ what: String, _ text: String, member: Int? = nil, at host: HostTime = .now) {
        if entries.count >= Self.limit { entries.remove(at: Self.limit / 2) }
        entries.append(Entry(host: host, what: what, member: member, text: text))
    }

    /// What the decoder budget did until now.
    func budget(capacity: BudgetLimit) -> RunReport.Budget {
        changes.report(from: start ?? opening, until: .now, capacity: capacity)
    }

    /// The events with their seconds after the start, or after the opening of a run that never started.
    var events: [RunReport.Event] {
        let zero = start ?? opening
        return entries.map {
            RunReport.Event(
                t: zero.duration(to: $0.host).inSeconds.rounded(places: 3), what: $0.what, member: $0.member,
                text: $0.text)
        }
    }
}

/// A group's event in words.
struct EventText {
    var what: String
    var member: MemberID?
    var text: String

    init(_ event: GroupEvent) {
        func seconds(_ time: Duration) -> String { "\(String(format: "%.3f", time.inSeconds)) s" }
        switch event {
        case .opened(let id, let info):
            let rate = info.frameRate.map { "\($0) fps" } ?? "variable frame rate"
            let size = "\(Int(info.displaySize.width.rounded()))x\(Int(info.displaySize.height.rounded()))"
            self.init("opened", id, "\(size), \(rate), \(seconds(info.bounds.length)), \(info.codec)")
        case .started(_, let time): self.init("started", nil, "at group time \(seconds(time))")
        case .paused(let time): self.init("paused", nil, "at group time \(seconds(time))")
        case .seeking(let time): self.init("seeking", nil, "to group time \(seconds(time))")
        case .previewing(let time): self.init("previewing", nil, "near group time \(seconds(time))")
        case .arrived(let time): self.init("arrived", nil, "at group time \(seconds(time))")
        case .ended: self.init("ended", nil, "the range has been played")
        case .replaced(_, let new): self.init("replaced", new, "in the place of another video")
        case .nudged(let id, let offset): self.init("nudged", id, "offset is now \(seconds(offset))")
        case .stalled(let id): self.init("stalled", id, "no frames although the line moves")
        case .resumed(let id): self.init("resumed", id, "back on the line")
        case .leftBehind(let id): self.init("leftBehind", id, "held the others up for too long; they go on")
        case .caughtUp(let id): self.init("caughtUp", id, "shows the others' instant again")
        case .dropped(let id): self.init("dropped", id, "taken out; its last picture stays")
        case .movedByApp(let id): self.init("moved", id, "moved by someone else and sent back to the line")
        case .corrected(let id, let amount): self.init("corrected", id, "put back onto the line by \(seconds(amount))")
        case .handedOver(let id): self.init("handed over", id, "another player goes on with it")
        case .interrupted(let disturbance): self.init("interrupted", nil, disturbance.rawValue)
        case .tierChanged(let id, let from, let to, let reason):
            self.init("tier", id, "\(from.words) to \(to.words): \(reason)")
        case .soundLost(let id, let error): self.init("sound lost", id, error.description)
        case .soundBack(let id): self.init("sound back", id, "it is heard again")
        case .refused(let error): self.init("refused", nil, error.description)
        case .damaged(let id, let error): self.init("damaged", id, error.description)
        case .failed(let id, let error): self.init("failed", id, error.description)
        @unknown default: self.init("event", nil, "\(event)")
        }
    }

    private init(_ what: String, _ member: MemberID?, _ text: String) {
        (self.what, self.member, self.text) = (what, member, text)
    }
}
