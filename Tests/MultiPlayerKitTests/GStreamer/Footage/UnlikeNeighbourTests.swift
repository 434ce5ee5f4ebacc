#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit

    /// Three members that have nothing in common, in real time.
    @Suite(.serialized, .tags(.realMedia), .timeLimit(.minutes(10)))
    @MainActor
    struct UnlikeNeighbourTests {
        @Test(.disabled(if: ProcessInfo.processInfo.environment["MPK_SANITIZED"] != nil, "it is about time"))
        func `HLG at 1080p, interlaced PAL and VP9 at sixty stay on one instant for a minute`() async throws {
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
            let (performance, casts, start) = try await QuietMachine.run {
                let performance = try Performance(pace: .realTime, layout: .grid)
                let casts = try clips.map { try performance.add($0, end: .loop) }
                return (performance, casts, try await performance.run(ticks: seconds * 60))
            }
            let snapshot = performance.group.snapshot
            let shown = performance.reader.all
            var (unreadable, foreign, late) = (0, 0, 0)
            for tick in shown {
                for (cast, clip) in zip(casts, clips) {
                    guard let code = tick.tiles[cast.id] else {
                        unreadable += 1
                        continue
                    }
                    if code.clip != clip.id { foreign += 1 }
                    if code.index != cast.index(atGroupTime: start.duration(to: tick.host)) { late += 1 }
                }
            }
            let said = snapshot.members.reduce(0) { $0 + $1.framesLate }
            print(
                "unlike neighbours, \(seconds) s: \(snapshot.ticks.presented) of \(snapshot.ticks.planned) ticks, "
                    + "mixed \(snapshot.mixedTicks), unreadable \(unreadable), foreign \(foreign), "
                    + "late tiles \(late), late said \(said), missed \(snapshot.ticks.missed)")
            #expect(performance.group.failures.isEmpty)
            #expect(unreadable == 0 && foreign == 0)
            #expect(snapshot.mixedTicks == 0)
            // A machine too slow for it may be late, but says so.
            #expect(late == 0 || said > 0)
            #expect(shown.count > seconds * 60 * 9 / 10)
        }
    }
#endif
