/// Readers for values that only one option has.
extension OptionValue {
    func layout() throws(CommandLineMistake) -> CompareOptions.Layout {
        if let layout = CompareOptions.Layout(rawValue: String(text)) { return layout }
        let closest = Suggestion.closest(to: String(text), among: CompareOptions.Layout.allCases.map(\.rawValue))
        throw mistake("is not a layout" + (closest.map { "; did you mean \($0)?" } ?? ""))
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
    func timeRange(ticking rate: TickRate) throws(CommandLineMistake) -> CompareOptions.TimeRange {
        let ends = pieces("-")
        guard ends.count == 2, !ends[0].text.isEmpty, !ends[1].text.isEmpty else { throw mistake("is not A-B") }
        let range = CompareOptions.TimeRange(start: try ends[0].time(), end: try ends[1].time())
        guard range.start < range.end else { throw mistake("does not end after it starts") }
        guard rate.ticks(within: range.end - range.start) else { throw mistake("is shorter than one tick") }
        return range
    }

    func member(of count: Int) throws(CommandLineMistake) -> Int {
        let members = 1...count
        let number = try wholeNumber(in: -999_999_999...999_999_999)
        guard members.contains(number) else { throw mistake("is no member; there are 1 to \(count)") }
        return number
    }

    /// `T:ACTION[;T:ACTION…]`, sorted by time; equal times keep their order.
    func script(memberCount: Int) throws(CommandLineMistake) -> [ScriptedAction] {
        var entries: [ScriptedAction] = []
        for (index, piece) in self.entries().enumerated() {
            guard !piece.text.isEmpty else { throw mistake("has no entry \(index + 1)") }
            entries.append(try piece.scriptedAction(memberCount: memberCount))
        }
        let order = entries.indices.sorted { (entries[$0].time, $0) < (entries[$1].time, $1) }
        return order.map { entries[$0] }
    }

    private func scriptedAction(memberCount: Int) throws(CommandLineMistake) -> ScriptedAction {
        let halves = pieces(":", maxSplits: 1)
        guard halves.count == 2 else { throw mistake("is not T:ACTION") }
        let time = try halves[0].time()
        let parts = halves[1].pieces("=", maxSplits: 1)
        let argument = parts.count == 2 ? parts[1] : nil
        let frames = -Limits.frames...Limits.frames
        switch (String(parts[0].text), argument) {
        case ("pause", nil): return ScriptedAction(time: time, action: .pause)
        case ("play", nil): return ScriptedAction(time: time, action: .play)
        case ("seek", let value?): return ScriptedAction(time: time, action: .seek(try value.time()))
        case ("step", let value?): return ScriptedAction(time: time, action: .step(try value.wholeNumber(in: frames)))
        case ("rate", let value?): return ScriptedAction(time: time, action: .rate(try value.number(in: Limits.rates)))
        case ("nudge", let value?):
            let terms = value.pieces(":")
            guard terms.count == 2 else { throw mistake("is not MEMBER:N") }
            let member = try terms[0].member(of: memberCount)
            return ScriptedAction(
                time: time, action: .nudge(member: member, frames: try terms[1].wholeNumber(in: frames)))
        case ("pause", _), ("play", _): throw mistake("has an action that takes no value")
        case ("seek", _), ("step", _), ("rate", _), ("nudge", _): throw mistake("has an action without its value")
        case (let name, _):
            let known = ["pause", "play", "seek", "step", "rate", "nudge"]
            let closest = Suggestion.closest(to: name, among: known)
            throw mistake("has no known action" + (closest.map { "; did you mean \($0)?" } ?? ""))
        }
    }
}
