import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

extension ConfigurationScan {
    private enum HoursKey: String, CaseIterable { case days, on, off }
    /// In the order of their numbers, Monday first.
    private enum Day: String, CaseIterable { case mon, tue, wed, thu, fri, sat, sun }

    /// Reads the hours. An empty list means always on.
    mutating func schedule(_ field: DocumentField) -> [KioskHours] {
        guard let items = field.items else {
            refuse(
                field,
                FieldRule(
                    name: "schedule", allowed: "a list of hours", example: "[{\"on\": \"09:00\", \"off\": \"18:00\"}]"))
            return []
        }
        return items.compactMap { hours($0) }
    }

    private mutating func hours(_ field: DocumentField) -> KioskHours? {
        let rule = FieldRule(
            name: "span of hours", allowed: "an object", example: "{\"on\": \"09:00\", \"off\": \"18:00\"}")
        guard let fields = fields(of: field, HoursKey.self, rule) else { return nil }
        // On at the end of a day is on at the start of the next, which is written as 00:00.
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

    private mutating func days(_ field: DocumentField) -> Set<Int>? {
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
    private mutating func minutes(_ field: DocumentField, upTo last: Int, _ rule: FieldRule) -> Int? {
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

extension ConfigurationScan {
    private enum ClockKey: String, CaseIterable { case source, host, port, domain, epoch, serves }
    private enum Source: String, CaseIterable { case system, network, precision }

    /// The port of clocks where a file names none: both ends have to agree, and a number that is nobody's default does
    /// not collide with another service.
    static var usualPort: Int { 5637 }
    /// The domains that networks may assign themselves (IEEE 1588-2008, table 2, which reserves 128 and up).
    private static var domains: ClosedRange<Int> { 0...127 }

    mutating func clock(_ field: DocumentField) -> KioskConfiguration.Clock {
        var clock = KioskConfiguration.Clock()
        let rule = FieldRule(name: "clock", allowed: "an object", example: "{\"source\": \"system\"}")
        guard let fields = fields(of: field, ClockKey.self, rule) else { return clock }
        clock.epoch = fields[.epoch].flatMap { epoch($0) } ?? clock.epoch
        let source = fields[.source].map { choice($0, of: Source.self, "source of time") } ?? .system
        // Which keys belong to a clock can be told only for a known source.
        guard let source else { return clock }
        let owners: [(ClockKey, Source)] = [
            (.host, .network), (.port, .network), (.domain, .precision),
            // A server serves its system time, and would differ from its followers if it followed another clock itself.
            (.serves, .system),
        ]
        for (key, owner) in owners where owner != source {
            if let stray = fields[key] {
                refuse(
                    stray, "a clock with source \"\(source.rawValue)\" does not have this",
                    "leave it out, or give \"source\": \"\(owner.rawValue)\"")
            }
        }
        switch source {
        case .system:
            clock.serves = fields[.serves].flatMap { port($0) }
        case .network:
            let hostRule = FieldRule(
                name: "host", allowed: "the name or the address of the machine that serves", example: "\"10.0.0.1\"")
            if fields[.host] == nil { miss(.host, in: fields, hostRule) }
            let host = fields[.host].flatMap { self.host($0, hostRule) } ?? ""
            clock.source = .network(host: host, port: fields[.port].flatMap { port($0) } ?? Self.usualPort)
        case .precision:
            let domainRule = FieldRule(
                name: "domain", allowed: "a whole number from 0 to \(Self.domains.upperBound)", example: "0")
            clock.source = .precision(domain: fields[.domain].flatMap { whole($0, in: Self.domains, domainRule) } ?? 0)
        }
        return clock
    }

    /// Reads a name or an address without a port. The longest name that DNS can carry has 253 bytes.
    private mutating func host(_ field: DocumentField, _ rule: FieldRule) -> String? {
        let isPlain = { (byte: UInt8) in
            Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "_")].contains(byte)
        }
        if let host = field.text, (1...253).contains(host.utf8.count),
            host.utf8.allSatisfy({ $0 < 128 && isPlain($0) }),
            // One colon separates a host from a port, which has its own key; IPv6 addresses have two or more.
            host.utf8.count(where: { $0 == UInt8(ascii: ":") }) != 1
        {
            return host
        }
        refuse(field, rule)
        return nil
    }

    private mutating func epoch(_ field: DocumentField) -> Duration? {
        if let date = field.text.flatMap(EpochText.seconds) { return .seconds(date) }
        refuse(
            field,
            FieldRule(
                name: "date", allowed: "a date from 1970 on with its time and zone (ISO 8601)",
                example: "\"2026-01-01T00:00:00Z\""))
        return nil
    }
}

/// Dates as the file writes them: `2026-01-01T00:00:00Z` or `2026-01-01T01:00:00+01:00` (ISO 8601).
enum EpochText {
    /// Whole seconds since 1970; `nil` for any other text, for earlier dates, and for days that no calendar has.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.utf8.split(separator: UInt8(ascii: "T"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let time = parts[1].prefix(8)
        guard let date = numbers(parts[0], [4, 2, 2], UInt8(ascii: "-")),
            let clock = numbers(time, [2, 2, 2], UInt8(ascii: ":")),
            let offset = offset(parts[1].dropFirst(8)),
            clock[0] < 24, clock[1] < 60, clock[2] < 60
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let day = DateComponents(year: date[0], month: date[1], day: date[2])
        // A calendar carries 30 February over into March; such a day is a slip.
        guard let start = calendar.date(from: day),
            calendar.dateComponents([.year, .month, .day], from: start) == day
        else { return nil }
        let seconds = Int64(start.timeIntervalSince1970) + Int64(clock[0] * 3600 + clock[1] * 60 + clock[2] - offset)
        return seconds >= 0 ? seconds : nil
    }

    /// Seconds east of Greenwich. Nowhere is more than 14 hours off.
    private static func offset(_ text: Substring.UTF8View) -> Int? {
        if text.elementsEqual("Z".utf8) { return 0 }
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let parts = numbers(text.dropFirst(), [2, 2], UInt8(ascii: ":")), parts[0] <= 14, parts[1] < 60
        else { return nil }
        return (parts[0] * 3600 + parts[1] * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    /// Numbers with these counts of digits, separated by a mark.
    private static func numbers(_ text: Substring.UTF8View, _ digits: [Int], _ mark: UInt8) -> [Int]? {
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        guard parts.map(\.count) == digits else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
            numbers.append(part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
        }
        return numbers
    }
}

extension ConfigurationScan {
    private enum WatchKey: String, CaseIterable { case socket, port, heartbeat }

    /// The most bytes in a socket's path: a kernel address has 104 on Apple platforms and 108 on Linux, terminator
    /// included, and a few stay in reserve.
    private static var longestSocketPath: Int { 100 }

    mutating func watch(_ field: DocumentField) -> KioskConfiguration.Watch {
        var watch = KioskConfiguration.Watch()
        let rule = FieldRule(name: "watch", allowed: "an object", example: "{\"heartbeat\": \"kiosk.beat\"}")
        guard let fields = fields(of: field, WatchKey.self, rule) else { return watch }
        watch.socket = fields[.socket].flatMap { socket($0) }
        watch.port = fields[.port].flatMap { port($0) }
        watch.heartbeat = fields[.heartbeat].flatMap { heartbeat($0) }
        return watch
    }

    private mutating func socket(_ field: DocumentField) -> URL? {
        let rule = FieldRule(name: "socket", allowed: "the name of a file", example: "\"kiosk.sock\"")
        guard let url = written(field, rule) else { return nil }
        let length = url.path.utf8.count
        guard length <= Self.longestSocketPath else {
            refuse(
                field, "the path of this socket has \(length) bytes with its folder",
                "give at most \(Self.longestSocketPath) bytes, for example \"/run/kiosk.sock\"")
            return nil
        }
        return url
    }

    private mutating func heartbeat(_ field: DocumentField) -> URL? {
        written(field, FieldRule(name: "heartbeat", allowed: "the name of a file", example: "\"kiosk.beat\""))
    }

    /// Reads the name of a file that the kiosk writes itself, so nothing else here may use the same file.
    private mutating func written(_ field: DocumentField, _ rule: FieldRule) -> URL? {
        let itself = ("the configuration", folder.appending(path: self.file, directoryHint: .notDirectory))
        let others = [itself] + namedFiles.map { ($0.field.path, $0.url) }
        guard let url = file(field, isWritten: true, rule) else { return nil }
        if let other = others.first(where: { $0.1.standardizedFileURL == url.standardizedFileURL }) {
            refuse(field, "\(other.0) is the same file, and would be written over", "give a file of its own")
        }
        return url
    }
}
