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

    /// The last preparation is answered, although grants change meanwhile and answers to earlier ones are on their way.
    @Suite(.shared, .serialized, .timeLimit(.minutes(3)))
    struct LatestPreparationTests {
        /// Longer than any preparation takes, even on a busy machine; a group gives up after ten seconds.
        private static let patience = Duration.seconds(8)

        /// The generation of the last preparation that was answered.
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

        /// Opens a clip in a player of its own.
        private static func open(
            _ clip: IndexClip, _ tier: DecodeTier
        ) throws -> (player: GStreamerPlayer, answers: Answers, bounds: ItemBounds) {
            let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
            let media = try OpenedMedia(of: source)
            let (player, answers) = (GStreamerPlayer(), Answers())
            player.attach { event in
                if case .prepared(let generation) = event { answers.last.withLock { $0 = generation } }
            }
            player.load(source, media: media, generation: 0)
            player.decode(DecodeGrant(tier))
            return (player, answers, media.info.bounds)
        }

        /// At rest every frame counts. While the line moves a tier leaves frames out, and the next tier may need them.
        @Test(
            arguments: [
                [DecodeTier.still], [.still, .keyframes], [.keyframes, .still], [.full, .still, .keyframes],
            ], [0, 1.0])
        func `the last preparation is answered, whatever is granted`(tiers: [DecodeTier], rate: Double) async throws {
            let clip = IndexClip.hard(id: 1).with { ($0.width, $0.height, $0.frameCount) = (320, 180, 90) }
            let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
            let media = try OpenedMedia(of: source)
            var random = SplitMix(seed: 7)
            for round in 0..<TestRun.count(60, dividedBy: 2) {
                let answers = Answers()
                let player = GStreamerPlayer()
                player.attach { event in
                    if case .prepared(let generation) = event { answers.last.withLock { $0 = max($0, generation) } }
                }
                player.load(source, media: media, generation: 0)
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
                    let anchor = LineAnchor(hostTime: .now, time: place, rate: rate)
                    let timeline = MemberTimeline(
                        line: GroupLine(anchor: anchor), map: TimeMap(end: .loop), bounds: media.info.bounds)
                    player.prepare(timeline, at: anchor.hostTime, allowsPreview: false, generation: generation)
                    // At most the time that an opening takes, and from the second preparation on that of a seek.
                    try await Task.sleep(
                        for: .microseconds(Int.random(in: 0..<(generation == 1 ? 30_000 : 8_000), using: &random)))
                }
                #expect(await answers.wait(for: 5), "round \(round), \(tiers), rate \(rate)")
                await granting.value
                player.release()
            }
        }

        /// On the way to the end of a file that is decoded whole, the latest frames are kept; one of them is requested.
        @Test func `a preparation for a frame just decoded on the way to another place is answered`()
            async throws
        {
            let clip = IndexClip.openGOP.with { ($0.gop, $0.frameCount) = (120, 240) }
            let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
            let media = try OpenedMedia(of: source)
            let chain = media.chain(0)
            #expect(!chain.skipsUnwanted)
            func timeline(_ time: Duration) -> (MemberTimeline, MemberTimeline.Position) {
                let anchor = LineAnchor(hostTime: HostTime(nanoseconds: 0), time: time, rate: 1)
                let timeline = MemberTimeline(
                    line: GroupLine(anchor: anchor), map: TimeMap(end: .hold), bounds: media.info.bounds)
                return (timeline, timeline.position(at: anchor.hostTime))
            }
            let answers = Answers()
            let (toEnd, end) = timeline(media.info.bounds.end - .milliseconds(1))
            let decoder = FrameDecoder(
                chain: chain, terms: DecodeTerms(), timeline: toEnd, position: end, meter: DecodeMeter()
            ) { report in
                if case .prepared(let generation) = report { answers.last.withLock { $0 = generation } }
            }
            decoder.start()
            var met = 0
            for round in 1...40 {
                let (generation, begun) = (round * 2, answers.last.withLock { $0 })
                decoder.prepare(toEnd, at: end, allowsPreview: false, generation: generation - 1)
                // Waits until a frame in the middle has come.
                let middle = media.info.bounds.end * (50 + round) / 100
                let deadline = HostTime.now.advanced(by: Self.patience)
                var last: Duration?
                while HostTime.now < deadline, last.map({ $0 < middle }) ?? true, answers.last.withLock({ $0 }) == begun
                {
                    last = decoder.condition.withLock {
                        decoder.isOnTheWay && decoder.isAccepting ? decoder.lastTime : nil
                    }
                }
                guard let last, last >= middle else { continue }
                met += 1
                let (timeline, position) = timeline(last - .milliseconds(10))
                decoder.prepare(timeline, at: position, allowsPreview: false, generation: generation)
                #expect(await answers.wait(for: generation), "round \(round), at \(position.itemTime)")
            }
            // In the other rounds the decoder was at the end before it was looked at.
            #expect(met >= 20)
            await withCheckedContinuation { done in decoder.close { done.resume() } }
        }

        /// A tile on key frames that loses its decoder before it has shown a picture still has to bring one, the exact
        /// one. By then frames before it have been left out.
        @Test func `a preparation on key frames starts again when it has to be exact`() async throws {
            let clip = IndexClip.hard(id: 1).with { ($0.width, $0.height, $0.frameCount) = (1_920, 1_080, 90) }
            let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
            let media = try OpenedMedia(of: source)
            let anchor = LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .milliseconds(400), rate: 1)
            let timeline = MemberTimeline(
                line: GroupLine(anchor: anchor), map: TimeMap(end: .loop), bounds: media.info.bounds)
            let position = timeline.position(at: anchor.hostTime)
            var met = 0
            for round in 1...20 {
                let answers = Answers()
                let decoder = FrameDecoder(
                    chain: media.chain(0), terms: DecodeTerms(frames: .key), timeline: timeline, position: position,
                    meter: DecodeMeter()
                ) { report in
                    if case .prepared(let generation) = report { answers.last.withLock { $0 = generation } }
                }
                decoder.prepare(timeline, at: position, allowsPreview: false, generation: round)
                decoder.start()
                let deadline = HostTime.now.advanced(by: Self.patience)
                while HostTime.now < deadline, !decoder.condition.withLock({ decoder.isSparse }) {}
                decoder.decode(on: DecodeTerms(frames: .key, isCompared: true))
                if answers.last.withLock({ $0 }) == 0 { met += 1 }
                #expect(await answers.wait(for: round), "round \(round)")
                await withCheckedContinuation { done in decoder.close { done.resume() } }
            }
            // In the other rounds the decoder was prepared before its terms changed.
            #expect(met >= 5)
        }

        /// The frame due is the last one before the key frame at which the range ends. A container's rounded times may
        /// lead to the key frame itself.
        @Test(arguments: [IndexClip.Container.mp4, .mov, .mkv])
        func `a range that ends at a key frame is prepared at its very end`(container: IndexClip.Container) async throws
        {
            let clip = IndexClip.hard(id: 1).with { ($0.gop, $0.frameCount, $0.container) = (30, 120, container) }
            let source = MediaSource(url: try ClipLibrary.shared.url(for: clip))
            let media = try OpenedMedia(of: source)
            for seconds in 1...3 {
                let answers = Answers()
                let player = GStreamerPlayer()
                player.attach { event in
                    if case .prepared(let generation) = event { answers.last.withLock { $0 = generation } }
                }
                player.load(source, media: media, generation: 0)
                player.decode(DecodeGrant(.full))
                let range = Duration.zero..<Duration.seconds(seconds)
                let timeline = MemberTimeline(
                    line: GroupLine(anchor: .held(at: .seconds(5))), map: TimeMap(range: range, end: .hold),
                    bounds: media.info.bounds)
                player.prepare(timeline, at: .now, allowsPreview: false, generation: 1)
                #expect(await answers.wait(for: 1), "\(container), \(seconds) s")
                player.follow(timeline, from: .now)
                let answer = player.frame(at: timeline.position(at: .now), on: timeline, waitingAtMost: .seconds(2))
                if case .exact(_, let time) = answer {
                    #expect(FrameRate(30).frame(at: time) == Int64(seconds * 30 - 1), "\(container), \(time)")
                } else {
                    Issue.record("\(container), \(seconds) s: \(answer)")
                }
                player.release()
            }
        }

        /// A loop with a second decoder is held in its second turn and sent back to its first. The pictures shown until
        /// then belong to a turn with the same number as the one that the second decoder prepares.
        @Test func `a player sent back by a turn is prepared while the old place is still shown`() async throws {
            let clip = IndexClip.hard(id: 1).with { ($0.gop, $0.frameCount) = (120, 180) }
            let (player, answers, bounds) = try Self.open(clip, .full)
            func timeline(_ time: Duration, rate: Double) -> MemberTimeline {
                MemberTimeline(
                    line: GroupLine(anchor: LineAnchor(hostTime: .now, time: time, rate: rate)),
                    map: TimeMap(range: .milliseconds(1_500)..<Duration.seconds(4), end: .loop), bounds: bounds)
            }
            for round in 0..<5 {
                let start = timeline(.zero, rate: 1)
                let first = start.line.anchor.hostTime
                player.prepare(start, at: first, allowsPreview: false, generation: 2 * round + 1)
                #expect(await answers.wait(for: 2 * round + 1), "round \(round)")
                player.follow(start, from: first)
                let shown = timeline(.milliseconds(2_600 + 300 * round), rate: 0).position(at: .now)
                #expect(shown.turn == MemberTimeline.Turn(member: 1))
                let held = timeline(.milliseconds(2_600 + 300 * round), rate: 0)
                player.follow(held, from: .now)
                guard case .exact = player.frame(at: shown, on: held, waitingAtMost: .seconds(5)) else {
                    Issue.record("round \(round): no exact picture at the held position")
                    return
                }
                let back = timeline(.milliseconds(500 + 300 * round), rate: 1)
                let isShowing = Mutex(true)
                let showing = Task.detached {
                    while isShowing.withLock({ $0 }) {
                        _ = player.frame(at: shown, on: held)
                        try? await Task.sleep(for: .milliseconds(2))
                    }
                }
                player.prepare(back, at: back.line.anchor.hostTime, allowsPreview: false, generation: 2 * round + 2)
                let isAnswered = await answers.wait(for: 2 * round + 2)
                isShowing.withLock { $0 = false }
                await showing.value
                #expect(isAnswered, "round \(round)")
                player.follow(back, from: back.line.anchor.hostTime)
                let answer = player.frame(
                    at: back.position(at: back.line.anchor.hostTime), on: back, waitingAtMost: .seconds(2))
                guard case .exact(_, let time) = answer else {
                    Issue.record("round \(round): \(answer)")
                    continue
                }
                #expect(FrameRate(30).frame(at: time) == Int64(60 + 9 * round), "round \(round), \(time)")
            }
            player.release()
        }

        /// A picture of the previous line may still be composed while a player follows another. After a nudge a
        /// member's range ends later, and a request for the previous line must not make it decode to the old end.
        @Test func `a request for the previous line does not take a player back to it`() async throws {
            let clip = IndexClip.hard(id: 1).with { ($0.gop, $0.frameRate, $0.frameCount) = (30, .fps50, 250) }
            let (player, answers, bounds) = try Self.open(clip, .full)
            func timeline(_ offset: Duration) -> MemberTimeline {
                let line = GroupLine(
                    anchor: .held(at: .seconds(3)), range: .zero..<Duration.milliseconds(3_100), repeats: true)
                return MemberTimeline(line: line, map: TimeMap(offset: offset), bounds: bounds)
            }
            let before = timeline(.milliseconds(300))
            player.prepare(before, at: .now, allowsPreview: false, generation: 1)
            #expect(await answers.wait(for: 1))
            player.follow(before, from: .now)
            let old = before.position(at: .now)
            guard case .exact = player.frame(at: old, on: before, waitingAtMost: .seconds(5)) else {
                Issue.record("no exact picture at the held position")
                return
            }
            for nudge in 1...5 {
                let after = timeline(.milliseconds(300 + 140 * nudge))
                player.follow(after, from: .now)
                _ = player.frame(at: old, on: before)
                let place = after.position(at: .now)
                guard case .exact(_, let time) = player.frame(at: place, on: after, waitingAtMost: .seconds(5)) else {
                    Issue.record("no exact picture at \(place.itemTime)")
                    continue
                }
                #expect(FrameRate(50).frame(at: time) == FrameRate(50).frame(at: place.itemTime), "\(place.itemTime)")
            }
            player.release()
        }

        /// On the way to a later target in the same group of pictures a decoder goes on from where it is, and leaves frames
        /// out; a target among those is sought.
        @Test func `a place that was passed over on the way on is exact`() async throws {
            let clip = IndexClip.hard(id: 1).with {
                ($0.width, $0.height, $0.gop, $0.bFrames, $0.frameRate, $0.frameCount) = (640, 360, 500, 2, .fps50, 500)
            }
            let media = try OpenedMedia(of: MediaSource(url: try ClipLibrary.shared.url(for: clip)))
            func timeline(_ time: Duration) -> MemberTimeline {
                MemberTimeline(
                    line: GroupLine(anchor: .held(at: time)), map: TimeMap(), bounds: media.info.bounds)
            }
            let begin = HostTime(nanoseconds: 0)
            let first = timeline(.seconds(4))
            let answered = Mutex(0)
            let decoder = FrameDecoder(
                chain: media.chain(0), terms: DecodeTerms(), timeline: first, position: first.position(at: begin),
                meter: DecodeMeter()
            ) { if case .prepared(let generation) = $0 { answered.withLock { $0 = generation } } }
            decoder.start()
            var random = SplitMix(seed: 1)
            // Forward by more than is decoded ahead, then to a place in between, and anywhere.
            let places: [Duration] =
                [4, 7, 5.6, 9.3, 4.5].map { .seconds($0) }
                + (0..<40).map { _ in .milliseconds(Int.random(in: 0...9_900, using: &random)) }
            for (generation, time) in places.enumerated() {
                let timeline = timeline(time)
                let place = timeline.position(at: begin)
                decoder.prepare(timeline, at: place, allowsPreview: true, generation: generation + 1)
                let deadline = HostTime.now.advanced(by: Self.patience)
                while answered.withLock({ $0 }) <= generation, HostTime.now < deadline {
                    try await Task.sleep(for: .milliseconds(2))
                }
                decoder.follow(timeline, at: place)
                guard case .exact(_, let shown) = decoder.frame(at: place, on: timeline, waitingAtMost: .seconds(5))
                else {
                    Issue.record("no exact picture at \(time)")
                    continue
                }
                #expect(FrameRate(50).frame(at: shown) == FrameRate(50).frame(at: time), "at \(time)")
            }
            await withCheckedContinuation { done in decoder.close { done.resume() } }
        }

        /// In fragmented MP4 the frames before a target never come out of the decoder. How far back decoding began still
        /// has to be known, because a loop that begins far behind a key frame needs a second decoder.
        @Test(arguments: [IndexClip.Codec.h264, .h265])
        func `decoding of a fragmented file tells how far back it began`(codec: IndexClip.Codec) async throws {
            let clip = IndexClip(id: 1).with {
                ($0.codec, $0.container, $0.width, $0.height) = (codec, .fragmentedMP4, 320, 180)
                ($0.gop, $0.frameCount) = (250, 300)
            }
            let media = try OpenedMedia(of: MediaSource(url: try ClipLibrary.shared.url(for: clip)))
            let line = GroupLine(anchor: .held(at: .milliseconds(7_500)))
            let timeline = MemberTimeline(line: line, map: TimeMap(), bounds: media.info.bounds)
            let place = timeline.position(at: HostTime(nanoseconds: 0))
            let distance = Mutex<Duration?>(nil)
            let decoder = FrameDecoder(
                chain: media.chain(0), terms: DecodeTerms(), timeline: timeline, position: place, meter: DecodeMeter()
            ) { if case .began(_, let behind) = $0 { distance.withLock { $0 = behind } } }
            decoder.start()
            guard case .exact = decoder.frame(at: place, on: timeline, waitingAtMost: .seconds(20)) else {
                Issue.record("no picture")
                return
            }
            let deadline = HostTime.now.advanced(by: Self.patience)
            while distance.withLock({ $0 == nil }), HostTime.now < deadline {
                try await Task.sleep(for: .milliseconds(5))
            }
            let behind = try #require(distance.withLock { $0 })
            // The only key frame before it is the first frame.
            #expect(abs((behind - .milliseconds(7_500)).seconds) < 0.1, "\(behind)")
            await withCheckedContinuation { done in decoder.close { done.resume() } }
        }

        /// A member on its way to a later place gets a range that ends before that place. Frames that no other refers
        /// to are left out on the way, and the last of the range may be one of them.
        @Test func `a range that ends on the way to a later place shows its last frame`() async throws {
            let clip = IndexClip.hard(id: 1).with { ($0.gop, $0.frameRate, $0.frameCount) = (250, .fps50, 500) }
            let media = try OpenedMedia(of: MediaSource(url: try ClipLibrary.shared.url(for: clip)))
            #expect(media.chain(0).skipsUnwanted)
            func timeline(_ map: TimeMap) -> MemberTimeline {
                let anchor = LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .milliseconds(9_500), rate: 0.25)
                return MemberTimeline(line: GroupLine(anchor: anchor), map: map, bounds: media.info.bounds)
            }
            let (far, begin) = (timeline(TimeMap()), HostTime(nanoseconds: 0))
            let decoder = FrameDecoder(
                chain: media.chain(0), terms: DecodeTerms(), timeline: far, position: far.position(at: begin),
                meter: DecodeMeter()
            ) { _ in }
            decoder.start()
            var met = 0
            // The ends lie at every place in a group of three frames.
            for last in 290..<302 {
                decoder.condition.withLock { decoder.seek(to: far.position(at: begin)) }
                decoder.follow(far, at: far.position(at: begin))
                let map = TimeMap(range: .zero..<FrameRate(50).time(ofFrame: Int64(last) + 1), end: .hold)
                let near = timeline(map)
                let place = near.position(at: begin)
                let deadline = HostTime.now.advanced(by: Self.patience)
                var passed: Duration?
                while HostTime.now < deadline, passed.map({ $0 < place.itemTime - .milliseconds(70) }) ?? true {
                    passed = decoder.condition.withLock {
                        decoder.isOnTheWay && decoder.isAccepting ? decoder.lastTime : nil
                    }
                }
                if passed.map({ $0 < place.itemTime }) ?? false { met += 1 }
                decoder.follow(near, at: place)
                guard case .exact(_, let time) = decoder.frame(at: place, on: near, waitingAtMost: .seconds(5)) else {
                    Issue.record("no exact picture at frame \(last)")
                    continue
                }
                #expect(FrameRate(50).frame(at: time) == Int64(last))
            }
            // In the other rounds the decoder was past it before it was looked at.
            #expect(met >= 4)
            await withCheckedContinuation { done in decoder.close { done.resume() } }
        }

        /// A member on key frames whose range is over stands at its last frame, which is no key frame, while the line
        /// moves. It is asked for that frame exactly, and then no more; its decoder goes back to key frames then.
        @Test func `a member at its end on key frames keeps its last frame when it is held again`() async throws {
            let clip = IndexClip.hard(id: 1).with { ($0.gop, $0.frameRate, $0.frameCount) = (250, .fps50, 500) }
            let (player, answers, bounds) = try Self.open(clip, .keyframes)
            player.setCompared(true)
            func timeline(_ rate: Double) -> MemberTimeline {
                let line = GroupLine(
                    anchor: LineAnchor(hostTime: .now, time: .milliseconds(7_700), rate: rate),
                    range: .zero..<Duration.seconds(10), repeats: true)
                let map = TimeMap(offset: .milliseconds(341), range: .milliseconds(594)..<Duration.seconds(6))
                return MemberTimeline(line: line, map: map, bounds: bounds)
            }
            let held = timeline(0)
            player.prepare(held, at: .now, allowsPreview: false, generation: 1)
            #expect(await answers.wait(for: 1))
            player.follow(held, from: .now)
            let end = held.position(at: .now)
            for round in 0..<3 {
                let moving = timeline(0.25)
                #expect(moving.position(at: .now) == end)
                player.follow(moving, from: .now)
                _ = player.exactFrame(at: end, on: moving)
                let leave = HostTime.now.advanced(by: .seconds(1))
                while HostTime.now < leave {
                    _ = player.frame(at: end, on: moving)
                    try await Task.sleep(for: .milliseconds(16))
                }
                let again = timeline(0)
                player.follow(again, from: .now)
                guard case .exact(_, let time) = player.frame(at: end, on: again, waitingAtMost: .seconds(5)) else {
                    Issue.record("round \(round): no exact picture")
                    continue
                }
                #expect(FrameRate(50).frame(at: time) == 299, "round \(round)")
            }
            player.release()
        }
    }
#endif
