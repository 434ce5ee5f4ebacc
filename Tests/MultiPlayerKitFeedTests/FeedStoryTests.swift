import Foundation
import Testing

@testable import MultiPlayerKit

@Suite struct FeedStoryTests {
    /// The number of stories; `FEED_STORIES` sets another.
    private static let count = ProcessInfo.processInfo.environment["FEED_STORIES"].flatMap(UInt64.init) ?? 10_000

    /// A failure names its seed, and `FEED_STORY=<seed>` prints that story.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `the rules of a feed hold in random stories`(part: UInt64) {
        var failures = 0
        var touched = 0
        for seed in 0..<Self.count where seed % 4 == part && failures < 5 {
            var story = FeedStory(seed: seed)
            let broken = story.run(steps: 16)
            touched = max(touched, story.bench.mostTouched)
            guard !broken.isEmpty else { continue }
            failures += 1
            Issue.record("seed \(seed): \(broken.prefix(3))")
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["FEED_STORY"] != nil))
    func `one story is printed`() throws {
        let seed = try #require(ProcessInfo.processInfo.environment["FEED_STORY"].flatMap(UInt64.init))
        var story = FeedStory(seed: seed)
        story.bench.keepsLog = true
        let broken = story.run(steps: 16)
        print((story.bench.log + broken).joined(separator: "\n"))
    }
}
