/// Which player serves which cell.
///
/// A slot serves one cell until that cell is released: never is one taken from a cell that has not been told. Of free
/// slots a cell gets the one it had last, whose video may still be loaded; else the one that is free for longest; a new
/// one only when none is free, so that few players are ever made.
struct FeedPool: Sendable {
    /// Slots in use at most.
    var capacity: Int
    private var slots: [FeedCellID: FeedSlot] = [:]
    /// Free slots, longest free first, with the cell served last.
    private var free: [(slot: FeedSlot, last: FeedCellID)] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Slots that serve a cell.
    var inUse: Int { slots.count }

    /// Slots that exist, free ones included.
    var count: Int { slots.count + free.count }

    /// The slot that serves this cell now.
    func slot(of cell: FeedCellID) -> FeedSlot? { slots[cell] }

    /// A slot for a cell; `nil`: all that are allowed are in use.
    mutating func take(for cell: FeedCellID) -> FeedSlot? {
        if let slot = slots[cell] { return slot }
        guard inUse < capacity else { return nil }
        let slot: FeedSlot
        if let index = free.firstIndex(where: { $0.last == cell }) ?? free.indices.first {
            slot = free.remove(at: index).slot
        } else {
            let taken = Set(slots.values)
            slot = FeedSlot(number: (0...taken.count).first { !taken.contains(FeedSlot(number: $0)) } ?? taken.count)
        }
        slots[cell] = slot
        return slot
    }

    /// Gives a cell's slot back; which one it was.
    @discardableResult public mutating func release(_ cell: FeedCellID) -> FeedSlot? {
        guard let slot = slots.removeValue(forKey: cell) else { return nil }
        free.append((slot, cell))
        return slot
    }

    /// Free slots over the capacity, which are forgotten: their players can be thrown away.
    mutating func retire() -> [FeedSlot] {
        let excess = min(max(count - max(capacity, 0), 0), free.count)
        let retired = free.prefix(excess).map(\.slot)
        free.removeFirst(excess)
        return retired
    }
}
