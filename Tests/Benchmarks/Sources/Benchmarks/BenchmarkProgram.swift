#if os(Linux)
    import Foundation

    /// Measures what the kit costs and prints it as ratios of one run. Run by hand, built for release:
    ///
    /// ```sh
    /// cd Tests/Benchmarks && swift run -c release Benchmarks [--quick] [pixels] [cost] [members] [capacity] [grid]
    /// ```
    /// Exits with 1 when a gate fails, with 2 when something cannot be measured at all.
    @main
    struct BenchmarkProgram {
        private static let help = """
            usage: Benchmarks [--quick] [pixels] [cost] [members] [capacity] [grid]

              pixels    the kit and a gst-launch-1.0 compositor pipeline show the same pictures
              cost      processor time of both (checks the pixels first)
              members   processor time per member, with two and with ten
              capacity  how many members play without a late tick
              grid      the demo's grid of 48 tiles, with the decoder budget and without it, read from its recording
              --quick   shorter runs and fewer of them: to see that all works, not to quote

            Without a name all of them run. MPK_CLIP_CACHE names the folder of the clips.
            """

        @MainActor
        static func main() async {
            let arguments = Array(CommandLine.arguments.dropFirst())
            do {
                switch arguments.first {
                case "--help": print(help)
                case PlayOrder.command: try await Performer(PlayOrder(text: arguments.last ?? "")).play()
                case DumpOrder.command: try await Performer.dump(DumpOrder(text: arguments.last ?? ""))
                default: try runAll(arguments)
                }
            } catch {
                FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
                exit(2)
            }
        }

        private static func runAll(_ arguments: [String]) throws {
            let names = arguments.filter { $0 != "--quick" }
            if let unknown = names.first(where: { Section(rawValue: $0) == nil }) {
                throw BenchmarkError("“\(unknown)” is no benchmark\n\(help)")
            }
            let sections = names.isEmpty ? Section.allCases : Section.allCases.filter { names.contains($0.rawValue) }
            try run(sections, arguments.contains("--quick") ? .quick : .full)
        }

        private static func run(_ sections: [Section], _ effort: Effort) throws {
            Machine.describe()
            let clips = try BenchClips(seconds: effort.clipSeconds)
            clips.describe()
            var gates: [Gate] = []
            // Figures mean nothing if the pictures are wrong.
            if sections.contains(.pixels) || sections.contains(.cost) {
                gates += try PixelCheck(clips: clips, effort: effort).run()
            }
            if sections.contains(.cost) { gates += try CostComparison(clips: clips, effort: effort).run() }
            if sections.contains(.members) { gates += try MemberCost(clips: clips, effort: effort).run() }
            if sections.contains(.capacity) { try Capacity(clips: clips, effort: effort).run() }
            if sections.contains(.grid) { gates += try GridRecording(effort: effort).run() }
            print("\nGates")
            for gate in gates { print("  \(gate.holds ? "ok    " : "FAILED") \(gate.text)") }
            if !gates.allSatisfy(\.holds) { exit(1) }
        }
    }

    /// The parts that can be selected.
    enum Section: String, CaseIterable {
        case pixels, cost, members, capacity, grid
    }

    /// How long and how often to measure.
    struct Effort {
        /// Length of the clips: every run must end before they do.
        var clipSeconds: Int
        /// The ticks whose two pictures are compared.
        var comparedTicks: Int
        var costSeconds: Int
        var costPairs: Int
        var memberSeconds: Int
        var memberPairs: Int
        var capacitySeconds: Int
        /// Tries in which a number of members may play without a late tick: others use the machine too.
        var capacityTries: Int
        var gridSeconds: Int

        static let full = Effort(
            clipSeconds: 24, comparedTicks: 180, costSeconds: 12, costPairs: 5, memberSeconds: 8, memberPairs: 5,
            capacitySeconds: 8, capacityTries: 2, gridSeconds: 60)
        static let quick = Effort(
            clipSeconds: 24, comparedTicks: 60, costSeconds: 6, costPairs: 3, memberSeconds: 5, memberPairs: 2,
            capacitySeconds: 4, capacityTries: 1, gridSeconds: 12)
    }

    /// Something that must hold.
    struct Gate {
        var text: String
        var holds: Bool
    }

    /// What keeps a benchmark from measuring.
    struct BenchmarkError: Error, CustomStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }
#else
    @main
    struct BenchmarkProgram {
        static func main() {
            print("These benchmarks compare with GStreamer and run on Linux.")
        }
    }
#endif
