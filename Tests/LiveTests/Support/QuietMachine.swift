#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Measures how much of the machine other programs took: a run in real time says something about the kit only if it
    /// had the machine to itself.
    struct QuietMachine {
        /// Other programs may take this much of all processors; a test runner's own parent process stays below it.
        private static let share = 0.08
        private static let attempts = 3

        /// Runs a measurement, and repeats it if other programs were busy meanwhile. A quiet run is repeated only if
        /// its times are too long: other machines on the same cores, which no counter of this one shows, lengthen some
        /// runs now and then, whereas the kit's own time recurs in every run.
        ///
        /// - Parameters:
        ///   - allowance: the share of all processors, 0…1, that a program belonging to the measurement takes.
        ///   - isInTime: whether the times of a run are short enough.
        ///   - check: checks what must hold in every run, however busy other programs were: the pictures. Does nothing
        ///     if `body` checks them itself.
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
