#if os(Linux)
    import Foundation

    /// What one member costs in a group of two and in a group of ten, in a grid on a stage of the same size.
    ///
    /// The child reads its own processor time from one second after the start to the last tick, so opening and the
    /// first frames do not count. The stage's fixed cost is that of the same run without a member, and is subtracted.
    /// For comparison, the same is measured for decoders alone: when more of them share caches, each gets slower, which
    /// is not a cost of the kit.
    struct MemberCost {
        let clips: BenchClips
        let effort: Effort

        /// The noise that is allowed above 1: the ratio differs by 2 % between pairs of one run and by 5 % between runs on a
        /// machine that others use; decoders alone scatter by 10 %.
        private static let limit = 1.05
        private static let few = 2
        private static let many = 10

        func run() throws -> [Gate] {
            let table = Table(
                "Processor time per member, percent of a core: grid on \(BenchStage.width)x\(BenchStage.height), "
                    + "\(BenchStage.rate) ticks a second, \(effort.memberSeconds) s",
                ["pair", "stage", "of 2", "of 10", "ratio", "bare of 2", "bare of 10", "ratio", "missed", "wrong"])
            let others = OtherPrograms()
            var (ratios, bareRatios): ([Double], [Double]) = ([], [])
            var (read, wrong) = (0, 0)
            for pair in 1...effort.memberPairs {
                let stage = try play(0).load
                let (few, many) = (try play(Self.few), try play(Self.many))
                let fewCost = (few.load - stage) / Double(Self.few)
                let manyCost = (many.load - stage) / Double(Self.many)
                let nothing = try ChildRun(launch: LaunchLine.nothing, atMost: .seconds(20)).cpu
                let (bareFew, bareMany) = (try decode(Self.few) - nothing, try decode(Self.many) - nothing)
                let bareCosts = [bareFew / Double(Self.few), bareMany / Double(Self.many)]
                    .map { $0 / Double(effort.memberSeconds) }
                ratios.append(manyCost / fewCost)
                bareRatios.append(bareCosts[1] / bareCosts[0])
                read += few.tilesRead + many.tilesRead
                wrong += few.tilesWrong + many.tilesWrong
                table.row(
                    ["\(pair)", percent(stage), percent(fewCost), percent(manyCost), (manyCost / fewCost).text(3)]
                        + bareCosts.map(percent) + [
                            (bareCosts[1] / bareCosts[0]).text(3), "\(few.missed)+\(many.missed)",
                            "\(few.tilesWrong)+\(many.tilesWrong)",
                        ])
            }
            print(
                "  median \(ratios.median.text(3)), \(ratios.spread); "
                    + "decoders alone \(bareRatios.median.text(3)), \(bareRatios.spread)")
            others.report()
            return [
                Gate(
                    text: "a member of ten costs \(ratios.median.text(2)) of one of two, at most \(Self.limit.text(2))",
                    holds: ratios.median <= Self.limit),
                Gate(
                    text: "what was measured showed the frames due (\(wrong) of \(read) tiles read did not)",
                    holds: read > 0 && wrong == 0),
            ]
        }

        private func percent(_ load: Double) -> String { (load * 100).text(1) }

        private func play(_ count: Int) throws -> PlayReport {
            try PlayOrder(members: clips.take(count), isGrid: true, seconds: effort.memberSeconds).performSteadily()
                .report
        }

        private func decode(_ count: Int) throws -> Double {
            let line = LaunchLine.decoders(
                clips.take(count), pictures: effort.memberSeconds * 30, lateness: Capacity.bareLateness)
            return try ChildRun(launch: line, atMost: .seconds(effort.memberSeconds * 4 + 60)).cpu
        }
    }
#endif
