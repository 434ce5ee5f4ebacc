#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// What a tile shows does not depend on its neighbours.
    @Suite(.shared, .serialized, .timeLimit(.minutes(15)))
    struct NeighbourTests {
        static let size = CGSize(width: 320, height: 180)
        static let names = ["side by side", "stacked", "wipe", "difference", "grid", "focus"]
        static let layouts: [TileLayout] = [
            .sideBySide, .stacked, .wipe, .difference, .grid, TileLayout(.focus(on: 0)),
        ]

        @Test(arguments: names.indices)
        func `every kind beside every other is drawn as it is drawn alone`(layout index: Int) throws {
            let kinds = DecodedKind.all
            try #require(kinds.count >= 40)
            var studio = Studio(layout: Self.layouts[index])
            var mistakes: [String] = []
            let pairs = TestRun.today(kinds.count * kinds.count, oneIn: 6)
            for pair in pairs where mistakes.count < 20 {
                let (left, right) = (kinds[pair / kinds.count], kinds[pair % kinds.count])
                if let mistake = try studio.mistake(left, right) {
                    mistakes.append("\(left.name) beside \(right.name), \(Self.names[index]): \(mistake)")
                }
            }
            #expect(mistakes.isEmpty, "\(mistakes.joined(separator: "\n"))")
            print("\(Self.names[index]): \(kinds.count) kinds, \(pairs.count) pairs")
        }

        /// Draws pairs, and remembers what each tile looks like alone.
        private struct Studio {
            let layout: TileLayout
            private var alone: [Key: PixelBlock] = [:]

            private struct Key: Hashable {
                var picture: ObjectIdentifier
                var crop, target: CGRect
            }

            init(layout: TileLayout) { self.layout = layout }

            mutating func mistake(_ left: DecodedKind, _ right: DecodedKind) throws -> String? {
                let places = layout.placements(for: [left.displaySize, right.displaySize], in: size)
                let canvas = try Self.canvas()
                func layers(_ first: Int, _ second: Int) -> [Canvas.Layer] {
                    let isDifference = layout.drawnDifference != nil
                    return zip([left.pictures[first], right.pictures[second]], places).enumerated().compactMap {
                        number, tile in
                        guard !tile.1.isHidden else { return nil }
                        return Canvas.Layer(
                            id: number, picture: tile.0, crop: tile.1.sourceCrop, target: tile.1.visible,
                            blend: isDifference && number == 1 ? .difference(.init(), isFirst: false) : .normal)
                    }
                }
                // Only one tile of the second picture is new: the one that is taken over has to be right as well.
                _ = canvas.compose(layers(0, 1))
                let drawn = layers(1, 1)
                let picture = canvas.compose(drawn)
                if !canvas.offences.isEmpty { return "a converter reached outside its tile" }
                if layout.drawnDifference != nil {
                    return try isDifference(picture, drawn) ? nil : "the difference is not that of the two alone"
                }
                for layer in drawn {
                    guard PixelBlock(picture, layer.target) == (try look(layer)) else {
                        return "tile \(layer.id) is not as it is alone"
                    }
                }
                return isEmpty(picture, outside: drawn.map(\.target)) ? nil : "something changed outside the tiles"
            }

            private static func canvas() throws -> Canvas {
                try Canvas(
                    width: Int(size.width), height: Int(size.height), rate: FrameRate(60), background: .white,
                    isGuarded: true)
            }

            private mutating func look(_ layer: Canvas.Layer) throws -> PixelBlock? {
                let key = Key(picture: ObjectIdentifier(layer.picture), crop: layer.crop, target: layer.target)
                if let known = alone[key] { return known }
                var single = layer
                single.blend = .normal
                let block = PixelBlock(try Self.canvas().compose([single]), layer.target)
                alone[key] = block
                return block
            }

            private mutating func isDifference(_ picture: Picture?, _ layers: [Canvas.Layer]) throws -> Bool {
                guard layers.count == 2 else { return false }
                let canvas = try Self.canvas()
                let lower = PixelBlock(canvas.compose([layers[0]]), layers[1].target)
                var single = layers[1]
                single.blend = .normal
                let upper: PixelBlock?
                if single.picture.format.hasAlpha {
                    upper = PixelBlock(try Self.canvas().compose([layers[0], single]), single.target)
                } else {
                    upper = try look(single)
                }
                guard let seen = PixelBlock(picture, single.target), let lower, let upper else { return false }
                for plane in 0..<3 {
                    for index in seen.planes[plane].indices {
                        let (a, b) = (Int(upper.planes[plane][index]), Int(lower.planes[plane][index]))
                        let wanted = plane == 0 ? min(abs(a - b), 219) + 16 : 128 + (b - a) / 2
                        if Int(seen.planes[plane][index]) != wanted { return false }
                    }
                }
                return true
            }

            /// Whether everything outside the tiles has the background's colour, white.
            private func isEmpty(_ picture: Picture?, outside tiles: [CGRect]) -> Bool {
                picture?.withPlanes { planes in
                    for row in 0..<planes.height {
                        let inside = tiles.filter { Int($0.minY) <= row && row < Int($0.maxY) }
                        for column in 0..<planes.width
                        where planes.luma[row * planes.stride + column] != 235
                            && !inside.contains(where: { Int($0.minX) <= column && column < Int($0.maxX) })
                        { return false }
                    }
                    return true
                } ?? false
            }
        }
    }
#endif
