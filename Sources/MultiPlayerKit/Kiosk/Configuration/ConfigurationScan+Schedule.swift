extension ConfigurationScan {
    private enum Key: String, CaseIterable { case days, on, off }
    /// In the order of their numbers, Monday first.
    private enum Day: String, CaseIterable { case mon, tue, wed, thu, fri, sat, sun }

    /// An empty list is a schedule without an end: always on.
    mutating func schedule(_ field: ConfigurationField) -> [KioskHours] {
        guard let items = field.items else {
            refuse(
                field,
                FieldRule(
                    name: "schedule", allowed: "a list of hours", example: "[{\"on\": \"09:00\", \"off\": \"18:00\"}]"))
            return []
        }
        return items.compactMap { hours($0) }
    }

    private mutating func hours(_ field: ConfigurationField) -> KioskHours? {
        let rule = FieldRule(
            name: "span of hours", allowed: "an object", example: "{\"on\": \"09:00\", \"off\": \"18:00\"}")
        guard let fields = fields(of: field, Key.self, rule) else { return nil }
        // On at the day's end would be on at the next day's beginning, which has a name of its own.
        let onRule = FieldRule(
            name: "time of day", allowed: "hours and minutes from 00:00 to 23:59", example: "\"09:00\"")
        let offRule = FieldRule(
            name: "time of day", allowed: "hours and minutes from 00:00 to 24:00", example: "\"18:00\"")
        if fields[.on] == nil { miss(.on, in: fields, onRule) }
        if fields[.off] == nil { miss(.off, in: fields, offRule) }
        let days = fields[.days].flatMap { self.days($0) } ?? Set(1...7)
        let on = fields[.on].flatMap { minutes($0, upTo: 1439, onRule) }
        let off = fields[.off].flatMap { minutes($0, upTo: 1440, offRule) }
        guard let on, let off, let offField = fields[.off] else { return nil }
        if on == off {
            refuse(
                offField, "on and off are both \(offField.value.shown)",
                "give two times; a whole day is \"on\": \"00:00\", \"off\": \"24:00\"")
        }
        return KioskHours(days: days, on: on, off: off)
    }

    private mutating func days(_ field: ConfigurationField) -> Set<Int>? {
        let rule = FieldRule(
            name: "list of days", allowed: "days from \"mon\" to \"sun\"", example: "[\"mon\", \"tue\"]")
        guard let items = list(field, rule) else { return nil }
        var days: Set<Int> = []
        for item in items {
            guard let day = choice(item, of: Day.self, "day"), let index = Day.allCases.firstIndex(of: day) else {
                continue
            }
            if !days.insert(index + 1).inserted {
                refuse(item, "\(item.value.shown) is here twice", "give each day once")
            }
        }
        return days
    }

    /// Minutes after midnight.
    private mutating func minutes(_ field: ConfigurationField, upTo last: Int, _ rule: FieldRule) -> Int? {
        let digits = Array((field.text ?? "").utf8)
        let isTime =
            digits.count == 5 && digits[2] == UInt8(ascii: ":")
            && [0, 1, 3, 4].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digits[$0]) }
        if isTime {
            func pair(_ index: Int) -> Int { Int(digits[index]) * 10 + Int(digits[index + 1]) - 11 * 48 }
            let minutes = pair(0) * 60 + pair(3)
            if pair(3) < 60, minutes <= last { return minutes }
        }
        refuse(field, rule)
        return nil
    }
}
