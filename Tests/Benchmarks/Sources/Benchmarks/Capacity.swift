#if os(Linux)
    import Foundation

    /// How many members play without a late tick. Depends on the machine, so it informs and is no gate.
    struct Capacity {
        let clips: BenchClips
        let effort: Effort

        /// A bare decoder's picture is late when it comes more than half of its time after it was due, as a tick is.
        static let bareLateness = Duration.nanoseconds(16_666_666)
        /// Where the search ends.
        private static let most = 32

        func run() throws {
            let table = Table(
                "Members without a late tick: grid on \(BenchStage.width)x\(BenchStage.height), "
                    + "\(effort.capacitySeconds) s, found by halving, best of \(effort.capacityTries)",
                ["decoders", "30 ticks/s", "60 ticks/s"])
            let others = OtherPrograms()
            let bare = try search(decodeFlawlessly)
            let kit = try [30, 60].map { rate in try search { try playFlawlessly($0, rate: rate) } }
            table.row(["\(bare)"] + kit.map { "\($0)" })
            print(
                "  decoders: as many chains of filesrc, qtdemux, h264parse, avdec_h264, fakesink in one gst-launch-1.0")
            others.report()
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
            let line = LaunchLine.decoders(
                clips.take(count), pictures: effort.capacitySeconds * 30, lateness: Self.bareLateness)
            let run = try ChildRun(launch: line, atMost: .seconds(effort.capacitySeconds * 4 + 60))
            return !String(decoding: run.output, as: UTF8.self).contains("(qos)")
        }
    }
#endif
