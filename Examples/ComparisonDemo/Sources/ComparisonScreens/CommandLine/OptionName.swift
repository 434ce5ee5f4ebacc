/// Every option of the demo, with the rule and the example its mistakes are explained by.
///
/// A screen accepts a part of them, so screens that share an option share its name, rule and wording.
enum OptionName: String, Sendable, CaseIterable, CustomStringConvertible {
    case tiles, focus, renditions
    case cells, columns, cell, policy
    case atOnce = "at-once"
    case scroll, prefetch, cache
    case cacheLimit = "cache-limit"
    case allowRemote = "allow-remote"
    case session
    case background, layout, difference, gain, captions, names, size, fps, budget, overlay
    case offset, speed, rate, loop, range, at, duration, audible
    case window, headless
    case record, snapshot, report
    case check
    case csv, graph, keep
    case to, mix
    case help, version

    var description: String { "--\(rawValue)" }

    /// Whether a value follows; the others are switches. A feed has one sound for all its cells.
    func takesValue(on screen: ScreenOptions.Screen) -> Bool {
        switch self {
        case .audible: screen != .feed
        case .allowRemote, .overlay, .loop, .window, .headless, .check, .mix, .help, .version: false
        default: true
        }
    }

    /// Whether a screen has it.
    func isOption(of screen: ScreenOptions.Screen) -> Bool {
        switch self {
        case .check: screen == .kiosk
        case .csv, .graph: screen == .measure
        case .keep: screen == .measure || screen == .align
        case .to, .mix: screen == .export
        case .help, .version: true
        case .report: screen != .export && screen != .align
        case _ where screen == .align: self == .allowRemote
        case _ where screen == .measure: [.allowRemote, .offset, .speed, .range].contains(self)
        case _ where screen == .export: Self.exported.contains(self)
        // All else is in its configuration.
        case .duration, .headless, .record, .snapshot: true
        case _ where screen == .kiosk: false
        case .tiles, .focus, .renditions: screen == .grid
        // A grid is laid out as one, its tiles begin one after the other, and each loops by itself.
        case .session, .layout, .difference, .gain, .names, .offset, .speed, .loop, .range: screen == .compare
        case .cells, .columns, .cell, .policy, .atOnce, .scroll, .prefetch, .cache, .cacheLimit: screen == .feed
        // A feed's cells begin when they are seen.
        case .background, .overlay, .captions, .rate, .at: screen != .feed
        default: true
        }
    }

    /// What describes the pictures and the sound of an export.
    private static let exported: Set<OptionName> = [
        .session, .allowRemote, .background, .layout, .difference, .gain, .captions, .names, .size, .fps, .offset,
        .speed, .rate,
        .range, .audible,
    ]

    /// What a session says, so that nothing else may.
    static let ofSessions: Set<OptionName> = [
        .background, .layout, .difference, .gain, .captions, .names, .offset, .speed, .rate, .loop, .range, .audible,
    ]

