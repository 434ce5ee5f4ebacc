#if canImport(CGStreamer)
    import MultiPlayerKit
    import MultiPlayerKitScreen

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

        /// Gives all of it to an empty group; returns its members, in their order.
        @MainActor
        func fill(_ group: PlaybackGroup) -> [MemberID] {
            let added = members.map { group.add(source: $0.source, map: $0.map) }
            group.background = background
            return added
        }
    }
#endif
