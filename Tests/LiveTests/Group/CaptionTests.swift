#if canImport(CGStreamer)
    import Foundation
    import Synchronization
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen
    @testable import MultiPlayerKitTestSupport

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

        /// A grid whose captions tell one thing, and what keeps them.
        private static func perform(telling item: TileCaptions.Item) throws -> (Performance, Listener) {
            let performance = try Performance(pace: .unpaced, layout: .grid)
            let listener = Listener(performance.group)
            performance.stage.show(content: listener)
            var captions = TileCaptions([item], corner: .bottomRight)
            // Small enough to leave the index in the picture readable.
            captions.height = 0.012
            performance.stage.captions = captions
            return (performance, listener)
        }

        @Test func `the number in a caption is that of the frame above it, whatever the file`() async throws {
            let clips = [
                IndexClip.editListBFrames, .small320x240, .hard(id: 3).with { $0.frameRate = .fps24 },
            ].map { $0.dressed() }
            try ClipLibrary.shared.make(clips)
            let (performance, listener) = try Self.perform(telling: .frame)
            let (stage, group) = (performance.stage, performance.group)
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

        /// Every codec whose types are read, in the containers that bring it in another form.
        private static let typed: [IndexClip] = {
            let kinds: [(IndexClip.Codec, [IndexClip.Container])] = [
                (.h264, [.mp4, .mkv, .ts, .fragmentedMP4]), (.h265, [.mp4, .ts]), (.vp8, [.webm]), (.vp9, [.webm]),
                (.av1, [.mkv]), (.mpeg1, [.mpegPS]), (.mpeg2, [.ts, .mpegPS]), (.mpeg4, [.mov]), (.mjpeg, [.mov]),
                (.prores, [.mov]), (.png, [.mov]),
            ]
            let forms = kinds.flatMap { codec, containers in containers.map { (codec, $0) } }
            return forms.enumerated().map { index, form in
                IndexClip(id: index % 16).with {
                    ($0.codec, $0.container) = form
                    // The first is drawn halved twice in a grid of sixteen, the others as they are.
                    ($0.width, $0.height) = index == 0 ? (1280, 720) : (320, 180)
                    $0.gop = 12
                    $0.bFrames = [.h264, .h265, .mpeg1, .mpeg2, .mpeg4].contains(form.0) ? 2 : 0
                    $0.pixels = form.0 == .prores ? .yuv422p10 : form.0 == .png ? .rgb24 : .yuv420p
                    $0.colour = form.0.usualColour
                }
            }
        }()

        @Test func `the type in a caption is the one that the picture above it was coded with`() async throws {
            let clips = Self.typed
            try ClipLibrary.shared.make(clips)
            let (performance, listener) = try Self.perform(telling: .pictureType)
            let (stage, group) = (performance.stage, performance.group)
            let casts = try clips.map { try performance.add($0, end: .loop) }
            let types = try clips.map { clip in
                let told = try Tool.ffprobe.output(
                    ["-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pict_type", "-of", "csv=p=0"]
                        + [ClipLibrary.shared.url(for: clip).path])
                let lines = String(decoding: told, as: UTF8.self).split(whereSeparator: \.isNewline)
                return lines.map { String($0.prefix(1)) }
            }
            try await group.play()
            stage.advance(ticks: 90)
            try await group.seek(to: .milliseconds(1_300))
            stage.advance(ticks: 30)
            group.rate = -1
            stage.advance(ticks: 60)
            var seen = clips.map { _ in [String: Int]() }
            for tick in performance.reader.all {
                let texts = try #require(listener.captions.withLock { $0[tick.host] })
                for (place, cast) in casts.enumerated() {
                    guard let code = tick.tiles[cast.id] else { continue }
                    let type = types[place][code.index]
                    #expect(texts[cast.id] == type, "picture \(code.index) of \(clips[place])")
                    seen[place][type, default: 0] += 1
                }
            }
            for (clip, counts) in zip(clips, seen) {
                print("\(clip.codec) in \(clip.container): \(counts)")
                #expect(counts.values.reduce(0, +) > 150)
                #expect(clip.bFrames == 0 || Set(counts.keys) == ["I", "P", "B"])
            }
        }
    }
#endif
