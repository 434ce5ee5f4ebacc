import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// What a kiosk knows about its files.
struct KioskFilesTests {
    private let source = MediaSource(url: URL(fileURLWithPath: "/clips/a.mp4"))
    private let stamp = FileStamp(device: 1, inode: 2, size: 3, modified: 4)

    private func host(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

    @Test func `a file that is gone when it is opened is opened again once it is back`() {
        var files = KioskFiles([source], now: host(0))
        #expect(files.take(.stamp(stamp), of: source, at: host(0)).opens)
        // The file is gone, or was replaced while it was read.
        #expect(files.take(.missed, of: source, at: host(0.1)).news == .none)
        let news = files.take(.stamp(nil), of: source, at: host(1)).news
        #expect(news == .failed("there is no such file", retryIn: .seconds(1)))
        var opened: Double?
        for second in 2..<10 where opened == nil {
            if files.take(.stamp(stamp), of: source, at: host(Double(second))).opens { opened = Double(second) }
        }
        // It has to be seen twice, so that it is not opened while it is being written.
        #expect(opened == 3)
        #expect(files.take(.opened(stamp, KioskClipFacts()), of: source, at: host(4)).news == .usable)
        #expect(files.failures.isEmpty)
    }
}
