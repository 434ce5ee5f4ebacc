/// Something that happened to a group or to one of its members.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum GroupEvent: Equatable, Sendable {
    /// A member's video is open.
    case opened(MemberID, MediaInfo)
    /// All members started together: at this host time the group was at `time`.
    case started(at: HostTime, time: Duration)
    /// The group is paused at a group time.
    case paused(at: Duration)
    /// A seek, scrub or step to a group time has begun.
    case seeking(to: Duration)
    /// While scrubbing: every member shows a picture near this group time, and the exact one follows.
    case previewing(at: Duration)
    /// A seek or step has arrived: every member shows the frame of this group time.
    case arrived(at: Duration)
    /// The group has played its range to the end, or backwards to its beginning; backgrounds run on.
    case ended
    /// A member has been removed, and another is in its place: ``PlaybackGroup/replace(_:with:map:)``.
    case replaced(MemberID, by: MemberID)
    /// A member was nudged to this offset.
    case nudged(MemberID, offset: Duration)
    /// A member has no frames although the line moves, or has kept the others waiting for its data for ten seconds.
    case stalled(MemberID)
    /// A member is back on the line after a stall.
    case resumed(MemberID)
    /// A member kept the others waiting for longer than the group's patience: they go on, and its tile is marked.
    /// A background that is late goes its own way instead, and nothing is sent.
    case leftBehind(MemberID)
    /// A member that was left behind shows the others' instant again.
    case caughtUp(MemberID)
    /// The stall policy took a member out; its last picture stays.
    case dropped(MemberID)
    /// Someone else moved or stopped a member's player; it has been sent back to the line.
    case movedByApp(MemberID)
    /// A member had left the line and was put back, moved by this item time: negative when it was ahead.
    case corrected(MemberID, by: Duration)
    /// Something outside holds the group (``Disturbance/lasts``), made it restart from its position or, if `paused`
    /// follows, paused it.
    case interrupted(Disturbance)
    /// Another player shows a member: its sound or size was changed, or its loop's item is over. Kit views follow.
    case handedOver(MemberID)
    /// The decoder budget moved a member to another tier, for a reason given in words.
    case tierChanged(MemberID, from: DecodeTier, to: DecodeTier, reason: String)
    /// The audible member is no longer heard, for the reason given. Its sound is retried; the pictures play on.
    case soundLost(MemberID, PlaybackError)
    /// The audible member is heard again.
    case soundBack(MemberID)
    /// A member's file ends before its index says it does; it goes on with the frames that are there.
    case damaged(MemberID, PlaybackError)
    /// Something that was set was not accepted, for the reason given: a member cannot do it. What was set before stays.
    case refused(PlaybackError)
    /// A member cannot go on. The others play on.
    case failed(MemberID, PlaybackError)
}

extension PlaybackError: Equatable {
    /// Errors are equal when they say the same; underlying errors are not compared.
    public static func == (left: PlaybackError, right: PlaybackError) -> Bool {
        left.code == right.code && left.memberID == right.memberID && left.description == right.description
    }
}

/// What a group does when one member has no frames to show.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum StallPolicy: String, Hashable, Sendable, CaseIterable {
    /// The others play on; the member keeps its last picture and rejoins the line.
    case carryOn
    /// All hold until it has frames again, and start together.
    case wait
    /// The member is released and keeps its last picture, so that it costs nothing any more.
    case drop
}

/// Something a group does at a set host time.
public enum ScheduledAction: Hashable, Sendable {
    case pause
    case play
    case seek(Duration)
    case step(Int)
    case rate(Double)
    case nudge(MemberID, frames: Int)

    func event(for lineup: GroupRunner.Lineup) -> SyncGroup.Event {
        switch self {
        case .pause: .pause
        case .play: .play(at: nil, ticket: 0)
        case .seek(let time): .seek(time, ticket: nil)
        case .step(let frames): .step(frames)
        case .rate(let rate): .setRate(rate)
        case .nudge(let member, let frames): .nudge(lineup.current(member), frames: frames)
        }
    }
}
