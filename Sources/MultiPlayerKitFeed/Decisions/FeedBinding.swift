import MultiPlayerKit

/// One turn of a cell with what was made for it: player, poster, download.
///
/// Every request on behalf of a cell carries the binding it was made under, and its answer is shown only while that
/// binding is the cell's current one. A cell whose player is taken away gets a new generation, and so does one that was
/// let go when its turn comes again.
package struct FeedBinding: Hashable, Sendable {
    package let cell: FeedCellID
    /// Counts up over all cells of one ``FeedAutoplay``; a number is never used again.
    package let generation: Int

    package init(cell: FeedCellID, generation: Int) {
        self.cell = cell
        self.generation = generation
    }
}

/// Names one cell of a feed for as long as its content is the same, wherever it moves.
///
/// Made from whatever the app's data has: a number or a text. An identifier that comes back names the same content, so
/// what is remembered about it (play position) comes back too.
public struct FeedCellID: Hashable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    enum Value: Hashable, Sendable {
        case number(Int)
        case text(String)
    }

    let value: Value

    public init(_ number: Int) { value = .number(number) }

    public init(_ text: String) { value = .text(text) }

    public init(integerLiteral number: Int) { self.init(number) }

    public init(stringLiteral text: String) { self.init(text) }

    /// Hashes the number or the text. The two never compare equal, so sharing a hash does no harm.
    public func hash(into hasher: inout Hasher) {
        switch value {
        case .number(let number): hasher.combine(number)
        case .text(let text): hasher.combine(text)
        }
    }

    public var description: String {
        switch value {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

/// Which player serves which cell.
///
/// A slot serves one cell until that cell is released; it is never taken from a cell that has not been told. A cell
/// gets the free slot it had last, whose video may still be loaded, else the one that has been free for longest. A new
/// slot is made only when none is free, so that few players are ever made.
struct FeedPool: Sendable {
    /// The most slots in use at once.
    var capacity: Int
    private var slots: [FeedCellID: FeedSlot] = [:]
    /// Free slots, longest free first, each with the cell it served last.
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

    /// A slot for a cell; `nil`: as many as allowed are in use.
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

    /// Gives a cell's slot back, and returns it.
    @discardableResult mutating func release(_ cell: FeedCellID) -> FeedSlot? {
        guard let slot = slots.removeValue(forKey: cell) else { return nil }
        free.append((slot, cell))
        return slot
    }

    /// Forgets free slots beyond the capacity and returns them: their players can be thrown away.
    mutating func retire() -> [FeedSlot] {
        let excess = min(max(count - max(capacity, 0), 0), free.count)
        let retired = free.prefix(excess).map(\.slot)
        free.removeFirst(excess)
        return retired
    }
}
