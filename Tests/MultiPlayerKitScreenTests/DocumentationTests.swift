#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Testing

    /// Keeps the code in the README compiling: this file holds a copy of it, and a test compares the two.
    struct DocumentationTests {
        @MainActor
        func readme(without: URL, with: URL, road: URL) async throws {
            // README begins
            let stage = try Stage(size: CGSize(width: 1280, height: 720))
            try stage.add(StageWindow(title: "Stability control"))
            let group = PlaybackGroup(on: stage)
            stage.show(group, layout: .sideBySide)
            group.add(url: without)
            group.add(url: with, offset: .milliseconds(480))
            group.background = LoopingBackground(url: road)
            stage.start()
            try await group.play()  // every member is ready, and all start on one tick
            // README ends
        }

        /// The example on the module's page that needs a stage.
        @MainActor
        func lookingCloser(stage: Stage) {
            stage.layout.zoom = TileLayout.Zoom(4, x: 0.5, y: 0.8)
            stage.loupe = Loupe(x: 0.31, y: 0.62)
        }

        @Test func `the code in the README compiles`() throws {
            let here = URL(filePath: #filePath)
            let readme = try String(
                contentsOf: here.appending(path: "../../../README.md").standardized, encoding: .utf8)
            let source = try String(contentsOf: here, encoding: .utf8)
            let begin = try #require(source.range(of: "// README begins\n"))
            let end = try #require(
                source.range(of: "            // README ends", range: begin.upperBound..<source.endIndex))
            let snippet = source[begin.upperBound..<end.lowerBound].split(separator: "\n").map { $0.dropFirst(12) }
                .joined(separator: "\n")
            #expect(readme.contains("```swift\n\(snippet)\n```"))
        }

        @Test func `every link of a page leads to a file`() throws {
            let root = URL(filePath: #filePath).appending(path: "../../..").standardized
            let folders =
                ["", "Documentation", "Tests/DeviceRun"]
                + ["", "Screen", "Compare", "Cache", "Feed", "Kiosk", "NowPlaying", "Renditions"].map {
                    "Sources/MultiPlayerKit\($0)/MultiPlayerKit\($0).docc"
                }
            var links = 0
            for folder in folders.map({ root.appending(path: $0) }) {
                let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                for page in files where page.pathExtension == "md" {
                    let text = try String(contentsOf: page, encoding: .utf8)
                    for match in text.matches(of: /[^!]\[[^\]]*\]\(([^)#:\s]+)\)/) {
                        links += 1
                        let file = folder.appending(path: String(match.1)).standardized
                        #expect(
                            FileManager.default.fileExists(atPath: file.path),
                            "\(page.lastPathComponent): \(match.1)")
                    }
                }
            }
            #expect(links > 50)
        }
    }
#endif
