/// What one export was asked to write.
public struct ExportOptions: Sendable, Equatable {
    /// The videos, how they lie in time, and how they are shown.
    public var videos: ScreenOptions
    /// The file: `.mp4`, `.mov` or `.webp`.
    public var path: String
    /// Whether all members are heard at once, and not the audible one alone.
    public var mixesSound: Bool

    /// Frames a second of an export for which none were given: what most videos have.
    private static let usualRate = TickRate(numerator: 30, denominator: 1)

    /// Reads the words after `export`.
    init(parsing words: some Sequence<String>) throws(CommandLineMistake) {
        let scan = try ArgumentScan(words, for: .export)
        guard let value = scan.values[.to] else {
            throw CommandLineMistake(
                problem: "export: no file to write was given.",
                remedy: "Give --to and a name, for example ComparisonDemo export left.mp4 right.mp4 --to both.mp4")
        }
        videos = try ScreenOptions(scan, for: .export)
        if scan.values[.fps] == nil { videos.ticksPerSecond = Self.usualRate }
        path = try videos.outputPath(value, [".mp4", ".mov", ".webp"])
        mixesSound = scan.switches.contains(.mix)
        guard !mixesSound || !path.lowercased().hasSuffix(".webp") else {
            throw CommandLineMistake(
                problem: "--mix: a .webp file has no sound.", remedy: "Leave it out, or write an .mp4 or .mov file.")
        }
    }
}
