#if os(Linux)
    import Foundation
    import Testing

    @testable import ComparisonScreens

    extension RealTimeTests {
        @Suite struct ReportTests {
            @Test func `a run of the demo's own clips leaves a recording, a picture and a report`() async throws {
                let (outcome, demo) = try await DemoProcess.run(["--headless", "--duration", "1.5"])
                #expect(outcome.code == 0)
                #expect(outcome.err == "")
                for result in ["mkv", "png", "json"] {
                    #expect(outcome.out.contains("recordings/comparison.\(result)\n"))
                    #expect(demo.exists("recordings/comparison.\(result)"))
                }
                let report = try demo.report("recordings/comparison.json")
                let ticks = try #require(report["ticks"] as? [String: Any])
                let presented = try #require(ticks["presented"] as? Int)
                #expect((80...90).contains(try #require(ticks["planned"] as? Int)), "1.5 s at 60 ticks a second")
                #expect(try HelperTool.frameCount(demo.path("recordings/comparison.mkv")) == presented)
                let picture = try Data(contentsOf: demo.folder.appendingPathComponent("recordings/comparison.png"))
                #expect(Array(picture.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
                #expect(Array(picture[16..<24]) == [0, 0, 5, 0, 0, 0, 2, 0xD0], "1280x720")
            }

            @Test func `the report has the fields that scripts read`() async throws {
                let (_, demo) = try await DemoProcess.run(["--headless", "--duration", "0.5", "--report", "r.json"])
                #expect(!demo.exists("recordings"))
                let report = try demo.report("r.json")
                #expect(
                    keys(report) == [
                        "schema", "ticks", "members", "background", "group", "budget", "cost", "events", "recording",
                    ])
                #expect(report["schema"] as? Int == 1)
                #expect(keys(report["ticks"]) == ["planned", "presented", "late", "missed", "fps", "latenessMs"])
                #expect(
                    keys(report["group"])
                        == ["startSkewTicks", "mixedTicks", "longestMixedRun", "corrections", "stalls"])
                #expect(keys(report["cost"]) == ["cpuSeconds", "wallSeconds", "peakMemoryBytes"])
                #expect(keys(report["budget"]) == ["capacityLearned", "changes", "settledAfterSeconds"])
                let members = try #require(report["members"] as? [[String: Any]])
                #expect(members.compactMap { $0["name"] as? String } == ["without-esc.mp4", "with-esc.mp4"])
                for member in members + [try #require(report["background"] as? [String: Any])] {
                    #expect(
                        keys(member) == [
                            "name", "source", "tile", "size", "frameRate", "frames", "loops", "latenessMs",
                            "isLeftBehind", "tier", "tierSeconds",
                        ])
                    #expect(keys(member["tile"]) == ["x", "y", "width", "height"])
                    #expect(keys(member["size"]) == ["width", "height"])
                    #expect(keys(member["frames"]) == ["shown", "late", "dropped"])
                    #expect(keys(member["latenessMs"]) == ["p50", "p95", "p99", "max"])
                    #expect(member["frameRate"] as? Double == 30)
                }
                let events = try #require(report["events"] as? [[String: Any]])
                #expect(events.allSatisfy { keys($0).subtracting(["member"]) == ["t", "what", "text"] })
                #expect(events.contains { $0["what"] as? String == "started" && $0["t"] as? Double == 0 })
            }

            @Test func `a script acts at its times`() async throws {
                let script = "0.3:pause;0.6:step=3;0.9:nudge=2:-2;1.2:seek=4;1.5:rate=2"
                let (outcome, demo) = try await DemoProcess.run([
                    "--headless", "--at", script, "--duration", "3", "--report", "r.json",
                ])
                #expect(outcome.code == 0)
                let events = try #require(try demo.report("r.json")["events"] as? [[String: Any]])
                func event(_ what: String, _ text: String) -> Double? {
                    events.first { $0["what"] as? String == what && ($0["text"] as? String)?.contains(text) == true }?[
                        "t"]
                        as? Double
                }
                // An action takes place on the first tick at or after its time; 0.2 s leave room for a busy machine.
                let paused = try #require(event("paused", "at group time 0.3"))
                #expect(abs(paused - 0.3) < 0.2)
                #expect(try #require(event("arrived", "at group time 0.4")) > 0.5)
                #expect(event("nudged", "-0.067") != nil)
                #expect(event("arrived", "at group time 4.000") != nil)
            }

            @Test func `a grid reports every tile and the budget`() async throws {
                let (outcome, demo) = try await DemoProcess.run([
                    "grid", "--tiles", "5", "--focus", "4", "--headless", "--duration", "2", "--budget", "2,900000",
                    "--at", "1:focus=5", "--overlay", "--report", "r.json", "--snapshot", "r.png",
                ])
                #expect(outcome.code == 0, "\(outcome.err)")
                #expect(outcome.out.contains("Playing 5 tiles of without-esc.mp4, with-esc.mp4"))
                #expect(outcome.out.contains("Tiers: "))
                #expect(demo.exists("r.png"))
                let report = try demo.report("r.json")
                #expect(report["background"] is NSNull)
                let events = try #require(report["events"] as? [[String: Any]])
                let focused = try #require(events.first { $0["what"] as? String == "focused" })
                #expect(focused["member"] as? Int == 5)
                #expect(abs(try #require(focused["t"] as? Double) - 1) < 0.2)
                let members = try #require(report["members"] as? [[String: Any]])
                #expect(members.count == 5)
                #expect(members[2]["name"] as? String == "without-esc.mp4")
                #expect(Set(members.compactMap { ($0["tile"] as? [String: Int])?["width"] }).count == 1)
                for member in members {
                    let tier = try #require(member["tier"] as? String)
                    let seconds = try #require(member["tierSeconds"] as? [String: Double])
                    #expect(seconds[tier] ?? 0 > 0, "\(member)")
                    #expect((1.5...6).contains(seconds.values.reduce(0, +)), "\(seconds)")
                }
                let budget = try #require(report["budget"] as? [String: Any])
                #expect(keys(budget["capacityLearned"]) == ["sessions", "macroblocksPerSecond"])
                for change in try #require(budget["changes"] as? [[String: Any]]) {
                    #expect(keys(change) == ["t", "tile", "from", "to", "reason"])
                }
            }

            private func keys(_ value: Any?) -> Set<String> {
                Set((value as? [String: Any])?.keys.map { $0 } ?? [])
            }
        }
    }
#endif
