import MultiPlayerKit

/// What a group plays, to be opened anew beside it.
struct GroupCopy: Sendable {
    struct Member: Sendable {
        var id: MemberID
        var source: MediaSource
        var map: TimeMap
    }

    var members: [Member]
    var background: LoopingBackground?

    @MainActor
    init(of group: PlaybackGroup) {
        let lineup = group.runner.lineup
        members = lineup.entries.filter { !$0.isAmbient }.map {
            Member(id: $0.id, source: $0.source, map: lineup.maps[$0.id] ?? TimeMap())
        }
        background = group.background
    }
}
