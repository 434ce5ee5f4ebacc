#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Synchronization
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// What captions say, beside the picture that they stand in.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct CaptionTests {
        /// A group on a stage that keeps what was to be written with each tick.
        private final class Listener: StageContent {
            let content: GroupContent
            let captions = Mutex<[HostTime: [MemberID: String]]>([:])

            init(_ group: PlaybackGroup) { content = GroupContent(group.runner) }

            var clock: any GroupClock { content.clock }
            var ledger: LedgerBox { content.ledger }
            var isSettled: Bool { content.isSettled }
            var moment: GroupRunner.Lineup { content.moment }
            func placements(in frame: StageFrame) -> [MemberID: TilePlacement] { content.placements(in: frame) }

            func collect(
                _ moment: GroupRunner.Lineup, at host: HostTime, in frame: StageFrame, until deadline: HostTime
            ) -> StageShowing {
                let showing = content.collect(moment, at: host, in: frame, until: deadline)
                let texts = Dictionary(uniqueKeysWithValues: showing.captions.map { ($0.id, $0.text) })
                captions.withLock { $0[host] = texts }
                return showing
            }
        }

        @Test func `the number in a caption is that of the frame above it, whatever the file`() async throws {
            let clips = [
                IndexClip.editListBFrames, .small320x240, .hard(id: 3).with { $0.frameRate = .fps24 },
            ].map { $0.dressed() }
            try ClipLibrary.shared.make(clips)
            let performance = try Performance(pace: .unpaced, layout: .grid)
            let (stage, group) = (performance.stage, performance.group)
            let listener = Listener(group)
            stage.show(content: listener)
            var captions = TileCaptions([.frame], corner: .bottomRight)
            // Small enough to leave the index in the picture readable.
            captions.height = 0.012
            stage.captions = captions
            let casts = try clips.enumerated().map { index, clip in
                try performance.add(clip, offset: .milliseconds(130 * index), end: .loop)
            }
            try await group.play()
            stage.advance(ticks: 90)
            try await group.seek(to: .milliseconds(700))
            stage.advance(ticks: 30)
            group.rate = 2
            stage.advance(ticks: 60)
            group.pause()
            group.step(by: -1)
            stage.advance(ticks: 5)
            var compared = 0
            for tick in performance.reader.all {
                let texts = try #require(listener.captions.withLock { $0[tick.host] })
                for cast in casts {
                    guard let code = tick.tiles[cast.id] else { continue }
                    #expect(code.clip == cast.clip)
                    #expect(texts[cast.id] == "#\(code.index)", "tick \(tick.index) of \(cast.clip)")
                    compared += 1
                }
            }
            #expect(compared > 450)
            stage.captions = nil
            stage.advance(ticks: 1)
            #expect(listener.captions.withLock { $0.values.contains { $0.isEmpty } })
        }
    }
#endif
