import MultiPlayerKit

extension ScriptedAction.Action {
    /// The same for a group with these members; `nil` when the member is not there, and for what is no group's business.
    func scheduled(among members: [MemberID]) -> ScheduledAction? {
        switch self {
        case .pause: .pause
        case .play: .play
        case .seek(let time): .seek(time)
        case .step(let frames): .step(frames)
        case .rate(let rate): .rate(rate)
        case .nudge(let number, let frames):
            members.indices.contains(number - 1) ? .nudge(members[number - 1], frames: frames) : nil
        case .focus: nil
        }
    }
}
