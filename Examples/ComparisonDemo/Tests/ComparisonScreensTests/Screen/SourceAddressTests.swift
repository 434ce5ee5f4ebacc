import Foundation
import Testing

@testable import ComparisonScreens

@Suite struct SourceAddressTests {
    @Test(arguments: ["a b.mp4", "50%20.mp4", "häuser \"x\".mp4", "a:b.mp4", "#1?.mp4", "-x.mp4", "://x"])
    func `any name can be a path`(name: String) {
        let url = SourceAddress.url(name)
        #expect(url?.isFileURL == true)
        #expect(url?.lastPathComponent == (name == "://x" ? "x" : name))
    }

    @Test(arguments: [
        "http://example.org/a.mp4", "https://[::1]:80/b.mp4?x=1", "file:///tmp/a%20b.mp4", "rtsp+x://h/1",
    ])
    func `a scheme makes an address`(text: String) {
        #expect(SourceAddress.url(text)?.absoluteString == text)
    }

    @Test func `an address that no URL can hold is refused`() {
        #expect(SourceAddress.url("http://[") == nil)
    }
}
