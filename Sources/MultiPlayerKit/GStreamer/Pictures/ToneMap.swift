#if canImport(CGStreamer)
    import Foundation

    /// Maps light that the canvas cannot show into its range: from code values of HLG or PQ, or of a gamut other than
    /// BT.709's, to code values of BT.709.
    ///
    /// zimg maps gamuts too, but its results for colours outside the smaller gamut depend on the processor: pure red of
    /// BT.2020 becomes luma 5 with AVX-512 and luma 74 without.
    ///
    /// The operator is the EETF of ITU-R BT.2390 (section 5.4.1, without black level adaptation), applied to the
    /// largest of red, green and blue so that hues are preserved. HLG is converted to light by the system of ITU-R
    /// BT.2100 (table 5) for a display of 1,000 cd/m², PQ by SMPTE ST 2084. Diffuse white is 203 cd/m² (ITU-R BT.2408),
    /// which white on the canvas represents. Gamuts are mapped by their matrices in linear light and clipped (ITU-R
    /// BT.2407, section 2). Code values of BT.709 are those of a display according to ITU-R BT.1886, a power of 2.4.
    struct ToneMap: Hashable, Sendable {
        /// Light of white on the canvas, in cd/m².
        static let white = 203.0
        /// Peak of HLG's nominal display, and of PQ if the file states none, in cd/m².
        static let customaryPeak = 1_000.0

        private enum Curve: Hashable { case standard, pq, hlg }

        private let curve: Curve
        /// Converts light in the picture's gamut to light in the canvas's.
        let toCanvas: Matrix3
        private let peak: Double

        /// - Parameter colour: the meaning of the code values. The result is `nil` if they represent the same light as
        ///   the canvas's do.
        init?(from colour: PictureColour) {
            let gamut = Gamut(primaries: colour.primaries)
            guard colour.transfer.isHDR || colour.hasOtherGamut && gamut != nil else { return nil }
            toCanvas = Gamut.bt709.fromXYZ * (gamut ?? .bt2020).toXYZ
            switch colour.transfer {
            case .hlg: (curve, peak) = (.hlg, Self.customaryPeak)
            // A peak below the canvas's own white needs no curve; PQ ends at 10,000.
            case .pq: (curve, peak) = (.pq, min(max(colour.peak ?? Self.customaryPeak, Self.white), 10_000))
            default: (curve, peak) = (.standard, Self.white)
            }
        }

        /// Whether HLG's system gamma scales the three components of a pixel together.
        var hasSystemGamma: Bool { curve == .hlg }

        /// Light of one component, 1 for ``white``; for HLG, scene light, 1 for its brightest.
        func componentLight(_ code: Double) -> Double {
            switch curve {
            case .hlg: Self.hybridLogGammaScene(code)
            case .pq: Self.perceptualLight(code) / Self.white
            // The canvas treats all standard-range curves as one: that of the display.
            case .standard: pow(code, 2.4)
            }
        }

        /// The factor from HLG scene light of this luminance to display light, which is 1 for ``white``.
        ///
        /// ITU-R BT.2100, table 5; the system gamma of a display of 1,000 cd/m² is 1.2.
        static func systemGain(luminance: Double) -> Double { customaryPeak / white * pow(luminance, 0.2) }

        /// ITU-R BT.2390, section 5.4.1: the picture's light compressed for a display that peaks at ``white``, which is
        /// 1.
        func compressed(_ light: Double) -> Double {
            let whole = Self.perceptualCode(peak)
            let code = min(Self.perceptualCode(light * Self.white) / whole, 1)
            let most = Self.perceptualCode(Self.white) / whole
            let knee = 1.5 * most - 0.5
            guard code > knee, knee < 1 else { return min(light, 1) }
            let t = (code - knee) / (1 - knee)
            let (t2, t3) = (t * t, t * t * t)
            let mapped = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * most
            return Self.perceptualLight(mapped * whole) / Self.white
        }

        // MARK: Transfer functions

        /// SMPTE ST 2084: light in cd/m² of a code 0…1.
        static func perceptualLight(_ code: Double) -> Double {
            let power = pow(max(code, 0), 1 / 78.84375)
            return 10_000 * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
        }

        /// SMPTE ST 2084: code 0…1 of light in cd/m².
        static func perceptualCode(_ light: Double) -> Double {
            let power = pow(max(light, 0) / 10_000, 0.1593017578125)
            return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
        }

        /// ITU-R BT.2100, table 5, inverse OETF: light in the scene, 0…1, of a code 0…1.
        static func hybridLogGammaScene(_ code: Double) -> Double {
            let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
            return code <= 0.5 ? max(code, 0) * max(code, 0) / 3 : (exp((code - c) / a) + b) / 12
        }
    }

    /// The red, green, blue and white of a colour system.
    struct Gamut: Hashable, Sendable {
        /// Converts light of red, green and blue to CIE XYZ, and back.
        let toXYZ: Matrix3
        let fromXYZ: Matrix3

        static let bt709 = Gamut(red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06), white: d65)
        static let bt2020 = Gamut(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046), white: d65)
        private static let d65 = (0.3127, 0.3290)

        /// The gamut of ITU-T H.273, table 2; `nil` for a code that is not known here.
        init?(primaries: ColourPrimaries) {
            switch primaries.code {
            case 1: self = .bt709
            case 4: self.init(red: (0.67, 0.33), green: (0.21, 0.71), blue: (0.14, 0.08), white: (0.310, 0.316))
            case 5: self.init(red: (0.64, 0.33), green: (0.29, 0.60), blue: (0.15, 0.06), white: Self.d65)
            case 6, 7: self.init(red: (0.630, 0.340), green: (0.310, 0.595), blue: (0.155, 0.070), white: Self.d65)
            case 8: self.init(red: (0.681, 0.319), green: (0.243, 0.692), blue: (0.145, 0.049), white: (0.310, 0.316))
            case 9: self = .bt2020
            case 11: self.init(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060), white: (0.314, 0.351))
            case 12: self.init(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060), white: Self.d65)
            case 22: self.init(red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077), white: Self.d65)
            default: return nil
            }
        }

        /// A gamut from chromaticities, such that equal parts of all three make white (SMPTE RP 177).
        private init(
            red: (Double, Double), green: (Double, Double), blue: (Double, Double), white: (Double, Double)
        ) {
            func whole(_ point: (Double, Double)) -> SIMD3<Double> {
                SIMD3(point.0 / point.1, 1, (1 - point.0 - point.1) / point.1)
            }
            let parts = Matrix3(columns: whole(red), whole(green), whole(blue))
            let shares = parts.inverse * whole(white)
            // White stays white on the canvas, whatever white the system has.
            let adapted = whole(Self.d65) / whole(white)
            toXYZ = Matrix3(
                columns: parts.columns.0 * shares.x * adapted, parts.columns.1 * shares.y * adapted,
                parts.columns.2 * shares.z * adapted)
            fromXYZ = toXYZ.inverse
        }
    }

    /// A 3×3 matrix.
    struct Matrix3: Hashable, Sendable {
        private let first, second, third: SIMD3<Double>

        init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
            (self.first, self.second, self.third) = (first, second, third)
        }

        var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) { (first, second, third) }

        static func * (matrix: Self, vector: SIMD3<Double>) -> SIMD3<Double> {
            matrix.first * vector.x + matrix.second * vector.y + matrix.third * vector.z
        }

        static func * (left: Self, right: Self) -> Self {
            Self(columns: left * right.first, left * right.second, left * right.third)
        }

        /// The inverse. Matrices without one do not occur: three colours on one line are no gamut.
        var inverse: Self {
            func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
                SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
            }
            let rows = (cross(second, third), cross(third, first), cross(first, second))
            let determinant = (first * rows.0).sum()
            return Self(
                columns: SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant,
                SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant, SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant)
        }
    }
#endif
