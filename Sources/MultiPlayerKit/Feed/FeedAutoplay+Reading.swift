extension FeedAutoplay {
    /// What the cells have been told, in the order of reading; cells that were let go are not among them.
    public var assignments: [FeedAssignment] {
        holdings.values.map(\.assignment).sorted { left, right in
            let keys = (layout.entry(of: left.binding.cell)?.key, layout.entry(of: right.binding.cell)?.key)
            guard let first = keys.0, let second = keys.1 else { return keys.0 != nil }
            return first < second
        }
    }

    /// What a cell has been told last; `nil`: it has been let go, or its turn has not come yet.
    public func assignment(of cell: FeedCellID) -> FeedAssignment? { holdings[cell]?.assignment }

    /// The present binding of a cell, under which posters and downloads are asked for.
    public func binding(of cell: FeedCellID) -> FeedBinding? { holdings[cell]?.binding }

    /// How far a cell has come under its present binding.
    public func readiness(of cell: FeedCellID) -> FeedReadiness { holdings[cell]?.readiness ?? .nothing }

    /// Whether what was asked for under `binding` may still be used.
    public func isCurrent(_ binding: FeedBinding) -> Bool { holdings[binding.cell]?.binding == binding }

    /// Why a cell does what it does, in words.
    public func explanation(of cell: FeedCellID) -> String {
        if let holding = holdings[cell] { return holding.assignment.reason }
        if layout.entry(of: cell) == nil { return "it is not in the feed" }
        return absence.isEmpty ? "it is off the screen and not among the next" : absenceReason
    }

    /// The one that is heard.
    public var audible: FeedBinding? { sound.audible }

    /// The viewer's choice for the whole feed; to be kept by the app, if it shall outlive it.
    public var isMuted: Bool { sound.isMuted }

    /// Players that serve a cell.
    public var playersInUse: Int { pool.inUse }

    /// Bytes of openings fetched or prepared ahead and behind, as far as they are known.
    public var bytesAhead: Int64 {
        holdings.values.reduce(0) { sum, holding in
            if case .fetch(let opening) = holding.role { sum + opening.bytes } else { sum }
        }
    }
}
