/// Every option of the demo, with the rule and the example its mistakes are explained by.
///
/// A screen accepts a part of them, so screens that share an option share its name, rule and wording.
enum OptionName: String, Sendable, CaseIterable, CustomStringConvertible {
    case background, layout, size, fps
    case offset, speed, rate, loop, range, at, duration, audible
    case window, headless
    case record, snapshot, report
    case help, version

    var description: String { "--\(rawValue)" }

    /// Whether a value follows; the others are switches.
    var takesValue: Bool {
        switch self {
        case .loop, .window, .headless, .help, .version: false
        default: true
        }
    }

    /// The rule, as the end of a sentence that starts with "Give".
    var allowed: String {
        switch self {
        case .background: "one file or URL"
        case .layout: "one of \(CompareOptions.Layout.allCases.map(\.rawValue).joined(separator: ", "))"
        case .size: "WIDTHxHEIGHT in even numbers from \(StageSize.sides.lowerBound) to \(StageSize.sides.upperBound)"
        case .fps: "\(TickRate.slowest) to \(TickRate.fastest) ticks a second, whole, decimal or as a fraction"
        case .offset: "at most one time in seconds per member, in member order"
        case .speed: "at most one number from 0.0625 to 16 per member, in member order"
        case .rate: "a number from 0.25 to 4"
        case .range: "two times in seconds from 0 to \(Limits.seconds), the second later by a tick or more"
        case .at: "T:ACTION[;T:ACTION...] with pause, play, seek=S, step=N, rate=X or nudge=MEMBER:N"
        case .duration: "seconds, more than 0 and at most \(Limits.seconds)"
        case .audible: "the number of one member, counted from 1"
        case .record: "a file name that ends in .mkv or .mp4"
        case .snapshot: "a file name that ends in .png"
        case .report: "a file name that ends in .json"
        case .loop, .window, .headless, .help, .version: "the option alone"
        }
    }

    /// A correct use, ready to copy.
    var example: String {
        switch self {
        case .background: "--background road.mp4"
        case .layout: "--layout wipe"
        case .size: "--size 1280x720"
        case .fps: "--fps 60 or --fps 60000/1001"
        case .offset: "--offset -1.5,2"
        case .speed: "--speed 1,0.5"
        case .rate: "--rate 0.5"
        case .range: "--range 2-5.5"
        case .at: "--at \"2:pause;3:step=1;4:play\""
        case .duration: "--duration 10"
        case .audible: "--audible 1"
        case .record: "--record out.mkv"
        case .snapshot: "--snapshot out.png"
        case .report: "--report out.json"
        case .loop, .window, .headless, .help, .version: description
        }
    }
}

/// Bounds of the numbers on a command line.
enum Limits {
    /// Longest time in seconds, either way: eleven days, and far from where nanoseconds overflow.
    static let seconds = 1_000_000
    /// Rates the group supports.
    static let rates = 0.25...4.0
    /// Speeds of a member: 16 plays footage of 480 frames a second, stored at 30, in its real time.
    static let speeds = 0.0625...16.0
    /// Most frames in one scripted step or nudge, either way: five minutes at 30 frames a second.
    static let frames = 10_000
}
