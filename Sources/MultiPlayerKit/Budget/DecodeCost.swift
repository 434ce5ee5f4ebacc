/// The cost of decoding one stream, or several together.
public struct DecodeCost: Hashable, Sendable {
    /// Decoders held.
    public var sessions: Int
    /// Macroblocks (16 x 16 luma samples) a second.
    public var macroblocks: Double
    /// Bits a second.
    public var bits: Double
    /// Bytes held.
    public var memory: Int

    public init(sessions: Int, macroblocks: Double, bits: Double, memory: Int) {
        self.sessions = sessions
        self.macroblocks = macroblocks
        self.bits = bits
        self.memory = memory
    }

    public static let none = DecodeCost(sessions: 0, macroblocks: 0, bits: 0, memory: 0)

    /// The macroblocks that would cost as many processor seconds: the unit in which rates are added up.
    ///
    /// Fitted over 11 H.264 clips on a processor: 0.315 µs a macroblock and 12.8 ns a bit, mean error 10 %; macroblocks
    /// alone are wrong by up to 67 %. A hardware decoder's tables count macroblocks only, and bits hardly matter there.
    public var work: Double { macroblocks + bits * Self.macroblocksPerBit }

    static let macroblocksPerBit = 12.8e-9 / Self.secondsPerMacroblock
    /// Processor seconds per macroblock, on the machine of the fit.
    static let secondsPerMacroblock = 0.315e-6

    public static func + (left: DecodeCost, right: DecodeCost) -> DecodeCost {
        DecodeCost(
            sessions: left.sessions + right.sessions, macroblocks: left.macroblocks + right.macroblocks,
            bits: left.bits + right.bits, memory: left.memory + right.memory)
    }
}

/// One way to decode a stream, and what it takes.
package struct DecodeRung: Hashable, Sendable {
    var grant: DecodeGrant
    var cost: DecodeCost
    /// How good it looks, from 0 (nothing) to 1 (all there is to see at this size).
    var quality: Double
}

/// A stream's request for a decoder.
package struct DecodeDemand: Hashable, Sendable {
    /// Streams of one comparison, which move together so that it stays fair.
    package struct Family: Hashable, Sendable {
        let number: Int
    }

    /// Its name for people, used in reasons.
    var name: String
    /// The rungs of its ladder, best first; the last costs nothing.
    var rungs: [DecodeRung]
    var priority = PlaybackPriority.normal
    /// Share of the screen that it covers, 0…1. 0: it cannot be seen.
    var area = 1.0
    var isAudible = false
    /// Whether it loops behind a group: of equal priority it is lowered first.
    var isBackground = false
    /// The streams it moves with; `nil`: it moves by itself.
    var family: Family?

    package init(
        name: String, rungs: [DecodeRung], priority: PlaybackPriority = .normal, area: Double = 1,
        isAudible: Bool = false, isBackground: Bool = false, family: Family? = nil
    ) {
        self.name = name
        self.rungs = rungs
        self.priority = priority
        self.area = area
        self.isAudible = isAudible
        self.isBackground = isBackground
        self.family = family
    }
}

/// Identifies one lease. Numbers count up and are never used again.
package struct LeaseID: Hashable, Comparable, Sendable {
    let number: Int

    package static func < (left: LeaseID, right: LeaseID) -> Bool { left.number < right.number }
}
