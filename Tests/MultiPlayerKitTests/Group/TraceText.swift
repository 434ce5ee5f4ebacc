@testable import MultiPlayerKit

/// Commands and events as short text, for traces that people read and compare.
enum TraceText {
    static func of(_ command: SyncGroup.Command, at now: HostTime) -> String {
        switch command {
        case .load(let id, let source, let generation): "\(id) load \(source.name) g\(generation)"
        case .prepare(let id, let timeline, let host, let allowsPreview, let generation):
            "\(id) prepare \(of(timeline, at: host))\(allowsPreview ? " or near" : "") g\(generation)"
        case .follow(let id, let timeline, let host):
            "\(id) follow \(of(timeline, at: host))\(of(delay: now.duration(to: host)))"
        case .setAudible(let id, let audible): "\(id) \(audible ? "loud" : "silent")"
        case .release(let id): "\(id) release"
        case .remove(let id): "\(id) remove"
        case .takeOver(let id): "\(id) take over"
        case .measure(let ids): "measure \(ids.map(\.description).joined(separator: " "))"
        case .wake(let host): "wake in \(of(now.duration(to: host)))"
        case .answer(let ticket, let failure): "answer \(ticket) \(failure?.name ?? "done")"
        case .publish(let event): "tell \(of(event, at: now))"
        }
    }

    static func of(_ event: GroupEvent, at now: HostTime) -> String {
        switch event {
        case .opened(let id, let info): "\(id) opened, \(of(info.bounds.length))"
        case .started(let host, let time): "started at \(of(time))\(of(delay: now.duration(to: host)))"
        case .paused(let time): "paused at \(of(time))"
        case .arrived(let time): "arrived at \(of(time))"
        case .seeking(let time): "seeking \(of(time))"
        case .previewing(let time): "previewing \(of(time))"
        case .ended: "ended"
        case .replaced(let old, let new): "\(old) replaced by \(new)"
        case .nudged(let id, let offset): "\(id) nudged to \(of(offset))"
        case .stalled(let id): "\(id) stalled"
        case .resumed(let id): "\(id) resumed"
        case .leftBehind(let id): "\(id) left behind"
        case .caughtUp(let id): "\(id) caught up"
        case .dropped(let id): "\(id) dropped"
        case .movedByApp(let id): "\(id) moved by app"
        case .corrected(let id, let amount): "\(id) corrected by \(of(amount))"
        case .handedOver(let id): "\(id) handed over"
        case .tierChanged(let id, let from, let to, let reason): "\(id) \(from) -> \(to): \(reason)"
        case .interrupted(let disturbance): "interrupted: \(disturbance.rawValue)"
        case .soundLost(let id, let error): "\(id) sound lost: \(error.code)"
        case .soundBack(let id): "\(id) sound back"
        case .damaged(let id, let error): "\(id) damaged: \(error.code)"
        case .refused(let error): "refused: \(error.code)"
        case .failed(let id, let error): "\(id) failed: \(error.code)"
        }
    }

    /// What a timeline shows first, and how it goes on.
    private static func of(_ timeline: MemberTimeline, at host: HostTime) -> String {
        let position = timeline.position(at: host)
        let turn = position.turn
        let mark = turn == .init() ? "" : " turn \(turn.group).\(turn.member)"
        let rate = timeline.line.anchor.rate
        return "\(of(position.itemTime)) of \(of(position.piece.upperBound))\(mark) "
            + (rate == 0 ? "held" : rate == 1 ? "running" : "running x\(rate)")
    }

    private static func of(delay: Duration) -> String {
        delay == .zero ? "" : " in \(of(delay))"
    }

    /// Seconds to the microsecond, without trailing zeros.
    static func of(_ duration: Duration) -> String {
        let micros = (duration.nanoseconds + 500).flooredDivision(by: 1_000).quotient
        var digits = String(abs(micros) % 1_000_000)
        digits = String(repeating: "0", count: 6 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return (micros < 0 ? "-" : "") + "\(abs(micros) / 1_000_000)" + (digits.isEmpty ? "" : ".\(digits)") + "s"
    }
}
