/// What one run of a kiosk was asked to do, beside what its configuration says.
public struct KioskOptions: Sendable, Equatable {
    /// The configuration file, as given.
    public var configuration: String
    /// Whether the configuration is only looked through. Default: no.
    public var isCheck = false
    /// Whether windows and connectors are left alone. Default: no.
    public var isHeadless = false
    /// Real time after which it ends. Default: `nil`, never.
    public var duration: Duration?
    /// Of the first screen. Default: `nil`.
    public var recordPath: String?
    public var snapshotPath: String?
    public var reportPath: String?

    /// Reads the words after `kiosk`.
    init(parsing words: some Sequence<String>) throws(CommandLineMistake) {
        let scan = try ArgumentScan(words, for: .kiosk)
        guard scan.operands.count == 1, let file = scan.operands.first, !file.isEmpty else {
            throw CommandLineMistake(
                problem:
                    "kiosk: \(scan.operands.isEmpty ? "no configuration was given" : "it takes one configuration").",
                remedy: "Give one file, for example ComparisonDemo kiosk kiosk.json")
        }
        configuration = file
        isCheck = scan.switches.contains(.check)
        isHeadless = scan.switches.contains(.headless)
        duration = try scan.values[.duration].map { value throws(CommandLineMistake) in
            let time = try value.time()
            guard time > .zero else { throw value.mistake("is no time at all") }
            return time
        }
        if let value = scan.values[.record] { recordPath = try value.path(endingIn: [".mkv", ".mp4"]) }
        if let value = scan.values[.snapshot] { snapshotPath = try value.path(endingIn: [".png"]) }
        if let value = scan.values[.report] { reportPath = try value.path(endingIn: [".json"]) }
    }
}
