import Foundation
import Testing

/// All code in the documentation compiles: each block is found line by line in `Snippets.swift` or, if it is for Linux,
/// in one of the kit's own `DocumentationTests.swift`.
struct SnippetTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()
    /// The repository, above `Tests/AppleContract/Tests/SnippetTests`.
    private static let root = here.appending(path: "../../../..").standardized
    /// The pages of each module.
    private static let pages = ["", "Screen", "Compare", "Cache", "Feed", "Kiosk", "NowPlaying"].map {
        root.appending(path: "Sources/MultiPlayerKit\($0)/MultiPlayerKit\($0).docc")
    }

    @Test func `every block of Swift in the documentation is compiled`() throws {
        let compiled = try [
            Self.here.appending(path: "Snippets.swift"),
            Self.root.appending(path: "Tests/MultiPlayerKitScreenTests/DocumentationTests.swift"),
            Self.root.appending(path: "Tests/MultiPlayerKitCompareTests/DocumentationTests.swift"),
        ].map { try Self.lines(of: $0) }
        let documents = try Self.documents()
        #expect(documents.count > Self.pages.count, "fewer pages than modules were found")

        var count = 0
        for document in documents {
            for block in try Self.blocks(in: document) {
                count += 1
                #expect(
                    compiled.contains { Self.contains($0, block.lines) },
                    "\(document.lastPathComponent), line \(block.line), is not compiled anywhere")
            }
        }
        #expect(count > 0, "no block was found")
    }

    @Test func `every block is closed and marked`() throws {
        for document in try Self.documents() {
            let fences = try Self.lines(of: document, keepsEmpty: true).filter { $0.hasPrefix("```") }
            #expect(fences.count.isMultiple(of: 2), "\(document.lastPathComponent) has a block that is not closed")
            for (index, fence) in fences.enumerated() {
                let allowed = index.isMultiple(of: 2) ? ["```", "```swift"] : ["```"]
                #expect(allowed.contains(fence), "\(document.lastPathComponent): \(fence)")
            }
        }
    }

    @Test func `a block that is not compiled is found`() {
        #expect(Self.contains(["a", "b", "c"], ["b", "c"]))
        #expect(!Self.contains(["a", "b", "c"], ["a", "c"]))
        #expect(!Self.contains(["a"], ["a", "b"]))
    }

    // MARK: Reading

    /// The README and every page.
    private static func documents() throws -> [URL] {
        let files = try pages.flatMap {
            try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }
        return [root.appending(path: "README.md")]
            + files.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    }

    /// Lines without surrounding or repeated whitespace. Empty lines are left out unless `keepsEmpty` is set.
    private static func lines(of url: URL, keepsEmpty: Bool = false) throws -> [String] {
        try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { keepsEmpty || !$0.isEmpty }
    }

    /// Blocks marked as Swift, each with the number of its first line.
    private static func blocks(in url: URL) throws -> [(line: Int, lines: [String])] {
        var blocks: [(line: Int, lines: [String])] = []
        var isInside = false
        for (index, line) in try lines(of: url, keepsEmpty: true).enumerated() {
            if line == "```swift" {
                isInside = true
                blocks.append((index + 2, []))
            } else if line == "```" {
                isInside = false
            } else if isInside, !line.isEmpty {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        return blocks
    }

    private static func contains(_ lines: [String], _ block: [String]) -> Bool {
        guard !block.isEmpty else { return true }
        return lines.indices.contains { lines[$0...].starts(with: block) }
    }
}
