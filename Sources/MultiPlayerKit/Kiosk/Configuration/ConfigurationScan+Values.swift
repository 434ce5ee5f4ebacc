/// Values of one kind each. `nil`, and a mistake: it is something else, or out of its range.
extension ConfigurationScan {
    mutating func number(_ field: ConfigurationField, in range: ClosedRange<Double>, _ rule: FieldRule) -> Double? {
        // A number too large for the machine reads as infinity, one too small as zero.
        if case .number(let digits) = field.value.content, let number = Double(digits), range.contains(number) {
            return number
        }
        refuse(field, rule)
        return nil
    }

    mutating func whole(_ field: ConfigurationField, in range: ClosedRange<Int>, _ rule: FieldRule) -> Int? {
        if case .number(let digits) = field.value.content, let number = Double(digits).flatMap(Int.init(exactly:)),
            range.contains(number)
        {
            return number
        }
        refuse(field, rule)
        return nil
    }

    /// Seconds, to the nanosecond.
    mutating func time(_ field: ConfigurationField, in range: ClosedRange<Duration>, _ rule: FieldRule) -> Duration? {
        let bounds = range.lowerBound.seconds...range.upperBound.seconds
        return number(field, in: bounds, rule).map(Duration.nearest(seconds:))
    }

    mutating func list(_ field: ConfigurationField, _ rule: FieldRule) -> [ConfigurationField]? {
        if let items = field.items, !items.isEmpty { return items }
        if field.items != nil { refuse(field, "the list is empty", rule.remedy) } else { refuse(field, rule) }
        return nil
    }

    /// One word of a few, as the cases of an enumeration name them.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ field: ConfigurationField, of choices: Choice.Type, _ name: String
    ) -> Choice? {
        if let choice = field.text.flatMap(Choice.init(rawValue:)) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        refuse(field, "\(field.value.shown) is no \(name)", NearestWord.question(field.text ?? "", among: words))
        return nil
    }

    /// A name for logs and status lines: one line of text.
    mutating func name(_ field: ConfigurationField) -> String? {
        if let name = field.text, !name.isEmpty, name.utf8.count <= Self.longestName,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            return name
        }
        refuse(field, Self.nameRule)
        return nil
    }

    mutating func port(_ field: ConfigurationField) -> Int? {
        whole(
            field, in: 1...65_535,
            FieldRule(name: "port", allowed: "a whole number from 1 to 65535", example: "\(Self.usualPort)"))
    }

    /// Of a name in bytes: no longer than a label that a line of a log still has room for.
    static var longestName: Int { 64 }

    static var nameRule: FieldRule {
        FieldRule(name: "name", allowed: "text of 1 to \(longestName) bytes in one line", example: "\"left\"")
    }
}
