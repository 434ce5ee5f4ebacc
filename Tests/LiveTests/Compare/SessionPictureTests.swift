#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitCompare
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// A comparison that was kept in a file and opened again.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct SessionPictureTests {
        private static let layouts: [TileLayout] = [
            TileLayout(.sideBySide, spacing: 8, margin: 16, zoom: TileLayout.Zoom(2.5, x: 0.3, y: 0.6)),
            .wipe(at: 0.4), .difference(.init(.heat, gain: 8, of: 1, and: 0)),
        ]

        /// All samples of the pictures of some ticks.
        private func pictures(of stage: Stage, _ group: PlaybackGroup) async throws -> [[UInt8]] {
            try await group.play()
            var pictures: [[UInt8]] = []
            for _ in 0..<6 {
                stage.advance(ticks: 11)
                let bytes = stage.lastPicture?.withPlanes { planes in
                    [planes.luma, planes.u, planes.v].flatMap { [UInt8]($0) }
                }
                pictures.append(try #require(bytes))
            }
            #expect(group.failures.isEmpty)
            return pictures
        }

        private func stage() throws -> Stage {
            try Stage(size: CGSize(width: 640, height: 360), pace: .unpaced)
        }

        @Test func `a session that is opened again shows the same pixels`() async throws {
            let clips = [
                IndexClip.editListBFrames, IndexClip.hard(id: 2).with { ($0.codec, $0.frameRate) = (.vp9, .fps25) },
            ].map { $0.dressed() }
            try ClipLibrary.shared.make(clips)
            let urls = try clips.map { try ClipLibrary.shared.url(for: $0) }
            let folder = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for layout in Self.layouts {
                let first = try stage()
                let group = PlaybackGroup(on: first, budget: nil)
                let members = [
                    group.add(url: urls[0], offset: .milliseconds(230), end: .loop),
                    group.add(url: urls[1], speed: 0.75, range: .milliseconds(200)..<(.milliseconds(1_400))),
                ]
                group.background = LoopingBackground(url: urls[0])
                group.setRange(.milliseconds(100)..<(.milliseconds(900)), repeats: true)
                group.rate = 1.5
                var captions = TileCaptions([.name, .frame], corner: .bottomRight)
                captions.texts[members[1]] = "With ESC"
                first.show(group, layout: layout)
                first.captions = captions
                let file = folder.appending(path: "kept.json")
                try ComparisonSession(of: group, layout: layout, captions: captions).write(to: file)
                let shown = try await pictures(of: first, group)

                let session = try ComparisonSession(contentsOf: file)
                let second = try stage()
                let again = PlaybackGroup(on: second, budget: nil)
                let added = session.fill(again)
                second.show(again, layout: session.layout)
                second.captions = session.captions(for: added)
                #expect(try await pictures(of: second, again) == shown, "\(layout.arrangement)")
                #expect(Set(shown).count > 3)
                first.stop()
                second.stop()
            }
        }
    }
#endif
