import Foundation
import Testing

/// The strings files of the kit, against the texts that its sources name.
struct KitTextTests {
    private static let sources = URL(filePath: #filePath).appending(path: "../../../../../Sources").standardizedFileURL
    private static let resources = sources.appending(path: "MultiPlayerKitScreen/Resources")

    /// The pairs of a language's strings file, read as the system does.
    private func words(_ language: String) throws -> [String: String] {
        let data = try Data(contentsOf: Self.resources.appending(path: "\(language).lproj/Localizable.strings"))
        return try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String])
    }

    /// The texts in the sources, as SwiftUI looks them up: a string for each `\(…)`, or a number where it is one.
    private func named() throws -> Set<String> {
        // Also both sides of a choice.
        let starts = #/(?:kit: |TransportButton\()\s*(?:[^",()]* \? )?"((?:[^"\\]|\\.)*)"(?: : "([^"]*)")?/#
        var found: Set<String> = []
        for text in try texts().values {
            for match in text.matches(of: starts) {
                found.formUnion([match.output.1, match.output.2].compactMap { $0.map { Self.key(String($0)) } })
            }
        }
        return found
    }

    /// The kit's sources by their paths.
    private func texts() throws -> [String: String] {
        let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
        var texts: [String: String] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            texts[file.path] = try String(contentsOf: file, encoding: .utf8)
        }
        return texts
    }

    private static func key(_ literal: String) -> String {
        var key = ""
        var rest = Substring(literal)
        while let start = rest.range(of: #"\("#) {
            key += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            var (depth, inside) = (1, "")
            while depth > 0, let next = rest.popFirst() {
                depth += next == "(" ? 1 : next == ")" ? -1 : 0
                inside.append(next)
            }
            key += inside.hasPrefix("Int(") ? "%lld" : "%@"
        }
        return key + rest
    }

    @Test func `every text of the views is in the strings files, and nothing else is`() throws {
        let named = try named()
        #expect(named.contains("Paused at %@") && named.contains("Unmute") && named.contains("Solo"))
        for language in ["en", "de"] {
            let known = Set(try words(language).keys)
            #expect(named.subtracting(known).sorted() == [], "missing in \(language)")
            #expect(known.subtracting(named).sorted() == [], "not used, in \(language)")
        }
    }

    @Test func `no view takes its text from the strings of the app`() throws {
        let views = #/\b(?:Text|Label|Button|Toggle|Menu|Picker|Section|ContentUnavailableView|TextField)\(\s*"/#
        for (path, text) in try texts() {
            #expect(text.matches(of: views).map { String($0.output) } == [], "\(path)")
        }
    }

    @Test func `a translation has the same gaps as its key, and English is the key itself`() throws {
        for (key, text) in try words("en") { #expect(key == text) }
        func gaps(_ text: String) -> [String] { text.matches(of: #/%(?:\d\$)?(@|lld)/#).map { String($0.output.1) } }
        for (key, text) in try words("de") { #expect(gaps(key) == gaps(text), "\(key)") }
    }
}
