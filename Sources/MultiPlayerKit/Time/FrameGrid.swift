/// The frame times that stepping follows: those of the member with the highest frame rate, so that no member's frame is
/// skipped. Before its start and after its end the grid continues at its frame rate.
struct FrameGrid {
    private let map: TimeMap
    private let rate: FrameRate
    /// Whether the file has no constant rate.
    private let varies: Bool
    /// Time of the video's first frame.
    private let first: Duration
    /// In and out points.
    private let item: Range<Duration>
    /// Item time at which the group's range cuts the member off.
    private let cut: Duration?

    /// The member with the highest frame rate on the line; `nil` while no member's video is open.
    static func reference(among members: [MemberID: SyncGroup.Member]) -> MemberID? {
        func density(_ member: SyncGroup.Member) -> Double {
            (member.info?.frameRate?.perSecond ?? 30) * member.map.speed
        }
        let open = members.filter { $0.value.info != nil && !$0.value.isAmbient && $0.value.isLive }
        // Among equals, the member that was added first.
        return open.max { (density($0.value), $1.key) < (density($1.value), $0.key) }?.key
    }

    /// `nil` while no member's video is open.
    init?(members: [MemberID: SyncGroup.Member], range: Range<Duration>?) {
        guard let finest = Self.reference(among: members).flatMap({ members[$0] }), let info = finest.info else {
            return nil
        }
        map = finest.map
        // Files of variable rate state none; phones record 30 frames per second on average.
        rate = info.frameRate ?? FrameRate(30)
        varies = info.frameRate == nil
        first = info.bounds.start
        item = MemberTimeline(line: GroupLine(anchor: .held(at: .zero)), map: map, bounds: info.bounds).range
        cut = range.map { [map, item] in map.itemTime(atGroupTime: $0.upperBound, inPoint: item.lowerBound) }
    }

    /// The group time of the frame `count` frames after the one due at `time`: from `frameTimes` as far as they reach,
    /// else from the frame rate.
    func time(from time: Duration, steppedBy count: Int, frameTimes: [Duration] = []) -> Duration {
        let raw = map.itemTime(atGroupTime: time, inPoint: item.lowerBound)
        // Each turn of a member that loops is stepped through like a separate video.
        let length = item.upperBound - item.lowerBound
        let isTurning = map.end == .loop && raw >= item.lowerBound
        let turn = isTurning ? (raw - item.lowerBound).nanoseconds.flooredDivision(by: length.nanoseconds).quotient : 0
        let begin = length * turn
        let ends = [isTurning ? item.upperBound : nil, cut.map { $0 - begin }]
        let end = ends.compactMap(\.self).min()
        var target: Duration
        if let known = neighbour(of: raw - begin, count, in: frameTimes, before: end) {
            target = begin + max(known, item.lowerBound)
        } else if let before = before(raw - begin, count, in: frameTimes, end: end) {
            target = begin + before
        } else if isTurning {
            // Frames of a turn: from the one due at the in-point to the last that begins before the out-point.
            let lowest = frame(at: item.lowerBound, before: nil)
            // A part that lies beyond the end of its video has one instant, and no frame begins in it.
            let perTurn = max(frame(at: item.upperBound, before: item.upperBound) - lowest + 1, 1)
            let index = turn * perTurn + max(frame(at: raw - begin, before: end) - lowest, 0) + Int64(count)
            let (newTurn, place) = index.flooredDivision(by: perTurn)
            target = length * newTurn + max(first + rate.time(ofFrame: lowest + place), item.lowerBound)
            if index < 0 { target = first + rate.time(ofFrame: lowest + index) }
        } else {
            target = first + rate.time(ofFrame: frame(at: raw, before: end) + Int64(count))
        }
        return max(map.groupTime(atItemTime: target, inPoint: item.lowerBound), .zero)
    }

    /// In a file of variable rate, the instant right before the first known frame belongs to the frame before it,
    /// whenever that one began.
    private func before(_ time: Duration, _ count: Int, in frameTimes: [Duration], end: Duration?) -> Duration? {
        guard varies, count < 0, let begin = frameTimes.first,
            neighbour(of: time, 0, in: frameTimes, before: end) != nil
        else { return nil }
        let known = frameTimes.lastIndex { $0 <= time + FrameRate.grace } ?? 0
        let target = begin - FrameRate.grace * 2 - rate.time(ofFrame: Int64(-count - known - 1))
        return target > item.lowerBound ? target : nil
    }

    private func neighbour(
        of time: Duration, _ count: Int, in frameTimes: [Duration], before end: Duration?
    ) -> Duration? {
        let limit = min(time, end.map { $0 - FrameRate.grace * 2 } ?? time) + FrameRate.grace
        guard let index = frameTimes.lastIndex(where: { $0 <= limit }) else { return nil }
        return frameTimes.indices.contains(index + count) ? frameTimes[index + count] : nil
    }

    /// Number of the frame due at an item time, among those that begin before `end`.
    private func frame(at time: Duration, before end: Duration?) -> Int64 {
        let limit = end.map { $0 - FrameRate.grace * 2 } ?? time
        return rate.frame(at: min(time, limit) - first)
    }
}
