#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare

    /// Finds how videos of one event lie to each other, and says with which options they are in step.
    @MainActor
    enum AlignRun {
        static func run(_ options: AlignOptions, _ console: Console) async -> Int32 {
            do {
                let plan = try RunPlan(options)
                let names = plan.names.members.map { ($0 as NSString).lastPathComponent }
                var maps: [TimeMap?] = [TimeMap()]
                for index in plan.members.indices.dropFirst() {
                    console.say("Looking for \(names[0]) in \(names[index]).")
                    do {
                        guard let found = try await align(index, options, plan, console) else {
                            return RunVerdict.interrupted
                        }
                        console.say(sentence(found, names[index], names[0]))
                        maps.append(found.map(inStepWith: TimeMap()))
                    } catch let error as PlaybackError where error.code == .notAlignable {
                        console.complain("\(error)")
                        maps.append(nil)
                    }
                }
                let known = maps.compactMap(\.self)
                guard known.count == maps.count else { return 1 }
                console.say("In step: ComparisonDemo " + words(for: plan.names.members, known).joined(separator: " "))
                if let url = plan.session {
                    let session = ComparisonSession(
                        members: zip(plan.members, known).map { ComparisonSession.Member(source: $0, map: $1) })
                    try session.write(to: url.resolvingSymlinksInPath())
                    console.say("Session: \(url.relativePath)")
                }
                return 0
            } catch let refusal as RunPlan.Refusal {
                console.complain(refusal.text)
            } catch {
                console.complain("\(error)")
            }
            return CommandLineMistake.exitCode
        }

        /// `nil`: interrupted.
        private static func align(
            _ index: Int, _ options: AlignOptions, _ plan: RunPlan, _ console: Console
        ) async throws -> AlignmentResult? {
            let alignment = VideoAlignment(
                of: options.videos.source(plan.members[index]), with: options.videos.source(plan.members[0]))
            return try await console.interruptible { show in try await alignment.run(progress: show) }
        }

        /// What was found, in words.
        static func sentence(_ found: AlignmentResult, _ name: String, _ reference: String) -> String {
            let offset = found.offset.inSeconds
            let lies = String(
                format: "%@ began %.3f s %@ than %@", name, abs(offset), offset < 0 ? "later" : "earlier", reference)
            let runs = found.speed == 1 ? "" : String(format: ", and its clock runs %+.4f %%", (found.speed - 1) * 100)
            return lies + runs + String(format: " (by %@, confidence %.2f)", "\(found.evidence)", found.confidence)
        }

        /// A word that a shell takes as it is, whatever a file's name or an address has in it.
        nonisolated static func shellWord(_ text: String) -> String {
            let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:,+@%=".contains($0)) }
            return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
        }

        /// The rest of a command line that shows them in step.
        static func words(for names: [String], _ maps: [TimeMap]) -> [String] {
            func list(_ values: [Double], _ digits: Int) -> String {
                values.map { String(format: "%.\(digits)f", $0) }.joined(separator: ",")
            }
            let speeds = maps.map(\.speed)
            return names.map(shellWord)
                + ["--offset \(list(maps.map(\.offset.inSeconds), 4))"]
                + (speeds.allSatisfy { $0 == 1 } ? [] : ["--speed \(list(speeds, 6))"])
        }
    }
#endif
