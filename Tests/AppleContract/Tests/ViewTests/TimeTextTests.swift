import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen

struct TimeTextTests {
    @Test(arguments: [
        (Duration.zero, "0:00.00", "0:00"),
        (.milliseconds(1_999), "0:01.99", "0:01"),
        (.nanoseconds(33_333_333), "0:00.03", "0:00"),
        (.seconds(3_723), "1:02:03.00", "1:02:03"),
        (.milliseconds(-1_500), "−0:01.50", "−0:01"),
        (.milliseconds(-5), "0:00.00", "0:00"),
    ])
    func `times read as people write them`(time: Duration, shown: String, spoken: String) {
        #expect(TimeText(time).shown == shown)
        #expect(TimeText(time).spoken == spoken)
    }
}
