/// One turn of a cell with what was made for it: player, poster, download.
///
/// Everything that is asked for on behalf of a cell carries the binding under which it was asked for, and everything
/// that arrives is shown only while that binding is the cell's present one. A cell whose player was taken away, or that
/// was let go, gets another generation when its turn comes again.
public struct FeedBinding: Hashable, Sendable {
    public let cell: FeedCellID
    /// Counts up over all cells of one ``FeedAutoplay``; never used again.
    public let generation: Int

    public init(cell: FeedCellID, generation: Int) {
        self.cell = cell
        self.generation = generation
    }
}

/// Says whether what arrives still belongs here: one for each view that is reused, and for each player.
///
/// ```swift
/// gate.bind(to: assignment.binding)                // when an assignment comes
/// guard gate.admits(binding) else { return }       // when a poster, picture, error or download comes
/// ```
public struct BindingGate: Hashable, Sendable {
    /// Whose things are let in; `nil`: nobody's.
    public private(set) var binding: FeedBinding?
    /// Arrivals let in since the gate was made.
    public private(set) var admitted = 0
    /// Arrivals turned away since the gate was made.
    public private(set) var dropped = 0

    public init() {}

    /// Lets in what belongs to `binding`, and nothing else.
    ///
    /// - Returns: `false`, and nothing changes, if it is an earlier turn of the same cell: an order that was overtaken.
    @discardableResult public mutating func bind(to binding: FeedBinding) -> Bool {
        if let present = self.binding, present.cell == binding.cell, present.generation > binding.generation {
            return false
        }
        self.binding = binding
        return true
    }

    /// Lets nothing in until it is bound again.
    public mutating func close() { binding = nil }

    /// Whether something that was asked for under `binding` may be used; counts the answer.
    public mutating func admits(_ binding: FeedBinding) -> Bool {
        guard binding == self.binding else {
            dropped += 1
            return false
        }
        admitted += 1
        return true
    }
}
