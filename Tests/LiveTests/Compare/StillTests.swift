#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitCompare
    @testable import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import TestTools

    /// A picture or a frame beside a video that moves.
    @Suite(.serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct StillTests {
        private let scratch: ScratchFolder
        private var folder: URL { scratch.url }

        init() throws { scratch = try ScratchFolder() }

        /// What a tile shows while the group plays, seeks, goes back and loops; all of it, tick by tick.
        private func seen(
            _ add: (PlaybackGroup) throws -> MemberID
        ) async throws -> (still: [IndexCode?], moving: [IndexCode?]) {
            let performance = try Performance(pace: .unpaced, layout: .sideBySide)
            let group = performance.group
            let moving = try performance.add(IndexClip.hard(id: 2).dressed(fixing: .load))
            let still = try add(group)
            group.setRange(nil, repeats: true)
            try await group.play()
            performance.stage.advance(ticks: 90)
            try await group.seek(to: .milliseconds(400))
            performance.stage.advance(ticks: 60)
            group.rate = -1
            performance.stage.advance(ticks: 60)
            #expect(group.failures.isEmpty)
            #expect(group.snapshot.mixedTicks == 0)
            let ticks = performance.reader.all
            return (ticks.map { $0.tiles[still] }, ticks.map { $0.tiles[moving.id] })
        }

        @Test(.shared, arguments: [0, 300, 900])
        func `a frame of a video stands still beside another`(milliseconds: Int) async throws {
            let clip = IndexClip.editListBFrames.dressed(fixing: .load)
            let url = try ClipLibrary.shared.url(for: clip)
            let facts = try clip.facts()
            let time = Duration.milliseconds(milliseconds + 3)
            let seen = try await seen { $0.add(still: url, at: time) }
            let index = try #require(facts.position(at: time).flatMap { facts.indices[$0] })
            #expect(Set(seen.still) == [IndexCode(index: index, clip: clip.id)])
            #expect(Set(seen.moving).count > 20)
        }

        @Test(.shared, arguments: ["png", "jpg"])
        func `a picture file stands still beside a video`(kind: String) async throws {
            let clip = IndexClip.editListBFrames.dressed(fixing: .load)
            let picture = folder.appending(path: "picture.\(kind)")
            _ = try Tool.ffmpeg.output([
                "-v", "error", "-i", try ClipLibrary.shared.url(for: clip).path, "-frames:v", "1", "-q:v", "2",
                picture.path,
            ])
            let seen = try await seen { $0.add(still: picture) }
            #expect(Set(seen.still).count == 1 && seen.still.first??.clip == clip.id, "\(Set(seen.still))")
            #expect(Set(seen.moving).count > 20)
        }
    }
#endif
