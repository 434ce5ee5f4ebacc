import Foundation

/// Dates as the file writes them: `2026-01-01T00:00:00Z` or `2026-01-01T01:00:00+01:00` (ISO 8601).
enum EpochText {
    /// Whole seconds since 1970, not before; `nil` for any other text, and for days that no calendar has.
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

    /// Numbers of so many digits each, with a mark between them.
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
