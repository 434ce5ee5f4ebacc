#if os(Linux)
    import Foundation

    /// Processor time of the kit against one compositor pipeline with the same files, size and rate.
    ///
    /// Both run as processes of their own, in turn, for the same time, paced and without an output; each figure covers
    /// the whole process with its start. For information, a pipeline tuned by hand is measured too, which scales each
    /// tile once a frame and not once a tick.
    struct CostComparison {
        let clips: BenchClips
        let effort: Effort

        /// The most that the kit may cost, as a fraction of what the pipeline costs.
        private static let limit = 0.9

        func run() throws -> [Gate] {
            let seconds = effort.costSeconds
            let table = Table(
                "Processor time in \(seconds) s: background and two tiles, \(BenchStage.width)x\(BenchStage.height), "
                    + "\(BenchStage.rate) ticks a second",
                ["pair", "kit s", "compositor s", "ratio", "tuned s", "ratio", "late", "missed", "tiles wrong"])
            let others = OtherPrograms()
            let members = clips.take(2)
            let background = clips.take(3)[2]
            let order = PlayOrder(members: members, background: background, seconds: seconds)
            let lines = [false, true].map { scalesBefore in
                LaunchLine.compositor(
                    background: background, members: members, scalesBefore: scalesBefore,
                    into: LaunchLine.pacedSink(pictures: seconds * Int(BenchStage.rate)))
            }
            var (ratios, tunedRatios): ([Double], [Double]) = ([], [])
            var (read, wrong) = (0, 0)
            for pair in 1...effort.costPairs {
                let (report, kit) = try order.performSteadily()
                let costs = try lines.map { try ChildRun(launch: $0, atMost: .seconds(seconds * 4 + 60)).cpu }
                ratios.append(kit.cpu / costs[0])
                tunedRatios.append(kit.cpu / costs[1])
                read += report.tilesRead
                wrong += report.tilesWrong
                table.row([
                    "\(pair)", kit.cpu.text(2), costs[0].text(2), (kit.cpu / costs[0]).text(3), costs[1].text(2),
                    (kit.cpu / costs[1]).text(3), "\(report.late)", "\(report.missed)",
                    "\(report.tilesWrong) of \(report.tilesRead)",
                ])
            }
            print(
                "  median \(ratios.median.text(3)), \(ratios.spread); "
                    + "against the tuned one \(tunedRatios.median.text(3))")
            others.report()
            return [
                Gate(
                    text: "the kit costs \(ratios.median.text(2)) of a compositor pipeline, "
                        + "at most \(Self.limit.text(2))",
                    holds: ratios.median <= Self.limit),
                Gate(
                    text: "what was measured showed the frames due (\(wrong) of \(read) tiles read did not)",
                    holds: read > 0 && wrong == 0),
            ]
        }
    }
#endif
