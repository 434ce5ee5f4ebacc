#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitRenditions
    @testable import TestTools

    /// Small renditions have a key frame every half second, so that a pointer finds pictures quickly.
    @Suite(.alone, .serialized, .timeLimit(.minutes(20)))
    @MainActor
    struct RenditionScrubTests {
        /// A key frame of the original every so many frames, and one request in so many that leads anywhere.
        struct Scrub: CustomTestStringConvertible {
            var gop: Int
            var leaps: Int?
            var testDescription: String {
                "a key frame every \(gop), \(leaps.map { "one leap in \($0)" } ?? "no leaps")"
            }

            static let all = [60, 250].flatMap { gop in [nil, 40].map { Scrub(gop: gop, leaps: $0) } }
        }

        /// Exact pictures a second, and the share of requests that are answered within two refreshes. The short form runs on
        /// machines whose processors are shared with others.
        private static let (exact, answered) = TestRun.isLong ? (30.0, 0.99) : (20, 0.9)

        @Test(arguments: TestRun.isLong ? Scrub.all : [Scrub(gop: 250, leaps: nil)])
        func `with renditions a pointer is followed by exact pictures`(scrub: Scrub) async throws {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let store = RenditionStore(.init(directory: scratch.url.appending(path: "renditions")))
            let clips = ScrubRun.clips(gop: scrub.gop)
            try ClipLibrary.shared.make(clips)
            for clip in clips {
                let made = try await store.make(for: 360, of: ClipLibrary.shared.url(for: clip))
                #expect(made != nil)
            }
            let limit = Duration.milliseconds(scrub.gop == 60 ? 150 : 300)
            let found = try await QuietMachine.run(
                until: {
                    $0.exactPerSecond >= Self.exact && $0.answered >= Self.answered && $0.settled <= limit
                }, always: { _ in }
            ) {
                try await ScrubRun.perform(gop: scrub.gop, seed: TestDay.number, leaps: scrub.leaps) {
                    store.source(of: $0)
                }
            }
            print("scrub with renditions, \(scrub.testDescription): \(found)")
            #expect(found.exactPerSecond >= Self.exact)
            #expect(found.answered >= Self.answered)
            #expect(found.settled <= limit)
        }
    }
#endif
