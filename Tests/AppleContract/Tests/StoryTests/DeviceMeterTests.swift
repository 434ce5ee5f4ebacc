import Foundation
import Testing
import UIKit

@testable import MultiPlayerKit

@Suite(.serialized) struct DeviceMeterTests {
    @Test func `a memory warning is in the next reading and in no other`() {
        let meter = DeviceMeter()
        #expect(!meter.read(span: .zero, decoding: .zero).isShortOfMemory)
        NotificationCenter.default.post(name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
        #expect(meter.read(span: .zero, decoding: .zero).isShortOfMemory)
        #expect(!meter.read(span: .zero, decoding: .zero).isShortOfMemory)
    }
}
