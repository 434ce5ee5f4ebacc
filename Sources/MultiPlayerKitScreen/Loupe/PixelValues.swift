import MultiPlayerKit

/// The values of one pixel.
struct PixelValues: Hashable, Sendable {
    /// What is stored for the pixel.
    enum Stored: Hashable, Sendable {
        case grey(Int)
        case yuv(Int, Int, Int)
        case rgb
    }

    var stored: Stored
    /// Red, green and blue, made from the stored values as the file says; in as many bits, full range.
    var red, green, blue: Int
    /// Bits of a value.
    var depth: Int

    /// From luma and chroma.
    ///
    /// - Parameters:
    ///   - chroma: `nil` for grey pictures.
    ///   - weights: shares of red and blue in luma; `nil`: not stated in those terms, taken as BT.709's.
    init(
        luma: Int, chroma: (u: Int, v: Int)?, depth: Int, isFullRange: Bool, weights: (red: Double, blue: Double)?
    ) {
        self.depth = depth
        stored = chroma.map { .yuv(luma, $0.u, $0.v) } ?? .grey(luma)
        // ITU-T H.273, 8.3: in limited range luma has 219 steps from 16, and chroma 224 around 128, at 8 bits.
        let (peak, unit) = (Double(1 << depth - 1), Double(1 << (depth - 8)))
        let y = isFullRange ? Double(luma) / peak : (Double(luma) / unit - 16) / 219
        func part(_ value: Int) -> Double {
            let centred = Double(value) - Double(1 << (depth - 1))
            return isFullRange ? centred / peak : centred / unit / 224
        }
        let (u, v) = chroma.map { (part($0.u), part($0.v)) } ?? (0, 0)
        let share = weights ?? (0.2126, 0.0722)
        let r = y + 2 * (1 - share.red) * v
        let b = y + 2 * (1 - share.blue) * u
        let g = (y - share.red * r - share.blue * b) / (1 - share.red - share.blue)
        func level(_ value: Double) -> Int { Int((min(max(value, 0), 1) * peak).rounded()) }
        (red, green, blue) = (level(r), level(g), level(b))
    }

    /// From red, green and blue.
    init(red: Int, green: Int, blue: Int, depth: Int) {
        (stored, self.depth) = (.rgb, depth)
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Three lines: where the pixel lies in its picture, what is stored, and red, green and blue.
    func lines(column: Int, row: Int) -> [String] {
        let bits = depth == 8 ? "" : "  \(depth) bit"
        let colour = "RGB \(red) \(green) \(blue)"
        return switch stored {
        case .grey(let luma): ["\(column), \(row)\(bits)", "Y \(luma)", colour]
        case .yuv(let y, let u, let v): ["\(column), \(row)\(bits)", "YUV \(y) \(u) \(v)", colour]
        case .rgb: ["\(column), \(row)\(bits)", colour, ""]
        }
    }
}
