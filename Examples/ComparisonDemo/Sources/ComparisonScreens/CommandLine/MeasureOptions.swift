/// What one run of measuring was asked to do.
public struct MeasureOptions: Sendable, Equatable {
    /// The two videos, and how they lie in time: the reference first.
    public var videos: ScreenOptions
    /// A table, one line for each pair. Default: none.
    public var csvPath: String?
    /// PNG of the measures over time. Default: none.
    public var graphPath: String?
    /// A session of both videos with the worst places as markers. Default: none.
    public var sessionPath: String?

    static let remedy =
        "Give two files or URLs, the reference first, for example ComparisonDemo measure original.mp4 copy.mp4"

    /// Reads the words after `measure`.
    init(parsing words: some Sequence<String>) throws(CommandLineMistake) {
        let scan = try ArgumentScan(words, for: .measure)
        guard scan.operands.count == 2 else {
            let count =
                switch scan.operands.count {
                case 0: "no file was"
                case 1: "only one file was"
                case let count: "\(count) files were"
                }
            throw CommandLineMistake(problem: "measure: \(count) given.", remedy: Self.remedy)
        }
        videos = try ScreenOptions(scan, for: .measure)
        if let value = scan.values[.csv] { csvPath = try videos.outputPath(value, [".csv"]) }
        if let value = scan.values[.graph] { graphPath = try videos.outputPath(value, [".png"]) }
        if let value = scan.values[.keep] { sessionPath = try videos.outputPath(value, [".json"]) }
    }
}
