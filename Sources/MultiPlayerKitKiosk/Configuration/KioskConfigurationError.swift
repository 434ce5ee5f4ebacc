import MultiPlayerKit
import MultiPlayerKitScreen

/// The error for a kiosk's file that cannot be used, with everything that is wrong in it.
///
/// ```swift
/// do { configuration = try KioskConfiguration(contentsOf: file) } catch { print(error) }
/// ```
public struct KioskConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mistakes, at least one, in file order. A syntax error, such as an extra comma, hides what follows it.
    public let mistakes: [Mistake]

    /// One line for each mistake.
    public var description: String { mistakes.map(\.description).joined(separator: "\n") }

    /// One thing that is wrong.
    ///
    /// Text from the file is quoted, shortened and freed of control characters.
    public struct Mistake: Hashable, Sendable, CustomStringConvertible {
        /// Name of the configuration file, without its folder.
        public let file: String
        /// The line, from 1; `nil`: the file as a whole.
        public let line: Int?
        /// The column, from 1, counted in Unicode scalars; `nil`: the file as a whole.
        public let column: Int?
        /// The path of the value, as in `screens[0].tiles[1].clips[2].duration`, with list items counted from 0; empty:
        /// the file as a whole.
        public let field: String
        /// What was found, without a full stop.
        public let problem: String
        /// What is allowed, with an example where that helps, without a full stop.
        public let remedy: String

        /// One line: `kiosk.json:12:9: loop: "both" is no way to loop; give "each" or "together"`.
        public var description: String {
            let place = [file, line.map { "\($0)" }, column.map { "\($0)" }].compactMap { $0 }.joined(separator: ":")
            return "\(place): \(field.isEmpty ? "" : "\(field): ")\(problem); \(remedy)"
        }
    }
}

extension KioskConfigurationError.Mistake {
    init(_ found: DocumentMistake) {
        self.init(
            file: found.file, line: found.line, column: found.column, field: found.field, problem: found.problem,
            remedy: found.remedy)
    }
}
