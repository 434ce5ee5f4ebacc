#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare
    import MultiPlayerKitScreen

    /// Writes what a comparison shows to a file.
    @MainActor
    enum ExportRun {
        static func run(_ options: ExportOptions, _ console: Console) async -> Int32 {
            do {
                var options = options
                let session: ComparisonSession?
                (options.videos, session) = try options.videos.opened()
                let plan = try RunPlan(options)
                guard let goal = plan.recording else { return CommandLineMistake.exitCode }
                let names = plan.members.map(\.lastPathComponent).joined(separator: ", ")
                console.say("Exporting \(names) to \(goal.relativePath).")
                let begin = ContinuousClock.now
                guard let outcome = try await write(options, session, plan, to: goal, console) else {
                    return RunVerdict.interrupted
                }
                let time = ContinuousClock.now - begin
                let rate =
                    Double(options.videos.ticksPerSecond.numerator)
                    / Double(options.videos.ticksPerSecond.denominator)
                let length = Double(outcome.frames) / rate
                console.say(
                    String(
                        format: "%d frames, %.3f s, %@, written at %.1f times real time", outcome.frames, length,
                        outcome.hasSound ? "with sound" : "without sound", length / time.inSeconds))
                if outcome.lateFrames > 0 {
                    console.complain(
                        "\(goal.relativePath): \(outcome.lateFrames) frames show an earlier picture of a member that "
                            + "lacks the one that is due; check the files")
                }
                return outcome.lateFrames == 0 ? 0 : 1
            } catch let refusal as RunPlan.Refusal {
                console.complain(refusal.text)
            } catch {
                console.complain("\(error)")
            }
            return CommandLineMistake.exitCode
        }

        /// `nil`: interrupted.
        private static func write(
            _ options: ExportOptions, _ session: ComparisonSession?, _ plan: RunPlan, to goal: URL, _ console: Console
        ) async throws -> GroupExport.Outcome? {
            let size = CGSize(width: options.videos.size.width, height: options.videos.size.height)
            let group = PlaybackGroup(on: try Stage(size: size, pace: .unpaced))
            let model = ScreenModel(group, options: options.videos, session: session)
            model.fill(members: plan.members, background: plan.background)
            var export = GroupExport(of: group, as: model.layout)
            let rate = options.videos.ticksPerSecond
            (export.size, export.rate) = (size, FrameRate(Int64(rate.numerator), Int64(rate.denominator)))
            export.captions = model.captions
            if options.mixesSound { export.sound = .mix }
            return try await console.interruptible { [export] show in try await export.write(to: goal, progress: show) }
        }
    }
#endif
