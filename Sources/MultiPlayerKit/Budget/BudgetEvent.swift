/// Something that a budget did.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum BudgetEvent: Equatable, Sendable {
    /// A stream was moved to another tier or rendition.
    case moved(BudgetMove)
    /// The believed capacity of the device has changed.
    case capacity(BudgetLimit, reason: String)
}

/// One stream's move to another tier, and why.
public struct BudgetMove: Equatable, Sendable {
    public var at: HostTime
    /// The name of the stream.
    public var name: String
    /// The number of its lease, as in ``BudgetSnapshot/Lease/id``.
    public var lease: Int
    public var from: DecodeGrant
    public var to: DecodeGrant
    /// The reason in words, such as "decoder limit: 4 of 4 in use, this tile has the lowest priority".
    public var reason: String
}

/// The believed capacity and the leases of a budget at one moment.
public struct BudgetSnapshot: Sendable {
    public struct Lease: Sendable, Identifiable {
        public var id: Int
        public var name: String
        public var grant: DecodeGrant
        /// The best grant it could have.
        public var best: DecodeGrant
        public var cost: DecodeCost
        public var priority: PlaybackPriority
        public var isBackground: Bool
        /// Why it has this tier, in words.
        public var reason: String
        /// The time since which it has this grant.
        public var since: HostTime
    }

    /// Whether the budget governs; otherwise every stream gets all that it asks for.
    public var isEnabled: Bool
    /// The believed capacity of the device; `nil` in a field: not limited.
    public var capacity: BudgetLimit
    /// The total cost of the leases.
    public var used: DecodeCost
    /// The leases in the order of joining.
    public var leases: [Lease]
    /// Processor time of this whole process in the last interval, in cores; `nil` where it is not measured.
    public var processorUse: Double?
    /// Cores available to this process; `nil` where that is not measured.
    public var cores: Double?
}
