/// What a command line asks for.
public enum Invocation: Sendable, Equatable {
    case play(ScreenOptions)
    case kiosk(KioskOptions)
    /// Says how far two videos are apart.
    case measure(MeasureOptions)
    /// Writes what would be shown to a file.
    case export(ExportOptions)
    /// Says how videos of one event lie to each other.
    case align(AlignOptions)
    /// Says how the kiosk is whose socket this is.
    case status(socket: String)
    case help
    case version

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
        if arguments.first == "status" {
            guard arguments.count == 2, !arguments[1].isEmpty else {
                throw CommandLineMistake(
                    problem: "status: \(arguments.count < 2 ? "no socket was given" : "it takes one socket").",
                    remedy: "Give the path that the kiosk's configuration names under watch, socket")
            }
            return .status(socket: arguments[1])
        }
        let screen = arguments.first.flatMap(ScreenOptions.Screen.init(rawValue:))
        let words = arguments.dropFirst(screen == nil ? 0 : 1)
        if screen == .kiosk { return .kiosk(try KioskOptions(parsing: words)) }
        if screen == .measure { return .measure(try MeasureOptions(parsing: words)) }
        if screen == .export { return .export(try ExportOptions(parsing: words)) }
        if screen == .align { return .align(try AlignOptions(parsing: words)) }
        return .play(try ScreenOptions(parsing: words, for: screen ?? .compare))
    }
}
