import Foundation
import Testing

@testable import MultiPlayerKit

@Suite struct SyncHistoryTests {
    /// 10,000 sessions; a failure names its seed, and `MPK_SEED=<seed>` prints that session.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `whatever happens, all tiles stay on one line and every call is answered`(hundred: UInt64) {
        for seed in hundred * 100..<(hundred + 1) * 100 {
            let history = SyncHistory(seed: seed)
            let broken = history.run(steps: 25)
            #expect(broken.isEmpty, "seed \(seed) after \(history.log.suffix(6))")
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["MPK_SEED"] != nil))
    func `one session is printed`() throws {
        let seed = try #require(ProcessInfo.processInfo.environment["MPK_SEED"].flatMap(UInt64.init))
        let history = SyncHistory(seed: seed)
        history.keepsCommands = true
        let broken = history.run(steps: 25)
        print((history.log + broken).joined(separator: "\n"))
    }
}
