import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// When a kiosk is on, in Berlin: clocks go forward on 29 March 2026 at 2:00, back on 25 October 2026 at 3:00.
@Suite struct KioskHoursTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin")!

    /// A date with its offset from Greenwich, as `2026-11-20T09:00:00+01:00`, a Friday.
    private func date(_ text: String) throws -> Date {
        Date(timeIntervalSince1970: Double(try #require(EpochText.seconds(text))))
    }

    private func isOn(_ hours: [KioskHours], _ text: String) throws -> Bool {
        hours.isOn(at: try date(text), in: berlin)
    }

    private func change(_ hours: [KioskHours], after text: String) throws -> Date? {
        hours.nextChange(after: try date(text), in: berlin)
    }

    @Test func `without hours a kiosk is always on`() throws {
        #expect(try isOn([], "2026-11-20T03:00:00+01:00"))
        #expect(try change([], after: "2026-11-20T03:00:00+01:00") == nil)
    }

    @Test func `hours include their first moment but not their last`() throws {
        let hours = [KioskHours(days: [5], on: 540, off: 1080)]
        #expect(try !isOn(hours, "2026-11-20T08:59:59+01:00"))
        #expect(try isOn(hours, "2026-11-20T09:00:00+01:00"))
        #expect(try isOn(hours, "2026-11-20T17:59:59+01:00"))
        #expect(try !isOn(hours, "2026-11-20T18:00:00+01:00"))
        #expect(try !isOn(hours, "2026-11-21T12:00:00+01:00"))
        #expect(try change(hours, after: "2026-11-20T08:00:00+01:00") == date("2026-11-20T09:00:00+01:00"))
        #expect(try change(hours, after: "2026-11-20T09:00:00+01:00") == date("2026-11-20T18:00:00+01:00"))
        #expect(try change(hours, after: "2026-11-20T18:00:00+01:00") == date("2026-11-27T09:00:00+01:00"))
    }

    @Test func `hours over midnight belong to the day on which they begin`() throws {
        let hours = [KioskHours(days: [5], on: 1320, off: 150)]
        #expect(try !isOn(hours, "2026-11-20T01:00:00+01:00"))
        #expect(try isOn(hours, "2026-11-20T23:00:00+01:00"))
        #expect(try isOn(hours, "2026-11-21T02:29:59+01:00"))
        #expect(try !isOn(hours, "2026-11-21T02:30:00+01:00"))
        #expect(try !isOn(hours, "2026-11-21T22:30:00+01:00"))
        #expect(try change(hours, after: "2026-11-20T23:00:00+01:00") == date("2026-11-21T02:30:00+01:00"))
        #expect(try change(hours, after: "2026-11-21T01:00:00+01:00") == date("2026-11-21T02:30:00+01:00"))
    }

    @Test func `hours that begin on Sunday go on into Monday`() throws {
        let hours = [KioskHours(days: [7], on: 1380, off: 60)]
        #expect(try isOn(hours, "2026-11-23T00:30:00+01:00"))
        #expect(try !isOn(hours, "2026-11-22T00:30:00+01:00"))
        #expect(try change(hours, after: "2026-11-21T12:00:00+01:00") == date("2026-11-22T23:00:00+01:00"))
    }

    @Test func `hours that meet or overlap are one`() throws {
        let hours = [
            KioskHours(days: [5], on: 540, off: 720), KioskHours(days: [5], on: 700, off: 800),
            KioskHours(days: [5], on: 800, off: 1440), KioskHours(days: [6], on: 0, off: 60),
        ]
        #expect(try change(hours, after: "2026-11-20T10:00:00+01:00") == date("2026-11-21T01:00:00+01:00"))
        #expect(try isOn(hours, "2026-11-21T00:00:00+01:00"))
    }

    @Test func `hours of all day every day never change`() throws {
        let hours = [KioskHours(on: 0, off: 1440)]
        for day in ["2026-11-20", "2026-03-28", "2026-10-24"] {
            #expect(try isOn(hours, "\(day)T23:59:59+01:00"))
            #expect(try change(hours, after: "\(day)T12:00:00+01:00") == nil)
        }
        #expect(try change([KioskHours(days: [], on: 0, off: 60)], after: "2026-11-20T12:00:00+01:00") == nil)
    }

    @Test func `on the day with 23 hours local time counts`() throws {
        let hours = [KioskHours(on: 540, off: 1080)]
        #expect(try change(hours, after: "2026-03-28T18:00:00+01:00") == date("2026-03-29T09:00:00+02:00"))
        #expect(try change(hours, after: "2026-03-29T09:00:00+02:00") == date("2026-03-29T18:00:00+02:00"))
    }

    @Test func `a local time that does not exist means the first one after it`() throws {
        #expect(
            try change([KioskHours(on: 150, off: 300)], after: "2026-03-29T00:00:00+01:00")
                == date("2026-03-29T03:00:00+02:00"))
        // Over midnight into the gap.
        #expect(
            try change([KioskHours(on: 1320, off: 150)], after: "2026-03-28T23:00:00+01:00")
                == date("2026-03-29T03:00:00+02:00"))
        // With both in the gap the kiosk is not on at all that day.
        #expect(
            try change([KioskHours(on: 135, off: 165)], after: "2026-03-28T12:00:00+01:00")
                == date("2026-03-30T02:15:00+02:00"))
    }

    @Test func `a local time that comes twice means the first`() throws {
        let hours = [KioskHours(on: 150, off: 240)]
        #expect(try change(hours, after: "2026-10-25T00:00:00+02:00") == date("2026-10-25T02:30:00+02:00"))
        #expect(try isOn(hours, "2026-10-25T02:10:00+01:00"))
        #expect(try change(hours, after: "2026-10-25T02:30:00+02:00") == date("2026-10-25T04:00:00+01:00"))
        #expect(
            try change([KioskHours(on: 60, off: 150)], after: "2026-10-25T01:30:00+02:00")
                == date("2026-10-25T02:30:00+02:00"))
    }

    @Test func `hours hold on a day that begins at one o'clock`() throws {
        // In Beirut clocks go forward at midnight: 29 March 2026, a Sunday, begins at 1:00.
        let beirut = TimeZone(identifier: "Asia/Beirut")!
        let hours = [KioskHours(days: [7], on: 0, off: 120)]
        let start = try date("2026-03-29T01:00:00+03:00")
        #expect(hours.nextChange(after: try date("2026-03-28T12:00:00+02:00"), in: beirut) == start)
        #expect(hours.isOn(at: start, in: beirut))
        #expect(hours.nextChange(after: start, in: beirut) == start.addingTimeInterval(3600))
        // The day still ends at midnight, not 24 hours after it began.
        let whole = [KioskHours(days: [7], on: 0, off: 1440)]
        #expect(whole.nextChange(after: start, in: beirut) == start.addingTimeInterval(23 * 3600))
    }

    /// Each announced change comes, and none comes before it.
    @Test(arguments: ["2026-03-25T00:00:00Z", "2026-10-21T00:00:00Z"])
    func `every change comes when it was announced`(start: String) throws {
        let hours = [KioskHours(days: [1, 3, 6, 7], on: 1290, off: 150), KioskHours(days: [2, 7], on: 120, off: 600)]
        let start = try date(start)
        var foretold = hours.nextChange(after: start, in: berlin)
        var isOn = hours.isOn(at: start, in: berlin)
        for minute in stride(from: 10, to: 8 * 1440, by: 10) {
            let moment = start.addingTimeInterval(Double(minute) * 60)
            let changes = hours.isOn(at: moment, in: berlin) != isOn
            #expect(changes == (moment == foretold), "\(moment)")
            if changes {
                isOn.toggle()
                foretold = hours.nextChange(after: moment, in: berlin)
            }
        }
    }
}
