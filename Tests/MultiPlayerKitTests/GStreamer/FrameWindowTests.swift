#if canImport(CGStreamer)
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// Which of the decoded frames is the one due, and which are kept.
    @Suite struct FrameWindowTests {
        @Test(arguments: ExactnessTests.frameRates, [false, true])
        func `the window finds the frame whether times are rounded down or to the nearest nanosecond`(
            frames: FrameRate, isRounded: Bool
        ) {
            for speed in ExactnessTests.speeds {
                for first in [0, ExactnessTests.hundredHours] {
                    let line = GroupLine(
                        anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .seconds(first), rate: 1))
                    let timeline = MemberTimeline(
                        line: line, map: TimeMap(speed: speed.double),
                        bounds: ItemBounds(start: .zero, end: .seconds(4_000 * 3_600)))
                    let begin = (Fraction(Int128(first)) * speed * Fraction(frames)).floor
                    var window = FrameWindow<Int128>()
                    for index in begin..<begin + 40 {
                        let exact = Fraction(index * 1_000_000_000) / Fraction(frames)
                        let time = Int64((exact + Fraction(isRounded ? 1 : 0, 2)).floor)
                        window.append(index, turn: .init(), time: .nanoseconds(time), from: .zero)
                    }
                    for tick in 0..<20 as Range<Int64> {
                        let host = HostTime(nanoseconds: 0).advanced(by: FrameRate(60).time(ofFrame: tick))
                        let exact = (Fraction(Int128(first)) + Fraction(Int128(tick), 60)) * speed
                        let due = window.due(at: timeline.position(at: host))
                        #expect(due?.frame.picture == (exact * Fraction(frames)).floor)
                        #expect(due?.isExact == true)
                    }
                }
            }
        }

        @Test(arguments: 0..<50 as Range<UInt64>)
        func `the window finds the frame of a variable-rate video`(seed: UInt64) {
            var numbers = SplitMix(seed: seed)
            // Stamps in a container's own units, as phones write them: 1/600 s or 1/90000 s, 100 hours in.
            let unit: Int64 = numbers.oneIn(2) ? 600 : 90_000
            var stamp = ExactnessTests.hundredHours * unit
            var window = FrameWindow<Int64>()
            var stamps: [Int64] = []
            for _ in 0..<100 {
                stamps.append(stamp)
                let time = Fraction(Int128(stamp) * 1_000_000_000, Int128(unit)).floor
                window.append(stamp, turn: .init(), time: .nanoseconds(Int64(time)), from: .zero)
                stamp += Int64.random(in: unit / 120...unit / 5, using: &numbers)
            }
            let piece = Duration.zero..<Duration.seconds(ExactnessTests.hundredHours * 2)
            for _ in 0..<200 {
                let time = numbers.duration(
                    in: .seconds(ExactnessTests.hundredHours)...(.seconds(ExactnessTests.hundredHours) + .seconds(8)))
                let position = MemberTimeline.Position(turn: .init(), itemTime: time, piece: piece, isVisible: true)
                let limit = Fraction(Int128(time.nanoseconds) + 1_001, 1_000_000_000)
                let expected = stamps.last { Fraction(Int128($0), Int128(unit)) < limit }
                #expect(window.due(at: position)?.frame.picture == expected)
            }
            // The tick that coincides with a frame's own time shows that frame.
            for stamp in stamps {
                let time = Duration.nanoseconds(Int64(Int128(stamp) * 1_000_000_000 / Int128(unit)))
                let position = MemberTimeline.Position(turn: .init(), itemTime: time, piece: piece, isVisible: true)
                #expect(window.due(at: position)?.frame.picture == stamp)
            }
        }

        @Test func `the last microsecond of a piece still shows its own last frame`() {
            // A group that plays five seconds of a longer video: frame 150 begins at the end and is not in it.
            for repeats in [false, true] {
                for speed in [0.1, 1, 1.001] {
                    let line = GroupLine(
                        anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: 1),
                        range: .zero..<Duration.seconds(5).unscaled(by: speed), repeats: repeats)
                    let member = MemberTimeline(
                        line: line, map: TimeMap(speed: speed), bounds: ItemBounds(start: .zero, end: .seconds(60)))
                    var window = FrameWindow<Int64>()
                    for index in 140..<160 as Range<Int64> {
                        window.append(index, turn: .init(), time: FrameRate(30).time(ofFrame: index), from: .zero)
                    }
                    let end = HostTime(nanoseconds: 0).advanced(by: Duration.seconds(5).unscaled(by: speed))
                    let position = member.position(at: end.advanced(by: .nanoseconds(-1)))
                    #expect(window.due(at: position)?.frame.picture == 149, "\(speed)")
                }
            }
        }

        @Test func `the last frame decoded for a shorter part is not taken for the last of a longer one`() {
            var window = FrameWindow<Int>()
            let turn = MemberTimeline.Turn(group: 12)
            window.append(171, turn: turn, time: .milliseconds(3_420), from: .milliseconds(3_420))
            window.finish(turn, at: .milliseconds(3_440))
            func isExact(at time: Int, until end: Int) -> Bool? {
                let piece = Duration.zero..<Duration.milliseconds(end)
                let position = MemberTimeline.Position(
                    turn: turn, itemTime: .milliseconds(time), piece: piece, isVisible: true)
                return window.due(at: position)?.isExact
            }
            #expect(isExact(at: 3_430, until: 3_440) == true)
            #expect(isExact(at: 3_473, until: 3_540) == false)
            // The next turn's first frame does not tell what came before it, either.
            window.append(
                102, turn: MemberTimeline.Turn(group: 13), time: .milliseconds(2_040), from: .milliseconds(2_040))
            #expect(isExact(at: 3_473, until: 3_540) == false)
        }

        @Test func `backwards the frames before the due one count as decoded ahead`() {
            let line = GroupLine(anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .seconds(4), rate: -1))
            let timeline = MemberTimeline(
                line: line, map: TimeMap(), bounds: ItemBounds(start: .zero, end: .seconds(10)))
            var window = FrameWindow<Int>()
            window.insert((20..<30).map { .init(turn: .init(), time: .milliseconds($0 * 100), picture: $0) })
            window.insert((10..<20).map { .init(turn: .init(), time: .milliseconds($0 * 100), picture: $0) })
            var position = timeline.position(at: HostTime(nanoseconds: 0))
            position.itemTime = .milliseconds(2_450)
            #expect(window.due(at: position)?.frame.picture == 24 && window.due(at: position)?.isExact == true)
            #expect(window.countAhead(of: position, on: timeline) == 14)
            window.discard(before: position, on: timeline)
            #expect(window.frames.map(\.picture) == Array(10...26), "two frames stay behind the due one")
            position.itemTime = .milliseconds(950)
            #expect(window.due(at: position) == nil && window.countAhead(of: position, on: timeline) == 0)
        }

        @Test func `a stretch keeps its last frames, and of those before it the newest`() {
            func frame(_ index: Int) -> FrameWindow<Int>.Frame {
                .init(turn: .init(), time: .milliseconds(index * 100), picture: index)
            }
            var stretch = Descent<Int>(
                end: .seconds(2), isFirst: false, beginning: .milliseconds(350), limit: 5,
                frameDuration: .milliseconds(100)
            )
            #expect(stretch.floor == .milliseconds(1_500))
            // What lies before the floor may come with gaps.
            for index in [10, 12, 13, 15, 16, 17, 18, 19] { stretch.add(frame(index)) }
            #expect(stretch.frames.map(\.picture) == [15, 16, 17, 18, 19])
            #expect(stretch.ends(at: .seconds(2)) && !stretch.ends(at: .milliseconds(1_990)))
            stretch.add(frame(18))
            #expect(stretch.frames.count == 5, "a time stamp that goes back is broken")
            // The frame due where the turn begins starts before it.
            stretch = Descent(
                end: .milliseconds(600), isFirst: false, beginning: .milliseconds(350), limit: 5,
                frameDuration: .milliseconds(100))
            for index in 0..<6 { stretch.add(frame(index)) }
            #expect(stretch.frames.map(\.picture) == [3, 4, 5])
            // Without a constant rate what does not fit is dropped as it comes.
            stretch = Descent(end: .seconds(2), isFirst: false, beginning: .zero, limit: 5, frameDuration: nil)
            for index in 0..<20 { stretch.add(frame(index)) }
            #expect(stretch.frames.map(\.picture) == [14, 15, 16, 17, 18, 19])
        }
    }
#endif
