#if canImport(CGStreamer)
    import Foundation
    @testable import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// The pixels in a loupe and their values, compared with what ffmpeg decodes.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct LoupePictureTests {
        private static let seed: UInt64 = 1_019

        /// A frame as ffmpeg decodes it, turned as it is to be seen.
        private struct Decoded {
            var width, height: Int
            var bytes: [UInt8]
            var isDeep: Bool
            /// Pixels per chroma sample.
            var chroma: (across: Int, down: Int)

            func value(plane: Int, x: Int, y: Int) -> Int {
                let (across, down) = plane == 0 ? (1, 1) : chroma
                let size = (width: (width + across - 1) / across, height: (height + down - 1) / down)
                let (cw, ch) = ((width + chroma.across - 1) / chroma.across, (height + chroma.down - 1) / chroma.down)
                let start = plane == 0 ? 0 : width * height + (plane - 1) * cw * ch
                let index = start + y / down * size.width + x / across
                return isDeep ? Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8 : Int(bytes[index])
            }
        }

        private func decoded(_ clip: IndexClip, index: Int) throws -> Decoded {
            let file = try ClipLibrary.shared.url(for: clip)
            let data = try Tool.ffmpeg.output([
                "-v", "error", "-i", file.path, "-vf", "select=eq(n\\,\(index))", "-frames:v", "1", "-pix_fmt",
                // The name by which ffmpeg leaves a full range as it is.
                clip.colour.fullRange ? "yuvj420p" : clip.pixels.rawValue, "-f", "rawvideo", "pipe:1",
            ])
            let isTurned = clip.rotation == .clockwise90 || clip.rotation == .clockwise270
            let (width, height) = isTurned ? (clip.height, clip.width) : (clip.width, clip.height)
            return Decoded(
                width: width, height: height, bytes: [UInt8](data), isDeep: clip.pixels.rawValue.hasSuffix("10le"),
                chroma: clip.pixels.rawValue.contains("444")
                    ? (1, 1) : clip.pixels.rawValue.contains("422") ? (2, 1) : (2, 2))
        }

        @Test(arguments: [
            IndexClip.hard(id: 1),
            .hard(id: 2).with { ($0.width, $0.height, $0.rotation) = (640, 360, .clockwise90) },
            .hard(id: 3).with { ($0.codec, $0.pixels) = (.h265, .yuv420p10) },
            .hard(id: 4).with { ($0.colour, $0.width, $0.height) = (.bt601Full, 640, 480) },
            .hard(id: 5).with { ($0.pixels, $0.rotation) = (.yuv444p, .clockwise180) },
        ])
        func `values are those that ffmpeg decodes, and every pixel is in the glass`(clip: IndexClip) async throws {
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let (stage, group) = (performance.stage, performance.group)
            let casts = try [performance.add(clip), performance.add(clip)]
            try await group.play()
            stage.advance(ticks: 21)
            group.pause()
            stage.advance(ticks: 2)
            let index = try #require(performance.reader.all.last?.tiles[casts[0].id]?.index)
            let frame = try decoded(clip, index: index)
            var dice = SplitMix(seed: Self.seed)
            for number in 0..<12 {
                let loupe = Loupe(x: .random(in: 0...1, using: &dice), y: .random(in: 0...1, using: &dice))
                stage.loupe = loupe
                // A picture that was decoded small comes again.
                stage.advance(ticks: 2)
                let content = GroupContent(group.runner)
                let showing = content.collect(
                    content.moment, at: stage.clock.present,
                    in: StageFrame(size: stage.size, layout: stage.layout, loupe: loupe, needsWholePictures: true),
                    until: .now.advanced(by: .seconds(5)))
                #expect(showing.glasses.count == 2)
                let views = Set(showing.glasses.map { [$0.glass.view.column, $0.glass.view.row] })
                #expect(views.count == 1, "the same spot in both tiles")
                for seen in showing.glasses {
                    let glass = seen.glass
                    let (x, y) = (glass.view.column, glass.view.row)
                    let values = try #require(PixelValues(of: seen.picture, column: x, row: y))
                    let wanted = (0..<3).map { frame.value(plane: $0, x: x, y: y) }
                    #expect(
                        values.stored == .yuv(wanted[0], wanted[1], wanted[2]),
                        "spot \(number), \(clip.codec) \(x), \(y)")
                    #expect(values.depth == (frame.isDeep ? 10 : 8))
                    // Where the canvas has the file's colours, its luma in the middle of each square is the stored one.
                    guard clip.colour == .bt709, !frame.isDeep, let canvas = stage.lastPicture else { continue }
                    let side = glass.place.width
                    let across = Int((glass.view.crop.width * Double(frame.width)).rounded())
                    let left = Int((glass.view.crop.minX * Double(frame.width)).rounded())
                    let top = Int((glass.view.crop.minY * Double(frame.height)).rounded())
                    var wrong = 0
                    for row in 0..<across {
                        for column in 0..<across {
                            let place = (
                                x: Int(glass.place.minX + (Double(column) + 0.5) * side / Double(across)),
                                y: Int(glass.place.minY + (Double(row) + 0.5) * side / Double(across))
                            )
                            let luma = canvas.withPlanes { Int($0.luma[place.y * $0.stride + place.x]) }
                            if luma != frame.value(plane: 0, x: left + column, y: top + row) { wrong += 1 }
                        }
                    }
                    #expect(wrong == 0, "spot \(number): \(wrong) of \(across * across) squares")
                }
            }
            stage.loupe = nil
            stage.advance(ticks: 1)
            #expect(performance.reader.all.last?.tiles[casts[0].id]?.index == index, "without it the tile is as before")
        }

        /// Two pictures in one place, one in the place of all, and tiles too small for a glass.
        @Test func `every layout has a glass for each picture that is seen`() async throws {
            let performance = try Performance(pace: .unpaced, layout: .wipe)
            let clip = IndexClip.hard(id: 6)
            for _ in 0..<2 { _ = try performance.add(clip) }
            try await performance.group.play()
            performance.stage.advance(ticks: 5)
            let content = GroupContent(performance.group.runner)
            func glasses(_ layout: TileLayout, size: CGSize = CGSize(width: 1280, height: 720)) -> [StageGlass] {
                content.collect(
                    content.moment, at: performance.stage.clock.present,
                    in: StageFrame(size: size, layout: layout, loupe: Loupe(x: 0.4, y: 0.6), needsWholePictures: true),
                    until: .now.advanced(by: .seconds(5))
                ).glasses
            }
            for layout in [TileLayout.wipe, .wipe(at: 0.9), .difference, .sideBySide, .stacked, .focus] {
                let found = glasses(layout)
                #expect(found.count == 2, "\(layout.arrangement)")
                let places = found.map(\.glass.place)
                #expect(places.count == 2 && !places[0].intersects(places[1]), "\(layout.arrangement)")
            }
            #expect(glasses(.single(1)).count == 1)
            #expect(glasses(.sideBySide, size: CGSize(width: 160, height: 90)).isEmpty)
        }
    }
#endif
