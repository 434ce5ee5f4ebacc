#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import TestTools
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// What a canvas takes over from one picture to the next is never seen.
    @Suite struct CanvasTests {
        private func canvas(_ background: StageColour = .black) throws -> Canvas {
            try Canvas(width: 64, height: 36, rate: FrameRate(60), background: background, isGuarded: true)
        }

        /// The samples of the first two planes, row by row.
        private func samples(_ picture: Picture) throws -> [UInt8] {
            try #require(
                picture.withPlanes { planes in
                    [(planes.luma, planes.stride, 64, 36), (planes.u, planes.chromaStride, 32, 18)].flatMap {
                        bytes, stride, width, height in
                        (0..<height).flatMap { row in bytes[row * stride..<row * stride + width] }
                    }
                })
        }

        private func flat(using dice: inout SplitMix) throws -> Picture {
            func part() -> Double { .random(in: 0...1, using: &dice) }
            return try #require(canvas(StageColour(red: part(), green: part(), blue: part())).compose([]))
        }

        private static let areas = [
            [
                CGRect(x: 0, y: 0, width: 64, height: 36), CGRect(x: 2, y: 4, width: 30, height: 20),
                CGRect(x: 20, y: 10, width: 40, height: 20),
            ],
            [CGRect(x: 0, y: 0, width: 32, height: 36), CGRect(x: 32, y: 0, width: 32, height: 36)],
            [CGRect(x: 0, y: 0, width: 40, height: 36), CGRect(x: 24, y: 0, width: 24, height: 36)],
        ]

        private func layers(_ areas: [CGRect], _ pictures: [Picture]) -> [Canvas.Layer] {
            zip(areas, pictures).enumerated().map { index, layer in
                Canvas.Layer(
                    id: index, picture: layer.1, crop: CGRect(x: 0, y: 0, width: 1, height: 1), target: layer.0)
            }
        }

        @Test func `tiles edge to edge hide the background, and one that changes leaves its neighbour alone`() throws {
            var dice = SplitMix(seed: 3)
            let canvas = try canvas()
            let pictures = try (0..<3).map { _ in try flat(using: &dice) }
            for (areas, isCovered) in zip(Self.areas, [true, true, false]) {
                #expect(canvas.cover(layers(areas, pictures)) == isCovered, "\(areas)")
            }
            let gap = [CGRect(x: 0, y: 0, width: 30, height: 36), CGRect(x: 32, y: 0, width: 32, height: 36)]
            #expect(!canvas.cover(layers(gap, pictures)))
            let before = layers(Self.areas[1], pictures)
            let after = layers(Self.areas[1], [pictures[2], pictures[1]])
            #expect(canvas.redraws(0, after, before) && !canvas.redraws(1, after, before))
            let overlapping = layers(Self.areas[2], [pictures[2], pictures[1]])
            #expect(canvas.redraws(1, overlapping, layers(Self.areas[2], pictures)))
        }

        /// Frames change together, one by one or not at all; marks appear, move and go.
        @Test(arguments: 1...20)
        func `a canvas with a past draws what a new one draws, and leaves what it has returned`(seed: UInt64) throws {
            var dice = SplitMix(seed: seed)
            let canvas = try canvas()
            let areas = Self.areas[Int(seed) % Self.areas.count]
            var pictures = try areas.map { _ in try flat(using: &dice) }
            var marks: [Canvas.Mark] = []
            var last: (picture: Picture, samples: [UInt8])?
            for step in 0..<60 {
                // Long runs in which everything changes, and others in which little does.
                let share = step / 10 % 2 == 0 ? 1 : 0.3
                for index in pictures.indices where Double.random(in: 0..<1, using: &dice) < share {
                    pictures[index] = try flat(using: &dice)
                }
                if Double.random(in: 0..<1, using: &dice) < 0.4 {
                    marks = (0..<Int.random(in: 0...2, using: &dice)).map { _ in
                        let x = Double(Int.random(in: 0...20, using: &dice) * 2)
                        return Canvas.Mark(
                            rect: CGRect(x: x, y: 8, width: 16, height: 8), colour: .white,
                            opacity: .random(in: 0.2...1, using: &dice))
                    }
                }
                let layers = self.layers(areas, pictures)
                let picture = try #require(canvas.compose(layers, marks: marks))
                let fresh = try #require(self.canvas().compose(layers, marks: marks))
                let drawn = try samples(picture)
                #expect(try drawn == samples(fresh), "step \(step)")
                #expect(canvas.isShowing(layers))
                if let last { #expect(try samples(last.picture) == last.samples, "step \(step)") }
                last = (picture, drawn)
                #expect(canvas.compose(layers, marks: marks) === picture)
            }
        }
    }
#endif
