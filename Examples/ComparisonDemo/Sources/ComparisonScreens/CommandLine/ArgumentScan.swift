/// The words of a command line, sorted into options and operands; values are not read yet.
///
/// - `--name value` and `--name=value` are the same. A separate value may start with one dash, as `-1.5` does,
///   but not with two: after a forgotten value that would swallow the next option.
/// - Everything after `--` is an operand.
/// - An option with a value may be given once: with "the last wins", `--offset 1 --offset 2` would quietly drop
///   the first where one per member was meant. A switch may be repeated.
struct ArgumentScan {
    private(set) var operands: [String] = []
    private(set) var values: [OptionName: OptionValue] = [:]
    private(set) var switches: Set<OptionName> = []

    init(_ words: some Sequence<String>, for screen: ScreenOptions.Screen) throws(CommandLineMistake) {
        var words = words.makeIterator()
        var pending = words.next()
        while let word = pending {
            pending = words.next()
            if word == "--" {
                if let first = pending { operands.append(first) }
                while let rest = words.next() { operands.append(rest) }
                return
            }
            guard word.utf8.first == UInt8(ascii: "-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map { String(Substring($0)) } ?? word
            guard let option = OptionName.allCases.first(where: { $0.description == name }) else {
                throw .unknown(name, among: OptionName.allCases.filter { $0.isOption(of: screen) })
            }
            guard option.isOption(of: screen) else { throw .misplaced(option, on: screen) }
            var value = parts.count > 1 ? Substring(parts[1]) : nil
            if value == nil, option.takesValue(on: screen), let next = pending, !next.utf8.starts(with: "--".utf8) {
                value = next[...]
                pending = words.next()
            }
            try add(option, value, on: screen)
        }
    }

    private mutating func add(
        _ option: OptionName, _ value: Substring?, on screen: ScreenOptions.Screen
    ) throws(CommandLineMistake) {
        guard option.takesValue(on: screen) else {
            if option == .audible, value != nil {
                throw CommandLineMistake(
                    problem: "--audible: a feed has one sound for all its cells, which takes no value.",
                    remedy: "Give --audible alone; the cell that plays is heard")
            }
            if let value { throw CommandLineMistake(option, "takes no value, but \(quoted(String(value))) was given") }
            switches.insert(option)
            return
        }
        guard let value, !value.isEmpty else {
            throw CommandLineMistake(option, value == nil ? "its value is missing" : "its value is empty")
        }
        let added = OptionValue(option, value)
        guard let first = values.updateValue(added, forKey: option) else { return }
        let both = "\(quoted(String(first.text))), then \(quoted(String(value)))"
        throw CommandLineMistake(option, "given twice, \(both)")
    }
}
