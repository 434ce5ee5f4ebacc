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
    package var audible: MemberID?
    /// Group time at which the longest member ends; `nil` while no video is open, and where all of them loop.
    package var length: Duration?
    /// The members that take part, without the background.
    package var live: [MemberID]
    /// Whether the video of one of them is open.
    package var isOpen: Bool
}
