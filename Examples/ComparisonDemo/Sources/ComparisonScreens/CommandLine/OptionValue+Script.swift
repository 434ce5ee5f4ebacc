/// The reader of `--at`.
extension OptionValue {
    private static let actions = ["pause", "play", "seek", "step", "rate", "nudge", "focus"]
    private static let withoutValue = ["pause", "play"]

    /// `T:ACTION[;T:ACTION…]`, sorted by time; equal times keep their order.
    func script(for options: ScreenOptions) throws(CommandLineMistake) -> [ScriptedAction] {
        var entries: [ScriptedAction] = []
        for (index, piece) in self.entries().enumerated() {
            guard !piece.text.isEmpty else { throw mistake("has no entry \(index + 1)") }
            entries.append(try piece.scriptedAction(for: options))
        }
        let order = entries.indices.sorted { (entries[$0].time, $0) < (entries[$1].time, $1) }
        return order.map { entries[$0] }
    }

    private func scriptedAction(for options: ScreenOptions) throws(CommandLineMistake) -> ScriptedAction {
        let halves = pieces(":", maxSplits: 1)
        guard halves.count == 2 else { throw mistake("is not T:ACTION") }
        let time = try halves[0].time()
        let parts = halves[1].pieces("=", maxSplits: 1)
        let name = String(parts[0].text)
        guard Self.actions.contains(name) else {
            let closest = Suggestion.closest(to: name, among: Self.actions)
            throw mistake("has no known action" + (closest.map { "; did you mean \($0)?" } ?? ""))
        }
        let takesValue = !Self.withoutValue.contains(name)
        guard takesValue == (parts.count == 2) else {
            throw mistake(takesValue ? "has an action without its value" : "has an action that takes no value")
        }
        return ScriptedAction(
            time: time, action: try parts[parts.count - 1].action(called: name, in: self, for: options))
    }

    /// What a known action of an entry does with this value.
    private func action(
        called name: String, in entry: OptionValue, for options: ScreenOptions
    ) throws(CommandLineMistake) -> ScriptedAction.Action {
        let frames = -Limits.frames...Limits.frames
        switch name {
        case "pause": return .pause
        case "play": return .play
        case "seek": return .seek(try time())
        case "step": return .step(try wholeNumber(in: frames))
        case "rate": return .rate(try rate())
        case "focus":
            guard options.grid != nil else { throw entry.mistake("moves the focus, which only a grid has") }
            return .focus(tile: try member(of: options))
        default:
            let terms = pieces(":")
            guard terms.count == 2 else { throw entry.mistake("is not MEMBER:N") }
            return .nudge(member: try terms[0].member(of: options), frames: try terms[1].wholeNumber(in: frames))
        }
    }
}
