#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        /// The program that brings takes into line, from outside.
        @Suite struct AlignTests {
            /// A take of an event that is heard, from some second of it on.
            private func take(_ demo: DemoProcess, _ name: String, from second: Double, seed: Int = 1) throws {
                _ = try HelperTool.run([
                    "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=gray:size=160x90:rate=30:duration=20",
                    "-f",
                    "lavfi", "-i",
                    "anoisesrc=duration=40:color=pink:seed=\(seed),atrim=start=\(second),asetpts=PTS-STARTPTS",
                    "-t", "20", "-c:v", "libx264", "-c:a", "aac", demo.path(name),
                ])
            }

            @Test func `takes are in step in the session that is kept`() async throws {
                let demo = try DemoProcess(["align", "a.mp4", "b c.mp4", "d.mp4", "--keep", "s.json"])
                try take(demo, "a.mp4", from: 5)
                try take(demo, "b c.mp4", from: 8.25)
                try take(demo, "d.mp4", from: 3.5)
                try demo.start()
                let outcome = try await demo.end()
                #expect(outcome.code == 0, "\(outcome.out)\(outcome.err)")
                #expect(outcome.out.contains("b c.mp4 began 3.250 s later than a.mp4 (by sound"), "\(outcome.out)")
                #expect(outcome.out.contains("d.mp4 began 1.500 s earlier than a.mp4"), "\(outcome.out)")
                #expect(outcome.out.contains("'b c.mp4'") && outcome.out.contains("--offset 0.0000,-3.25"))
                let session = try ComparisonSession(contentsOf: URL(fileURLWithPath: demo.path("s.json")))
                let offsets = session.members.map(\.map.offset.inSeconds)
                #expect(zip(offsets, [0, -3.25, 1.5]).allSatisfy { abs($0 - $1) < 0.001 }, "\(offsets)")
            }

            @Test(arguments: [
                ("left.mp4", "left.mp4"), ("b c.mp4", "'b c.mp4'"), ("it's.mp4", "'it'\\''s.mp4'"),
                ("$(reboot).mp4", "'$(reboot).mp4'"), ("http://h/a?b=1&c=2", "'http://h/a?b=1&c=2'"),
            ])
            func `names can be pasted into a shell`(name: String, word: String) {
                #expect(AlignRun.shellWord(name) == word)
            }

            @Test func `takes that have nothing in common are said to be so, and nothing is kept`() async throws {
                let demo = try DemoProcess(["align", "a.mp4", "b.mp4", "--keep", "s.json"])
                try take(demo, "a.mp4", from: 0)
                try take(demo, "b.mp4", from: 0, seed: 2)
                try demo.start()
                let outcome = try await demo.end()
                #expect(outcome.code == 1 && outcome.err.contains("align them by hand"), "\(outcome.err)")
                #expect(!demo.exists("s.json"))
            }
        }
    }
#endif
