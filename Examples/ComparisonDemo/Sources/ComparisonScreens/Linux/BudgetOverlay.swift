#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// Who decodes how much, drawn over the picture: a sign in each tile, and a line at the top with the sums.
    ///
    /// A tier's sign has as many lit bars as the tier has rungs below it, and a colour, so that a wall of tiles can be
    /// read at a glance and without telling colours apart.
    struct BudgetOverlay {
        private static let bars = 5
        /// A sign's size in dots: bars of two, one apart, each a dot higher than the one before.
        private static let signWidth = 14.0
        private static let signHeight = 5.0
        private static let lineHeight = 11.0
        /// Tiles at least so wide, in units, have larger signs.
        private static let largeTile = 200.0
        private static let plate = 0.72
        private static let dim = 0.25

        private let stage: CGSize
        /// A dot of the text; all sizes are multiples of it.
        private let unit: Double
        private(set) var marks: [StageMark] = []

        init(stage: CGSize) {
            self.stage = stage
            // Capitals of ten pixels on a stage of 720 lines.
            unit = max((stage.height / 360).rounded(), 2)
        }

        // MARK: Tiles

        /// A member's number and its tier's sign, in the upper right corner of its tile: captions lie at the bottom, as a
        /// rule, and titles at the left.
        ///
        /// - Parameter word: why it does not show the others' instant, if so; left out of a tile that is too small for it.
        mutating func addSign(of tier: DecodeTier, number: Int, word: String? = nil, in tile: CGRect) {
            let isAdded = word.map { addSign(of: tier, "\(number) \($0)", in: tile) } ?? false
            if !isAdded { _ = addSign(of: tier, "\(number)", in: tile) }
        }

        /// Returns whether there was room for it.
        private mutating func addSign(of tier: DecodeTier, _ words: String, in tile: CGRect) -> Bool {
            let dot = tile.width >= Self.largeTile * unit ? 1.5 * unit : unit
            let text = Double(PixelFont.length(of: words))
            let size = CGSize(width: (text + 2 + Self.signWidth + 4) * dot, height: (Self.signHeight + 4) * dot)
            // Below the sums, where the tile lies there.
            let top = max(tile.minY, Self.lineHeight * unit)
            let plate = CGRect(origin: CGPoint(x: tile.maxX - unit - size.width, y: top + unit), size: size)
            guard tile.contains(plate) else { return false }
            marks.append(StageMark(plate, colour: .black, opacity: Self.plate))
            let origin = CGPoint(x: plate.minX + 2 * dot, y: plate.minY + 2 * dot)
            add(words, in: tier.colour, at: origin, dot: dot)
            add(tier, at: CGPoint(x: origin.x + (text + 2) * dot, y: origin.y), dot: dot)
            return true
        }

        /// Five bars that grow to the right.
        private mutating func add(_ tier: DecodeTier, at origin: CGPoint, dot: Double) {
            for bar in 0..<Self.bars {
                let height = Double(bar + 1) * dot
                let rect = CGRect(
                    x: origin.x + Double(3 * bar) * dot, y: origin.y + Self.signHeight * dot - height,
                    width: 2 * dot, height: height)
                let isLit = bar < tier.bars
                marks.append(StageMark(rect, colour: isLit ? tier.colour : .white, opacity: isLit ? 1 : Self.dim))
            }
        }

        // MARK: Sums

        /// The line at the top: how many have which tier, what is in use of what there is, and above it the same as a
        /// bar.
        mutating func add(_ sums: BudgetSums) {
            let line = CGRect(x: 0, y: 0, width: stage.width, height: Self.lineHeight * unit)
            marks.append(StageMark(line, colour: .black, opacity: Self.plate))
            let end = sums.tiers.reduce(4 * unit) { add($1.tier, "\($1.count) \($1.tier.words)", from: $0) }
            let left = sums.background.map { add($0, "background", from: end) } ?? end
            let start = stage.width - (4 + Double(PixelFont.length(of: sums.text))) * unit
            // On a narrow stage the tiers come first.
            if start > left { add(sums.text, in: .white, at: CGPoint(x: start, y: 4 * unit), dot: unit) }
            guard let use = sums.use else { return }
            let bar = CGRect(x: 0, y: 0, width: stage.width, height: 2 * unit)
            marks.append(StageMark(bar, colour: .white, opacity: Self.dim))
            let share = CGRect(x: 0, y: 0, width: (stage.width * min(use, 1)).rounded(), height: bar.height)
            marks.append(StageMark(share, colour: use > 1 ? DecodeTier.still.colour : DecodeTier.full.colour))
        }

        /// A tier's sign and words in the line at the top; returns where the next may begin.
        private mutating func add(_ tier: DecodeTier, _ words: String, from left: Double) -> Double {
            let text = left + (Self.signWidth + 3) * unit
            let end = text + Double(PixelFont.length(of: words)) * unit
            guard end <= stage.width else { return stage.width }
            add(tier, at: CGPoint(x: left, y: 4 * unit), dot: unit)
            add(words, in: tier.colour, at: CGPoint(x: text, y: 4 * unit), dot: unit)
            return end + 8 * unit
        }

        private mutating func add(_ text: String, in colour: StageColour, at origin: CGPoint, dot: Double) {
            marks += PixelFont.dots(of: text).map {
                let rect = CGRect(
                    x: origin.x + $0.minX * dot, y: origin.y + $0.minY * dot, width: $0.width * dot,
                    height: $0.height * dot)
                return StageMark(rect, colour: colour)
            }
        }
    }

    extension DecodeTier {
        /// Lit bars of its sign.
        fileprivate var bars: Int { Self.allCases.count { $0 < self } }

        fileprivate var colour: StageColour {
            switch self {
            case .poster: StageColour(red: 0.62, green: 0.62, blue: 0.62)
            case .still: StageColour(red: 0.94, green: 0.26, blue: 0.26)
            case .keyframes: StageColour(red: 1.0, green: 0.55, blue: 0.12)
            case .reducedFrameRate: StageColour(red: 0.98, green: 0.84, blue: 0.25)
            case .reducedResolution: StageColour(red: 0.16, green: 0.76, blue: 0.82)
            case .full: StageColour(red: 0.25, green: 0.84, blue: 0.42)
            @unknown default: .white
            }
        }
    }
#endif
