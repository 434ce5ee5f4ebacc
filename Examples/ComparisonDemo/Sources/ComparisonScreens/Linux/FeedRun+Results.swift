#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitFeed

    extension FeedRun {
        func announce() {
            let cells = options.feed?.cells ?? 0
            let how = window == nil ? "without a window, in real time" : "in a window; q quits, ? lists the keys"
            console.say("Playing a feed of \(cells) cells over \(plan.members.count) videos, \(how).")
        }

        /// Ends the ticks, completes every file and says where they are; returns the exit code.
        func finish() async -> Int32 {
            if let place = window?.place { WindowMemory(stage: options.size).keep(place) }
            // Off the main actor: completing a recording may take a while.
            await Task.detached { [stage] in stage.stop() }.value
            for one in await recordingNews?.value ?? [] { log.note("recording", one.text, at: one.host) }
            let snapshot = feed.snapshot
            feed.close()
            let report = RunReport(
                snapshot, cache.statistics, budget: log.budget(capacity: DecoderBudget.shared.snapshot.capacity),
                cost: ProcessCost(since: opening), events: log.events, recording: recording.map(RecordingReport.init))
            let isSaved = plan.save(
                { try report.json() }, of: stage, recording: recording, isEmpty: snapshot.ticks.presented == 0, console)
            if !isSaved { verdict.hasLostOutput = true }
            summarize(snapshot)
            return verdict.exitCode
        }

        private func summarize(_ snapshot: FeedSnapshot) {
            let ticks = snapshot.ticks
            guard ticks.presented > 0 else { return }
            console.say(
                "\(ticks.presented) ticks, \(String(format: "%.1f", ticks.perSecond)) a second: \(ticks.late) late, "
                    + "\(ticks.missed) missed; \(snapshot.bindings) turns of cells, "
                    + "\(snapshot.wrongCellFrames) wrong pictures.")
            for readiness in FeedSnapshot.Readiness.allCases {
                guard let starts = snapshot.timeToFirstFrame[readiness] else { continue }
                console.say(
                    "First frame, \(readiness.rawValue): p50 \(Self.milliseconds(starts.p50)), "
                        + "p95 \(Self.milliseconds(starts.p95)), \(starts.count) times.")
            }
            plan.nameResults(console, parts: recording?.parts ?? [])
        }

        private static func milliseconds(_ time: Duration) -> String {
            String(format: "%.0f ms", time.inMilliseconds)
        }
    }
#endif
