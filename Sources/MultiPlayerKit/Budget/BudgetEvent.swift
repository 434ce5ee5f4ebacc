/// Something that a budget did.
public enum BudgetEvent: Equatable, Sendable {
    /// A stream was moved to another tier or rendition.
    case moved(BudgetMove)
    /// What the device is believed to carry has changed.
    case capacity(BudgetLimit, reason: String)
}

/// One stream's move to another tier, and why.
public struct BudgetMove: Equatable, Sendable {
    public var at: HostTime
    /// What the stream is called.
    public var name: String
    /// Number of its lease; the same as in ``BudgetSnapshot/Lease/id``.
    public var lease: Int
    public var from: DecodeGrant
    public var to: DecodeGrant
    /// In words, as "decoder limit: 4 of 4 in use, this tile has the lowest priority".
    public var reason: String
}

/// What a budget believes, and who has what, at one moment.
public struct BudgetSnapshot: Sendable {
    public struct Lease: Sendable, Identifiable {
        public var id: Int
        public var name: String
        public var grant: DecodeGrant
        /// The best it could have.
        public var best: DecodeGrant
        public var cost: DecodeCost
        public var priority: PlaybackPriority
        public var isBackground: Bool
        /// Why it has this tier, in words.
        public var reason: String
        /// Since when.
        public var since: HostTime
    }

    /// Whether it governs; otherwise everyone gets all they ask for.
    public var isEnabled: Bool
    /// What the device is believed to carry now; `nil` in a field: not limited.
    public var capacity: BudgetLimit
    /// Sum of the leases.
    public var used: DecodeCost
    /// In the order of joining.
    public var leases: [Lease]
    /// Processor time of the last interval in cores, all of this process; `nil` where it is not measured.
    public var processorUse: Double?
    /// Cores there are for this process; `nil` where that is not measured.
    public var cores: Double?
}
