extension ScreenOptions {
    /// Reads the words after the screen's name.
    init(parsing words: some Sequence<String>, for screen: Screen) throws(CommandLineMistake) {
        try self.init(ArgumentScan(words, for: screen), for: screen)
    }

    init(_ scan: ArgumentScan, for screen: Screen) throws(CommandLineMistake) {
        self.init()
        sources = scan.operands
        if screen == .grid { grid = try GridOptions(scan) }
        if let value = scan.values[.session] {
            try check(value, beside: scan)
            sessionPath = try value.path(endingIn: [".json"])
        }
        try checkSources(of: screen)
        try readPicture(scan)
        if screen == .feed { feed = try FeedOptions(scan, on: size) }
        try readTime(scan)
        try readOutputs(scan)
    }

    private mutating func readPicture(_ scan: ArgumentScan) throws(CommandLineMistake) {
        background = scan.values[.background].map { String($0.text) }
        if let value = scan.values[.layout] { layout = try value.layout() }
        if let value = scan.values[.difference] { difference = try value.difference() }
        if let value = scan.values[.gain] { gain = try value.number(in: Limits.gains) }
        if let value = scan.values[.captions] { captions = try value.captionItems() }
        if let value = scan.values[.names] { names = try perMember(value, separator: ";").map { String($0.text) } }
        if let value = scan.values[.size] { size = try value.stageSize() }
        if let value = scan.values[.fps] { ticksPerSecond = try value.tickRate() }
        if let value = scan.values[.budget] { budget = try value.budget() }
        overlay = scan.switches.contains(.overlay)
        allowsRemote = scan.switches.contains(.allowRemote)
    }

    private mutating func readTime(_ scan: ArgumentScan) throws(CommandLineMistake) {
        if let value = scan.values[.offset] {
            for piece in try perMember(value) { offsets.append(try piece.time(signed: true)) }
        }
        if let value = scan.values[.speed] {
            for piece in try perMember(value) { speeds.append(try piece.number(in: Limits.speeds)) }
        }
        if let value = scan.values[.rate] { rate = try value.rate() }
        loop = scan.switches.contains(.loop)
        if let value = scan.values[.range] { range = try value.timeRange(ticking: ticksPerSecond) }
        if let value = scan.values[.at] { script = try value.script(for: self) }
        if let value = scan.values[.duration] {
            let time = try value.time()
            guard time > .zero else { throw value.mistake("is no time at all") }
            duration = time
        }
        if let value = scan.values[.audible], screen != .feed { audible = try value.member(of: self) }
    }

    private mutating func readOutputs(_ scan: ArgumentScan) throws(CommandLineMistake) {
        switch (scan.switches.contains(.window), scan.switches.contains(.headless)) {
        case (true, true):
            throw CommandLineMistake(
                problem: "--window and --headless: only one of them can hold.",
                remedy: "Give --window or --headless, or neither for a window if there is a display"
            )
        case (true, false): display = .window
        case (false, true): display = .headless
        case (false, false): display = .automatic
        }
        if let value = scan.values[.record] { recordPath = try outputPath(value, [".mkv", ".mp4"]) }
        if let value = scan.values[.snapshot] { snapshotPath = try outputPath(value, [".png"]) }
        if let value = scan.values[.report] { reportPath = try outputPath(value, [".json"]) }
    }
}

extension GridOptions {
    fileprivate init(_ scan: ArgumentScan) throws(CommandLineMistake) {
        self.init()
        if let value = scan.values[.tiles] { tiles = try value.wholeNumber(in: Self.tileCounts) }
        if let value = scan.values[.focus] { focus = try value.number(upTo: tiles, called: "tile") }
        renditionFolder = scan.values[.renditions].map { String($0.text) }
    }
}

extension ScreenOptions {
    private func checkSources(of screen: Screen) throws(CommandLineMistake) {
        let (count, example) =
            screen == .compare || screen == .export ? ("two", "left.mp4 right.mp4") : ("one", "a.mp4 b.mp4")
        let remedy =
            switch screen {
            case .measure: MeasureOptions.remedy
            case .align: AlignOptions.remedy
            default: "Give \(count) or more files or URLs, or none for the demo's own clips, for example \(example)"
            }
        if let empty = sources.firstIndex(where: \.isEmpty) {
            throw CommandLineMistake(problem: "File \(empty + 1): its name is empty.", remedy: remedy)
        }
        if sources.contains("-") {
            throw CommandLineMistake(problem: "File \"-\": standard input cannot be played.", remedy: remedy)
        }
        if sources.count == 1, screen == .export {
            throw CommandLineMistake(problem: "export: only one file was given.", remedy: remedy)
        }
        if sources.count == 1, screen == .compare {
            // Nothing but the first word can be the screen, so a slip there is taken for a file.
            let screen = Suggestion.closest(to: sources[0], among: Screen.allCases.map(\.rawValue))
            let question = screen.map { "; did you mean \($0)?" } ?? "."
            throw CommandLineMistake(
                problem: "Only one file was given, \(quoted(sources[0]))\(question)", remedy: remedy)
        }
    }

    /// A session says all of it, and two voices would be one too many.
    private func check(_ session: OptionValue, beside scan: ArgumentScan) throws(CommandLineMistake) {
        guard scan.operands.isEmpty else {
            throw CommandLineMistake(
                problem: "--session: files were given beside it, which a session names by itself.",
                remedy: "Give the session alone, or the files without it")
        }
        let other = OptionName.allCases.first {
            OptionName.ofSessions.contains($0) && (scan.values[$0] != nil || scan.switches.contains($0))
        }
        if let other {
            throw CommandLineMistake(
                problem: "\(other): a session says this by itself.",
                remedy: "Leave it out, or change the session's file")
        }
    }

    /// The pieces of a list that has at most one entry per member.
    private func perMember(
        _ value: OptionValue, separator: Unicode.Scalar = ","
    ) throws(CommandLineMistake) -> [OptionValue] {
        let pieces = value.pieces(separator)
        guard pieces.count <= memberCount else {
            throw value.mistake("has \(pieces.count) entries for \(memberCount) members")
        }
        if let empty = pieces.firstIndex(where: \.text.isEmpty) {
            throw value.mistake("has no entry \(empty + 1)")
        }
        return pieces
    }

    /// An output must not overwrite what it is made from. Compares the names only, not the files behind them.
    func outputPath(_ value: OptionValue, _ extensions: [String]) throws(CommandLineMistake) -> String {
        let path = try value.path(endingIn: extensions)
        let inputs = sources + [background].compactMap { $0 }
        guard !inputs.contains(where: { Self.plain($0) == Self.plain(path) }) else {
            throw value.mistake("is also an input, which would be overwritten")
        }
        return path
    }

    /// A name without `./` in front.
    private static func plain(_ path: String) -> Substring {
        var rest = path[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
        return rest
    }
}
