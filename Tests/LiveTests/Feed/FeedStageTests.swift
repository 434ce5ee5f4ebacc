#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import MultiPlayerKitFeed

    /// A feed on a stage, read back from its pixels.
    @Suite(.shared, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct FeedStageTests {
        /// A minute of flings, reversals and rests, in seconds and pixels.
        nonisolated static let story: [(Double, Double)] = [
            (0, 0), (2, 0), (3, 1_800), (5, 1_800), (5.4, 4_000), (5.9, 2_500), (8, 2_500), (14, 3_100), (16, 3_100),
            (17, 9_000), (18, 11_400), (20, 11_400), (20.5, 8_000), (21, 9_500), (21.5, 6_000), (24, 6_000),
            (25, 0), (27, 0), (30, 500), (33, 1_000), (35, 1_000), (36, 12_000), (38, 12_000), (42, 10_000),
            (44, 10_000), (44.3, 12_428), (46, 12_428), (50, 4_400), (52, 4_400), (53, 5_200), (54, 4_600),
            (56, 4_600), (57, 7_000), (60, 7_000),
        ]

        nonisolated static func place(_ seconds: Double) -> Double {
            guard let next = story.firstIndex(where: { $0.0 > seconds }) else { return story[story.count - 1].1 }
            guard next > 0 else { return story[0].1 }
            let (from, to) = (story[next - 1], story[next])
            return from.1 + (to.1 - from.1) * (seconds - from.0) / (to.0 - from.0)
        }

        private func feed(
            on stage: Stage, cells: Int = 200, _ settings: FeedSettings,
            source: @escaping @Sendable (Int) -> MediaSource
        ) throws -> StageFeed {
            let layout = FeedLayout.grid(
                count: cells, columns: 3, cell: CGSize(width: 320, height: 180), spacing: CGSize(width: 16, height: 16),
                origin: CGPoint(x: 16, y: 16))
            return try StageFeed(on: stage, settings: settings, layout: layout) { source(Int($0.description) ?? 0) }
        }

        @Test func `in a column of six kinds of footage each cell shows its own, and none is black`() async throws {
            let kinds: [IndexClip] = [
                IndexClip(id: 0).with { ($0.codec, $0.pixels, $0.colour) = (.h265, .yuv420p10, .pq) },
                IndexClip(id: 1).with { ($0.codec, $0.container, $0.pixels) = (.prores, .mov, .yuv422p10) },
                IndexClip(id: 2).with { ($0.codec, $0.container, $0.colour) = (.vp9, .webm, .bt601Full) },
                IndexClip(id: 3).with {
                    ($0.codec, $0.container, $0.colour, $0.scan) = (.mpeg2, .ts, .bt601PAL, .bottomFieldFirst)
                },
                IndexClip(id: 4).with { ($0.pixels, $0.colour) = (.bgr24, .rgb) },
                IndexClip(id: 5).with { ($0.codec, $0.container, $0.colour) = (.mjpeg, .avi, .bt601PALFull) },
            ].map { clip in clip.with { ($0.width, $0.height, $0.frameRate, $0.frameCount) = (320, 180, .fps25, 50) } }
            let urls = try kinds.map { try ClipLibrary.shared.url(for: $0) }
            let stage = try Stage(size: CGSize(width: 320, height: 720), pace: .unpaced, isGuarded: true)
            var settings = FeedSettings(policy: .allVisible(atOnce: 3))
            settings.playerCeiling = 5
            let layout = FeedLayout.grid(
                count: 30, columns: 1, cell: CGSize(width: 320, height: 180), spacing: CGSize(width: 0, height: 16))
            let feed = try StageFeed(on: stage, settings: settings, layout: layout) {
                MediaSource(url: urls[(Int($0.description) ?? 0) % urls.count])
            }
            let reader = try FeedReader(stage, feed)
            feed.scroll { tick, start in
                // Scrolls down through the column and back, with rests.
                let seconds = start.map { $0.duration(to: tick).seconds } ?? 0
                let part = seconds.truncatingRemainder(dividingBy: 8)
                return min(max(part - 2, 0), 2) * 2_000 - min(max(part - 6, 0), 2) * 2_000
            }
            stage.show(feed)
            await Task.detached { stage.advance(ticks: 960) }.value
            stage.stop()
            let unreadable = reader.all.filter { $0.code == nil }
            let foreign = reader.all.filter { $0.code.map { $0.clip } ?? $0.cell % 6 != $0.cell % 6 }
            print("column: \(reader.all.count) sights, \(unreadable.count) unreadable, \(foreign.count) foreign")
            #expect(reader.all.count > 2_000)
            #expect(unreadable.isEmpty, "\(unreadable.prefix(5))")
            #expect(foreign.isEmpty, "\(foreign.prefix(5))")
            #expect(!stage.hasOffended)
            #expect(feed.snapshot.wrongCellFrames == 0 && feed.snapshot.emptyCells == 0)
            feed.close()
        }

        @Test func `in a minute of flings every cell shows its own video or poster, and at rest plays exactly`()
            async throws
        {
            let urls = try FeedClips.urls()
            let stage = try Stage(size: CGSize(width: 1024, height: 720), pace: .unpaced)
            var settings = FeedSettings(policy: .allVisible(atOnce: 4))
            settings.playerCeiling = 6
            settings.replays = nil
            let feed = try feed(on: stage, settings) { MediaSource(url: urls[$0 % urls.count]) }
            let reader = try FeedReader(stage, feed)
            feed.scroll { tick, start in Self.place(start.map { $0.duration(to: tick).seconds } ?? 0) }
            stage.show(feed)
            await Task.detached { stage.advance(ticks: 3_600) }.value
            stage.stop()
            let sights = reader.all
            let unreadable = sights.filter { $0.code == nil }
            let wrong = sights.filter { $0.code.map(FeedClips.number) ?? $0.cell % 20 != $0.cell % 20 }
            print(
                "feed: \(sights.count) sights, \(unreadable.count) unreadable, \(wrong.count) wrong, \(feed.snapshot.bindings) turns"
            )
            #expect(sights.count > 25_000)
            #expect(unreadable.isEmpty, "\(unreadable.prefix(5))")
            #expect(wrong.isEmpty, "\(wrong.prefix(5))")
            #expect(feed.snapshot.wrongCellFrames == 0 && feed.snapshot.emptyCells == 0)
            expectExactRests(sights, reader.roles)
            feed.close()
        }

        /// After a rest of a second four cells go on by one frame every second tick, and the others stand still.
        private func expectExactRests(_ sights: [FeedReader.Sight], _ roles: [Int64: [String]]) {
            var rests = 0
            let byTick = Dictionary(grouping: sights, by: \.tick)
            let start = sights.map(\.tick).min() ?? 0
            for second in stride(from: 1.0, to: 59, by: 0.5)
            where Self.place(second) == Self.place(second - 0.9) && Self.place(second) == Self.place(second + 0.5) {
                let first = start + Int64(second * 60)
                var playing = 0
                for cell in (byTick[first] ?? []).map(\.cell) {
                    let run = (0..<24).map { tick in
                        byTick[first + tick]?.first { $0.cell == cell }?.code?.index ?? -1
                    }
                    guard Set(run).count > 1 else { continue }
                    playing += 1
                    let (low, count) = cell % 20 < 16 ? (0, 75) : (90, 60)
                    let steps = zip(run.dropFirst(), run).map { ($0 - $1 + count) % count }
                    // Each pair of ticks goes on by one frame, at the first or the second.
                    let even = stride(from: 0, to: 22, by: 2).allSatisfy { steps[$0] + steps[$0 + 1] == 1 }
                    #expect(even && run.allSatisfy { $0 >= low }, "cell \(cell) at \(second) s: \(run)")
                }
                let known = roles.keys.filter { $0 <= first }.max().flatMap { roles[$0] } ?? []
                #expect(playing == 4, "at \(second) s: \(known)")
                rests += 1
            }
            print("feed: \(rests) rests looked at")
            #expect(rests > 15)
        }
    }
#endif
