import Testing

@testable import ComparisonScreens

@Suite struct DecimalTextTests {
    @Test(
        arguments: [
            ("0", 0, 0), ("2", 2, 0), ("+2", 2, 0), ("-1.5", -1, -500_000_000_000_000_000),
            (".5", 0, 500_000_000_000_000_000), ("-.04", 0, -40_000_000_000_000_000),
            ("0007.10", 7, 100_000_000_000_000_000),
            ("0.000000000000000001", 0, 1), ("-0", 0, 0),
            ("999999999.999999999999999999", 999_999_999, 999_999_999_999_999_999),
        ] as [(String, Int64, Int64)])
    func `a time is exact to the last digit`(text: String, seconds: Int64, attos: Int64) throws {
        let expected = Duration(secondsComponent: seconds, attosecondsComponent: attos)
        #expect(try DecimalText(text[...]).duration == expected)
    }

    @Test(arguments: ["1", "0.1", "0.3", "2.675", "123456.789", "-0.0625", "0.000000000000000001"])
    func `a number is the nearest double`(text: String) throws {
        #expect(try DecimalText(text[...]).double == Double(text))
    }

    @Test(arguments: [
        "", " ", "+", "-", ".", "-.", "5.", "1.2.3", "--1", "+-1", "1e3", "1e400", "1E5", "nan", "NaN", "inf", "-inf",
        "infinity", "0x10", "1_000", "1,5", " 1", "1 ", "1s", "½", "١٢", "１２", "1\u{301}", "−1", "1\0",
    ])
    func `anything but a plain decimal number is refused`(text: String) {
        #expect(throws: DecimalText.Fault.shape) { try DecimalText(text[...]) }
    }

    @Test(arguments: ["1000000000", "99999999999999999999999999", "-" + String(repeating: "9", count: 10_000)])
    func `a number with more than nine digits before the point is too large`(text: String) {
        #expect(throws: DecimalText.Fault.tooLarge) { try DecimalText(text[...]) }
    }

    @Test func `a time finer than a duration can hold is refused`() {
        #expect(throws: DecimalText.Fault.tooFine) { try DecimalText("0.0000000000000000001") }
    }

    @Test(arguments: [
        ("60", "60"), ("59.94", "2997/50"), ("23.976", "2997/125"), ("60000/1001", "60000/1001"), ("120/2", "60"),
        ("29.97002", ""), ("1", "1"), ("240", "240"), ("240.0", "240"), ("240.0001", ""), ("0.9999", ""), ("0", ""),
        ("-60", ""), ("60/0", ""), ("1/2", ""), ("481/2", ""), ("1/2/3", ""), ("60/", ""), ("9999999999/1", ""),
    ])
    func `a tick rate is an exact fraction from 1 to 240`(text: String, expected: String) {
        let options = try? parsed(["--fps", text])
        #expect((options?.ticksPerSecond.description ?? "") == expected)
    }

    @Test func `a range is at least one tick long, to the last digit`() {
        #expect((try? parsed(["--fps", "50", "--range", "1-1.02"])) != nil)
        #expect((try? parsed(["--fps", "50", "--range", "1-1.019999999999999999"])) == nil)
        #expect((try? parsed(["--range", "0-1000000", "--fps", "10000000/9999999"])) != nil)
    }
}
