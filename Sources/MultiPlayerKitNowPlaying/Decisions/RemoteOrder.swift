import MultiPlayerKit

/// What someone asks of a group from outside the app: on the lock screen, with headphones, a watch or a media key.
enum RemoteOrder: Equatable, Sendable {
    case play
    case pause
    case toggle
    /// To a group time, in seconds.
    case move(to: Double)
    /// On or, negative, back by seconds.
    case skip(by: Double)
    case rate(Double)

    enum Answer: Equatable, Sendable {
        case obey(ScheduledAction)
        /// There is nothing to play.
        case noSuchContent
        /// It cannot be done with what there is, or makes no sense.
        case failed
    }

    func answer(_ course: GroupCourse, at now: HostTime) -> Answer {
        guard !course.live.isEmpty else { return .noSuchContent }
        switch self {
        case .play: return .obey(.play)
        case .pause: return .obey(.pause)
        case .toggle: return .obey(course.wantsToPlay && !course.hasEnded ? .pause : .play)
        case .move(let seconds):
            guard let duration = course.duration, seconds.isFinite, seconds >= 0 else { return .failed }
            // The system's idea of the length is rounded, and its end may lie behind ours.
            return .obey(.seek(min(.nearest(seconds: seconds), duration)))
        case .skip(let seconds):
            guard seconds.isFinite else { return .failed }
            return .obey(.seek(course.target(ofSkip: .nearest(seconds: seconds), at: now)))
        case .rate(let rate):
            // A rate of 0 is a pause to some, and the group has none: it has a pause.
            guard rate.isFinite, rate > 0 else { return .failed }
            return .obey(.rate(rate))
        }
    }
}
