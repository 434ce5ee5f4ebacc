import Testing

@testable import ComparisonScreens

@Suite struct FuzzTests {
    /// SplitMix64: the same numbers for a seed everywhere.
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let words =
        [
            "compare", "grid", "feed", "a.mp4", "b.mp4", "", "-", "--", "---", "-1", "1", "2", "-1.5,2", "1e400", "nan",
            "inf",
            "١٢",
            "0",
            "60000/1001", "0/0", "7680x7680", "1281x720", "x", "2-5.5", "5-2", "2:pause", "1:nudge=2:-1;0:play",
            "1:step",
            "1:seek=,", ";;", "::", "==", "out.mkv", "o.png", "o.json", ".mkv", "wipe", "wip", "0.5",
            "9223372036854775808",
            "\u{0}", "\u{1B}[2J", "\r\n", "\u{202E}", "e\u{301}", "=\u{301}", "\u{10FFFF}", "👩‍👩‍👧", "0.25", "4",
        ] + OptionName.allCases.filter { $0 != .help && $0 != .version }.map(\.description)

    /// One argument: a known word, two joined, one damaged, or noise.
    private func word(_ random: inout Seeded) -> String {
        let known = Self.words.randomElement(using: &random)!
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return known + "=" + Self.words.randomElement(using: &random)!
        case 1: return known + Self.words.randomElement(using: &random)!
        case 2: return String(known.dropLast())
        case 3:
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            return String(decoding: bytes, as: UTF8.self)
        case 4:
            let letters = "0123456789.-+eE,;:=/x "
            return String(
                (0..<Int.random(in: 0...24, using: &random)).map { _ in letters.randomElement(using: &random)! })
        default: return known
        }
    }

    /// Words in any order; most are refused early.
    private func soup(_ random: inout Seeded) -> [String] {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in word(&random) }
    }

    /// A line with up to three correct options in which some letters are replaced: reaches every reader of values.
    private func damagedLine(_ random: inout Seeded) -> [String] {
        let screen = ScreenOptions.Screen.allCases.randomElement(using: &random)!
        let correct =
            switch screen {
            case .compare: Self.correct
            case .grid: Self.correct + Self.correctInGrid
            case .feed: Self.correctInFeed
            case .kiosk: Self.correctInKiosk
            case .measure: Self.correctInMeasure
            case .export: Self.correctInExport
            case .align: ["--keep=s.json", "--keep=session/a.json"]
            }
        let options = correct.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
        let letters = "0123456789.-,;:=/x aé\u{301}"
        return [screen.rawValue] + (screen == .kiosk ? ["a.json"] : ["a.mp4", "b.mp4"])
            + options.map { option in
                var text = Array(option)
                let start = text.firstIndex(of: "=")! + 1
                for _ in 0..<max(0, Int.random(in: -2...3, using: &random)) {
                    text[Int.random(in: start..<text.count, using: &random)] = letters.randomElement(using: &random)!
                }
                return String(text)
            }
    }

    private static let correctInMeasure = [
        "--offset=-1.5,2", "--speed=1,0.5", "--range=2-5.5", "--report=a.json", "--csv=a.csv", "--graph=a.png",
        "--keep=s.json",
    ]

    private static let correctInExport = [
        "--to=out.mp4", "--to=out.mov", "--to=o.webp", "--offset=-1.5,2", "--rate=0.5", "--range=2-5.5",
        "--layout=wipe",
        "--captions=name", "--fps=25", "--audible=2",
    ]

    private static let correctInKiosk = ["--duration=3", "--record=a.mkv", "--snapshot=a.png", "--report=a.json"]

    private static let correct = [
        "--layout=grid", "--size=1280x720", "--fps=59.94", "--fps=60000/1001", "--offset=-1.5,2", "--speed=1,0.5",
        "--rate=0.5", "--range=2-5.5", "--at=2:pause;3:step=1;1:nudge=2:-1;4:seek=0.5;5:rate=2", "--duration=10",
        "--audible=1", "--record=out.mkv", "--snapshot=out.png", "--report=out.json", "--background=road.mp4",
        "--budget=6,500000", "--budget=off", "--difference=threshold", "--gain=2.5", "--captions=name,time",
        "--names=a;b, c",
    ]

    private static let correctInFeed = [
        "--cells=300", "--columns=2", "--cell=320x180", "--policy=all-visible", "--at-once=3", "--prefetch=5",
        "--scroll=0:0;1.5:900;2:0", "--cache=/tmp/c", "--cache-limit=1000000", "--size=1280x720", "--budget=6",
        "--duration=2", "--record=out.mkv",
    ]

    private static let correctInGrid = [
        "--tiles=12", "--focus=3", "--at=2:focus=3;1:focus=9", "--tiles=100", "--renditions=/tmp/small",
    ]

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `500 random lines each give valid options or a clean message`(seed: UInt64) {
        var random = Seeded(state: seed)
        for _ in 0..<500 {
            let arguments = Bool.random(using: &random) ? soup(&random) : damagedLine(&random)
            do throws(CommandLineMistake) {
                switch try Invocation.parse(arguments) {
                case .play(let options): #expect(isLawful(options), "\(arguments)")
                case .measure(let options):
                    #expect(isLawful(options.videos) && options.videos.sources.count == 2, "\(arguments)")
                case .align(let options):
                    #expect(isLawful(options.videos) && options.videos.sources.count >= 2, "\(arguments)")
                case .export(let options):
                    #expect(isLawful(options.videos) && !options.path.isEmpty, "\(arguments)")
                default: continue
                }
            } catch {
                #expect(isClean(error.description), "\(arguments)")
            }
        }
    }

    private func isLawful(_ options: ScreenOptions) -> Bool {
        let members = 1...options.memberCount
        let nudged = options.script.compactMap { entry -> Int? in
            if case .nudge(let member, _) = entry.action { member } else { nil }
        }
        let focused = options.script.compactMap { entry -> Int? in
            if case .focus(let tile) = entry.action { tile } else { nil }
        }
        let times = options.script.map(\.time)
        let grid = options.grid
        return (options.screen != .compare || options.sources.count != 1)
            && (options.feed.map(isLawful) ?? true) && !options.sources.contains("")
            && (grid.map { (1...100).contains($0.tiles) && members.contains($0.focus) } ?? focused.isEmpty)
            && focused.allSatisfy(members.contains) && options.offsets.count <= members.count
            && options.speeds.count <= members.count
            && (0.25...4).contains(abs(options.rate)) && options.speeds.allSatisfy { $0 > 0 && $0 <= 16 }
            && (1.0...240.0).contains(options.ticksPerSecond.value)
            && [options.size.width, options.size.height].allSatisfy { (16...7680).contains($0) && $0 % 2 == 0 }
            && options.audible.map(members.contains) ?? true && nudged.allSatisfy(members.contains)
            && times == times.sorted() && times.allSatisfy { $0 >= .zero }
            && options.range.map { .zero <= $0.start && $0.start < $0.end } ?? true
            && options.duration.map { $0 > .zero } ?? true
    }

    private func isLawful(_ feed: FeedOptions) -> Bool {
        let times = feed.scroll.map(\.time)
        return (1...1_000_000).contains(feed.cells) && (1...20).contains(feed.columns) && (1...32).contains(feed.atOnce)
            && (0...50).contains(feed.prefetch) && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
            && feed.scroll.allSatisfy { $0.place >= 0 }
    }

    private func isClean(_ text: String) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return (1...2).contains(lines.count) && lines.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `500 random reads of a terminal each end in a known state`(seed: UInt64) {
        var random = Seeded(state: seed)
        let likely = Array("\u{1B}[O1;2CDcdq ~".utf8)
        for _ in 0..<500 {
            var keys = TerminalKeys()
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? likely.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
            }
            let whole = keys.feed(bytes)
            var cut = TerminalKeys()
            #expect(bytes.flatMap { cut.feed([$0]) } == whole, "\(bytes)")
            #expect(cut.flush() == keys.flush(), "\(bytes)")
            // Whatever came before, a key works again after one complete sequence.
            _ = keys.feed([0x1B] + Array("[~".utf8))
            #expect(keys.feed(Array("r".utf8)) == [.nextLoop], "\(bytes)")
        }
    }
}
