#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import TestTools
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// What each kind of difference draws, pixel by pixel, against formulas written down anew in the test.
    @Suite struct PictureDifferenceTests {
        private typealias Difference = TileLayout.Difference
        private static let size = (width: 64, height: 36)
        /// Odd numbers of pixels would cut chroma samples: only part of the canvas is covered, off its middle.
        private static let area = CGRect(x: 6, y: 2, width: 46, height: 30)

        /// The samples of one picture, plane by plane, row by row.
        private struct Samples {
            var planes: [[UInt8]]

            init(using dice: inout SplitMix, near other: Samples? = nil) {
                planes = (0..<3).map { plane in
                    let count = size.width * size.height / (plane == 0 ? 1 : 4)
                    let range: ClosedRange<UInt8> = plane == 0 ? 16...235 : 16...240
                    return (0..<count).map { index in
                        guard let other, Bool.random(using: &dice) else { return .random(in: range, using: &dice) }
                        // As pictures are that are compared: hardly apart.
                        let near = Int(other.planes[plane][index]) + Int.random(in: -3...3, using: &dice)
                        return UInt8(min(max(near, Int(range.lowerBound)), Int(range.upperBound)))
                    }
                }
            }

            init(of picture: Picture) throws {
                planes = try #require(
                    picture.withPlanes { planes in
                        let sources = [
                            (planes.luma, planes.stride, 1), (planes.u, planes.chromaStride, 2),
                            (planes.v, planes.chromaStride, 2),
                        ]
                        return sources.map { bytes, stride, part in
                            (0..<size.height / part).flatMap { row in
                                bytes[row * stride..<row * stride + size.width / part]
                            }
                        }
                    })
            }

            func picture(of canvas: Canvas) throws -> Picture {
                let buffer = try #require(gst_buffer_new_allocate(nil, canvas.format.info.pointee.size, nil))
                let frame = try #require(mpk_map(canvas.format.info, buffer, 1))
                for plane in 0..<3 {
                    let width = size.width / (plane == 0 ? 1 : 2)
                    let base = try #require(mpk_plane(frame, Int32(plane)))
                    for (index, value) in planes[plane].enumerated() {
                        base[index / width * Int(mpk_plane_stride(frame, Int32(plane))) + index % width] = value
                    }
                }
                mpk_unmap(frame)
                return Picture(owning: buffer, format: canvas.format)
            }

            /// Luma and chroma at a pixel.
            func callAsFunction(_ x: Int, _ y: Int) -> [Double] {
                [
                    Double(planes[0][y * size.width + x]), Double(planes[1][y / 2 * (size.width / 2) + x / 2]),
                    Double(planes[2][y / 2 * (size.width / 2) + x / 2]),
                ]
            }
        }

        /// What is drawn of `first` and `second`, whichever lies above.
        private func drawn(
            _ first: Samples, _ second: Samples, _ difference: Difference, isFirst: Bool
        ) throws -> Samples {
            let canvas = try Canvas(
                width: Self.size.width, height: Self.size.height, rate: FrameRate(60), background: .black,
                isGuarded: true)
            let whole = CGRect(x: 0, y: 0, width: Self.size.width, height: Self.size.height)
            let crop = CGRect(
                x: Self.area.minX / whole.width, y: Self.area.minY / whole.height,
                width: Self.area.width / whole.width, height: Self.area.height / whole.height)
            let (lower, upper) = isFirst ? (second, first) : (first, second)
            let picture = try #require(
                canvas.compose([
                    Canvas.Layer(id: 1, picture: lower.picture(of: canvas), crop: crop, target: Self.area),
                    Canvas.Layer(
                        id: 2, picture: upper.picture(of: canvas), crop: crop, target: Self.area,
                        blend: .difference(difference, isFirst: isFirst)),
                ]))
            #expect(canvas.offences.isEmpty)
            return try Samples(of: picture)
        }

        private func check(
            _ style: Difference.Style, gains: [Double] = [1, 2.5, 64], tolerance: Double = 1,
            _ wanted: (_ first: [Double], _ second: [Double], _ gain: Double) -> [Double?]
        ) throws {
            var dice = SplitMix(seed: 19)
            let first = Samples(using: &dice)
            let second = Samples(using: &dice, near: first)
            for gain in gains {
                for isFirst in [false, true] {
                    let seen = try drawn(first, second, Difference(style, gain: gain), isFirst: isFirst)
                    for y in Int(Self.area.minY)..<Int(Self.area.maxY) {
                        for x in Int(Self.area.minX)..<Int(Self.area.maxX) {
                            for (value, wanted) in zip(seen(x, y), wanted(first(x, y), second(x, y), gain)) {
                                guard let wanted else { continue }
                                try #require(
                                    abs(value - wanted) <= tolerance,
                                    "\(style) by \(gain) at \(x), \(y): \(value) for \(wanted)")
                            }
                        }
                    }
                    // Beside them nothing has changed.
                    #expect(seen(0, 0) == [16, 128, 128])
                }
            }
        }

        private func most(_ first: [Double], _ second: [Double]) -> Double {
            zip(first, second).map { abs($0 - $1) }.max()!
        }

        @Test func `a distance is multiplied and ends at white`() throws {
            try check(.absolute) { first, second, gain in
                [16 + min(abs(first[0] - second[0]) * gain, 219), nil, nil]
            }
            try check(.luma) { first, second, gain in [16 + min(abs(first[0] - second[0]) * gain, 219), 128, 128] }
        }

        @Test func `a signed difference is lighter where the second is, whichever lies above`() throws {
            try check(.signed) { first, second, gain in
                func step(_ index: Int, _ most: Double) -> Double {
                    min(max((second[index] - first[index]) * gain / 2, -most), most)
                }
                return [125 + step(0, 109), 128 + step(1, 112), 128 + step(2, 112)]
            }
        }

        @Test func `a heat shows the largest distance of any component`() throws {
            try check(.heat, tolerance: 4) { first, second, gain in
                let colour = Difference.heat(of: most(first, second) * gain / 219)
                return [Double(StageColour(red: colour.red, green: colour.green, blue: colour.blue).y), nil, nil]
            }
        }

        @Test func `a heat is lighter for what is further apart, and in colour in between`() {
            let colours = (0...219).map { level in
                let colour = Difference.heat(of: Double(level) / 219)
                return StageColour(red: colour.red, green: colour.green, blue: colour.blue)
            }
            #expect(zip(colours, colours.dropFirst()).allSatisfy { $0.y <= $1.y })
            #expect(colours.first == .black && colours.last!.y > 225)
            #expect(colours[20...200].allSatisfy { $0.u != 128 || $0.v != 128 })
        }

        @Test(arguments: [0, 0.01, 0.5, 1, -3, Double.nan])
        func `a threshold tells what exceeds it`(part: Double) throws {
            let limit = part.isNaN ? 0 : min(max(part, 0), 1) * 219
            try check(.threshold(part), gains: [1, 64], tolerance: 0) { first, second, _ in
                [most(first, second) > limit ? 235 : 16, 128, 128]
            }
        }

        @Test(arguments: [TileLayout.Difference.Style.absolute, .luma, .heat, .threshold(0)])
        func `equal pictures are black, whatever the gain`(style: TileLayout.Difference.Style) throws {
            var dice = SplitMix(seed: 3)
            let samples = Samples(using: &dice)
            let seen = try drawn(samples, samples, Difference(style, gain: 64), isFirst: false)
            #expect(seen.planes[0].allSatisfy { $0 == 16 })
            #expect((seen.planes[1] + seen.planes[2]).allSatisfy { $0 == 128 })
        }
    }
#endif
