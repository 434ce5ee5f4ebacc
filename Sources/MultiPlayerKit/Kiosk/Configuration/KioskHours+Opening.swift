import Foundation

extension KioskHours {
    /// Whether it is on at a moment.
    ///
    /// Hours that go over midnight belong to the day on which they begin. On a day on which clocks change, a time that
    /// is left out counts as the first moment after it, and one that comes twice is the first of both.
    ///
    /// - Parameter zone: Whose clocks count. Default: the machine's.
    public func isOn(at date: Date, in zone: TimeZone = .current) -> Bool {
        // Today's, and yesterday's that have gone over midnight.
        openings(on: -1...0, around: date, in: zone).contains { $0.contains(date) }
    }

    /// Its openings that begin on days counted from the one in which `date` lies. None is empty.
    fileprivate func openings(on range: ClosedRange<Int>, around date: Date, in zone: TimeZone) -> [Range<Date>] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let today = calendar.startOfDay(for: date)
        return range.compactMap { index -> Range<Date>? in
            guard let day = calendar.day(index, after: today), let next = calendar.day(index + 1, after: today),
                // Foundation counts from Sunday as 1, hours from Monday as 1.
                days.contains((calendar.component(.weekday, from: day) + 5) % 7 + 1)
            else { return nil }
            let end = off <= on ? calendar.moment(off, of: next) : off < 1440 ? calendar.moment(off, of: day) : next
            let start = calendar.moment(on, of: day)
            // Both may be the same moment where clocks leave out the time between.
            return start < end ? start..<end : nil
        }
    }
}

extension [KioskHours] {
    /// Whether any of them is on; without any, always.
    ///
    /// - Parameter zone: Whose clocks count. Default: the machine's.
    public func isOn(at date: Date, in zone: TimeZone = .current) -> Bool {
        isEmpty || contains { $0.isOn(at: date, in: zone) }
    }

    /// When what ``isOn(at:in:)`` says becomes different, after `date` and within eight days.
    ///
    /// Hours come again every week, so what does not change in eight days never does.
    ///
    /// - Parameter zone: Whose clocks count. Default: the machine's.
    /// - Returns: `nil`: never.
    public func nextChange(after date: Date, in zone: TimeZone = .current) -> Date? {
        let openings = flatMap { $0.openings(on: -1...8, around: date, in: zone) }
        let isOn = isOn(at: date, in: zone)
        let last = date.addingTimeInterval(8 * 86_400)
        return openings.flatMap { [$0.lowerBound, $0.upperBound] }
            .filter { $0 > date && $0 <= last }
            .sorted()
            .first { moment in openings.contains { $0.contains(moment) } != isOn }
    }
}

extension Calendar {
    /// The beginning of a day, counted from another. Not always 0:00: in some places clocks change at midnight.
    fileprivate func day(_ index: Int, after day: Date) -> Date? {
        date(byAdding: .day, value: index, to: day).map(startOfDay(for:))
    }

    /// When clocks show so many minutes after midnight, under 1440.
    fileprivate func moment(_ minutes: Int, of day: Date) -> Date {
        date(
            bySettingHour: minutes / 60, minute: minutes % 60, second: 0, of: day, matchingPolicy: .nextTime,
            repeatedTimePolicy: .first, direction: .forward) ?? day
    }
}
