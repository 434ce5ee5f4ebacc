#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// What a zoom shows, compared with what ffmpeg makes of the same frame.
    @Suite(.shared, .serialized, .timeLimit(.minutes(15)))
    @MainActor
    struct ZoomPictureTests {
        private static let seed: UInt64 = 19

        /// The same frame in both tiles, at rest.
        private struct Still {
            var performance: Performance
            var tiles: [MemberID]
            var frame: RawPicture
        }

        private func still(of clip: IndexClip, turned filters: String = "") async throws -> Still {
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let casts = try [performance.add(clip), performance.add(clip)]
            try await performance.group.play()
            performance.stage.advance(ticks: 21)
            performance.group.pause()
            performance.stage.advance(ticks: 2)
            let index = try #require(performance.reader.all.last?.tiles[casts[0].id]?.index)
            let file = try ClipLibrary.shared.url(for: clip)
            let frame = try RawPicture(
                ffmpeg: ["-i", file.path], filters: "select=eq(n\\,\(index))" + filters)
            return Still(performance: performance, tiles: casts.map(\.id), frame: frame)
        }

        private static func zoom(using dice: inout SplitMix) -> TileLayout.Zoom {
            // As many on each octave: hands do not choose scales evenly.
            let scale = pow(2, Double.random(in: -1...5, using: &dice))
            return TileLayout.Zoom(
                scale, x: .random(in: 0...1, using: &dice), y: .random(in: 0...1, using: &dice))
        }

        @Test(arguments: [
            IndexClip.hard(id: 1), .hard(id: 2).with { ($0.width, $0.height) = (640, 360) },
            .hard(id: 3).with { ($0.codec, $0.pixels) = (.h265, .yuv420p10) },
        ])
        func `every zoom shows the pixels that ffmpeg makes, the same in every tile`(clip: IndexClip) async throws {
            let still = try await still(of: clip)
            let stage = still.performance.stage
            var dice = SplitMix(seed: Self.seed)
            var worst = 0.0
            for number in 0..<TestRun.count(168, dividedBy: 8) {
                let zoom = Self.zoom(using: &dice)
                stage.layout = TileLayout(.sideBySide, zoom: zoom)
                stage.advance(ticks: 1)
                let places = try still.tiles.map { try #require(stage.placements[$0]) }
                let wanted = try still.frame.scaled(for: places[0])
                let seen = try places.map { try #require(stage.lastPicture?.cut(to: $0.visible)) }
                #expect(seen[0] == seen[1], "zoom \(number), \(zoom): the tiles differ")
                let distance = seen[0].distance(to: wanted)
                worst = max(worst, distance)
                #expect(distance <= 2, "zoom \(number), \(zoom)")
            }
            print("zoom of \(clip.codec) \(clip.width)x\(clip.height): at most \(worst) levels from ffmpeg's picture")
        }

        @Test func `magnified pixels are squares where that is wished`() async throws {
            let clip = IndexClip.hard(id: 4).with { ($0.width, $0.height) = (640, 360) }
            let still = try await still(of: clip)
            let stage = still.performance.stage
            var dice = SplitMix(seed: Self.seed)
            let scales =
                [2, 2.5, 5, 32]
                + (0..<TestRun.count(40, dividedBy: 4)).map { _ in
                    Double.random(in: 2...32, using: &dice)
                }
            for scale in scales {
                let zoom = TileLayout.Zoom(
                    scale, x: .random(in: 0...1, using: &dice), y: .random(in: 0...1, using: &dice),
                    magnification: .pixels)
                stage.layout = TileLayout(.sideBySide, zoom: zoom)
                stage.advance(ticks: 1)
                let place = try #require(stage.placements[still.tiles[0]])
                let seen = try #require(stage.lastPicture?.cut(to: place.visible))
                // Where a middle lies on the edge of two pixels, either is the nearest.
                let edge = 1e-4
                let wanted = [(-edge, -edge), (-edge, edge), (edge, -edge), (edge, edge)].map {
                    still.frame.nearest(for: place, movedBy: $0)
                }
                let wrong = seen.luma.indices.count { index in !wanted.contains { $0[index] == seen.luma[index] } }
                #expect(wrong == 0, "\(zoom)")
            }
            // Below twice, squares would be of unlike sizes.
            stage.layout = TileLayout(.sideBySide, zoom: TileLayout.Zoom(1.9, magnification: .pixels))
            stage.advance(ticks: 1)
            let place = try #require(stage.placements[still.tiles[0]])
            let wanted = try still.frame.scaled(for: place)
            #expect(try #require(stage.lastPicture?.cut(to: place.visible)).distance(to: wanted) <= 2)
        }
    }

    /// An I420 picture in memory.
    private struct RawPicture: Equatable {
        var width, height: Int
        var luma, u, v: [UInt8]

        init(width: Int, height: Int, luma: [UInt8], u: [UInt8], v: [UInt8]) {
            (self.width, self.height, self.luma, self.u, self.v) = (width, height, luma, u, v)
        }

        /// The one picture that ffmpeg makes.
        init(ffmpeg input: [String], filters: String) throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "zoom-\(UUID().uuidString).y4m")
            defer { try? FileManager.default.removeItem(at: url) }
            try Forge.ffmpeg(
                input + ["-vf", filters, "-frames:v", "1", "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", url.path])
            let data = try [UInt8](Data(contentsOf: url))
            let header = String(decoding: data.prefix { $0 != 10 }, as: UTF8.self).split(separator: " ")
            func number(_ key: Character) throws -> Int {
                try #require(header.first { $0.first == key }.flatMap { Int($0.dropFirst()) })
            }
            (width, height) = (try number("W"), try number("H"))
            let pixels = try #require(data.dropFirst(data.firstIndex(of: 10)! + 1).firstIndex(of: 10)) + 1
            let (whole, part) = (width * height, (width + 1) / 2 * ((height + 1) / 2))
            luma = Array(data[pixels..<pixels + whole])
            u = Array(data[pixels + whole..<pixels + whole + part])
            v = Array(data[pixels + whole + part..<pixels + whole + 2 * part])
        }

        /// What a tile is to show of it, scaled by ffmpeg.
        func scaled(for place: TilePlacement) throws -> RawPicture {
            let ratio = (x: place.picture.width / Double(width), y: place.picture.height / Double(height))
            let seen = place.sourceCrop
            // Of a picture that is magnified far, all is scaled that could tell: whole ones would take gigabytes.
            func span(_ low: Double, _ high: Double, _ whole: Int, _ ratio: Double) -> (Int, Int) {
                guard ratio > 2 else { return (0, whole) }
                let first = max(Int(low * Double(whole)) / 2 * 2 - 8, 0)
                return (first, min(Int(high * Double(whole)) / 2 * 2 + 10, whole))
            }
            let (left, right) = span(seen.minX, seen.maxX, width, ratio.x)
            let (top, bottom) = span(seen.minY, seen.maxY, height, ratio.y)
            func even(_ value: Double) -> Int { Int((value / 2).rounded()) * 2 }
            let part = (
                x: even(place.visible.minX - place.picture.minX - Double(left) * ratio.x),
                y: even(place.visible.minY - place.picture.minY - Double(top) * ratio.y)
            )
            let filters = [
                "crop=\(right - left):\(bottom - top):\(left):\(top)",
                "scale=\(even(Double(right - left) * ratio.x)):\(even(Double(bottom - top) * ratio.y)):flags=bilinear",
                "crop=\(Int(place.visible.width)):\(Int(place.visible.height)):\(part.x):\(part.y)",
            ]
            let url = FileManager.default.temporaryDirectory.appending(path: "zoom-\(UUID().uuidString).yuv")
            defer { try? FileManager.default.removeItem(at: url) }
            try Data(luma + u + v).write(to: url)
            return try RawPicture(
                ffmpeg: ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(width)x\(height)", "-i", url.path],
                filters: filters.joined(separator: ","))
        }

        /// The luma of a tile in which every pixel is a square: that of the pixel under its middle.
        func nearest(for place: TilePlacement, movedBy edge: (x: Double, y: Double)) -> [UInt8] {
            func pixel(_ position: Double, _ start: Double, _ length: Double, _ count: Int, _ edge: Double) -> Int {
                min(max(Int((position + 0.5 - start) * Double(count) / length + edge), 0), count - 1)
            }
            return (0..<Int(place.visible.height)).flatMap { row -> [UInt8] in
                let y = pixel(
                    place.visible.minY + Double(row), place.picture.minY, place.picture.height, height, edge.y)
                return (0..<Int(place.visible.width)).map { column in
                    let x = pixel(
                        place.visible.minX + Double(column), place.picture.minX, place.picture.width, width, edge.x)
                    return luma[y * width + x]
                }
            }
        }

        /// The mean distance of all samples, in levels of 255.
        func distance(to other: RawPicture) -> Double {
            guard (width, height) == (other.width, other.height) else { return 255 }
            let sums = zip([luma, u, v], [other.luma, other.u, other.v]).map { mine, theirs in
                zip(mine, theirs).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            }
            return Double(sums.reduce(0, +)) / Double(luma.count + u.count + v.count)
        }
    }

    extension Picture {
        /// Part of a canvas, in even pixels.
        fileprivate func cut(to rect: CGRect) -> RawPicture? {
            withPlanes { planes in
                func rows(_ plane: UnsafeRawBufferPointer, _ stride: Int, _ share: Int) -> [UInt8] {
                    let (x, width) = (Int(rect.minX) / share, Int(rect.width) / share)
                    return (Int(rect.minY) / share..<Int(rect.maxY) / share).flatMap { row in
                        plane[row * stride + x..<row * stride + x + width]
                    }
                }
                return RawPicture(
                    width: Int(rect.width), height: Int(rect.height), luma: rows(planes.luma, planes.stride, 1),
                    u: rows(planes.u, planes.chromaStride, 2), v: rows(planes.v, planes.chromaStride, 2))
            }
        }
    }
#endif
