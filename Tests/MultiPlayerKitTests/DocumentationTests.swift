#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import Testing

    /// The code in the README is code that compiles: it stands here too, and the two are compared.
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
    }
#endif
