/// What a command line asks for.
public enum Invocation: Sendable, Equatable {
    case compare(CompareOptions)
    case help
    case version

    /// The screens of the demo, by the word that selects one.
    private enum Screen: String {
        case compare
    }

    /// Reads the arguments, without the name of the program.
    ///
    /// The first word may name the screen; without it the comparison opens. Only the first word is looked at, so
    /// a file called `compare` goes second, or as `./compare`. `--help` before `--` wins over everything else on
    /// the line, right or wrong, then `--version`.
    ///
    /// - Throws: The first mistake found, for stderr; exit with ``CommandLineMistake/exitCode``.
    public static func parse(_ arguments: [String]) throws(CommandLineMistake) -> Invocation {
        let options = arguments.prefix { $0 != "--" }
        if options.contains("--help") { return .help }
        if options.contains("--version") { return .version }
        let screen = arguments.first.flatMap(Screen.init(rawValue:))
        let words = arguments.dropFirst(screen == nil ? 0 : 1)
        switch screen ?? .compare {
        case .compare: return .compare(try CompareOptions(parsing: words))
        }
    }
}
