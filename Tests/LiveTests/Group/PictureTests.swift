#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// Colours, rotation, pixel shape and layouts, read from composed pixels.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct PictureTests {
        @Test(arguments: [
            IndexClip.Colour(matrix: .bt601, fullRange: false), .init(matrix: .bt709, fullRange: false),
            .init(matrix: .bt601, fullRange: true), .init(matrix: .bt709, fullRange: true),
        ])
        func `a colour is the same from every matrix and range`(colour: IndexClip.Colour) async throws {
            let clip = IndexClip(id: 3).with { $0.colour = colour }.dressed(fixing: [.colour, .tags])
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            _ = try performance.add(clip)
            try await performance.group.play()
            // The first frame: lossy encoders change the colour from frame to frame.
            performance.stage.advance(ticks: 1)
            let place = try #require(performance.stage.placements.values.first)
            let patch = IndexLayout.patch
            let x = Int(place.picture.minX + (patch.x + patch.width / 2) * place.picture.width)
            let y = Int(place.picture.minY + (patch.y + patch.height / 2) * place.picture.height)
            let seen = try #require(performance.stage.lastPicture?.rgb(x: x, y: y))
            print("\(colour.matrix) full \(colour.fullRange): \(seen)")
            let decoded = try clip.facts().patch
            let wanted = [decoded.red, decoded.green, decoded.blue].map(Double.init)
            for (value, wanted) in zip(seen, wanted) { #expect(abs(value - wanted) < 4) }
            // What was drawn, as far as an encoder leaves it.
            for (value, drawn) in zip(wanted, [200.0, 60, 40]) { #expect(abs(value - drawn) < 12) }
        }

        @Test(arguments: [IndexClip.Rotation.clockwise90, .clockwise180, .clockwise270])
        func `a phone's rotation is applied`(rotation: IndexClip.Rotation) async throws {
            let clip = IndexClip.portraitRotated.with { $0.rotation = rotation }.dressed()
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let cast = try performance.add(clip)
            try await performance.group.play()
            performance.stage.advance(ticks: 20)
            #expect(performance.reader.all.last?.tiles[cast.id]?.index == 9)
            let size = try #require(performance.group.snapshot.members.first?.info?.displaySize)
            #expect((size.width < size.height) == (rotation != .clockwise180))
        }

        @Test func `pixels that are not square are shown at their aspect ratio`() async throws {
            let clip = IndexClip(id: 5).with {
                $0.width = 720
                $0.height = 576
                $0.pixelAspect = .init(16, 11)
            }.dressed(fixing: [.size])
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let cast = try performance.add(clip)
            try await performance.group.play()
            performance.stage.advance(ticks: 20)
            let place = try #require(performance.stage.placements[cast.id])
            #expect(abs(place.picture.width / place.picture.height - 720.0 * 16 / 11 / 576) < 0.01)
            #expect(performance.reader.all.last?.tiles[cast.id]?.index == 9)
        }

        @Test func `a wipe shows each side in its half`() async throws {
            let performance = try Performance(pace: .unpaced, layout: .wipe)
            let left = try performance.add(IndexClip.editListBFrames.dressed())
            let right = try performance.add(IndexClip.openGOP.dressed())
            let halves = Mutex<[Int?]>([])
            let stage = performance.stage
            try stage.add(
                FrameTap { _, planes in
                    guard let base = planes.luma.bindMemory(to: UInt8.self).baseAddress,
                        let place = stage.placements.values.first
                    else { return }
                    let plane = LumaPlane(base: base, width: planes.width, height: planes.height, stride: planes.stride)
                    let rect = PictureRect(
                        x: place.picture.minX, y: place.picture.minY, width: place.picture.width,
                        height: place.picture.height)
                    halves.withLock {
                        $0 = [
                            IndexReader.read(plane, rect: rect, half: .left)?.clip,
                            IndexReader.read(plane, rect: rect, half: .right)?.clip,
                        ]
                    }
                })
            try await performance.group.play()
            stage.advance(ticks: 10)
            #expect(halves.withLock { $0 } == [2, 3])
            stage.layout = .wipe(at: 1)
            stage.advance(ticks: 2)
            #expect(halves.withLock { $0 } == [2, 2])
            _ = (left, right)
        }

        @Test func `a zoom shows the same part of unlike pictures, each frame at its time`() async throws {
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            // Magnified twice, a tile shows the left half of a picture, which carries a whole index.
            performance.stage.layout = TileLayout(.sideBySide, zoom: TileLayout.Zoom(2, x: 0.25))
            let casts = try [IndexClip.editListBFrames, .small320x240].map { clip in
                try performance.add(clip.dressed(fixing: [.colour, .tags]))
            }
            try await performance.group.play()
            performance.stage.advance(ticks: 30)
            let start = try #require(performance.reader.all.first).host
            let seen = Punctuality(of: performance.reader.all, from: start, casts: casts)
            #expect(seen.late == 0)
            seen.expectRight(mixedTicks: performance.group.snapshot.mixedTicks)

            // In its corner there is the patch alone.
            performance.stage.layout.zoom = TileLayout.Zoom(16, x: 0, y: 0)
            performance.stage.advance(ticks: 2)
            for cast in casts {
                let tile = try #require(performance.stage.placements[cast.id]).tile
                for x in [tile.minX + 4, tile.maxX - 4] {
                    let seen = try #require(performance.stage.lastPicture?.rgb(x: Int(x), y: Int(tile.midY)))
                    for (value, wanted) in zip(seen, [200.0, 60, 40]) { #expect(abs(value - wanted) < 6, "\(seen)") }
                }
            }
        }

        @Test func `a difference is black where both are alike`() async throws {
            let performance = try Performance(pace: .unpaced, layout: .difference)
            let clip = IndexClip.editListBFrames.dressed()
            _ = try performance.add(clip)
            let second = try performance.add(clip)
            try await performance.group.play()
            performance.stage.advance(ticks: 10)
            let middle = try #require(performance.stage.lastPicture?.rgb(x: 640, y: 100))
            #expect(middle.allSatisfy { $0 < 6 })
            #expect(performance.stage.lastPicture?.brightest ?? 255 < 24)
            performance.group.nudge(second.id, by: 3)
            performance.stage.advance(ticks: 3)
            #expect(performance.stage.lastPicture?.brightest ?? 0 > 100)
        }

        @Test func `any two members are compared, in either order`() async throws {
            let performance = try Performance(pace: .unpaced, layout: .difference)
            let stage = performance.stage
            let clip = IndexClip.editListBFrames.dressed()
            _ = try performance.add(clip)
            let second = try performance.add(clip)
            _ = try performance.add(clip)
            try await performance.group.play()
            performance.group.nudge(second.id, by: 3)
            performance.group.pause()
            stage.advance(ticks: 10)
            func picture(_ difference: TileLayout.Difference) throws -> Picture {
                stage.layout = .difference(difference)
                stage.advance(ticks: 1)
                return try #require(stage.lastPicture)
            }
            #expect(try picture(.init(of: 0, and: 2)).brightest < 24)
            #expect(try picture(.init(of: 2, and: 0)).brightest < 24)
            #expect(try picture(.init(of: 1, and: 2)).brightest > 100)
            // Twice the same member, or the last one under two numbers, is that member as it is.
            #expect(try picture(.init(of: 2, and: 7)).brightest > 100)
            let forth = try picture(.init(.signed, of: 0, and: 1))
            let back = try picture(.init(.signed, of: 1, and: 0))
            let lumas = try [forth, back].map { picture in
                try #require(picture.withPlanes { planes in planes.luma.map { Int($0) } })
            }
            #expect(zip(lumas[0], lumas[1]).allSatisfy { abs($0 + $1 - 250) <= 1 })
            #expect(zip(lumas[0], lumas[1]).contains { $0 - $1 > 40 })
            #expect(zip(lumas[0], lumas[1]).contains { $1 - $0 > 40 })
        }

        @Test func `a snapshot is written as PNG, and a missing folder is an error`() async throws {
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            _ = try performance.add(.editListBFrames)
            try await performance.group.play()
            performance.stage.advance(ticks: 5)
            let url = FileManager.default.temporaryDirectory.appending(path: "still-\(UUID().uuidString).png")
            defer { try? FileManager.default.removeItem(at: url) }
            try performance.stage.writeSnapshot(to: url)
            #expect(try Data(contentsOf: url).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(throws: PlaybackError.self) {
                try performance.stage.writeSnapshot(to: URL(filePath: "/nonexistent/folder/still.png"))
            }
        }
    }

    extension Picture {
        /// Red, green and blue (0…255) of one pixel of a canvas, which is BT.709 in limited range.
        fileprivate func rgb(x: Int, y: Int) -> [Double]? {
            withPlanes { planes in
                let luma = (Double(planes.luma[y * planes.stride + x]) - 16) / 219
                let u = (Double(planes.u[y / 2 * planes.chromaStride + x / 2]) - 128) / 224
                let v = (Double(planes.v[y / 2 * planes.chromaStride + x / 2]) - 128) / 224
                let red = luma + 1.5748 * v
                let blue = luma + 1.8556 * u
                return [red, (luma - 0.2126 * red - 0.0722 * blue) / 0.7152, blue].map { $0 * 255 }
            }
        }

        /// The brightest luma of all pixels.
        fileprivate var brightest: UInt8 {
            withPlanes { planes in
                (0..<planes.height).map { row in
                    planes.luma[row * planes.stride..<row * planes.stride + planes.width].max() ?? 0
                }
                .max() ?? 0
            } ?? 0
        }
    }
#endif
