#if os(Linux)
    import Foundation
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        /// The program with a session's file, from outside.
        @Suite struct SessionTests {
            private func session(_ text: String, in demo: DemoProcess) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: demo.path("wet.json")))
            }

            @Test func `a session is opened, and exported as it says`() async throws {
                let demo = try DemoProcess(["export", "--session", "wet.json", "--to", "wet.mp4", "--size", "640x360"])
                try session(
                    """
                    {"version": 1, "rate": 0.5, "range": {"from": 1, "to": 1.5},
                     "layout": {"kind": "difference", "style": "heat", "gain": 4},
                     "captions": {"items": ["name"]},
                     "members": [{"file": "\(OwnClips.pair[0].path)", "name": "Without ESC"},
                                 {"file": "\(OwnClips.pair[1].path)", "offset": 0.1, "name": "With ESC"}]}
                    """, in: demo)
                try demo.start()
                let outcome = try await demo.end()
                // Half a second at half the rate, in 30 frames a second.
                #expect(outcome.code == 0 && outcome.out.contains("30 frames, 1.000 s"), "\(outcome.out)\(outcome.err)")
            }

            @Test func `a mistake in a session is told with its line, and nothing plays`() async throws {
                let demo = try DemoProcess(["--session", "wet.json", "--headless"])
                try session("{\"version\": 1,\n \"members\": [{\"file\": \"a.mp4\", \"sped\": 2}]}", in: demo)
                try demo.start()
                let outcome = try await demo.end()
                #expect(outcome.code == 2)
                #expect(outcome.err.contains("wet.json:2:32: members[0].sped: there is no such key; did you mean"))
            }
        }
    }
#endif
