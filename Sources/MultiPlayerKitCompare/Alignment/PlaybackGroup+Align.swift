import MultiPlayerKit

extension PlaybackGroup {
    /// Brings a member into step with another by hand: what it shows at one time is what the other shows at another.
    ///
    /// Its offset changes and nothing else. Nothing happens where one of both is not in the group.
    ///
    /// - Parameters:
    ///   - time: in the member's video, counted from its first frame.
    ///   - otherTime: in the other's video, counted from its own first frame.
    public func align(_ member: MemberID, at time: Duration, with other: MemberID, at otherTime: Duration) {
        guard let map = timeMap(of: member), let reference = timeMap(of: other) else { return }
        setTimeMap(map.aligned(at: time, with: reference, at: otherTime), of: member)
    }

    /// Brings a member into step with another by what a ``VideoAlignment`` of both has found.
    ///
    /// Offset and speed of the member change. Nothing happens where one of both is not in the group.
    ///
    /// - Parameter found: the alignment of the member's video with the other's.
    public func align(_ member: MemberID, with other: MemberID, as found: AlignmentResult) {
        guard let map = timeMap(of: member), let reference = timeMap(of: other) else { return }
        setTimeMap(found.map(inStepWith: reference, keeping: map), of: member)
    }
}

extension TimeMap {
    /// The item time at group time zero, without regard to where the range ends.
    var start: Duration { (range?.lowerBound ?? .zero) + offset }

    /// The map, moved so that it shows `time` when a reference shows `referenceTime`.
    func aligned(at time: Duration, with reference: TimeMap, at referenceTime: Duration) -> TimeMap {
        var map = self
        let groupTime = (referenceTime - reference.start).seconds / reference.speed
        map.offset = time - (range?.lowerBound ?? .zero) - .nearest(seconds: groupTime * speed)
        return map
    }
}
