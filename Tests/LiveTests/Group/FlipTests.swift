#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// One picture in the place of all, flipped to another while the group plays.
    @Suite(.shared, .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct FlipTests {
        /// A change of what is seen, and when it was made.
        private struct Flip {
            var host: HostTime
            var member: MemberID
        }

        @Test func `a flip shows the other's due frame on the next tick`() async throws {
            let clips = (1...3).map { id in
                IndexClip.hard(id: id).with { $0.frameRate = [.fps30, .fps25, .fps24][id - 1] }
                    .dressed(fixing: .load)
            }
            try ClipLibrary.shared.make(clips)
            let performance = try Performance(pace: .realTime, layout: .single(0), budget: .forgetful())
            let (group, stage) = (performance.group, performance.stage)
            let casts = try clips.map { try performance.add($0, end: .loop) }
            let events = group.events
            stage.start()
            try await group.play()
            var started: HostTime?
            for await case .started(let host, _) in events {
                started = host
                break
            }
            let start = try #require(started)
            let tiers = group.snapshot.members.map(\.tier)
            var flips = [Flip(host: start, member: casts[0].id)]
            var dice = SplitMix(seed: 19)
            for _ in 0..<TestRun.count(300, dividedBy: 5) {
                try await Task.sleep(for: .milliseconds(Int.random(in: 20...250, using: &dice)))
                let index = Int.random(in: 0..<casts.count, using: &dice)
                stage.layout = .single(index)
                flips.append(Flip(host: .now, member: casts[index].id))
            }
            let after = group.snapshot
            let end = HostTime.now
            stage.stop()
            var late = 0
            for tick in performance.reader.all where tick.host < end {
                // A tick is taken one period before it is due; from the next one on only the new picture is right.
                let taken = tick.host.advanced(by: .zero - stage.rate.frameDuration)
                let last = try #require(flips.last { $0.host <= tick.host })
                let seen = try #require(tick.tiles.first, "tick \(tick.index) shows nothing")
                #expect(tick.tiles.count == 1, "tick \(tick.index) shows more than one picture")
                let isDecided = last.host < taken
                #expect(!isDecided || seen.key == last.member, "tick \(tick.index) shows the picture before")
                let cast = try #require(casts.first { $0.id == seen.key })
                #expect(seen.value.clip == cast.clip, "tick \(tick.index) shows another's picture")
                if seen.value != cast.code(atGroupTime: start.duration(to: tick.host)) { late += 1 }
            }
            let count = performance.reader.all.count
            print("\(flips.count - 1) flips in \(count) ticks: \(late) late, \(after.mixedTicks) mixed, tiers \(tiers)")
            #expect(after.mixedTicks == 0)
            #expect(Double(late) <= Double(count) * 0.05)
            // Nothing moved but the picture: what is not seen is decoded as before.
            #expect(after.members.map(\.tier) == tiers)
            #expect(after.members.allSatisfy { $0.tier == .full && !$0.isLeftBehind })
        }
    }
#endif
