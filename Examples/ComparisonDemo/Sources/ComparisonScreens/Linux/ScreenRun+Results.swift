#if os(Linux)
    import Foundation
    import MultiPlayerKit

    extension ScreenRun {
        /// Ends the ticks, completes every file and says where they are; returns the exit code.
        func finish() async -> Int32 {
            console.show(status: "")
            if let place = window?.place { WindowMemory(stage: options.size).keep(place) }
            // Off the main actor: completing a recording may take a while.
            await Task.detached { [stage] in stage.stop() }.value
            for one in await recordingNews?.value ?? [] { log.note("recording", one.text, at: one.host) }
            let snapshot = model.group.snapshot
            let report = RunReport(
                snapshot, placements: stage.placements, sources: names,
                budget: log.budget(capacity: budget.snapshot.capacity),
                cost: ProcessCost(since: opening), events: log.events,
                recording: recording.map(RecordingReport.init))
            let isSaved = plan.save(
                { try report.json() }, of: stage, recording: recording, isEmpty: snapshot.ticks.presented == 0, console)
            if !isSaved { verdict.hasLostOutput = true }
            summarize(snapshot)
            return verdict.exitCode
        }

        private func summarize(_ snapshot: GroupSnapshot) {
            let ticks = snapshot.ticks
            guard ticks.presented > 0 else { return }
            let fps = String(format: "%.1f", ticks.perSecond)
            let run = snapshot.longestMixedRun > 1 ? ", \(snapshot.longestMixedRun) of them on end" : ""
            console.say(
                "\(ticks.presented) ticks, \(fps) a second: \(snapshot.mixedTicks) mixed\(run), \(ticks.late) late, "
                    + "\(ticks.missed) missed.")
            console.say("Tiers: \(snapshot.tierWords); limit: \(budget.snapshot.limitWords).")
            plan.nameResults(console, parts: recording?.parts ?? [])
        }

        /// Writes the picture that is seen now into the next free file.
        func takePicture() { RunPlan.takePicture(of: stage, console) }
    }
#endif
