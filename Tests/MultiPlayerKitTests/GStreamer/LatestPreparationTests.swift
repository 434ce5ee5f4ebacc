#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit

    /// Whatever is asked for last is answered, though grants change meanwhile and answers to what was asked before are on
    /// their way.
    @Suite(.serialized, .tags(.realMedia), .timeLimit(.minutes(3)))
    struct LatestPreparationTests {
        /// Longer than any of them takes, on a busy machine too; a group gives up after ten seconds.
        private static let patience = Duration.seconds(8)

        /// The last preparation that was answered.
        private final class Answers: Sendable {
            let last = Mutex(0)

            func wait(for generation: Int) async -> Bool {
                let deadline = HostTime.now.advanced(by: LatestPreparationTests.patience)
                while HostTime.now < deadline {
                    if last.withLock({ $0 }) == generation { return true }
                    try? await Task.sleep(for: .milliseconds(1))
                }
                return false
            }
        }

        @Test(arguments: [[DecodeTier.still], [.still, .keyframes], [.full, .still, .keyframes]])
        func `the last preparation is answered, whatever crosses it`(tiers: [DecodeTier]) async throws {
            let clip = IndexClip.hard(id: 1).with { ($0.width, $0.height, $0.frameCount) = (320, 180, 90) }
            let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
            let album = try Album(of: source)
            var random = SplitMix(seed: 7)
            for round in 0..<60 {
                let answers = Answers()
                let player = GStreamerPlayer()
                player.attach { event in
                    if case .prepared(let generation) = event { answers.last.withLock { $0 = max($0, generation) } }
                }
                player.load(source, album: album, generation: 0)
                player.decode(DecodeGrant(tiers[0]))
                let grants = (0..<6).map { _ in
                    (tiers.randomElement(using: &random) ?? .full, Int.random(in: 0..<6_000, using: &random))
                }
                let granting = Task.detached {
                    for (tier, pause) in grants {
                        try? await Task.sleep(for: .microseconds(pause))
                        player.decode(DecodeGrant(tier))
                    }
                }
                for generation in 1...5 {
                    let place = Duration.milliseconds(Int.random(in: 0..<2_900, using: &random))
                    let timeline = MemberTimeline(
                        line: GroupLine(anchor: .held(at: place)), map: TimeMap(end: .loop), bounds: album.info.bounds)
                    player.prepare(timeline, at: .now, allowsPreview: false, generation: generation)
                    // From no time at all to the time that opening, and then a seek, takes.
                    try await Task.sleep(
                        for: .microseconds(Int.random(in: 0..<(generation == 1 ? 30_000 : 8_000), using: &random)))
                }
                #expect(await answers.wait(for: 5), "round \(round), \(tiers)")
                await granting.value
                player.release()
            }
        }
    }
#endif
