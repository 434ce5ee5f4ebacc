#if os(Linux)
    import Foundation
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        @Suite struct DifferenceTests {
            /// The two clips are half a frame apart, so they change on different ticks. At 60 ticks a second the last
            /// tick of 2.1 s shows a change of the second clip alone, and that of 2.05 s one of the first.
            @Test(arguments: ["2.05", "2.1"])
            func `a difference stays one when only one picture changes`(duration: String) async throws {
                let clip = OwnClips.pair[0].path
                let (outcome, demo) = try await DemoProcess.run([
                    clip, clip, "--offset", "0,0.02", "--layout", "difference", "--headless", "--duration", duration,
                    "--snapshot", "d.png", "--report", "d.json",
                ])
                #expect(outcome.code == 0)
                let words = [
                    "ffmpeg", "-v", "error", "-i", demo.path("d.png"), "-vf", "scale=1:1:flags=area,format=gray", "-f",
                    "rawvideo", "-",
                ]
                // Neighbouring frames are nearly alike; the brightness of either of them alone is 50 or more.
                #expect(try HelperTool.run(words).first ?? 255 < 25)
            }
        }
    }
#endif
