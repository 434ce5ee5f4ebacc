#if canImport(CGStreamer)
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import TestTools

    /// What is heard, against what the line says at every instant.
    struct SoundStretchTests {
        @Test(arguments: 0..<400 as Range<UInt64>)
        func `what is heard at every instant is what the line is at, and a member that is held is silent`(
            seed: UInt64
        ) {
            var numbers = SplitMix(seed: seed)
            let timeline = TimelineTests.timeline(&numbers)
            var host = HostTime(nanoseconds: .random(in: 0...20_000_000_000, using: &numbers))
            let last = host.advanced(by: .seconds(30))
            var stretches = 0
            while host < last {
                let stretch = SoundStretch(of: timeline, at: host)
                let end = min(stretch.end ?? last, last)
                check(stretch, to: end, of: timeline, &numbers)
                // A member of a short loop has many turns.
                guard stretch.end != nil, end > stretch.start, stretches < 5_000 else { break }
                (host, stretches) = (end, stretches + 1)
            }
        }

        private func check(
            _ stretch: SoundStretch, to end: HostTime, of timeline: MemberTimeline, _ numbers: inout SplitMix
        ) {
            // At the edges the two samples of a movement below lie on either side of a seam.
            let edge = Duration.milliseconds(2)
            guard stretch.start.duration(to: end) > edge * 4 else { return }
            for _ in 0..<3 {
                let after = numbers.duration(in: edge...(stretch.start.duration(to: end) - edge * 2))
                let host = stretch.start.advanced(by: after)
                let (due, later) = (timeline.position(at: host), timeline.position(at: host.advanced(by: edge)))
                let moves = later.itemTime > due.itemTime && due.isVisible
                let turn = due.piece.upperBound - due.piece.lowerBound
                let isLong = moves && turn.unscaled(by: stretch.speed) >= SoundStretch.shortestTurn
                guard isLong else {
                    #expect(stretch.sound == nil, "\(due) of \(timeline)")
                    continue
                }
                // Less than a millisecond is not opened.
                guard let sound = stretch.sound else {
                    #expect(stretch.start.duration(to: end).scaled(by: stretch.speed) < .milliseconds(2), "\(due)")
                    continue
                }
                let heard = sound.lowerBound + after.scaled(by: stretch.speed)
                #expect(abs((heard - due.itemTime).seconds) < 1e-6, "\(heard) for \(due) of \(timeline)")
                #expect(sound.upperBound == due.piece.upperBound)
            }
        }

        @Test func `a member shorter than the group's loop is heard in every turn`() {
            let line = GroupLine(
                anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: 1),
                range: .zero..<(.seconds(5)), repeats: true)
            let timeline = MemberTimeline(
                line: line, map: TimeMap(), bounds: ItemBounds(start: .zero, end: .seconds(2)))
            let zero = HostTime(nanoseconds: 0)
            var host = zero
            var begins: [Double] = []
            for _ in 0..<12 {
                let stretch = SoundStretch(of: timeline, at: host)
                if stretch.sound != nil { begins.append(zero.duration(to: stretch.start).seconds) }
                guard let end = stretch.end else { break }
                host = end
            }
            #expect(begins.map { $0.rounded() } == [0, 5, 10, 15, 20, 25])
        }

        @Test func `a member that starts later is silent until then`() {
            let line = GroupLine(anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: .zero, rate: 1))
            let timeline = MemberTimeline(
                line: line, map: TimeMap(offset: .seconds(-3)), bounds: ItemBounds(start: .zero, end: .seconds(2)))
            let first = SoundStretch(of: timeline, at: HostTime(nanoseconds: 0))
            #expect(first.sound == nil && first.end == HostTime(nanoseconds: 3_000_000_000))
            let second = SoundStretch(of: timeline, at: HostTime(nanoseconds: 3_000_000_000))
            #expect(second.sound == .zero..<(.seconds(2)))
        }
    }
#endif
