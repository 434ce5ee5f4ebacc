extension CompareOptions {
    /// Reads the words after the screen's name. The comparison accepts every option there is.
    init(parsing words: some Sequence<String>) throws(CommandLineMistake) {
        let scan = try ArgumentScan(words, accepting: OptionName.allCases)
        self.init()
        sources = scan.operands
        try checkSources()
        try readPicture(scan)
        try readTime(scan)
        try readOutputs(scan)
    }

    private mutating func readPicture(_ scan: ArgumentScan) throws(CommandLineMistake) {
        background = scan.values[.background].map { String($0.text) }
        if let value = scan.values[.layout] { layout = try value.layout() }
        if let value = scan.values[.size] { size = try value.stageSize() }
        if let value = scan.values[.fps] { ticksPerSecond = try value.tickRate() }
    }

    private mutating func readTime(_ scan: ArgumentScan) throws(CommandLineMistake) {
        if let value = scan.values[.offset] {
            for piece in try perMember(value) { offsets.append(try piece.time(signed: true)) }
        }
        if let value = scan.values[.speed] {
            for piece in try perMember(value) { speeds.append(try piece.number(in: Limits.speeds)) }
        }
        if let value = scan.values[.rate] { rate = try value.number(in: Limits.rates) }
        loop = scan.switches.contains(.loop)
        if let value = scan.values[.range] { range = try value.timeRange(ticking: ticksPerSecond) }
        if let value = scan.values[.at] { script = try value.script(memberCount: memberCount) }
        if let value = scan.values[.duration] {
            let time = try value.time()
            guard time > .zero else { throw value.mistake("is no time at all") }
            duration = time
        }
        if let value = scan.values[.audible] { audible = try value.member(of: memberCount) }
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

extension CompareOptions {
    private func checkSources() throws(CommandLineMistake) {
        let remedy = "Give two or more files or URLs, or none for the demo's own clips, for example left.mp4 right.mp4"
        if let empty = sources.firstIndex(where: \.isEmpty) {
            throw CommandLineMistake(problem: "File \(empty + 1): its name is empty.", remedy: remedy)
        }
        if sources.contains("-") {
            throw CommandLineMistake(problem: "File \"-\": standard input cannot be played.", remedy: remedy)
        }
        if sources.count == 1 {
            throw CommandLineMistake(problem: "Only one file was given, \(quoted(sources[0])).", remedy: remedy)
        }
    }

    /// The comma-separated pieces of a list that has at most one entry per member.
    private func perMember(_ value: OptionValue) throws(CommandLineMistake) -> [OptionValue] {
        let pieces = value.pieces(",")
        guard pieces.count <= memberCount else {
            throw value.mistake("has \(pieces.count) entries for \(memberCount) members")
        }
        if let empty = pieces.firstIndex(where: \.text.isEmpty) {
            throw value.mistake("has no entry \(empty + 1)")
        }
        return pieces
    }

    /// An output must not overwrite what it is made from. Compares the names only, not the files behind them.
    private func outputPath(_ value: OptionValue, _ extensions: [String]) throws(CommandLineMistake) -> String {
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
