#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Testing
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// What the tiles of a group show, from tick to tick.
    struct GroupTilesTests {
        /// A player that has the frame due, none while it is held, or a key frame once it is lowered.
        private final class Source: SteeredPlayer, FrameSource {
            let traits = PlayerTraits(rates: 0...1, followsLineExactly: true, lead: .zero)
            let isHeld = Mutex(false)
            /// The item time of the only frame that it decodes.
            let keyFrame = Mutex<Duration?>(nil)
            private let picture: Picture

            init(_ picture: Picture) { self.picture = picture }

            func frame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
                if let time = keyFrame.withLock({ $0 }) { return .reduced(picture, time: time) }
                return isHeld.withLock { $0 } ? .late : .exact(picture, time: position.itemTime)
            }
            func frame(
                at position: MemberTimeline.Position, on timeline: MemberTimeline?, waitingAtMost timeout: Duration
            ) -> FrameAnswer<Picture> { frame(at: position, on: timeline) }

            func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {}
            func load(_ source: MediaSource, generation: Int) {}
            func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {}
            func follow(_ timeline: MemberTimeline, from host: HostTime) {}
            func setAudible(_ audible: Bool) {}
            func release() {}
            func line() -> MemberTimeline? { nil }
        }

        /// Two members side by side on a line that moves.
        private struct Pair {
            let ids = [MemberID(1), MemberID(2)]
            let sources: [Source]
            private var tiles = GroupTiles()
            private var lineup = GroupRunner.Lineup()
            private let placements: [MemberID: TilePlacement]
            private var tick = 0

            init(secondIsAmbient: Bool = false) throws {
                GStreamerRuntime.start()
                let picture = try #require(Picture(blank: GST_VIDEO_FORMAT_I420, width: 16, height: 16))
                sources = ids.map { _ in Source(picture) }
                let line = GroupLine(anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: 1))
                lineup.line = line
                let timeline = MemberTimeline(
                    line: line, map: TimeMap(), bounds: ItemBounds(start: .zero, end: .seconds(10)))
                for (id, source) in zip(ids, sources) {
                    lineup.entries.append(
                        GroupRunner.Entry(
                            id: id, source: MediaSource(url: URL(filePath: "/\(id)")), player: source, info: nil,
                            timeline: timeline, aim: nil,
                            isAmbient: secondIsAmbient && id == ids[1], isFollowing: true, isLeftBehind: false))
                }
                placements = Dictionary(
                    uniqueKeysWithValues: ids.enumerated().map { index, id in
                        let tile = CGRect(x: index * 160, y: 0, width: 160, height: 90)
                        return (id, TilePlacement(tile: tile, picture: tile, visible: tile))
                    })
                _ = tiles.place(placements, of: .sideBySide)
            }

            /// What one tick shows.
            struct Shown {
                var verdict: TickGate.Verdict
                var marks: [Canvas.Mark]
                /// Whether the tiles of those that move together have an instant in common.
                var isOneInstant: Bool
                /// When the pictures are due, in the order of the members.
                var spans: [FrameSpan?]
            }

            /// Composes the next tick at 60 a second, without waiting for anyone.
            mutating func compose(patience: Duration?) -> Shown {
                let host = HostTime(nanoseconds: Int64(tick) * 16_666_667)
                tick += 1
                let collected = tiles.collect(lineup, at: host, until: HostTime(nanoseconds: 0), patience: patience)
                var showing = StageShowing()
                tiles.draw(lineup, at: host, placements: placements, layout: .sideBySide, in: &showing)
                return Shown(
                    verdict: collected.verdict, marks: showing.marks,
                    isOneInstant: FrameSpan.common(of: collected.showings.filter(\.isTogether).map(\.span)) != nil,
                    spans: collected.showings.map(\.span))
            }

            /// Composes the next tick for a member that decodes just one frame.
            mutating func compose(keyFrame time: Duration, of member: Int) -> Shown {
                sources[member].keyFrame.withLock { $0 = time }
                return compose(patience: nil)
            }

            /// Sends a member's line back to its beginning.
            mutating func rewind(_ member: Int) {
                let host = HostTime(nanoseconds: Int64(tick) * 16_666_667)
                lineup.entries[member].timeline?.line.anchor = LineAnchor(hostTime: host, time: .zero, rate: 1)
            }

            /// Gives a member another offset, and holds all but the members of `free`.
            mutating func shift(_ member: Int, by offset: Duration, free: Int) {
                lineup.entries[member].timeline?.map.offset = offset
                for (index, source) in sources.enumerated() { source.isHeld.withLock { $0 = index != free } }
            }
        }

        @Test func `a member that was left behind is not marked any more once members do not move together`() throws {
            var pair = try Pair()
            #expect(pair.compose(patience: .milliseconds(100)).verdict.shown == Set(pair.ids))
            pair.sources[1].isHeld.withLock { $0 = true }
            var left: Set<MemberID> = []
            for _ in 0..<12 { left.formUnion(pair.compose(patience: .milliseconds(100)).verdict.leftBehind) }
            #expect(left == [pair.ids[1]])
            #expect(pair.compose(patience: .milliseconds(100)).marks.count == 1)
            let alone = pair.compose(patience: nil)
            #expect(alone.verdict.caughtUp == [pair.ids[1]])
            #expect(alone.marks.isEmpty)
            // That is told once.
            let next = pair.compose(patience: nil)
            #expect(next.verdict.caughtUp.isEmpty && next.marks.isEmpty)
            // Together again, it has its own patience from then on.
            #expect(pair.compose(patience: .milliseconds(100)).verdict.leftBehind.isEmpty)
        }

        @Test func `a background that holds up the others for too long goes its own way`() throws {
            var pair = try Pair(secondIsAmbient: true)
            #expect(pair.compose(patience: .milliseconds(100)).verdict.shown == Set(pair.ids))
            pair.sources[1].isHeld.withLock { $0 = true }
            // It is waited for, then the other goes on; that is neither marked nor counted as mixed.
            var shown = 0
            for _ in 0..<30 {
                let tick = pair.compose(patience: .milliseconds(100))
                #expect(tick.verdict.leftBehind.isEmpty && tick.marks.isEmpty && tick.isOneInstant)
                if tick.verdict.shown.contains(pair.ids[0]) { shown += 1 }
            }
            #expect((22...24).contains(shown), "\(shown)")
            // With a frame that is due it is back.
            pair.sources[1].isHeld.withLock { $0 = false }
            #expect(pair.compose(patience: .milliseconds(100)).verdict.shown == Set(pair.ids))
        }

        @Test func `a member that catches up with the others' old picture makes no mixed tick`() throws {
            var pair = try Pair()
            #expect(pair.compose(patience: .zero).isOneInstant)
            pair.sources[1].isHeld.withLock { $0 = true }
            for _ in 0..<5 { _ = pair.compose(patience: .zero) }
            #expect(!pair.compose(patience: .zero).isOneInstant)
            // The first member has a new map, and no picture for it yet: both still show the old maps' instant.
            pair.shift(0, by: .seconds(2), free: 1)
            #expect(pair.compose(patience: .zero).isOneInstant)
            // The other goes on without it.
            for _ in 0..<5 { _ = pair.compose(patience: .zero) }
            #expect(!pair.compose(patience: .zero).isOneInstant)
        }

        @Test func `a picture of a new map is of another instant than the old pictures beside it`() throws {
            var pair = try Pair()
            #expect(pair.compose(patience: .zero).isOneInstant)
            pair.shift(0, by: .seconds(2), free: 1)
            pair.shift(1, by: .seconds(1), free: 1)
            #expect(!pair.compose(patience: .zero).isOneInstant)
        }

        @Test func `a member that is lowered to key frames never goes back in its video`() throws {
            var pair = try Pair()
            var shown = pair.compose(patience: nil)
            for _ in 0..<30 { shown = pair.compose(patience: nil) }
            // Half a second has been shown.
            let lowered = pair.compose(keyFrame: .milliseconds(200), of: 0)
            #expect(lowered.spans[0] == shown.spans[0])
            let later = pair.compose(keyFrame: .milliseconds(510), of: 0)
            #expect(later.spans[0] != shown.spans[0])
            // Unless it has another map, or its line goes back.
            pair.shift(0, by: .seconds(1), free: 1)
            #expect(pair.compose(keyFrame: .milliseconds(500), of: 0).spans[0] != later.spans[0])
            let last = pair.compose(keyFrame: .milliseconds(1_500), of: 0)
            pair.rewind(0)
            #expect(pair.compose(keyFrame: .zero, of: 0).spans[0] != last.spans[0])
        }
    }
#endif
