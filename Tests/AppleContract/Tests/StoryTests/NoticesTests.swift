import AVFoundation
import Foundation
import Synchronization
import Testing

@testable import MultiPlayerKit

/// What the kit makes of notifications and of times of media.
struct NoticesTests {
    private let center = NotificationCenter()
    private let name = Notification.Name("happened")

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock(\.self) }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test(arguments: [false, true])
    func `nothing is reported once the observation has ended, or its owner is gone`(isReleased: Bool) {
        let counter = Counter()
        var notices: Notices? = Notices()
        notices?.watch(name, in: center) { _ in counter.add() }
        center.post(name: name, object: nil)
        #expect(counter.value == 1)
        if isReleased { notices = nil } else { notices?.end() }
        center.post(name: name, object: nil)
        #expect(counter.value == 1)
        withExtendedLifetime(notices) {}
    }

    @Test(arguments: [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity])
    func `a time that is no number is no duration and no host time`(time: CMTime) {
        #expect(Duration(time) == nil && HostTime(time) == nil)
    }
}
