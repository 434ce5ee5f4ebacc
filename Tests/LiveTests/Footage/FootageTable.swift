#if canImport(CGStreamer)
    import Foundation

    /// The table of all kinds in `Documentation/Footage.md`.
    @MainActor
    struct FootageTable {
        private static let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/Footage.md")
        private static let head =
            "| kind | shown right | exact seek | exact step | exact loop | processor time of a frame |"

        private var rows: [(name: String, marks: String, cost: String)] = []

        var count: Int { rows.count }

        /// - Parameter outcome: `nil`: the kind cannot be played.
        mutating func add(_ name: String, _ outcome: FootageTrial.Outcome?) {
            func mark(_ mistakes: [String]?) -> String { mistakes.map { $0.isEmpty ? "yes" : "no" } ?? "no decoder" }
            let marks = [outcome?.shown, outcome?.sought, outcome?.stepped, outcome?.looped].map(mark)
            let cost = outcome?.cost.map { String(format: "%.1f ms", $0) } ?? "–"
            rows.append((name, marks.joined(separator: " | "), cost))
        }

        /// Whether the file has the same rows, apart from processor times, which differ from machine to machine.
        func isWritten() throws -> Bool {
            let text = try String(contentsOf: Self.file, encoding: .utf8)
            return rows.allSatisfy { text.contains("\n| \($0.name) | \($0.marks) |") }
        }

        func write() throws {
            let text = try String(contentsOf: Self.file, encoding: .utf8)
            guard let start = text.range(of: Self.head) else { return }
            let lines = rows.map { "| \($0.name) | \($0.marks) | \($0.cost) |" }
            let rest = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
                .drop { $0.hasPrefix("|") }
            let table = ([Self.head, "|---|---|---|---|---|---|"] + lines).joined(separator: "\n")
            try (text[..<start.lowerBound] + table + "\n" + rest.joined(separator: "\n"))
                .write(to: Self.file, atomically: true, encoding: .utf8)
        }
    }
#endif
