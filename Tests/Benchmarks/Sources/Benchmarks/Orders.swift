#if os(Linux)
    import Foundation
    import MultiPlayerKit

    /// What a child of this program plays and measures in real time.
    struct PlayOrder: Codable {
        static let command = "play-order"

        var members: [BenchClip]
        var background: BenchClip?
        var isGrid = false
        /// Ticks a second.
        var rate: Int64 = 60
        var seconds: Int

        init(members: [BenchClip], background: BenchClip? = nil, isGrid: Bool = false, rate: Int64 = 60, seconds: Int) {
            (self.members, self.background, self.isGrid) = (members, background, isGrid)
            (self.rate, self.seconds) = (rate, seconds)
        }

        init(text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

        /// Plays in a process of its own.
        func perform() throws -> (report: PlayReport, run: ChildRun) {
            let run = try ChildRun(ofSelf: [Self.command, try text(of: self)], atMost: .seconds(seconds * 4 + 60))
            guard let report = try? JSONDecoder().decode(PlayReport.self, from: run.output) else {
                throw BenchmarkError("the playing child said: \(String(decoding: run.output, as: UTF8.self))")
            }
            return (report, run)
        }
    }

    extension PlayOrder {
        /// Plays until a run is steady: on a machine that others keep busy, some runs are not.
        func performSteadily() throws -> (report: PlayReport, run: ChildRun) {
            for _ in 1...Self.tries {
                let result = try perform()
                if members.isEmpty || result.report.isSteady { return result }
            }
            throw BenchmarkError(
                "\(members.count) members lost frames in each of \(Self.tries) runs; is the machine too busy?")
        }

        private static let tries = 4
    }

    /// What was played and what it cost.
    struct PlayReport: Codable {
        var planned = 0
        var presented = 0
        var late = 0
        var missed = 0
        /// Ticks on which some tile showed another frame than the one due.
        var mixed = 0
        /// Tiles whose index was read from a composed picture.
        var tilesRead = 0
        /// Those of them that showed no frame, or another than the one due.
        var tilesWrong = 0
        /// Processor seconds a second, from one second after the start to the last tick.
        var load = 0.0

        /// Whether so little is missing that the cost is that of a complete run: no frame, and at most a hundredth of
        /// the ticks.
        var isSteady: Bool { planned > 0 && mixed == 0 && missed * 100 <= planned }

        /// Whether every tick was shown in time with every frame that was due.
        var isFlawless: Bool { planned > 0 && late == 0 && missed == 0 && mixed == 0 && tilesWrong == 0 }
    }

    /// What a child of this program composes, as fast as it can, and writes to its standard output as I420.
    struct DumpOrder: Codable {
        static let command = "dump-order"

        var members: [BenchClip]
        var background: BenchClip
        var ticks: Int

        init(members: [BenchClip], background: BenchClip, ticks: Int) {
            (self.members, self.background, self.ticks) = (members, background, ticks)
        }

        init(text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

        var arguments: [String] {
            get throws { [Self.command, try text(of: self)] }
        }
    }

    private func text(of order: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
    }
#endif
