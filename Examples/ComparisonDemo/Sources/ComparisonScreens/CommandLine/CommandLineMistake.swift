import MultiPlayerKit

/// A command line that cannot be followed, told in one or two lines for stderr.
///
/// The first line says which option and what was given, the second what is allowed, with an example. Text from
/// the user is quoted, shortened and freed of control characters, so it can neither break the lines nor drive
/// the terminal.
public struct CommandLineMistake: Error, Sendable, Equatable, CustomStringConvertible {
    /// The exit code for every mistake.
    public static let exitCode: Int32 = 2
    /// That of a kiosk whose configuration cannot be followed, as `sysexits.h` has it: a service manager is told by it that
    /// another start would be no better.
    static let wrongConfiguration: Int32 = 78

    let problem: String
    let remedy: String

    public var description: String { remedy.isEmpty ? problem : "\(problem)\n\(remedy)" }
}

extension CommandLineMistake {
    /// A wrong value: `problem` follows the option's name, the rule and its example come from the option.
    init(_ option: OptionName, _ problem: String) {
        self.init(
            problem: "\(option): \(problem)" + (problem.hasSuffix("?") ? "" : "."),
            remedy: "Give \(option.allowed), for example \(option.example)"
        )
    }

    static func unknown(_ name: String, among options: [OptionName]) -> Self {
        let bare = String(name.drop { $0 == "-" })
        let closest = Suggestion.closest(to: bare, among: options.map(\.rawValue))
        let question = closest.map { "; did you mean --\($0)?" } ?? "."
        return Self(
            problem: "Unknown option \(quoted(name))\(question)",
            remedy: "ComparisonDemo --help lists the options; a file whose name starts with - goes after --"
        )
    }

    /// An option of another screen.
    static func misplaced(_ option: OptionName, on screen: ScreenOptions.Screen) -> Self {
        if screen == .kiosk {
            return Self(
                problem: "\(option): a kiosk does not have it.",
                remedy: "Leave it out; what a kiosk shows is in its configuration")
        }
        if screen == .measure {
            return Self(
                problem: "\(option): measuring does not have it.",
                remedy: "Leave it out; ComparisonDemo --help lists what measuring has")
        }
        if screen == .export {
            return Self(
                problem: "\(option): an export does not have it.",
                remedy: "Leave it out; ComparisonDemo --help lists what an export has")
        }
        if screen == .align {
            return Self(
                problem: "\(option): align does not have it.",
                remedy: "Leave it out; ComparisonDemo --help lists what align has")
        }
        if option.isOption(of: .export) && !option.isOption(of: .compare) {
            return Self(
                problem: "\(option): only an export has it.",
                remedy: "Begin with the word export, for example ComparisonDemo export a.mp4 b.mp4 --to out.mp4")
        }
        if option == .keep {
            return Self(
                problem: "\(option): only measure and align have it.",
                remedy: "Begin with one of these words, for example ComparisonDemo align a.mp4 b.mp4 \(option.example)")
        }
        if option.isOption(of: .measure) && !option.isOption(of: .compare) {
            return Self(
                problem: "\(option): only measuring has it.",
                remedy: "Begin with the word measure, for example ComparisonDemo measure a.mp4 b.mp4 \(option.example)")
        }
        if option == .check {
            return Self(
                problem: "\(option): only a kiosk has it.",
                remedy: "Begin with the word kiosk, for example ComparisonDemo kiosk kiosk.json --check")
        }
        if screen == .feed {
            return Self(
                problem: "\(option): a feed does not have it.",
                remedy: "Leave it out; ComparisonDemo --help lists what a feed has")
        }
        if option.isOption(of: .feed) && !option.isOption(of: .grid) && !option.isOption(of: .compare) {
            return Self(
                problem: "\(option): only a feed has it.",
                remedy: "Begin with the word feed, for example ComparisonDemo feed a.mp4 \(option.example)")
        }
        return option.isOption(of: .grid)
            ? Self(
                problem: "\(option): only a grid has it.",
                remedy: "Begin with the word grid, for example ComparisonDemo grid \(option.example)")
            : Self(
                problem: "\(option): only a comparison has it.",
                remedy: "Leave it out; in a grid each tile starts 0.4 s further into its file, and all loop")
    }
}

/// Text from the user, in quotes, on one line, of bounded length and without the secrets of addresses.
func quoted(_ text: String) -> String {
    /// Long enough for any value that is nearly right, short enough to keep a message readable.
    let limit = 60
    var shown = "\""
    for (count, scalar) in MediaSource.redactedAddresses(in: text).unicodeScalars.enumerated() {
        guard count < limit else {
            shown += "..."
            break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        default:
            if scalar == "\"" || scalar == "\\" { shown += "\\" }
            shown.unicodeScalars.append(scalar)
        }
    }
    return shown + "\""
}
