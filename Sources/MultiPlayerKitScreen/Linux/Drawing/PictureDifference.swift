#if canImport(CGStreamer)
    import MultiPlayerKit

    /// Draws the difference of two I420 pictures of limited range over the lower one.
    struct PictureDifference {
        private let style: TileLayout.Difference.Style
        /// The gain in sixteenths, so that the loops need integers only.
        private let gain: Int32
        /// 1, or -1 where the upper picture is the first of the two.
        private let direction: Int32

        init(_ difference: TileLayout.Difference, isReversed: Bool) {
            style = difference.style
            gain = Int32((difference.usedGain * 16).rounded())
            direction = isReversed ? -1 : 1
        }

        /// Levels of luma, of limited range.
        private static let (black, white) = (Int32(16), Int32(235))
        /// Chroma of grey, and how far any other lies from it.
        private static let (grey, chroma) = (Int32(128), Int32(112))

        /// - Parameter planes: luma and both of chroma.
        func apply(to planes: [PlanePair]) {
            switch style {
            case .absolute:
                lumaDistance(planes[0])
                for plane in planes[1...] { signed(plane, around: Self.grey, most: Self.chroma, isSwapped: true) }
            case .luma:
                lumaDistance(planes[0])
                for plane in planes[1...] {
                    plane.forEachRow { _, lower, count in lower.update(repeating: UInt8(Self.grey), count: count) }
                }
            case .signed:
                signed(planes[0], around: (Self.black + Self.white) / 2, most: (Self.white - Self.black) / 2)
                for plane in planes[1...] { signed(plane, around: Self.grey, most: Self.chroma) }
            case .heat: mapped(planes, by: Self.heatColours, gain)
            case .threshold(let part):
                let limit = part.isNaN ? 0 : min(max(part, 0), 1) * Double(Self.white - Self.black)
                let colours = (0...255).map { Double($0) > limit ? StageColour.white : .black }
                mapped(planes, by: colours, 16)
            }
        }

        /// The distance, above black.
        private func lumaDistance(_ plane: PlanePair) {
            let (gain, most) = (gain, Self.white - Self.black)
            plane.forEachRow { upper, lower, count in
                for column in 0..<count {
                    let distance = abs(Int32(upper[column]) - Int32(lower[column]))
                    lower[column] = UInt8(truncatingIfNeeded: min((distance &* gain) >> 4, most) &+ Self.black)
                }
            }
        }

        /// Half the second level less the first, or the other way round, about a middle.
        private func signed(_ plane: PlanePair, around middle: Int32, most: Int32, isSwapped: Bool = false) {
            let gain = isSwapped ? -gain * direction : gain * direction
            plane.forEachRow { upper, lower, count in
                for column in 0..<count {
                    // Divided, not shifted: both directions are rounded towards the middle.
                    let step = ((Int32(upper[column]) - Int32(lower[column])) &* gain) / 32
                    lower[column] = UInt8(truncatingIfNeeded: max(min(step, most), -most) &+ middle)
                }
            }
        }

        /// The colour of each possible largest distance.
        private static let heatColours = (0...255).map { level in
            let colour = TileLayout.Difference.heat(of: Double(level) / Double(white - black))
            return StageColour(red: colour.red, green: colour.green, blue: colour.blue)
        }

        /// Draws the colour of the largest distance that any component has at a pixel.
        private func mapped(_ planes: [PlanePair], by colours: [StageColour], _ gain: Int32) {
            let (luma, u, v) = (planes[0], planes[1], planes[2])
            let levels = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
                for distance in 0..<256 { buffer[distance] = UInt8(min((Int32(distance) * gain) >> 4, 255)) }
                count = 256
            }
            for row in 0..<u.height {
                let ((uUpper, uLower), (vUpper, vLower)) = (u.row(row), v.row(row))
                let rows = (2 * row..<min(2 * row + 2, luma.height)).map(luma.row)
                for column in 0..<u.width {
                    let colourDistance = max(
                        Self.distance(uUpper[column], uLower[column]), Self.distance(vUpper[column], vLower[column]))
                    var (sum, count) = (0, 0)
                    for (upper, lower) in rows {
                        for x in 2 * column..<min(2 * column + 2, luma.width) {
                            let level = Int(levels[Int(max(colourDistance, Self.distance(upper[x], lower[x])))])
                            lower[x] = colours[level].y
                            (sum, count) = (sum + level, count + 1)
                        }
                    }
                    let mean = colours[sum / max(count, 1)]
                    (uLower[column], vLower[column]) = (mean.u, mean.v)
                }
            }
        }

        private static func distance(_ a: UInt8, _ b: UInt8) -> UInt8 { a > b ? a &- b : b &- a }
    }
#endif
