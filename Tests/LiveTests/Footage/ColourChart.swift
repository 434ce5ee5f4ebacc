#if canImport(CGStreamer)
    import Foundation
    @testable import MultiPlayerKitTestSupport

    /// A video of flat patches of known colours, coded without loss.
    struct ColourChart: Sendable, CustomStringConvertible {
        static let columns = 8
        static let rows = 4
        /// The side of a patch in pixels. In a tile a third as large its middle is still clear of its neighbours.
        static let side = 48
        static let width = columns * side
        static let height = rows * side

        /// Non-linear red, green and blue of each patch, 0…1.
        let patches: [SIMD3<Double>]
        let colour: IndexClip.Colour
        let depth: Int
        /// "420", "422", "444".
        let subsampling: String

        init(_ colour: IndexClip.Colour, depth: Int, subsampling: String, seed: UInt64) {
            (self.colour, self.depth, self.subsampling) = (colour, depth, subsampling)
            var random = SplitMix(seed: seed)
            let fixed = [
                SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(0.5, 0.5, 0.5), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1),
            ]
            patches =
                fixed
                + (fixed.count..<Self.columns * Self.rows).map { _ in
                    SIMD3<Double>.random(in: 0...1, using: &random)
                }
        }

        var description: String {
            "\(colour.matrix)\(colour.transfer == .sdr ? "" : " \(colour.transfer)") "
                + "\(colour.fullRange ? "full" : "limited") \(depth) bit \(subsampling)\(colour.isTagged ? "" : " untagged")"
        }

        var pixelFormat: String { "yuv\(subsampling)p\(depth > 8 ? "\(depth)le" : "")" }

        /// The values of a patch in the three planes.
        func codes(_ patch: Int) -> [Int] {
            let (r, g, b) = (patches[patch].x, patches[patch].y, patches[patch].z)
            let (red, blue) = weights
            let luma = red * r + (1 - red - blue) * g + blue * b
            let unit = Double(1 << (depth - 8))
            let (zero, scale, chroma) = levels
            let most = Double(1 << depth - 1)
            return [
                zero + scale * luma, 128 * unit + chroma * (b - luma) / (2 * (1 - blue)),
                128 * unit + chroma * (r - luma) / (2 * (1 - red)),
            ].map { Int(min(max($0.rounded(), 0), most)) }
        }

        /// Non-linear red, green and blue of a patch once its planes are rounded to whole numbers.
        func stored(_ patch: Int) -> SIMD3<Double> {
            let codes = codes(patch).map(Double.init)
            let (red, blue) = weights
            let (zero, scale, chroma) = levels
            let middle = 128 * Double(1 << (depth - 8))
            let luma = (codes[0] - zero) / scale
            let r = luma + 2 * (1 - red) * (codes[2] - middle) / chroma
            let b = luma + 2 * (1 - blue) * (codes[1] - middle) / chroma
            let g = (luma - red * r - blue * b) / (1 - red - blue)
            return SIMD3(r, g, b).clamped(lowerBound: .zero, upperBound: .one)
        }

        /// The weights of red and blue in luma.
        private var weights: (red: Double, blue: Double) {
            switch colour.matrix {
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            default: (0.299, 0.114)
            }
        }

        /// The level of black, the distance from black to white, and that between the ends of chroma.
        private var levels: (zero: Double, scale: Double, chroma: Double) {
            let (unit, most) = (Double(1 << (depth - 8)), Double(1 << depth - 1))
            return colour.fullRange ? (0, most, most) : (16 * unit, 219 * unit, 224 * unit)
        }

        /// Writes the file: five frames of lossless H.264.
        func write(to url: URL) throws {
            var bytes: [UInt8] = []
            for plane in 0..<3 {
                let across = plane > 0 && subsampling != "444" ? 2 : 1
                let down = plane > 0 && subsampling == "420" ? 2 : 1
                for y in 0..<Self.height / down {
                    for x in 0..<Self.width / across {
                        let code = codes(y * down / Self.side * Self.columns + x * across / Self.side)[plane]
                        bytes.append(UInt8(code & 255))
                        if depth > 8 { bytes.append(UInt8(code >> 8)) }
                    }
                }
            }
            let raw = url.appendingPathExtension("yuv")
            defer { try? FileManager.default.removeItem(at: raw) }
            let frame = Data(bytes)
            try (0..<5).reduce(into: Data()) { all, _ in all += frame }.write(to: raw)
            // A filter tags the frames, because newer encoders convert frames that are tagged otherwise.
            let stamp =
                colour.isTagged
                ? "setparams=range=\(colour.rangeName):colorspace=\(colour.matrixName):"
                    + "color_primaries=\(colour.primariesName):color_trc=\(colour.transferName)" : "null"
            try Tool.ffmpeg.output(
                [
                    "-v", "error", "-y", "-f", "rawvideo", "-pixel_format", pixelFormat, "-video_size",
                    "\(Self.width)x\(Self.height)", "-framerate", "25", "-i", raw.path, "-vf", stamp, "-c:v", "libx264",
                    "-qp",
                    "0", "-preset", "ultrafast",
                ]
                    + (colour.isTagged
                        ? [
                            "-color_range", colour.rangeName, "-colorspace", colour.matrixName, "-color_primaries",
                            colour.primariesName, "-color_trc", colour.transferName,
                        ] : []) + [url.path])
        }

        /// Luma and chroma of each patch after zscale has converted the file's first frame to the canvas's colours.
        func converted(_ url: URL) throws -> [SIMD3<Double>] {
            let (matrix, primaries) = (colour.matrixName, colour.primaries == .bt2020 ? "bt2020" : "bt709")
            let input =
                "matrixin=\(matrix):rangein=\(colour.fullRange ? "full" : "limited"):primariesin=\(primaries):transferin=bt709"
            let filter = "zscale=\(input):matrix=bt709:range=limited:primaries=bt709:transfer=bt709,format=yuv444p"
            var result: [SIMD3<Double>] = []
            try Tool.ffmpeg.output(
                [
                    "-v", "error", "-i", url.path, "-frames:v", "1", "-vf", filter, "-f", "rawvideo", "-pix_fmt",
                    "yuv444p", "pipe:1",
                ],
                inPiecesOf: Self.width * Self.height * 3
            ) { picture in
                let size = Self.width * Self.height
                result = patches.indices.map { patch in
                    let (x, y) = (
                        patch % Self.columns * Self.side + Self.side / 2,
                        patch / Self.columns * Self.side + Self.side / 2
                    )
                    let at = y * Self.width + x
                    return SIMD3(Double(picture[at]), Double(picture[size + at]), Double(picture[2 * size + at]))
                }
            }
            return result
        }
    }
#endif
