#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Captions on a canvas: where they are drawn, and that nothing else changes.
    @Suite struct CaptionPainterTests {
        private static let size = CGSize(width: 640, height: 360)

        private func canvas() throws -> Canvas {
            try Canvas(
                width: 640, height: 360, rate: FrameRate(60), background: StageColour(y: 120, u: 90, v: 150),
                isGuarded: false)
        }

        private func caption(
            _ text: String, in area: CGRect, corner: TileCaptions.Corner = .topLeft, number: Int = 1
        ) -> StageCaption {
            StageCaption(id: MemberID(number), text: text, area: area, corner: corner, height: 20)
        }

        /// The pixels that a picture does not share with a plain canvas: their box, and how many of them are near white.
        private func changed(_ picture: Picture?, on plain: Picture?) throws -> (box: CGRect, bright: Int) {
            try #require(
                picture?.withPlanes { after in
                    plain?.withPlanes { before in
                        var (box, bright) = (CGRect.null, 0)
                        for y in 0..<360 {
                            for x in 0..<640 {
                                let (luma, chroma) = (y * after.stride + x, y / 2 * after.chromaStride + x / 2)
                                if after.luma[luma] != before.luma[luma] || after.u[chroma] != before.u[chroma]
                                    || after.v[chroma] != before.v[chroma]
                                {
                                    box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
                                }
                                if after.luma[luma] > 200 { bright += 1 }
                            }
                        }
                        return (box, bright)
                    }
                } ?? nil)
        }

        @Test(arguments: TileCaptions.Corner.allCases)
        func `a caption stands in its corner, inside its picture`(corner: TileCaptions.Corner) throws {
            let canvas = try canvas()
            var painter = CaptionPainter()
            let area = CGRect(x: 100, y: 60, width: 300, height: 200)
            let labels = painter.labels(for: [caption("Without ESC   0:03.24", in: area, corner: corner)])
            let plain = canvas.compose([])
            let seen = try changed(canvas.compose([], labels: labels), on: plain)
            #expect(area.insetBy(dx: 6, dy: 6).contains(seen.box))
            #expect(seen.box.width > 120 && seen.box.width < 280 && seen.box.height >= 20 && seen.box.height < 32)
            #expect(seen.bright > 200)
            let isLeft = corner == .topLeft || corner == .bottomLeft
            let isTop = corner == .topLeft || corner == .topRight
            #expect(abs(isLeft ? seen.box.minX - area.minX - 9 : area.maxX - 9 - seen.box.maxX) <= 2)
            #expect(abs(isTop ? seen.box.minY - area.minY - 9 : area.maxY - 9 - seen.box.maxY) <= 2)
            // Without it, the canvas is as it was.
            #expect(canvas.compose([]) === plain)
        }

        @Test func `a text that is too long ends before its picture does`() throws {
            let canvas = try canvas()
            var painter = CaptionPainter()
            let area = CGRect(x: 10, y: 10, width: 120, height: 90)
            let long = caption(String(repeating: "Very long ", count: 40), in: area)
            let seen = try changed(canvas.compose([], labels: painter.labels(for: [long])), on: canvas.compose([]))
            #expect(area.contains(seen.box) && seen.box.width > 90)
            let narrow = caption("Without ESC", in: CGRect(x: 10, y: 10, width: 50, height: 90))
            #expect(painter.labels(for: [narrow]).isEmpty)
            #expect(painter.labels(for: [caption("", in: area)]).isEmpty)
        }

        @Test func `text from right to left does not move the numbers beside it`() throws {
            var painter = CaptionPainter()
            let area = CGRect(x: 0, y: 0, width: 600, height: 100)
            // Of as many letters: what changes is the direction.
            let texts = ["\u{2068}abcd\u{2069}   #123", "\u{2068}بتثج\u{2069}   #123"]
            let pictures = try texts.map { text in
                let canvas = try canvas()
                let labels = painter.labels(for: [caption(text, in: area, corner: .topRight)])
                return try #require(canvas.compose([], labels: labels))
            }
            // The last columns before the plate's corner hold the same digits.
            let columns = try pictures.map { picture in
                try #require(
                    picture.withPlanes { planes in
                        (10..<36).flatMap { row in (556..<582).map { planes.luma[row * planes.stride + $0] } }
                    })
            }
            #expect(columns[0] == columns[1])
            #expect(columns[0].contains { $0 > 180 })
        }

        @Test func `a caption is drawn anew only when it says something else`() throws {
            var painter = CaptionPainter()
            let area = CGRect(x: 0, y: 0, width: 300, height: 200)
            let first = painter.labels(for: [caption("a", in: area), caption("b", in: area, number: 2)])
            let moved = painter.labels(for: [
                caption("a", in: area.offsetBy(dx: 50, dy: 0)), caption("c", in: area, number: 2),
            ])
            #expect(first[0].label === moved[0].label && moved[0].x == first[0].x + 50)
            #expect(first[1].label !== moved[1].label)
            let canvas = try canvas()
            let picture = canvas.compose([], labels: first)
            #expect(canvas.compose([], labels: first) === picture)
            #expect(canvas.compose([], labels: moved) !== picture)
        }

        @Test func `colours stay, and what lies outside the canvas is cut`() throws {
            // Two pixels wide: orange, and half of it.
            let words: [UInt32] = [0xFFFF_8000, 0x8080_4000, 0xFFFF_8000, 0x8080_4000]
            let label = words.withUnsafeBytes { bytes in
                CanvasLabel(
                    width: 2, height: 2, stride: 8, pixels: bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
            }
            let canvas = try canvas()
            let picture = try #require(
                canvas.compose(
                    [],
                    labels: [(10, 20), (-2, 0), (0, -2), (640, 0), (638, 358), (-400, 900)].map {
                        Canvas.PlacedLabel(label: label, x: $0.0, y: $0.1)
                    }))
            let orange = StageColour(red: 1, green: 128 / 255, blue: 0)
            picture.withPlanes { planes in
                let place = 20 * planes.stride + 10
                #expect(abs(Int(planes.luma[place]) - Int(orange.y)) <= 1)
                // Half of it over the canvas's 120.
                #expect(abs(Int(planes.luma[place + 1]) - (Int(orange.y) + 120) / 2) <= 1)
                // The mean of both pixels' colour: three quarters of orange's.
                let wanted = (3 * Int(orange.v) + 150) / 4
                #expect(abs(Int(planes.v[10 * planes.chromaStride + 5]) - wanted) <= 1)
                #expect(abs(Int(planes.luma[358 * planes.stride + 638]) - Int(orange.y)) <= 1)
            }
        }
    }
#endif
