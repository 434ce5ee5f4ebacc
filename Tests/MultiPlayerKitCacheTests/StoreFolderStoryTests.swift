import Foundation
import Testing

struct StoreFolderStoryTests {
    /// The number of stories; `STORE_STORIES` sets another.
    private static let count = ProcessInfo.processInfo.environment["STORE_STORIES"].flatMap(UInt64.init) ?? 200

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `in random stories what is counted is on the disk, what is read stays, and the rest makes room`(
        part: UInt64
    ) throws {
        var failures = 0
        for seed in 0..<Self.count where seed % 4 == part && failures < 5 {
            var story = try StoreFolderStory(seed: seed)
            let broken = try story.run(steps: 60)
            guard !broken.isEmpty else { continue }
            failures += 1
            Issue.record("seed \(seed): \(broken.prefix(3))")
        }
    }
}
