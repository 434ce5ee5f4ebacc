#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// A ``ToneMap`` for whole pictures: powers and exponentials are tabulated, the rest is arithmetic, so that 230,000
    /// pixels take about two milliseconds, with an error of at most a quarter of an 8-bit level.
    ///
    /// A colour lookup table with interpolation would be no slower, but is up to 16 levels off where a gamut is
    /// clipped: BT.1886 is infinitely steep at black.
    final class ToneTable: Sendable {
        /// Light of each 12-bit code value; for HLG still without system gamma.
        private let light: [Float]
        /// The gain of HLG's system gamma by luminance; `nil` if there is none.
        private let gain: PowerTable?
        /// The tone curve as a factor, by the largest component.
        private let factor: PowerTable
        /// 12-bit code values by light, 0…1.
        private let code: PowerTable
        private let red, green, blue: SIMD4<Float>

        private static let known = Mutex<[ToneMap: ToneTable]>([:])

        /// The table of a map, made on the first call; that takes some milliseconds.
        static func of(_ map: ToneMap) -> ToneTable {
            known.withLock { known in
                if let found = known[map] { return found }
                let table = ToneTable(map)
                known[map] = table
                return table
            }
        }

        private init(_ map: ToneMap) {
            light = (0..<4_096).map { Float(map.componentLight(Double($0) / 4_095)) }
            gain = map.hasSystemGamma ? PowerTable { ToneMap.systemGain(luminance: $0) } : nil
            factor = PowerTable { map.compressed($0) / $0 }
            code = PowerTable { (pow(min($0, 1), 1 / 2.4) * 4_095).rounded() }
            func column(_ parts: SIMD3<Double>) -> SIMD4<Float> {
                SIMD4(Float(parts.x), Float(parts.y), Float(parts.z), 0)
            }
            let columns = map.toCanvas.columns
            (red, green, blue) = (column(columns.0), column(columns.1), column(columns.2))
        }

        /// Tone-maps, in place, a mapped picture of planar 12-bit red, green and blue.
        func apply(to frame: UnsafeMutablePointer<GstVideoFrame>) {
            let width = Int(mpk_component_width(frame, 0))
            for row in 0..<Int(mpk_component_height(frame, 0)) {
                guard let red = mpk_component_row(frame, 0, Int32(row)),
                    let green = mpk_component_row(frame, 1, Int32(row)),
                    let blue = mpk_component_row(frame, 2, Int32(row))
                else { return }
                apply(red, green, blue, width)
            }
        }

        private func apply(
            _ reds: UnsafeMutablePointer<UInt16>, _ greens: UnsafeMutablePointer<UInt16>,
            _ blues: UnsafeMutablePointer<UInt16>, _ width: Int
        ) {
            light.withUnsafeBufferPointer { light in
                for x in 0..<width {
                    var (r, g, b) = (
                        light[Int(reds[x] & 4_095)], light[Int(greens[x] & 4_095)], light[Int(blues[x] & 4_095)]
                    )
                    if let gain {
                        let system = gain[0.2627 * r + 0.6780 * g + 0.0593 * b]
                        (r, g, b) = (r * system, g * system, b * system)
                    }
                    let scale = factor[max(r, max(g, b))]
                    let mapped = (red * r + green * g + blue * b) * scale
                    reds[x] = UInt16(code[mapped.x])
                    greens[x] = UInt16(code[mapped.y])
                    blues[x] = UInt16(code[mapped.z])
                }
            }
        }
    }

    /// A function of a positive number, tabulated in steps of about a five-hundredth of the number.
    struct PowerTable: Sendable {
        /// The number of mantissa bits that are used.
        private static let precision = 9
        private static let shift = 23 - precision
        /// From a sixteen-millionth, darker than any 12-bit code, to 64, brighter than PQ's 10,000 cd/m².
        private static let exponents = -24..<6
        private static let first = Int(
            Float(sign: .plus, exponent: exponents.lowerBound, significand: 1).bitPattern >> shift)

        private let values: [Float]

        init(_ function: (Double) -> Double) {
            let count = Self.exponents.count << Self.precision
            values = (0..<count).map { index in
                // The middle of the range of numbers that share an index.
                let low = Float(bitPattern: UInt32(Self.first + index) << Self.shift)
                let high = Float(bitPattern: UInt32(Self.first + index + 1) << Self.shift)
                return Float(function((Double(low) + Double(high)) / 2))
            }
        }

        /// The value of the function; 0 for numbers below the tabulated range.
        subscript(number: Float) -> Float {
            guard number > 0 else { return 0 }
            let index = Int(number.bitPattern >> Self.shift) - Self.first
            return index < 0 ? 0 : values.withUnsafeBufferPointer { $0[min(index, $0.count - 1)] }
        }
    }
#endif
