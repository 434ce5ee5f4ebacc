#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitCompare

    /// Measures one video against another, and leaves the figures.
    @MainActor
    enum MeasureRun {
        static func run(_ options: MeasureOptions, _ console: Console) async -> Int32 {
            do {
                let plan = try RunPlan(options)
                let names = plan.names.members.map { ($0 as NSString).lastPathComponent }
                console.say("Measuring \(names[1]) against \(names[0]).")
                let begin = ContinuousClock.now
                guard let found = try await measure(options, plan, console) else { return RunVerdict.interrupted }
                let time = ContinuousClock.now - begin
                guard let report = MeasureReport(found, names: plan.names.members), let mean = found.mean else {
                    console.complain("measure: no pair of frames was found; compare the lengths of both files")
                    return CommandLineMistake.exitCode
                }
                say(found, mean, in: time, console)
                return save(report, found, options, title: "\(names[1]) against \(names[0])", to: plan, console) ? 0 : 1
            } catch let refusal as RunPlan.Refusal {
                console.complain(refusal.text)
            } catch {
                console.complain("\(error)")
            }
            return CommandLineMistake.exitCode
        }

        /// `nil`: interrupted.
        private static func measure(
            _ options: MeasureOptions, _ plan: RunPlan, _ console: Console
        ) async throws -> MeasuredComparison? {
            let videos = options.videos
            var measurement = VideoMeasurement(
                of: videos.source(plan.members[1]), against: videos.source(plan.members[0]))
            measurement.referenceMap.offset = videos.offset(ofMember: 1)
            measurement.referenceMap.speed = videos.speed(ofMember: 1)
            measurement.map.offset = videos.offset(ofMember: 2)
            measurement.map.speed = videos.speed(ofMember: 2)
            measurement.range = videos.range.map { $0.start..<$0.end }
            return try await console.interruptible { [measurement] show in try await measurement.run(progress: show) }
        }

        private static func say(
            _ found: MeasuredComparison, _ mean: PictureMeasures, in time: Duration, _ console: Console
        ) {
            func line(_ name: String, _ all: String, _ value: (PictureMeasures.Component) -> String) -> String {
                "\(name)  \(all)  " + mean.components.map { "\($0.name) \(value($0))" }.joined(separator: "  ")
            }
            console.say(line("PSNR", decibels(mean.psnr) + " dB") { decibels($0.psnr) })
            console.say(line("SSIM", String(format: "%.4f", mean.ssim)) { String(format: "%.4f", $0.ssim) })
            let media = (found.pairs.last?.time ?? .zero) - found.pairs[0].time
            console.say(
                String(
                    format: "%d pairs, %.3f to %.3f s, measured at %.1f times real time", found.pairs.count,
                    found.pairs[0].time.inSeconds, found.pairs.last?.time.inSeconds ?? 0,
                    media.inSeconds / time.inSeconds))
            let worst = found.worst().map {
                String(format: "%.3f s (%@ dB)", $0.time.inSeconds, decibels($0.measures.psnr))
            }
            if !worst.isEmpty { console.say("The worst: " + worst.joined(separator: ", ")) }
        }

        private static func decibels(_ value: Double) -> String {
            value.isFinite ? String(format: "%.2f", value) : "equal"
        }

        /// Returns whether all that was asked for is written.
        private static func save(
            _ report: MeasureReport, _ found: MeasuredComparison, _ options: MeasureOptions, title: String,
            to plan: RunPlan, _ console: Console
        ) -> Bool {
            plan.ballast?.drop()
            var isComplete = true
            func write(_ url: URL?, as name: String, _ body: (URL) throws -> Void) {
                guard let url else { return }
                do {
                    // A link stays one: what it leads to is replaced.
                    try body(url.resolvingSymlinksInPath())
                    console.say("\(name): \(url.relativePath)")
                } catch {
                    console.complain(
                        "\(url.relativePath): output: it cannot be written; make room, or choose another folder")
                    isComplete = false
                }
            }
            write(plan.report, as: "Report") { try report.json().write(to: $0, options: .atomic) }
            write(plan.csv, as: "Table") { try Data(report.csv().utf8).write(to: $0, options: .atomic) }
            write(plan.graph, as: "Graph") { try MeasureGraph(of: found, title: title).write(to: $0) }
            write(plan.session, as: "Session") { url in
                var session = ComparisonSession(
                    members: plan.members.enumerated().map { index, url in
                        ComparisonSession.Member(
                            source: url,
                            map: TimeMap(
                                offset: options.videos.offset(ofMember: index + 1),
                                speed: options.videos.speed(ofMember: index + 1)))
                    })
                session.markers = found.worstMarkers()
                try session.write(to: url)
            }
            return isComplete
        }
    }
#endif
