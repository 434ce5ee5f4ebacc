#if os(Linux)
    import Foundation
    import MultiPlayerKit

    extension CompareRun {
        /// Ends the ticks, completes every file and says where they are; returns the exit code.
        func finish() async -> Int32 {
            console.show(status: "")
            // Off the main actor: completing a recording may take a while.
            await Task.detached { [stage] in stage.stop() }.value
            let snapshot = model.group.snapshot
            if snapshot.ticks.presented > 0 {
                if let error = recording?.error {
                    console.complain(error.description)
                    verdict.hasLostOutput = true
                }
                writePicture()
            } else if let empty = plan.recording {
                // A file without a picture would only look like a result.
                try? FileManager.default.removeItem(at: empty)
            }
            writeReport(snapshot)
            summarize(snapshot)
            return verdict.exitCode
        }

        private func writePicture() {
            guard let url = plan.snapshot else { return }
            do {
                try stage.writeSnapshot(to: url)
            } catch {
                console.complain("\(error)")
                verdict.hasLostOutput = true
            }
        }

        private func writeReport(_ snapshot: GroupSnapshot) {
            guard let url = plan.report else { return }
            let report = RunReport(
                snapshot, placements: stage.placements, sources: plan.names, cost: ProcessCost(since: opening),
                events: log.events)
            do {
                try report.json().write(to: url, options: .atomic)
            } catch {
                console.complain(
                    "\(url.lastPathComponent): output: it cannot be written; "
                        + "choose a folder that exists and may be written to")
                verdict.hasLostOutput = true
            }
        }

        private func summarize(_ snapshot: GroupSnapshot) {
            let ticks = snapshot.ticks
            guard ticks.presented > 0 else { return }
            let fps = String(format: "%.1f", ticks.perSecond)
            console.say(
                "\(ticks.presented) ticks, \(fps) a second: \(snapshot.mixedTicks) mixed, \(ticks.late) late, "
                    + "\(ticks.missed) missed.")
            let results = [("Recording", plan.recording), ("Picture", plan.snapshot), ("Report", plan.report)]
            for case (let name, let url?) in results {
                console.say("\(name): \(url.relativePath)")
            }
        }

        /// Writes the picture that is seen now into the next free file.
        func takePicture() {
            let (stage, console) = (stage, console)
            Task.detached {
                do {
                    try FileManager.default.createDirectory(
                        atPath: RunPlan.folder, withIntermediateDirectories: true)
                    var number = 1
                    var path: String { "\(RunPlan.folder)/picture-\(number).png" }
                    while FileManager.default.fileExists(atPath: path) { number += 1 }
                    try stage.writeSnapshot(to: URL(fileURLWithPath: path))
                    console.say("Picture: \(path)")
                } catch {
                    console.complain("\(error)")
                }
            }
        }
    }
#endif
