#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// Three members that have nothing in common, in real time.
    @Suite(.alone, .serialized, .timeLimit(.minutes(10)))
    @MainActor
    struct UnlikeNeighbourTests {
        @Test(.disabled(if: TestRun.isSanitized, "it measures time"))
        func `HLG at 1080p, interlaced PAL and VP9 at sixty stay on one instant`() async throws {
            let clips = [
                IndexClip(id: 1).with {
                    ($0.codec, $0.pixels, $0.colour) = (.h265, .yuv420p10, .hlg)
                    ($0.width, $0.height, $0.grain, $0.frameCount, $0.gop) = (1920, 1080, true, 90, 30)
                },
                IndexClip(id: 2).with {
                    ($0.colour, $0.scan, $0.fieldsMove, $0.grain) = (.bt601PAL, .topFieldFirst, true, true)
                    ($0.width, $0.height, $0.pixelAspect, $0.frameRate) = (720, 576, .init(64, 45), .fps25)
                    $0.frameCount = 100
                },
                IndexClip(id: 3).with {
                    ($0.codec, $0.frameRate, $0.grain) = (.vp9, .fps60, true)
                    $0.frameCount = 180
                },
            ]
            let seconds = RealTimeTests.seconds
            let (snapshot, seen) = try await QuietMachine.run(
                until: { $0.1.late == 0 },
                always: { $1.expectRight(mixedTicks: $0.mixedTicks) },
                // Members wait for each other by the group's patience, but only other programs make them wait that long.
                whenQuiet: { #expect($1.latest <= Punctuality.mostAlone) }
            ) { () -> (GroupSnapshot, Punctuality) in
                let performance = try Performance(pace: .realTime, layout: .grid)
                let casts = try clips.map { try performance.add($0, end: .loop) }
                let start = try await performance.run(ticks: seconds * 60)
                #expect(performance.group.failures.isEmpty)
                return (
                    performance.group.snapshot, Punctuality(of: performance.reader.all, from: start, casts: casts)
                )
            }
            let said = snapshot.members.reduce(0) { $0 + $1.framesLate }
            print(
                "unlike neighbours, \(seconds) s: \(snapshot.ticks.presented) of \(snapshot.ticks.planned) ticks, "
                    + "mixed \(snapshot.mixedTicks), \(seen), late said \(said), missed \(snapshot.ticks.missed)")
            // A machine that is too slow may be late, but then reports it.
            #expect(seen.late == 0 || said > 0)
            #expect(snapshot.ticks.presented > seconds * 60 * 9 / 10)
        }
    }
#endif
