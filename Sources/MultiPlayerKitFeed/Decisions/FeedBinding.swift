import MultiPlayerKit

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

    /// A number and a text are never taken for each other; that they might share a hash harms nobody.
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
