extension TileLayout {
    /// Which two pictures a difference compares, and how their distance is drawn.
    ///
    /// The pixels are compared as they are seen, in the colors of the stage. Measures of the decoded samples are the
    /// matter of `MultiPlayerKitCompare`.
    public struct Difference: Hashable, Sendable {
        /// What is drawn for the distance of two pixels.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Style: Hashable, Sendable {
            /// The distance of each color; black where the pixels are equal.
            case absolute

            /// The distance of luma, in grey; black where it is equal, whatever the colors.
            case luma

            /// The second picture less the first, in all colors: middle grey where they are equal, lighter where the
            /// second is lighter. One step is half a level, so that both directions fit.
            case signed

            /// The largest distance of any color, as a heat: from black over violet, red and yellow to near white.
            case heat

            /// White where any color is further apart than this part of its range, `0...1`, and black elsewhere.
            ///
            /// ``Difference/gain`` is not used. Values outside are clamped; NaN counts as `0`.
            case threshold(Double)
        }

        /// What is drawn. Default: ``Style/absolute``.
        public var style: Style

        /// What distances are multiplied by, `1...64`. Default: `1`.
        ///
        /// A difference that nobody would see, such as that of two good encodings, becomes visible. Values outside are
        /// clamped; NaN counts as `1`.
        public var gain: Double

        /// The index of the first of the two members. An index outside the members is clamped.
        public var first: Int

        /// The index of the second of the two members. An index outside the members is clamped; twice the same member
        /// is shown as it is.
        public var second: Int

        /// Creates a difference.
        ///
        /// - Parameters:
        ///   - style: What is drawn.
        ///   - gain: What distances are multiplied by.
        ///   - first: The index of one member.
        ///   - second: The index of the other.
        public init(_ style: Style = .absolute, gain: Double = 1, of first: Int = 0, and second: Int = 1) {
            (self.style, self.gain, self.first, self.second) = (style, gain, first, second)
        }

        /// The gain as it is used.
        package var usedGain: Double { gain.isNaN ? 1 : min(max(gain, 1), Self.mostGain) }

        /// A single level of 8 bits becomes a quarter of the range: more would only tell equal from unequal, which a
        /// threshold does better.
        private static let mostGain = 64.0

        /// The members compared, of `count`; `nil` if they are not two.
        package func pair(of count: Int) -> (first: Int, second: Int)? {
            let (first, second) = (index(first, of: count), index(second, of: count))
            return first == second ? nil : (first, second)
        }

        /// The member that stands for both: the first.
        package func lead(of count: Int) -> Int { index(first, of: count) }

        private func index(_ index: Int, of count: Int) -> Int { max(min(index, count - 1), 0) }
    }

    /// The difference that is drawn; `nil` in any other arrangement.
    package var drawnDifference: Difference? {
        if case .difference(let difference) = arrangement { difference } else { nil }
    }
}

extension TileLayout.Difference {
    /// The colors of a heat, in equal steps from no distance to the largest: red, green and blue, `0...1`.
    ///
    /// Their luma rises evenly, so that the picture can be read without colors as well.
    package static let heat: [(red: Double, green: Double, blue: Double)] = [
        (0, 0, 0), (0.30, 0.08, 0.62), (0.86, 0.19, 0.35), (1, 0.62, 0.12), (1, 1, 0.85),
    ]

    /// The color of a distance, `0...1`.
    package static func heat(of distance: Double) -> (red: Double, green: Double, blue: Double) {
        let place = min(max(distance, 0), 1) * Double(heat.count - 1)
        let index = min(Int(place), heat.count - 2)
        let (low, high, part) = (heat[index], heat[index + 1], place - Double(index))
        func mix(_ low: Double, _ high: Double) -> Double { low + (high - low) * part }
        return (mix(low.red, high.red), mix(low.green, high.green), mix(low.blue, high.blue))
    }
}
