/// The frame times that stepping follows: those of the member with the highest frame rate, so that no frame of any
/// member is passed over. Before its start and behind its end its frames are counted on.
struct FrameGrid {
    private let map: TimeMap
    private let rate: FrameRate
    /// Time of the video's first frame.
    private let first: Duration
    /// In and out points.
    private let item: Range<Duration>
    /// Item time at which the group's range cuts the member off.
    private let cut: Duration?

    /// `nil` while no member's video is open.
    init?(members: [MemberID: SyncGroup.Member], range: Range<Duration>?) {
        let open = members.sorted { $0.key < $1.key }.map(\.value).filter {
            $0.info != nil && !$0.isAmbient && $0.isLive
        }
        func density(_ member: SyncGroup.Member) -> Double {
            (member.info?.frameRate?.perSecond ?? 30) * member.map.speed
        }
        guard let finest = open.max(by: { density($0) < density($1) }), let info = finest.info else { return nil }
        map = finest.map
        // Files of variable rate state none; thirtieths are what phones record on average.
        rate = info.frameRate ?? FrameRate(30)
        first = info.bounds.start
        item = MemberTimeline(line: GroupLine(anchor: .held(at: .zero)), map: map, bounds: info.bounds).range
        cut = range.map { [map, item] in map.itemTime(atGroupTime: $0.upperBound, inPoint: item.lowerBound) }
    }

    /// The group time at which the frame `count` frames after the one due at `time` is due.
    func time(from time: Duration, steppedBy count: Int) -> Duration {
        let raw = map.itemTime(atGroupTime: time, inPoint: item.lowerBound)
        var target: Duration
        if map.end == .loop, raw >= item.lowerBound {
            let length = item.upperBound - item.lowerBound
            let (turn, rest) = (raw - item.lowerBound).nanoseconds.flooredDivision(by: length.nanoseconds)
            let begin = length * turn
            let end = min(item.upperBound, cut.map { $0 - begin } ?? item.upperBound)
            // Frames of a turn: from the one due at the in-point to the last that begins before the out-point.
            let lowest = frame(at: item.lowerBound, before: nil)
            let perTurn = frame(at: item.upperBound, before: item.upperBound) - lowest + 1
            let index =
                turn * perTurn + frame(at: item.lowerBound + .nanoseconds(rest), before: end) - lowest + Int64(count)
            let (newTurn, place) = index.flooredDivision(by: perTurn)
            target = length * newTurn + max(first + rate.time(ofFrame: lowest + place), item.lowerBound)
            if index < 0 { target = first + rate.time(ofFrame: lowest + index) }
        } else {
            target = first + rate.time(ofFrame: frame(at: raw, before: cut) + Int64(count))
        }
        return max(map.groupTime(atItemTime: target, inPoint: item.lowerBound), .zero)
    }

    /// Number of the frame due at an item time, and of those that begin before `end`.
    private func frame(at time: Duration, before end: Duration?) -> Int64 {
        let limit = end.map { $0 - FrameRate.grace * 2 } ?? time
        return rate.frame(at: min(time, limit) - first)
    }
}
