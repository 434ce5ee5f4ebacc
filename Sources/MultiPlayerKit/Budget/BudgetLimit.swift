/// How much may be decoded at once; `nil` in a field: not limited, or to be learned.
///
/// A value below zero counts as zero. A rate that is infinite or not a number counts as not limited.
public struct BudgetLimit: Hashable, Sendable, Codable {
    /// The number of decoders at once.
    public var sessions: Int?
    /// Macroblocks a second, summed over all streams (``DecodeCost/work``).
    public var macroblocksPerSecond: Double?
    /// Bytes that decoding may hold.
    public var memory: Int?

    public init(sessions: Int? = nil, macroblocksPerSecond: Double? = nil, memory: Int? = nil) {
        self.sessions = sessions
        self.macroblocksPerSecond = macroblocksPerSecond
        self.memory = memory
    }

    /// Nothing is limited.
    public static let none = BudgetLimit()

    /// The limit with values that sums can be compared with.
    var usable: BudgetLimit {
        let rate = macroblocksPerSecond.flatMap { $0.isNaN || $0 == .infinity ? nil : max($0, 0) }
        return BudgetLimit(
            sessions: sessions.map { max($0, 0) }, macroblocksPerSecond: rate, memory: memory.map { max($0, 0) })
    }
}

/// What was measured of the machine over one control interval.
struct LoadReading: Sendable, Equatable {
    /// Processor time, in cores: 1 is one core busy all the time.
    struct Processor: Sendable, Equatable {
        /// Cores that may be used: the machine's, or what a control group allows.
        var cores: Double
        /// Used by this process.
        var own: Double
        /// Used by all others.
        var others: Double
        /// The part of `own` that decoding used.
        var decoding: Double
        /// Share of the time in which something had to wait for a processor, 0…1; `nil`: not reported here.
        var waiting: Double?
    }

    /// One stream that was granted every frame.
    struct Stream: Sendable, Equatable {
        /// Ticks in the interval, and those on which its frame was not there.
        var ticks: Int
        var late: Int
    }

    /// What the system says about heat, 0 (fine) to 3 (critical), as Apple counts thermal states.
    enum Heat: Int, Sendable, Comparable {
        case nominal, fair, serious, critical
        static func < (left: Heat, right: Heat) -> Bool { left.rawValue < right.rawValue }
    }

    /// The length of the interval.
    var span: Duration
    /// `nil` where decoding is not done by the processor, or is not measured.
    var processor: Processor?
    var streams: [LeaseID: Stream] = [:]
    /// The processor's decoding by lease, in cores, as far as it is known.
    var shares: [LeaseID: Double] = [:]
    var heat = Heat.nominal
    var isLowPower = false
    /// Whether the system asks for memory.
    var isShortOfMemory = false
}
