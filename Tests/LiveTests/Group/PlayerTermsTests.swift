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
    @testable import TestTools

    /// A player whose grant, tile or turn changes at an awkward moment, asked for its frames as a stage does.
    @Suite(.shared, .serialized, .timeLimit(.minutes(3)))
    struct PlayerTermsTests {
        /// Whether a player has said that it is prepared.
        private final class Told: Sendable {
            let isPrepared = Mutex(false)
        }

        /// A player on a line of its own. The line moves only as far as the test asks for frames.
        private final class Lone: Sendable {
            let player = GStreamerPlayer()
            let timeline: MemberTimeline
            private let told = Told()

            convenience init(
                _ clip: IndexClip, smaller: [IndexClip] = [], map: TimeMap, rate: Double = 1,
                grant: DecodeGrant = DecodeGrant(.full), tile: CGSize? = nil
            ) throws {
                try self.init(
                    ([clip] + smaller).map { try ClipLibrary.shared.url(for: $0) }, map: map, rate: rate, grant: grant,
                    tile: tile)
            }

            init(
                _ files: [URL], map: TimeMap, rate: Double = 1, grant: DecodeGrant = DecodeGrant(.full),
                tile: CGSize? = nil
            ) throws {
                let source = MediaSource(renditions: files)
                let media = try OpenedMedia(of: source)
                timeline = MemberTimeline(
                    line: GroupLine(anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: rate)),
                    map: map, bounds: media.info.bounds)
                player.attach { [told] event in
                    if case .prepared = event { told.isPrepared.withLock { $0 = true } }
                }
                player.load(source, media: media, generation: 0)
                if let tile { player.display(at: tile) }
                player.decode(grant)
                player.prepare(timeline, at: HostTime(nanoseconds: 0), allowsPreview: false, generation: 1)
            }

            deinit { player.release() }

            func start() async throws {
                try await wait { told.isPrepared.withLock { $0 } }
                player.follow(timeline, from: HostTime(nanoseconds: 0))
            }

            func wait(until isSo: () -> Bool) async throws {
                let deadline = HostTime.now.advanced(by: .seconds(8))
                while !isSo(), HostTime.now < deadline { try await Task.sleep(for: .milliseconds(2)) }
                try #require(isSo())
            }

            func position(_ seconds: Double) -> MemberTimeline.Position {
                timeline.position(at: HostTime(nanoseconds: Int64(seconds * 1e9)))
            }

            /// What a stage would get at a time, without waiting.
            func frame(_ seconds: Double) -> FrameAnswer<Picture> {
                player.frame(at: position(seconds), on: timeline)
            }

            /// Waits for the exact frame.
            func exactFrame(_ seconds: Double) -> FrameAnswer<Picture> {
                player.frame(at: position(seconds), on: timeline, waitingAtMost: .seconds(5))
            }
        }

        private static let clip = IndexClip.hard(id: 1).with { ($0.width, $0.height, $0.frameCount) = (640, 360, 120) }

        private static func width(_ answer: FrameAnswer<Picture>) -> Int? {
            switch answer {
            case .exact(let picture, _), .reduced(let picture, _): picture.format.width
            default: nil
            }
        }

        private static func isExact(_ answer: FrameAnswer<Picture>) -> Bool {
            if case .exact = answer { true } else { false }
        }

        @Test func `a decoder that is taken away and given back before the first picture plays on`() async throws {
            for pause in [0, 1, 5, 20] {
                let lone = try Lone(Self.clip, map: TimeMap(end: .loop))
                lone.player.decode(DecodeGrant(.still))
                try await Task.sleep(for: .milliseconds(pause))
                lone.player.decode(DecodeGrant(.full))
                try await lone.start()
                // The picture of a visit, which is of the beginning, stays until the decoder that was given back has one.
                try await lone.wait { Self.isExact(lone.frame(1)) }
                for tick in 30..<90 {
                    #expect(Self.isExact(lone.exactFrame(Double(tick) / 30)), "tick \(tick) after \(pause) ms")
                }
            }
        }

        /// Grants change while a group gets ready to start, which takes as long as its slowest member.
        @Test func `a decoder that is granted before the start has the first frame, however late the start is`()
            async throws
        {
            // The still's picture is there after 5 ms or so: some of these grants come while it is being reported.
            for pause in stride(from: 0, to: 20_000, by: 100) {
                let lone = try Lone(Self.clip, map: TimeMap(end: .loop), grant: DecodeGrant(.still))
                try await Task.sleep(for: .microseconds(pause))
                lone.player.decode(DecodeGrant(.full))
                try await lone.start()
                #expect(Self.isExact(lone.frame(0)), "after \(pause) µs")
            }
        }

        /// The loop begins far behind its key frame, so that a second decoder waits at the next turn.
        @Test func `a turn that nobody asked for does not make every later turn late`() async throws {
            let part = Duration.seconds(1)..<(.seconds(1.8))
            let lone = try Lone(Self.clip, map: TimeMap(range: part, end: .loop))
            try await lone.start()
            let length = 0.8
            for turn in [0, 1, 2, 5, 6, 7, 10, 11] {
                let begin = Double(turn) * length
                // After a gap the first frames have to be decoded.
                if [5, 10].contains(turn) { _ = lone.exactFrame(begin + 0.001) }
                for tick in 0..<24 {
                    let place = begin + (Double(tick) + 0.5) / 30
                    let answer = lone.frame(place)
                    if turn != 0, turn != 5, turn != 10, tick == 0 {
                        #expect(Self.isExact(answer), "the first frame of turn \(turn)")
                    }
                    if !Self.isExact(answer) { #expect(Self.isExact(lone.exactFrame(place)), "turn \(turn), \(tick)") }
                }
                // Longer than the second decoder takes to get there.
                try await Task.sleep(for: .milliseconds(400))
            }
        }

        /// Two frames, so that the turn is repeated from memory; the end of a video, moving and at rest.
        @Test(
            arguments: [
                (TimeMap(range: .zero..<(.seconds(2) / 30), end: .loop), 1.0, 0.0),
                (TimeMap(end: .hold), 1, 5), (TimeMap(offset: .seconds(5), end: .hold), 0, 0),
            ])
        func `a tile that grows gets larger pictures, and none is missing meanwhile`(
            map: TimeMap, rate: Double, begin: Double
        ) async throws {
            let lone = try Lone(Self.clip, map: map, rate: rate, tile: CGSize(width: 80, height: 45))
            try await lone.start()
            var place = begin
            func next() -> FrameAnswer<Picture> {
                // The line stands where the video has ended.
                if begin == 0, rate > 0 { place += 1.0 / 30 }
                return lone.frame(place)
            }
            _ = lone.exactFrame(place)
            for _ in 0..<40 {
                _ = next()
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(Self.width(next()) == 160)
            lone.player.display(at: CGSize(width: 640, height: 360))
            var (widths, missing) = ([Int](), 0)
            for _ in 0..<400 where widths.last != 640 {
                let answer = next()
                if let width = Self.width(answer) { widths.append(width) } else { missing += 1 }
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(widths.last == 640)
            #expect(missing == 0)
        }

        /// What is left of the file begins with its first frame.
        @Test func `a looping file that is cut while it plays goes on to its last frame, and never back`() async throws
        {
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let file = scratch.url.appending(path: "cut.mp4")
            let clip = IndexClip(id: 5).with { ($0.width, $0.height, $0.frameCount) = (640, 360, 90) }
            for last in [20, 43, 60] {
                try? FileManager.default.removeItem(at: file)
                try FileManager.default.copyItem(at: try ClipLibrary.shared.url(for: clip), to: file)
                let lone = try Lone([file], map: TimeMap(end: .loop))
                try await lone.start()
                var shown = Duration.zero
                for tick in 0...last {
                    if case .exact(_, let time) = lone.exactFrame(Double(tick) / 30) { shown = time }
                }
                #expect(truncate(file.path, 3_000) == 0)
                for tick in last..<85 {
                    if case .exact(_, let time) = lone.frame(Double(tick) / 30) {
                        #expect(time >= shown, "tick \(tick), cut at \(last)")
                        shown = max(shown, time)
                    }
                    try await Task.sleep(for: .milliseconds(8))
                }
            }
        }

        @Test func `another rendition takes over at the end of a video, where no frames are ahead`() async throws {
            let small = Self.clip.with { ($0.width, $0.height) = (320, 180) }
            let lone = try Lone(
                Self.clip, smaller: [small], map: TimeMap(end: .hold), grant: DecodeGrant(.full, rendition: 1))
            try await lone.start()
            #expect(Self.width(lone.exactFrame(5)) == 320)
            lone.player.decode(DecodeGrant(.full))
            var width: Int?
            for _ in 0..<400 where width != 640 {
                width = Self.width(lone.frame(5))
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(width == 640)
        }
    }
#endif
