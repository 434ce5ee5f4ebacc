/// The frame times that stepping follows: those of the member with the highest frame rate, so that no frame of any
/// member is passed over.
struct FrameGrid {
    private let member: SyncGroup.Member
    private let info: MediaInfo
    private let rate: FrameRate

    /// `nil` while no member's video is open.
    init?(members: [MemberID: SyncGroup.Member]) {
        let open = members.sorted { $0.key < $1.key }.map(\.value).filter {
            $0.info != nil && !$0.isAmbient && $0.phase != .failed && $0.phase != .dropped
        }
        func density(_ member: SyncGroup.Member) -> Double {
            (member.info?.frameRate?.perSecond ?? 30) * member.map.speed
        }
        guard let finest = open.max(by: { density($0) < density($1) }), let info = finest.info else { return nil }
        member = finest
        self.info = info
        // Files of variable rate state none; thirtieths are what phones record on average.
        rate = info.frameRate ?? FrameRate(30)
    }

    /// The group time at which the frame `count` frames after the one due at `time` is due.
    func time(from time: Duration, steppedBy count: Int) -> Duration {
        let range = MemberTimeline(
            line: GroupLine(anchor: .held(at: .zero)), map: member.map, bounds: info.bounds
        ).range
        let item = member.map.itemTime(atGroupTime: time, inPoint: range.lowerBound)
        let first = info.bounds.start
        let target = first + rate.time(ofFrame: rate.frame(at: item - first) + Int64(count))
        return max(member.map.groupTime(atItemTime: target, inPoint: range.lowerBound), .zero)
    }
}
