/// Which colours are meant where a file does not say it.
///
/// Each of the four is decided on its own: a file that states only its matrix keeps it.
///
/// | | picture | untagged |
/// |---|---|---|
/// | matrix | RGB | identity |
/// | | JPEG | BT.601, 625 lines (5), whatever its size |
/// | | at least 1280 wide or more than 576 high, UHD too | BT.709 (1) |
/// | | at most 486 high | BT.601, 525 lines (6) |
/// | | other | BT.601, 625 lines (5) |
/// | primaries | RGB, JPEG | BT.709 (1) |
/// | | other | as the matrix, by size |
/// | transfer | all | BT.709 (1) |
/// | range | RGB, JPEG | full |
/// | | other | limited |
///
/// Untagged are: nothing, "unspecified" (2), the reserved codes 0 and 3 (0 is a valid matrix, of RGB pictures only), codes
/// of no meaning here (above 22), and a matrix of luma and chroma on an RGB picture.
///
/// All codes are those of ITU-T H.273. JFIF (ITU-T T.871) prescribes BT.601's matrix and full range for JPEG of any size.
struct ColourRule: Hashable, Sendable {
    /// What the decoded pictures are made of.
    enum Kind: Hashable, Sendable {
        /// Luma and chroma, or luma only.
        case yuv
        case rgb
        /// Luma and chroma from JPEG or Motion JPEG.
        case jpeg
    }

    /// All four, decided.
    struct Codes: Hashable, Sendable {
        var matrix: UInt8
        var transfer: UInt8
        var primaries: UInt8
        var isFullRange: Bool
    }

    /// Stored pixels, not turned.
    var width: Int
    var height: Int
    var kind: Kind

    /// What is stated, completed.
    ///
    /// - Parameters:
    ///   - matrix: `MatrixCoefficients`; `nil` or 2: not stated.
    ///   - transfer: `TransferCharacteristics`; `nil` or 2: not stated.
    ///   - primaries: `ColourPrimaries`; `nil` or 2: not stated.
    ///   - isFullRange: `VideoFullRangeFlag`; `nil`: not stated.
    func completing(matrix: UInt8?, transfer: UInt8?, primaries: UInt8?, isFullRange: Bool?) -> Codes {
        Codes(
            matrix: self.matrix(matrix), transfer: Self.known(transfer) ?? 1,
            primaries: Self.known(primaries) ?? (kind == .yuv ? bySize : 1),
            isFullRange: isFullRange ?? (kind != .yuv))
    }

    private func matrix(_ stated: UInt8?) -> UInt8 {
        switch kind {
        case .rgb: 0
        case .jpeg: Self.known(stated) ?? 5
        case .yuv: Self.known(stated) ?? bySize
        }
    }

    private var bySize: UInt8 {
        if width >= 1280 || height > 576 { return 1 }
        return height <= 486 ? 6 : 5
    }

    /// Unspecified and reserved codes are none.
    private static func known(_ code: UInt8?) -> UInt8? {
        guard let code, ![0, 2, 3].contains(code), code <= 22 else { return nil }
        return code
    }
}
