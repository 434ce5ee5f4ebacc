#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Says how much of the machine other programs took: a run in real time says something about the kit only where it
    /// had the machine.
    struct QuietMachine {
        /// Other programs may take this much of all processors; a test runner's own parent process stays below it.
        private static let share = 0.08
        private static let attempts = 3

        /// Runs a measurement; when others were busy meanwhile, again. What a quiet run brought is run again only where it
        /// asks for times: other machines on the same cores, which no counter of this one shows, lengthen some now and
        /// then, where what the kit takes it takes each time.
        ///
        /// - Parameters:
        ///   - allowance: what a program that belongs to the measurement takes of all processors, 0…1.
        ///   - isInTime: whether the times of a run are what is asked for.
        ///   - check: what has to hold in every run, whoever else was busy: pictures. Where `body` looks at them itself, nothing.
        @MainActor
        static func run<Result>(
            besides allowance: Double = 0, until isInTime: (Result) -> Bool = { _ in true },
            always check: (Result) -> Void, _ body: () async throws -> Result
        ) async throws -> Result {
            for attempt in 1...attempts {
                let before = QuietMachine()
                let result = try await body()
                let others = QuietMachine().share(since: before)
                check(result)
                print("other programs took \(Int(others * 100)) % of the machine")
                if others <= share + allowance && isInTime(result) || attempt == attempts { return result }
            }
            fatalError("the last attempt returns")
        }

        private let all: Double
        private let busy: Double
        private let own: Double

        private init() {
            let first = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.split(separator: "\n").first
            // user nice system idle iowait irq softirq steal, in hundredths of a second, of all processors.
            let parts = first?.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) } ?? []
            all = parts.reduce(0, +) / 100
            busy = all - (parts.count > 4 ? parts[3] + parts[4] : 0) / 100
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            own =
                Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        }

        private func share(since before: QuietMachine) -> Double {
            guard all > before.all else { return 0 }
            return max(busy - before.busy - (own - before.own), 0) / (all - before.all)
        }
    }
#endif
