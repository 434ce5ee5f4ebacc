/// What others have to know of a group to show it or to speak for it, as one value: nothing of it is older than the rest.
///
/// It changes without an event. Between two changes the group's position follows from the line by arithmetic.
package struct GroupCourse: Equatable, Sendable {
    package var line: GroupLine
    /// Group time to which a seek, a scrub or a step leads; `nil` once the group is there.
    package var destination: Duration?
    /// Whether the line moves, or will as soon as the members are ready or a hand lets go.
    package var wantsToPlay: Bool
    /// Whether the range has been played to its end.
    package var hasEnded: Bool
    package var rate: Double
    package var loops: Bool
    package var alternates = false
    package var audible: MemberID?
    /// Group time at which the longest member ends; `nil` while no video is open, and where all of them loop.
    package var length: Duration?
    /// The members that take part, without the background.
    package var live: [MemberID]
    /// Whether the video of one of them is open.
    package var isOpen: Bool

    /// How long it is: up to the end of its longest member, or of the part that is played where that is later or the
    /// members have no end.
    package var duration: Duration? { [length, line.range?.upperBound].compactMap(\.self).max() }

    /// The member that stands for the group where there is room for one: the one that is heard, or the first.
    package var lead: MemberID? { audible.flatMap { live.contains($0) ? $0 : nil } ?? live.first }

    /// Where a skip leads: within the group, and from where a skip before it leads, so that they add up.
    ///
    /// - Parameter interval: negative: back.
    package func target(ofSkip interval: Duration, at now: HostTime) -> Duration {
        let target = max((destination ?? line.time(at: now)) + interval, .zero)
        return duration.map { min(target, $0) } ?? target
    }
}
