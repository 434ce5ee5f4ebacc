#if os(Linux)
    import Foundation

    /// How many members play without a late tick. It depends on the machine, so it is information and no gate.
    struct Capacity {
        let clips: BenchClips
        let effort: Effort

        /// A bare decoder's picture counts as late, as a tick does, when it comes more than half of its duration after
        /// it was due.
        static let bareLateness = Duration.nanoseconds(16_666_666)
        /// The number of members whose processor time gives the bound.
        private static let probe = 4
        /// The largest number tried.
        private static let most = 32

        func run() throws {
            let table = Table(
                "Members without a late tick: grid on \(BenchStage.width)x\(BenchStage.height), "
                    + "\(effort.capacitySeconds) s, found by halving, best of \(effort.capacityTries)",
                ["", "decoders", "30 ticks/s", "60 ticks/s"])
            let others = OtherPrograms()
            let bare = try search(decodeFlawlessly)
            let kit = try [30, 60].map { rate in try search { try playFlawlessly($0, rate: rate) } }
            table.row(["counted", "\(bare)"] + kit.map { "\($0)" })
            let bounds = [try bareLoad()] + (try [30, 60].map(load))
            let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
            table.row(["at most"] + bounds.map { "\(Int(cores / $0))" })
            print(
                "  decoders: as many chains of filesrc, qtdemux, h264parse, avdec_h264, fakesink in one gst-launch-1.0")
            print("  at most: what the processor time of \(Self.probe) leaves room for if nothing else runs")
            others.report()
        }

        /// Processor seconds a second of one of a few members, including its share of the stage.
        private func load(rate: Int64) throws -> Double {
            let order = PlayOrder(
                members: clips.take(Self.probe), isGrid: true, rate: rate, seconds: effort.capacitySeconds)
            return try order.performSteadily().report.load / Double(Self.probe)
        }

        /// The same for a bare decoder.
        private func bareLoad() throws -> Double {
            let run = try decode(Self.probe)
            return run.cpu / Double(Self.probe * effort.capacitySeconds)
        }

        /// The greatest number that passes.
        private func search(_ passes: (Int) throws -> Bool) throws -> Int {
            var (good, bad) = (0, Self.most + 1)
            while bad - good > 1 {
                let middle = (good + bad) / 2
                var isGood = false
                for _ in 0..<effort.capacityTries where !isGood { isGood = try passes(middle) }
                if isGood { good = middle } else { bad = middle }
            }
            return good
        }

        private func playFlawlessly(_ count: Int, rate: Int64) throws -> Bool {
            try PlayOrder(members: clips.take(count), isGrid: true, rate: rate, seconds: effort.capacitySeconds)
                .perform().report.isFlawless
        }

        private func decodeFlawlessly(_ count: Int) throws -> Bool {
            !String(decoding: try decode(count).output, as: UTF8.self).contains("(qos)")
        }

        private func decode(_ count: Int) throws -> ChildRun {
            let line = LaunchLine.decoders(
                clips.take(count), pictures: effort.capacitySeconds * 30, lateness: Self.bareLateness)
            return try ChildRun(launch: line, atMost: .seconds(effort.capacitySeconds * 4 + 60))
        }
    }
#endif
