/// Readers for values that only one option has.
extension OptionValue {
    func layout() throws(CommandLineMistake) -> ScreenOptions.Layout { try word(called: "not a layout") }

    func difference() throws(CommandLineMistake) -> ScreenOptions.Difference { try word(called: "no difference") }

    /// A comma-separated list, each item once.
    func captionItems() throws(CommandLineMistake) -> [ScreenOptions.CaptionItem] {
        var items: [ScreenOptions.CaptionItem] = []
        for piece in pieces(",") {
            let item: ScreenOptions.CaptionItem = try piece.word(called: "nothing that captions tell")
            guard !items.contains(item) else { throw piece.mistake("is there twice") }
            items.append(item)
        }
        return items
    }

    /// One of the words of a choice.
    private func word<Choice: RawRepresentable<String> & CaseIterable>(
        called kind: String
    ) throws(CommandLineMistake) -> Choice {
        if let choice = Choice(rawValue: String(text)) { return choice }
        let closest = Suggestion.closest(to: String(text), among: Choice.allCases.map(\.rawValue))
        throw mistake("is \(kind)" + (closest.map { "; did you mean \($0)?" } ?? ""))
    }

    /// `WIDTHxHEIGHT`.
    func stageSize() throws(CommandLineMistake) -> StageSize {
        let sides = pieces("x")
        guard sides.count == 2 else { throw mistake("is not WIDTHxHEIGHT") }
        let size = StageSize(
            width: try sides[0].wholeNumber(in: StageSize.sides),
            height: try sides[1].wholeNumber(in: StageSize.sides)
        )
        guard size.width.isMultiple(of: 2), size.height.isMultiple(of: 2) else { throw mistake("has an odd side") }
        return size
    }

    /// `60`, `59.94` or `60000/1001`.
    func tickRate() throws(CommandLineMistake) -> TickRate {
        let terms = pieces("/", maxSplits: 1)
        var rate: TickRate?
        if terms.count == 2 {
            let numerator = try terms[0].wholeNumber(in: 1...TickRate.largestTerm)
            rate = TickRate(numerator: numerator, denominator: try terms[1].wholeNumber(in: 1...TickRate.largestTerm))
        } else {
            let decimal = try decimal()
            rate = decimal.tickRate
            if rate == nil, !decimal.isNegative, decimal.attos > 0 { throw mistake("is finer than 1/10000") }
        }
        guard let rate, rate.numerator >= rate.denominator * TickRate.slowest,
            rate.numerator <= rate.denominator * TickRate.fastest
        else { throw mistake("is outside \(TickRate.slowest) to \(TickRate.fastest)") }
        return rate
    }

    /// `A-B`, at least one tick long.
    func timeRange(ticking rate: TickRate) throws(CommandLineMistake) -> ScreenOptions.TimeRange {
        let ends = pieces("-")
        guard ends.count == 2, !ends[0].text.isEmpty, !ends[1].text.isEmpty else { throw mistake("is not A-B") }
        let range = ScreenOptions.TimeRange(start: try ends[0].time(), end: try ends[1].time())
        guard range.start < range.end else { throw mistake("does not end after it starts") }
        guard rate.ticks(within: range.end - range.start) else { throw mistake("is shorter than one tick") }
        return range
    }

    /// A group's rate, forwards or (negative) backwards.
    func rate() throws(CommandLineMistake) -> Double {
        let rate = try number(in: -Limits.rates.upperBound...Limits.rates.upperBound)
        guard Limits.rates.contains(abs(rate)) else { throw mistake("is slower than \(Limits.rates.lowerBound)") }
        return rate
    }

    /// The number of one of `count` things, from 1.
    func number(upTo count: Int, called name: String) throws(CommandLineMistake) -> Int {
        let number = try wholeNumber(in: -999_999_999...999_999_999)
        guard (1...count).contains(number) else { throw mistake("is no \(name); there are 1 to \(count)") }
        return number
    }

    /// The number of a member; a grid's are called tiles.
    func member(of options: ScreenOptions) throws(CommandLineMistake) -> Int {
        try number(upTo: options.memberCount, called: options.grid == nil ? "member" : "tile")
    }

    /// `auto`, `off` or `PIPELINES[,MACROBLOCKS_PER_S]`.
    func budget() throws(CommandLineMistake) -> BudgetChoice {
        let words: [String: BudgetChoice] = ["auto": .auto, "off": .off]
        if let choice = words[String(text)] { return choice }
        let terms = pieces(",")
        guard terms.count <= 2 else { throw mistake("has \(terms.count) entries where two can be") }
        if let empty = terms.firstIndex(where: \.text.isEmpty) { throw mistake("has no entry \(empty + 1)") }
        guard terms[0].text.utf8.contains(where: { $0 < 0x3A }) else {
            let closest = Suggestion.closest(to: String(terms[0].text), among: words.keys.sorted())
            throw mistake("is no budget" + (closest.map { "; did you mean \($0)?" } ?? ""))
        }
        let pipelines = try terms[0].wholeNumber(in: BudgetChoice.pipelines)
        guard terms.count == 2 else { return .limit(pipelines: pipelines, macroblocksPerSecond: nil) }
        return .limit(
            pipelines: pipelines, macroblocksPerSecond: try terms[1].number(in: BudgetChoice.macroblocks))
    }
}
