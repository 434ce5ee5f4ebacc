/// The code in one frame of a test clip: which clip it belongs to and which frame it is.
///
/// Written as 32 black or white cells, 8 columns by 4 rows: 20 bits of index, 4 bits of clip id and a check byte. Up to
/// three wrong cells are always detected, more of them with 255 chances in 256.
public struct IndexCode: Hashable, Sendable {
    /// The number of cells across a block.
    public static let columns = 8
    /// The number of cells down a block.
    public static let rows = 4
    /// Indices that fit into a block.
    public static let indexRange = 0..<(1 << 20)
    /// Clip ids that fit into a block.
    public static let clipRange = 0..<16

    /// Number of the frame in the order of presentation, counted from 0; in `indexRange`.
    public let index: Int
    /// Number of the clip the frame belongs to; in `clipRange`.
    public let clip: Int

    /// A code for one frame. Traps when a number is out of range.
    public init(index: Int, clip: Int) {
        precondition(Self.indexRange.contains(index), "index does not fit into a block")
        precondition(Self.clipRange.contains(clip), "clip id does not fit into a block")
        self.index = index
        self.clip = clip
    }

    /// The code that a block of cells spells, or `nil` when the check byte does not match.
    ///
    /// - Parameter cells: one bit a cell, 1 is white; bit 0 is top left, bit 7 top right, bit 31 bottom right.
    public init?(cells: UInt32) {
        let word = cells ^ Self.mask
        let payload = word & 0xFF_FFFF
        guard UInt32(Self.check(payload)) == word >> 24 else { return nil }
        self.index = Int(payload & 0xF_FFFF)
        self.clip = Int(payload >> 20)
    }

    /// The cells to draw: one bit a cell, 1 is white; bit 0 is top left, bit 7 top right, bit 31 bottom right.
    public var cells: UInt32 {
        let payload = UInt32(index) | UInt32(clip) << 20
        return (payload | UInt32(Self.check(payload)) << 24) ^ Self.mask
    }

    /// Turns small numbers into a mix of dark and bright cells, so that every block shows both levels.
    private static let mask: UInt32 = 0x5AC3_966A

    /// CRC with the polynomial 0x2F, which keeps words of up to 119 bits at least four bits apart.
    ///
    /// The low bits of the index are in the top row and the check byte in the bottom row, so a block torn
    /// between two neighbouring frames never passes.
    private static func check(_ payload: UInt32) -> UInt8 {
        var remainder: UInt8 = 0xFF
        for shift in [0, 8, 16] as [UInt32] {
            remainder ^= UInt8(truncatingIfNeeded: payload >> shift)
            for _ in 0..<8 {
                remainder = remainder & 0x80 == 0 ? remainder << 1 : (remainder << 1) ^ 0x2F
            }
        }
        return ~remainder
    }
}
