#if os(Linux)
    import Foundation
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        @Suite struct ExitTests {
            @Test func `a run without a playable file ends at once`() async throws {
                let (outcome, demo) = try await DemoProcess.run([
                    "no.mp4", "none.mp4", "--headless", "--record", "r.mkv", "--report", "r.json",
                ])
                #expect(outcome.code == 2)
                #expect(outcome.err.contains("no.mp4: source: no such file"))
                #expect(outcome.err.contains("none.mp4: source: no such file"))
                #expect(!demo.exists("r.mkv"), "a recording of nothing")
                let report = try demo.report("r.json")
                #expect(report["background"] is NSNull)
                #expect((report["members"] as? [[String: Any]])?.allSatisfy { $0["size"] is NSNull } == true)
            }

            @Test func `the others play on beside a missing file`() async throws {
                let (outcome, demo) = try await DemoProcess.run([
                    "no.mp4", OwnClips.pair[0].path, "--headless", "--duration", "0.5", "--report", "r.json",
                ])
                #expect(outcome.code == 2)
                #expect(outcome.err.split(separator: "\n").count == 1, "\(outcome.err)")
                let members = try #require(try demo.report("r.json")["members"] as? [[String: Any]])
                #expect((members[1]["frames"] as? [String: Int])?["shown"] ?? 0 > 10)
                #expect(members[0]["source"] as? String == "no.mp4")
            }

            @Test func `a file that many tiles lack is reported once`() async throws {
                let (outcome, _) = try await DemoProcess.run(["grid", "no.mp4", "--tiles", "20", "--headless"])
                #expect(outcome.code == 2)
                #expect(outcome.err.split(separator: "\n").count == 1, "\(outcome.err)")
            }

            @Test(
                arguments: [
                    (["--report", "missing/r.json"], "missing/r.json: output: its folder does not exist"),
                    (["--snapshot", "/dev/null/p.png"], "/dev/null is a file, not a folder"),
                    (["--layout", "sidebyside"], "did you mean side-by-side?"),
                    (["grid", "--focus", "10"], "is no tile; there are 1 to 9"),
                    (["a.mp4"], "Only one file was given"),
                    (["http://[", "b.mp4"], "is no valid address"),
                    (["--window"], "window: output: DISPLAY and WAYLAND_DISPLAY are not set"),
                ])
            func `arguments that cannot work are refused before anything plays`(arguments: [String], message: String)
                async throws
            {
                let (outcome, _) = try await DemoProcess.run(arguments + ["--duration", "9"])
                #expect(outcome.code == 2)
                #expect(outcome.err.contains(message), "\(outcome.err)")
                #expect(outcome.err.split(separator: "\n").count <= 2)
                #expect(outcome.out == "")
            }

            @Test func `an unusable display does not prevent playing`() async throws {
                let demo = try DemoProcess(["--duration", "0.3", "--report", "r.json"], display: ":12345")
                try demo.start()
                let outcome = try await demo.end()
                #expect(outcome.code == 0)
                #expect(outcome.err.contains("the display \":12345\" cannot be opened"))
            }

            @Test func `help and version go to standard output`() async throws {
                let (help, _) = try await DemoProcess.run(["--help"])
                #expect((help.code, help.out) == (0, DemoText.help + "\n"))
                let (version, _) = try await DemoProcess.run(["--version"])
                #expect((version.code, version.out) == (0, DemoText.version + "\n"))
            }

            /// `timeout` and a terminal that closes send their signal twice within milliseconds.
            @Test(arguments: [([SIGINT], 1), ([SIGTERM], 2), ([SIGHUP], 2), ([SIGTERM, SIGHUP, SIGINT], 1)])
            func `an interruption leaves everything complete`(signals: [Int32], times: Int) async throws {
                // Under `nohup` the tests ignore it, and so would the program, as it should.
                signal(SIGHUP, SIG_DFL)
                let demo = try DemoProcess([
                    "--headless", "--record", "r.mp4", "--report", "r.json", "--snapshot", "r.png",
                ])
                try demo.start()
                try await demo.waitFor(output: "Playing")
                try await Task.sleep(for: .seconds(1.5))
                for signal in Array(repeating: signals, count: times).joined() {
                    demo.send(signal)
                    try await Task.sleep(for: .milliseconds(3))
                }
                let outcome = try await demo.end()
                #expect(outcome.code == 130)
                #expect(outcome.err == "")
                let report = try demo.report("r.json")
                let ticks = try #require(report["ticks"] as? [String: Any])
                #expect(try HelperTool.frameCount(demo.path("r.mp4")) == ticks["presented"] as? Int)
                #expect((report["events"] as? [[String: Any]])?.last?["what"] as? String == "interrupted")
                #expect(demo.exists("r.png"))
            }

            /// The output is closed as with `| true`, or stays full as with `| less` that is not scrolled.
            @Test(arguments: [true, false])
            func `output that nobody reads any more does not hold up the run`(isClosed: Bool) async throws {
                let pipe = Pipe()
                let demo = try DemoProcess(["--headless", "--duration", "1", "--report", "r.json"], output: pipe)
                if isClosed {
                    try demo.start()
                    try pipe.fileHandleForReading.close()
                } else {
                    let descriptor = pipe.fileHandleForWriting.fileDescriptor
                    let flags = fcntl(descriptor, F_GETFL)
                    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
                    while write(descriptor, "x", 1) == 1 {}
                    _ = fcntl(descriptor, F_SETFL, flags)
                    try demo.start()
                }
                let outcome = try await demo.end()
                #expect(outcome.code == 0)
                let ticks = try #require(try demo.report("r.json")["ticks"] as? [String: Any])
                #expect(ticks["presented"] as? Int ?? 0 > 30)
                withExtendedLifetime(pipe) {}
            }

            @Test func `a run without a duration ends with the group`() async throws {
                let (outcome, demo) = try await DemoProcess.run([
                    "--headless", "--range", "1-2", "--rate", "2", "--report", "r.json",
                ])
                #expect(outcome.code == 0)
                let ticks = try #require(try demo.report("r.json")["ticks"] as? [String: Any])
                #expect((25...30).contains(try #require(ticks["planned"] as? Int)), "half a second")
            }

            @Test func `a run that a script has paused ends too`() async throws {
                let (outcome, _) = try await DemoProcess.run([
                    "--headless", "--at", "0.2:pause", "--report", "r.json",
                ])
                #expect(outcome.code == 0)
            }
        }
    }

    @Suite struct RunVerdictTests {
        @Test func `the exit code tells when a member has failed`() {
            var verdict = RunVerdict()
            #expect(verdict.exitCode == 0)
            verdict.noteFailure(afterStart: true)
            #expect(verdict.exitCode == 1)
            verdict.noteFailure(afterStart: false)
            #expect(verdict.exitCode == 2)
            verdict.wasInterrupted = true
            #expect(verdict.exitCode == 130)
        }

        @Test func `a lost output is a failure`() {
            var verdict = RunVerdict()
            verdict.hasLostOutput = true
            #expect(verdict.exitCode == 1)
        }
    }
#endif
