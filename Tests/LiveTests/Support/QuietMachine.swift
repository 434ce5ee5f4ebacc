#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Measures how much of the machine other programs took: a time that is too long says something about the kit only if
    /// the run had the machine to itself.
    struct QuietMachine {
        /// Other programs may take this much of all processors; a test runner's own parent process stays below it.
        private static let share = 0.08
        /// Runs that had the machine to themselves, and runs in all.
        private static let (attempts, most) = (3, 5)

        /// Runs a measurement until its times are short enough: other programs lengthen them, never shorten them. Other
        /// machines on the same cores, which no counter of this one shows, do so now and then too, whereas the kit's own
        /// time recurs in every run.
        ///
        /// - Parameters:
        ///   - allowance: the share of all processors, 0…1, that a program belonging to the measurement takes.
        ///   - isInTime: whether the times of a run are short enough. `nil`: they say something only about a run that had
        ///     the machine to itself, and then one run is enough.
        ///   - needsQuiet: whether a run counts only with the machine to itself: it judges something that load improves, such
        ///     as the kit's own share of the processors.
        ///   - check: checks what must hold in every run, however busy other programs were: the pictures. Does nothing
        ///     if `body` checks them itself.
        ///   - checkQuiet: checks what must hold in every run that had the machine to itself.
        @MainActor
        static func run<Result>(
            besides allowance: Double = 0, until isInTime: ((Result) -> Bool)? = nil,
            needsQuiet: Bool = false, always check: (Result) -> Void, whenQuiet checkQuiet: (Result) -> Void = { _ in },
            _ body: () async throws -> Result
        ) async throws -> Result {
            var quiet = 0
            for attempt in 1...most {
                let before = QuietMachine()
                let result = try await body()
                let others = QuietMachine().share(since: before)
                let isQuiet = others <= share + allowance
                check(result)
                print("other programs took \(Int(others * 100)) % of the machine")
                if isQuiet {
                    checkQuiet(result)
                    quiet += 1
                }
                let isEnough = isInTime?(result) ?? isQuiet
                if isEnough && (isQuiet || !needsQuiet) || quiet == attempts || attempt == most { return result }
                if !isQuiet { try await waitForQuiet() }
            }
            fatalError("the last attempt returns")
        }

        /// Waits until other programs rest, but not for long: on some machines they never do.
        private static func waitForQuiet() async throws {
            for _ in 0..<10 {
                let before = QuietMachine()
                try await Task.sleep(for: .seconds(1))
                if QuietMachine().share(since: before) <= share { return }
            }
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