    /// The rule, as the end of a sentence that starts with "Give".
    var allowed: String {
        switch self {
        case .tiles: Self.whole(GridOptions.tileCounts)
        case .focus: "the number of one tile, counted from 1"
        case .cells: Self.whole(FeedOptions.cellCounts)
        case .columns: Self.whole(FeedOptions.columnCounts)
        case .cell: "WIDTHxHEIGHT in even numbers, so that all columns fit on the stage"
        case .policy: "one of \(FeedOptions.Policy.allCases.map(\.rawValue).joined(separator: ", "))"
        case .atOnce: Self.whole(FeedOptions.atOnceCounts)
        case .scroll: "T:Y[;T:Y...], seconds and pixels from 0, each time later than the one before"
        case .prefetch: Self.whole(FeedOptions.prefetchCounts)
        case .cache, .renditions: "one folder; it is made if it does not exist"
        case .cacheLimit: "bytes, a " + Self.whole(FeedOptions.cacheLimits).dropFirst(2)
        case .session: "a file that ends in .json, and no files or URLs beside it"
        case .background: "one file or URL"
        case .layout: "one of \(ScreenOptions.Layout.allCases.map(\.rawValue).joined(separator: ", "))"
        case .difference: "one of \(ScreenOptions.Difference.allCases.map(\.rawValue).joined(separator: ", "))"
        case .gain: "a number from 1 to 64"
        case .captions: "a list of \(ScreenOptions.CaptionItem.allCases.map(\.rawValue).joined(separator: ", "))"
        case .names: "at most one name per member, in member order, separated by semicolons"
        case .size: "WIDTHxHEIGHT in even numbers from \(StageSize.sides.lowerBound) to \(StageSize.sides.upperBound)"
        case .fps: "\(TickRate.slowest) to \(TickRate.fastest) ticks a second, whole, decimal or as a fraction"
        case .budget: "auto, off, or PIPELINES[,MACROBLOCKS_PER_S]: decoders from 1 to 1000, macroblocks from 1"
        case .offset: "at most one time in seconds per member, in member order"
        case .speed: "at most one number from 0.0625 to 16 per member, in member order"
        case .rate: "a number from 0.25 to 4, or from -4 to -0.25 to play backwards"
        case .range: "two times in seconds from 0 to \(Limits.seconds), the second later by a tick or more"
        case .at:
            "T:ACTION[;T:ACTION...] with pause, play, seek=S, step=N, rate=X, nudge=MEMBER:N, and in a grid focus=TILE"
        case .duration: "seconds, more than 0 and at most \(Limits.seconds)"
        case .audible: "the number of one member, counted from 1"
        case .record: "a file name that ends in .mkv or .mp4"
        case .snapshot: "a file name that ends in .png"
        case .report: "a file name that ends in .json"
        case .csv: "a file name that ends in .csv"
        case .graph: "a file name that ends in .png"
        case .keep: "a file name that ends in .json"
        case .to: "a file name that ends in .mp4, .mov or .webp"
        case .allowRemote, .overlay, .loop, .window, .headless, .check, .mix, .help, .version: "the option alone"
        }
    }

    private static func whole(_ range: ClosedRange<Int>) -> String {
        "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }

    /// A correct use, ready to copy.
    var example: String {
        switch self {
        case .tiles: "--tiles 12"
        case .focus: "--focus 3"
        case .renditions: "--renditions /tmp/small"
        case .cells: "--cells 1000"
        case .columns: "--columns 2"
        case .cell: "--cell 320x180"
        case .policy: "--policy most-visible"
        case .atOnce: "--at-once 4"
        case .scroll: "--scroll \"0:0;2:0;4:1800\""
        case .prefetch: "--prefetch 4"
        case .cache: "--cache /tmp/videos"
        case .cacheLimit: "--cache-limit 500000000"
        case .session: "--session wet-road.json"
        case .background: "--background road.mp4"
        case .layout: "--layout wipe"
        case .difference: "--difference heat"
        case .gain: "--gain 8"
        case .captions: "--captions name,time"
        case .names: "--names \"Without ESC;With ESC\""
        case .size: "--size 1280x720"
        case .fps: "--fps 60 or --fps 60000/1001"
        case .budget: "--budget 6 or --budget 6,500000"
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
        case .csv: "--csv out.csv"
        case .graph: "--graph out.png"
        case .keep: "--keep session.json"
        case .to: "--to out.mp4"
        case .allowRemote, .overlay, .loop, .window, .headless, .check, .mix, .help, .version: description
        }
    }
}

/// Bounds of the numbers on a command line.
enum Limits {
    /// Longest time in seconds, either way: eleven days, and far from where nanoseconds overflow.
    static let seconds = 1_000_000
    /// Rates the group supports, in both directions.
    static let rates = 0.25...4.0
    /// Gains of a difference.
    static let gains = 1.0...64
    /// Speeds of a member: 16 plays footage of 480 frames a second, stored at 30, in its real time.
    static let speeds = 0.0625...16.0
    /// Most frames in one scripted step or nudge, either way: five minutes at 30 frames a second.
    static let frames = 10_000
}
