/// Which videos are to be brought into line.
public struct AlignOptions: Sendable, Equatable {
    /// Two or more: the reference first.
    public var videos: ScreenOptions
    /// A session in which they are in line. Default: none.
    public var sessionPath: String?

    static let remedy =
        "Give two or more files or URLs, the reference first, for example ComparisonDemo align left.mp4 right.mp4"

    /// Reads the words after `align`.
    init(parsing words: some Sequence<String>) throws(CommandLineMistake) {
        let scan = try ArgumentScan(words, for: .align)
        guard scan.operands.count >= 2 else {
            let given = scan.operands.isEmpty ? "no file was" : "only one file was"
            throw CommandLineMistake(problem: "align: \(given) given.", remedy: Self.remedy)
        }
        videos = try ScreenOptions(scan, for: .align)
        if let value = scan.values[.keep] { sessionPath = try videos.outputPath(value, [".json"]) }
    }
}
