#if canImport(CGStreamer)
    import Testing

    @testable import MultiPlayerKit

    /// Decoders on the way to one target, at any distance from each other.
    struct StandInPicturesTests {
        /// A member's frames from its key frame on, as far as it has decoded them.
        private struct Way {
            var standIns = StandInPictures<Int>()
            var frames: [FrameSpan] = []
            var limit = 12
            let rate: Double
            let begin: Double

            mutating func decode(to end: Double) {
                while begin + Double(frames.count) / rate < end {
                    let time = begin + Double(frames.count) / rate
                    let span = FrameSpan(turn: 0, times: Duration.seconds(time)..<Duration.seconds(time + 1 / rate))
                    standIns.append(frames.count, at: .seconds(time), span: span, limit: limit)
                    frames.append(span)
                }
            }

            var spans: [FrameSpan] { standIns.pictures.map { frames[$0.picture] } }
        }

        private func instant(_ ways: [Way]) -> Duration? {
            guard let chosen = FrameSpan.newestCommon(of: ways.map(\.spans), from: .zero) else { return nil }
            return FrameSpan.common(of: zip(ways, chosen).map { $0.spans[$1] })?.times.lowerBound
        }

        @Test(arguments: [3, 12])
        func `members with equal key frames have a common picture once both have the first`(limit: Int) {
            for lead in stride(from: 0.1, through: 30, by: 1.31) {
                var ways = [Way(limit: limit, rate: 30, begin: 8), Way(limit: limit, rate: 30, begin: 8)]
                ways[0].decode(to: 8 + lead)
                ways[1].decode(to: 8.03)
                while ways[1].frames.count < Int(lead * 30) {
                    #expect(instant(ways) != nil, "\(lead) s ahead, \(ways[1].frames.count) frames")
                    ways[1].decode(to: 8.03 + Double(ways[1].frames.count) / 30)
                }
            }
        }

        @Test(arguments: [(30.0, 30.0), (25, 50), (29.97, 60), (23.976, 30)])
        func `a member up to two seconds behind is never without a common picture for longer than a tick`(
            rates: (Double, Double)
        ) {
            for lead in [0.3, 0.5, 1, 1.4, 2] {
                // Key frames at different places.
                var ways = [Way(rate: rates.0, begin: 4.2), Way(rate: rates.1, begin: 2.03)]
                ways[0].decode(to: 4.2 + lead)
                var (without, longest) = (0, 0)
                while ways[1].begin + Double(ways[1].frames.count) / rates.1 < 4.2 + lead {
                    ways[1].decode(to: ways[1].begin + Double(ways[1].frames.count) / rates.1 + 0.001)
                    guard let last = ways[1].frames.last,
                        last.times.contains(.seconds(4.25)) || last.times.lowerBound > .seconds(4.25)
                    else { continue }
                    without = instant(ways) == nil ? without + 1 : 0
                    longest = max(longest, without)
                }
                // A tick at 60 a second lasts as long as eight frames take to decode, at 2 ms each.
                #expect(Double(longest) / rates.1 <= 8.0 / 30, "\(lead) s ahead")
            }
        }

        @Test func `no more pictures are kept than the limit, the newest and the first among them`() {
            for limit in [3, 4, 12] {
                var way = Way(limit: limit, rate: 30, begin: 0)
                for end in 1...2_000 {
                    way.decode(to: Double(end) / 30)
                    let kept = way.standIns.pictures.map(\.picture)
                    #expect(kept.count <= limit && kept == kept.sorted())
                    #expect(kept.first == 0 && kept.last == way.frames.count - 1)
                }
            }
        }

        @Test func `frames without an end do no harm`() {
            var standIns = StandInPictures<Int>()
            let forever = Duration.seconds(4_000_000_000)
            for index in 0..<100 {
                let span = FrameSpan(turn: 0, times: (.zero - forever)..<(index == 99 ? forever : .seconds(index)))
                standIns.append(index, at: .seconds(index), span: span, limit: 3)
            }
            #expect(standIns.pictures.last?.picture == 99)
            #expect(standIns.pictures.count <= 3)
        }
    }
#endif
