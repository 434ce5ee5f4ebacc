#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// Two tiles of 720p30 over moving grain, side by side, that are scrubbed sixty times a second for ten seconds; judged by
    /// their pixels.
    struct ScrubRun: CustomStringConvertible {
        /// Different pictures a second, both tiles of one instant.
        var perSecond = 0.0
        /// Those of them that are the exact ones of a request in the last tenth of a second, each request counted once.
        var exactPerSecond = 0.0
        /// The share of requests, 0…1, that are answered within two refreshes of 60 a second by pictures at most 100 ms off;
        /// by when a tick is due, which may be composed a little earlier or later.
        var answered = 0.0
        /// How long after the last request its exact pictures were seen.
        var settled = Duration.seconds(8)

        var description: String {
            "\(perSecond) pictures a second, \(exactPerSecond) of them exact, "
                + "\(Int(answered * 1_000)) of 1,000 requests answered in time, exact after \(settled)"
        }

        private struct Request {
            var host: HostTime
            var target: Duration
        }

        private static let refresh = Duration.nanoseconds(16_666_667)
        /// The last target: half a second before the end of both.
        private static let end = Duration.milliseconds(9_500)
        /// The exact picture of an older request is no answer any more.
        private static let freshness = Duration.milliseconds(100)
        /// A picture this near to what was asked for is an answer.
        private static let nearness = Duration.milliseconds(100)

        /// - Parameters:
        ///   - leaps: one request in so many leads anywhere; `nil`: none, as when a hand moves steadily.
        ///   - source: what is played for a file.
        @MainActor
        static func perform(
            gop: Int, seed: UInt64, leaps: Int? = 40, source: (URL) -> MediaSource = { MediaSource(url: $0) }
        ) async throws -> ScrubRun {
            let comparison = try JudgedComparison(Self.clips(gop: gop), budget: .forgetful(), source: source)
            let (performance, group) = (comparison.performance, comparison.group)
            performance.stage.start()
            try await group.play()
            group.pause()
            try await Task.sleep(for: .milliseconds(500))
            performance.reader.clear()
            var random = SplitMix(seed: seed)
            var requests = [Request(host: .now, target: .seconds(2))]
            var heading = 1
            for number in 1...600 {
                // A user's scrub: forward and back, with a leap now and then.
                let isLeap = leaps.map { Int.random(in: 0..<$0, using: &random) == 0 } ?? false
                let step = Duration.milliseconds(Int.random(in: -60...160, using: &random))
                let before = requests[number - 1].target
                // A hand that moves steadily turns back at either end.
                if leaps == nil, before == .zero { heading = 1 }
                if leaps == nil, before == Self.end { heading = -1 }
                let target =
                    isLeap ? .milliseconds(Int.random(in: 0...9_500, using: &random)) : before + step * heading
                requests.append(Request(host: .now, target: min(max(target, .zero), Self.end)))
                group.scrub(to: requests[number].target)
                let next = requests[0].host.advanced(by: refresh * number)
                try await Task.sleep(for: max(HostTime.now.duration(to: next), .zero))
            }
            let last = requests[600]
            while last.host.duration(to: .now) < .seconds(4) { try await Task.sleep(for: .milliseconds(50)) }
            // Checked in every run, whatever its times.
            let ticks = comparison.end("scrub, a key frame every \(gop)")
            return ScrubRun(requests, ticks, comparison.judge)
        }

        static func clips(gop: Int) -> [IndexClip] {
            (1...2).map { id in
                IndexClip.hard(id: id).with { ($0.gop, $0.frameCount) = (gop, 300) }.dressed(fixing: .opening)
            }
        }

        private init(_ requests: [Request], _ ticks: [TileReader.Tick], _ judge: InstantJudge) {
            func shows(_ tick: TileReader.Tick, _ target: Duration, within slack: Duration = .zero) -> Bool {
                tick.tiles.count == 2
                    && tick.tiles.allSatisfy { id, code in
                        judge.parts[id]?.times(of: code.index).contains {
                            $0.lowerBound - slack - Self.rounding <= target
                                && target < $0.upperBound + slack + Self.rounding
                        } ?? false
                    }
            }
            let last = requests[requests.count - 1]
            let exact = ticks.first { $0.host > last.host && shows($0, last.target) }
            #expect(exact != nil)
            if let exact { settled = last.host.duration(to: exact.host) }
            let during = ticks.filter { $0.host < last.host }
            var before = during.first?.tiles.mapValues(\.index)
            var (seen, right) = (0, 0)
            var asked = requests.dropFirst()[...]
            for tick in during {
                let indices = tick.tiles.mapValues(\.index)
                guard indices != before else { continue }
                before = indices
                seen += 1
                let found = asked.firstIndex {
                    $0.host < tick.host && $0.host.duration(to: tick.host) < Self.freshness && shows(tick, $0.target)
                }
                guard let found else { continue }
                asked = asked[(found + 1)...]
                right += 1
            }
            let seconds = requests[0].host.duration(to: last.host).seconds
            (perSecond, exactPerSecond) = (Double(seen) / seconds, Double(right) / seconds)
            let answers = requests.dropFirst().count { request in
                ticks.contains {
                    $0.host > request.host && request.host.duration(to: $0.host) <= Self.refresh * 2
                        && shows($0, request.target, within: Self.nearness)
                }
            }
            answered = Double(answers) / Double(requests.count - 1)
        }

        /// Files round times to a microsecond.
        private static let rounding = Duration.microseconds(2)
    }
#endif
