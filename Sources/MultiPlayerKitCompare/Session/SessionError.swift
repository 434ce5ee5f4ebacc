import MultiPlayerKit
import MultiPlayerKitScreen

/// A session's file that cannot be used, with everything that is wrong in it.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong. Text from the file is quoted, shortened and freed of control characters.
    public struct Mistake: Hashable, Sendable, CustomStringConvertible {
        /// Name of the file, without its folder.
        public let file: String
        /// The line, from 1; `nil`: the file as a whole.
        public let line: Int?
        /// The column, from 1, counted in Unicode scalars; `nil`: the file as a whole.
        public let column: Int?
        /// The path of the value, as in `members[0].offset`, with list items counted from 0; empty: the file as a whole.
        public let field: String
        /// What was found, without a full stop.
        public let problem: String
        /// What is allowed, with an example where that helps, without a full stop.
        public let remedy: String

        /// One line: `wet.json:4:15: members[1].speed: 0 is no speed; give a number from 0.0625 to 16, for example 0.5`.
        public var description: String {
            let place = [file, line.map { "\($0)" }, column.map { "\($0)" }].compactMap { $0 }.joined(separator: ":")
            return "\(place): \(field.isEmpty ? "" : "\(field): ")\(problem); \(remedy)"
        }
    }

    /// The mistakes, at least one, in file order. A syntax error hides what follows it.
    public let mistakes: [Mistake]

    /// One line for each mistake.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }

    init(_ found: [DocumentMistake]) {
        mistakes = found.map {
            Mistake(
                file: $0.file, line: $0.line, column: $0.column, field: $0.field, problem: $0.problem,
                remedy: $0.remedy)
        }
    }

    /// About the file as a whole.
    init(_ file: String, _ problem: String, _ remedy: String) {
        mistakes = [Mistake(file: file, line: nil, column: nil, field: "", problem: problem, remedy: remedy)]
    }
}
