#if canImport(CGStreamer)
    import Foundation
    @testable import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// Colours after the whole path, against zscale and against the operator of BT.2390 in double precision.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    struct ColourTests {
        static let standard: [ColourChart] = {
            let tagged: [IndexClip.Colour] = [
                .bt601, .bt601PAL, .bt709, .bt601Full, .bt601PALFull, .bt709Full, .bt2020, .bt2020Full,
            ]
            // An untagged video of 384x192 is taken for BT.601.
            let colours = tagged + [IndexClip.Colour.bt601.untagged]
            return colours.enumerated().flatMap { index, colour in
                [(8, "420"), (8, "422"), (8, "444"), (10, "420"), (10, "422"), (10, "444")].map { depth, subsampling in
                    ColourChart(colour, depth: depth, subsampling: subsampling, seed: UInt64(index * 10 + depth))
                }
            }
        }()

        @Test(arguments: standard)
        func `patches have the colours that zscale gives them`(chart: ColourChart) throws {
            let folder = try ScratchFolder()
            let url = folder.url.appending(path: "chart.mkv")
            try chart.write(to: url)
            var wanted = try chart.converted(url)
            // How zscale converts colours outside of BT.709 depends on the processor.
            if chart.colour.primaries == .bt2020 {
                for index in chart.patches.indices where !Reference.isInside(chart.stored(index)) {
                    wanted[index] = Reference.canvas(chart.stored(index), .sdr)
                }
            }
            for (scale, allowed) in [(1.0, 2.0), (0.5, chart.subsampling == "444" ? 2 : 4), (1.5, 4)] {
                let seen = try Self.patches(of: url, scale: scale)
                let worst = zip(seen, wanted).max { Self.distance($0.0, $0.1) < Self.distance($1.0, $1.1) }
                let (shown, right) = try #require(worst)
                #expect(Self.distance(shown, right) <= allowed, "\(chart) at \(scale): \(shown), not \(right)")
            }
        }

        static let bright: [ColourChart] = [
            ColourChart(.hlg, depth: 10, subsampling: "420", seed: 1),
            ColourChart(.pq, depth: 10, subsampling: "420", seed: 2),
            ColourChart(.hlg, depth: 10, subsampling: "422", seed: 3),
            ColourChart(.pq, depth: 10, subsampling: "444", seed: 4),
        ]

        @Test(arguments: bright)
        func `HLG and PQ patches match BT 2390 in double precision`(chart: ColourChart) throws {
            let folder = try ScratchFolder()
            let url = folder.url.appending(path: "chart.mkv")
            try chart.write(to: url)
            let wanted = chart.patches.indices.map { Reference.canvas(chart.stored($0), chart.colour.transfer) }
            for scale in [1.0, 0.5] {
                let seen = try Self.patches(of: url, scale: scale)
                let worst = zip(seen, wanted).map { Self.distance($0, $1) }.max() ?? .infinity
                print("\(chart) at \(scale): \(worst) levels off")
                #expect(worst <= 6, "\(chart) at \(scale): \(worst) levels off")
            }
        }

        private static func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
            let difference = a - b
            return max(abs(difference.x), abs(difference.y), abs(difference.z))
        }

        /// Luma and chroma in the middle of each patch, composed at the given scale.
        private static func patches(of url: URL, scale: Double) throws -> [SIMD3<Double>] {
            let picture = try DecodedKind("chart", url).pictures[0]
            let (width, height) = (Int(Double(ColourChart.width) * scale), Int(Double(ColourChart.height) * scale))
            let canvas = try Canvas(
                width: width, height: height, rate: FrameRate(60), background: .black, isGuarded: true)
            let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
            let composed = canvas.compose([
                Canvas.Layer(
                    id: 0, picture: picture, crop: whole, target: CGRect(x: 0, y: 0, width: width, height: height))
            ])
            let side = Double(ColourChart.side) * scale
            return try #require(
                composed?.withPlanes { planes in
                    (0..<ColourChart.columns * ColourChart.rows).map { patch in
                        let x = Int((Double(patch % ColourChart.columns) + 0.5) * side)
                        let y = Int((Double(patch / ColourChart.columns) + 0.5) * side)
                        let chroma = y / 2 * planes.chromaStride + x / 2
                        return SIMD3(
                            Double(planes.luma[y * planes.stride + x]), Double(planes.u[chroma]),
                            Double(planes.v[chroma]))
                    }
                })
        }

        /// A second implementation of the operator, written from the recommendations alone.
        private enum Reference {
            static func canvas(_ code: SIMD3<Double>, _ transfer: IndexClip.Colour.Transfer) -> SIMD3<Double> {
                let light: SIMD3<Double>
                switch transfer {
                case .sdr: light = standard(code)
                case .pq: light = toned(SIMD3(eotf(code.x), eotf(code.y), eotf(code.z)))
                case .hlg: light = toned(hlg(code))
                }
                let mapped = mapped(light)
                let (r, g, b) = (display(mapped.x), display(mapped.y), display(mapped.z))
                let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
                return SIMD3(16 + 219 * luma, 128 + 224 * (b - luma) / 1.8556, 128 + 224 * (r - luma) / 1.5748)
            }

            /// Whether BT.709 can show a colour of BT.2020 in standard range.
            static func isInside(_ code: SIMD3<Double>) -> Bool {
                let light = mapped(standard(code))
                return light.min() >= 0 && light.max() <= 1
            }

            /// ITU-R BT.1886.
            private static func standard(_ code: SIMD3<Double>) -> SIMD3<Double> {
                SIMD3(pow(code.x, 2.4), pow(code.y, 2.4), pow(code.z, 2.4))
            }

            private static func toned(_ light: SIMD3<Double>) -> SIMD3<Double> {
                let most = light.max()
                return most > 0 ? light * (tone(most) / most) / 203 : light
            }

            /// ITU-R BT.2087, linear BT.2020 to BT.709.
            private static func mapped(_ light: SIMD3<Double>) -> SIMD3<Double> {
                SIMD3(
                    1.6605 * light.x - 0.5876 * light.y - 0.0728 * light.z,
                    -0.1246 * light.x + 1.1329 * light.y - 0.0083 * light.z,
                    -0.0182 * light.x - 0.1006 * light.y + 1.1187 * light.z)
            }

            private static func display(_ light: Double) -> Double { pow(min(max(light, 0), 1), 1 / 2.4) }

            /// SMPTE ST 2084.
            private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
            private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
            static func eotf(_ code: Double) -> Double {
                let e = pow(code, 1 / m2)
                return 10_000 * pow(max(e - c1, 0) / (c2 - c3 * e), 1 / m1)
            }
            static func inverse(_ light: Double) -> Double {
                let y = pow(light / 10_000, m1)
                return pow((c1 + c2 * y) / (1 + c3 * y), m2)
            }

            /// ITU-R BT.2100: inverse OETF and OOTF, 1,000 cd/m², system gamma 1.2.
            static func hlg(_ code: SIMD3<Double>) -> SIMD3<Double> {
                func scene(_ e: Double) -> Double {
                    e <= 0.5 ? e * e / 3 : (exp((e - 0.55991073) / 0.17883277) + 0.28466892) / 12
                }
                let (r, g, b) = (scene(code.x), scene(code.y), scene(code.z))
                let y = 0.2627 * r + 0.6780 * g + 0.0593 * b
                return y > 0 ? SIMD3(r, g, b) * 1_000 * pow(y, 0.2) : .zero
            }

            /// ITU-R BT.2390, 5.4.1, from 1,000 to 203 cd/m².
            static func tone(_ light: Double) -> Double {
                let e1 = min(inverse(light) / inverse(1_000), 1)
                let maxLum = inverse(203) / inverse(1_000)
                let ks = 1.5 * maxLum - 0.5
                guard e1 >= ks else { return light }
                let t = (e1 - ks) / (1 - ks)
                let e2 =
                    (2 * pow(t, 3) - 3 * t * t + 1) * ks + (pow(t, 3) - 2 * t * t + t) * (1 - ks)
                    + (-2 * pow(t, 3) + 3 * t * t) * maxLum
                return eotf(e2 * inverse(1_000))
            }
        }
    }
#endif
