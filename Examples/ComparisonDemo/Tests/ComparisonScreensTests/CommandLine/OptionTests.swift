import Testing

@testable import ComparisonScreens

/// The options of a line that starts with two files.
func options(_ words: String...) throws -> ScreenOptions {
    try parsed(["a.mp4", "b.mp4"] + words)
}

func parsed(_ arguments: [String]) throws -> ScreenOptions {
    guard case .play(let options) = try Invocation.parse(arguments) else {
        throw Unexpected(text: "nothing to play")
    }
    return options
}

struct Unexpected: Error { var text: String }

@Suite struct OptionTests {
    @Test func `no argument plays the demo's own clips with every default`() throws {
        let options = try parsed([])
        #expect(options == ScreenOptions())
        #expect(options.memberCount == 2)
        #expect(options.size.description == "1280x720")
        #expect(options.ticksPerSecond.description == "60")
        #expect((options.layout, options.rate, options.loop) == (.sideBySide, 1, false))
        #expect((options.offset(ofMember: 1), options.speed(ofMember: 2)) == (.zero, 1))
        #expect(options.display == .automatic)
        #expect(options.background == nil && options.range == nil && options.duration == nil)
        #expect(options.recordPath == nil && options.snapshotPath == nil && options.reportPath == nil)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var words: [String]
        var change: @Sendable (inout ScreenOptions) -> Void
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: String..., change: @escaping @Sendable (inout ScreenOptions) -> Void) {
            self.words = words
            self.change = change
        }
    }

    @Test(arguments: [
        Case("--background", "road.mp4") { $0.background = "road.mp4" },
        Case("--background=https://a/b?c=d") { $0.background = "https://a/b?c=d" },
        Case("--layout", "side-by-side") { $0.layout = .sideBySide },
        Case("--layout", "stacked") { $0.layout = .stacked },
        Case("--layout", "grid") { $0.layout = .grid },
        Case("--layout=wipe") { $0.layout = .wipe },
        Case("--layout", "difference") { $0.layout = .difference },
        Case("--layout", "focus") { $0.layout = .focus },
        Case("--difference", "heat") { $0.difference = .heat },
        Case("--gain=2.5") { $0.gain = 2.5 },
        Case("--captions", "time, name") { $0.captions = [.time, .name] },
        Case("--names", "Without ESC, wet; With ESC") { $0.names = ["Without ESC, wet", "With ESC"] },
        Case("--size", "16x7680") { $0.size = StageSize(width: 16, height: 7680) },
        Case("--fps", "50") { $0.ticksPerSecond = TickRate(numerator: 50, denominator: 1) },
        Case("--fps", "59.94") { $0.ticksPerSecond = TickRate(numerator: 2997, denominator: 50) },
        Case("--fps", "60000/1001") { $0.ticksPerSecond = TickRate(numerator: 60000, denominator: 1001) },
        Case("--budget", "auto") { $0.budget = .auto },
        Case("--budget=off") { $0.budget = .off },
        Case("--budget", "6") { $0.budget = .limit(pipelines: 6, macroblocksPerSecond: nil) },
        Case("--budget", "12, 1500000.5") { $0.budget = .limit(pipelines: 12, macroblocksPerSecond: 1_500_000.5) },
        Case("--overlay") { $0.overlay = true },
        Case("--offset", "-1.5,2") { $0.offsets = [.milliseconds(-1500), .seconds(2)] },
        Case("--offset=-.04") { $0.offsets = [.milliseconds(-40)] },
        Case("--offset", "+1, -0") { $0.offsets = [.seconds(1), .zero] },
        Case("--speed", "0.5,16") { $0.speeds = [0.5, 16] },
        Case("--rate", "0.25") { $0.rate = 0.25 },
        Case("--rate", "-2") { $0.rate = -2 },
        Case("--rate", "4") { $0.rate = 4 },
        Case("--loop") { $0.loop = true },
        Case("--loop", "--loop") { $0.loop = true },
        Case("--range", "2-5.5") { $0.range = .init(start: .seconds(2), end: .milliseconds(5500)) },
        Case("--duration", "0.1") { $0.duration = .milliseconds(100) },
        Case("--audible", "2") { $0.audible = 2 },
        Case("--window") { $0.display = .window },
        Case("--headless") { $0.display = .headless },
        Case("--record", "out.mkv") { $0.recordPath = "out.mkv" },
        Case("--record", "Über 100%/out.MP4") { $0.recordPath = "Über 100%/out.MP4" },
        Case("--snapshot", "-x.png") { $0.snapshotPath = "-x.png" },
        Case("--report", "out.json") { $0.reportPath = "out.json" },
        Case("--loop", "--layout", "wipe", "--rate=2") {
            ($0.loop, $0.layout, $0.rate) = (true, .wipe, 2)
        },
    ])
    func `an option changes its value and no other`(_ example: Case) throws {
        var expected = ScreenOptions()
        expected.sources = ["a.mp4", "b.mp4"]
        example.change(&expected)
        #expect(try parsed(["a.mp4", "b.mp4"] + example.words) == expected)
        #expect(try parsed(["compare"] + example.words + ["a.mp4", "b.mp4"]) == expected)
        #expect(try parsed(["a.mp4"] + example.words + ["--", "b.mp4"]) == expected)
    }

    @Test func `a session says everything by itself`() throws {
        #expect(try parsed(["--session", "wet.json", "--size", "640x360"]).sessionPath == "wet.json")
        let beside = mistake(["a.mp4", "b.mp4", "--session", "wet.json"])
        #expect(beside?.hasPrefix("--session: files were given beside it") == true)
        let twice = mistake(["--session", "wet.json", "--layout", "wipe"])
        #expect(twice == "--layout: a session says this by itself.\nLeave it out, or change the session's file")
        #expect(mistake(["--session", "wet.mp4"])?.contains("does not end in .json") == true)
    }

    @Test func `missing offsets and speeds are the defaults`() throws {
        let options = try options("--offset", "3,4", "--speed", "2")
        #expect((1...3).map(options.offset(ofMember:)) == [.seconds(3), .seconds(4), .zero])
        #expect((0...2).map(options.speed(ofMember:)) == [1, 2, 1])
    }

    @Test func `all words after two dashes are files`() throws {
        let files = ["--loop", "-1", "--", "compare", "--help"]
        #expect(try parsed(["--"] + files).sources == files)
    }

    @Test func `only the first word can name the screen`() throws {
        #expect(try parsed(["compare"]) == ScreenOptions())
        #expect(try parsed(["compare", "compare", "b.mp4"]).sources == ["compare", "b.mp4"])
        #expect(try parsed(["a.mp4", "compare"]).sources == ["a.mp4", "compare"])
        #expect(try parsed(["./compare", "b.mp4"]).sources == ["./compare", "b.mp4"])
    }

    @Test func `names of files stay as they were given`() throws {
        let files = ["a b.mp4", "'q\"%20ü\u{301}.mp4", "https://h/x?y=--z", "a=b", "compare.mp4"]
        #expect(try parsed(files).sources == files)
    }

    @Test func `the script is sorted by time and equal times keep their order`() throws {
        let text = "3:play; 1:pause;1:seek=2.5;1:step=-3 ;0:rate=0.5;1.000000000000000001:nudge=2:-4"
        #expect(
            try options("--at", text).script == [
                ScriptedAction(time: .zero, action: .rate(0.5)),
                ScriptedAction(time: .seconds(1), action: .pause),
                ScriptedAction(time: .seconds(1), action: .seek(.milliseconds(2500))),
                ScriptedAction(time: .seconds(1), action: .step(-3)),
                ScriptedAction(
                    time: Duration(secondsComponent: 1, attosecondsComponent: 1),
                    action: .nudge(member: 2, frames: -4)
                ),
                ScriptedAction(time: .seconds(3), action: .play),
            ]
        )
    }

    @Test func `help and version win over the rest, except behind two dashes`() throws {
        #expect(try Invocation.parse(["--help"]) == .help)
        #expect(try Invocation.parse(["--version"]) == .version)
        #expect(try Invocation.parse(["compare", "x", "--nonsense", "--version", "--help"]) == .help)
        #expect(try Invocation.parse(["--rate", "--version"]) == .version)
        #expect(try parsed(["--", "--help", "--version"]).sources == ["--help", "--version"])
    }
}
