import Testing

@testable import ComparisonScreens

/// What the user reads on stderr, or nil when the arguments are valid.
func mistake(_ arguments: [String]) -> String? {
    do throws(CommandLineMistake) {
        _ = try Invocation.parse(arguments)
        return nil
    } catch {
        return error.description
    }
}

@Suite struct MistakeTests {
    @Test(arguments: golden)
    func `a mistake in the line is explained in two lines`(arguments: [String], problem: String, remedy: String) {
        #expect(mistake(arguments) == "\(problem)\n\(remedy)")
    }

    private static let list =
        "ComparisonDemo --help lists the options; a file whose name starts with - goes after --"
    private static let files =
        "Give two or more files or URLs, or none for the demo's own clips, for example left.mp4 right.mp4"

    private static let golden: [([String], String, String)] = [
        (["--ofset", "1"], #"Unknown option "--ofset"; did you mean --offset?"#, list),
        (["-h"], #"Unknown option "-h"; did you mean --help?"#, list),
        (["-offset=1"], #"Unknown option "-offset"; did you mean --offset?"#, list),
        (["--sizes=10x10"], #"Unknown option "--sizes"; did you mean --size?"#, list),
        (["--zzz"], #"Unknown option "--zzz"."#, list),
        (["-1"], #"Unknown option "-1"."#, list),
        (["--=x"], #"Unknown option "--"."#, list),
        (["--\u{1B}[2J"], #"Unknown option "--\u{1b}[2J"."#, list),
        (["a.mp4"], #"Only one file was given, "a.mp4"."#, files),
        (["gird"], #"Only one file was given, "gird"; did you mean grid?"#, files),
        (["compare", "a.mp4"], #"Only one file was given, "a.mp4"."#, files),
        (["a.mp4", ""], "File 2: its name is empty.", files),
        (["a.mp4", "-"], #"File "-": standard input cannot be played."#, files),
        (
            ["--background"], "--background: its value is missing.",
            "Give one file or URL, for example --background road.mp4"
        ),
        (
            ["--background="], "--background: its value is empty.",
            "Give one file or URL, for example --background road.mp4"
        ),
        (
            ["--background", "--loop"], "--background: its value is missing.",
            "Give one file or URL, for example --background road.mp4"
        ),
        (["--loop=yes"], #"--loop: takes no value, but "yes" was given."#, "Give the option alone, for example --loop"),
        (["--help=me"], #"--help: takes no value, but "me" was given."#, "Give the option alone, for example --help"),
        (
            ["--rate", "1", "--rate=2"], #"--rate: given twice, "1", then "2"."#,
            "Give a number from 0.25 to 4, or from -4 to -0.25 to play backwards, for example --rate 0.5"
        ),
        (
            ["--window", "--headless"], "--window and --headless: only one of them can hold.",
            "Give --window or --headless, or neither for a window if there is a display"
        ),
        (
            ["a.mp4", "b.mp4", "--record", "./a.mp4"],
            #"--record: "./a.mp4" is also an input, which would be overwritten."#,
            "Give a file name that ends in .mkv or .mp4, for example --record out.mkv"
        ),
        (
            ["--background", "x.png", "--snapshot", "x.png"],
            #"--snapshot: "x.png" is also an input, which would be overwritten."#,
            "Give a file name that ends in .png, for example --snapshot out.png"
        ),
    ]

    @Test func `members are counted over all files of the line`() {
        let three = ["a.mp4", "b.mp4", "c.mp4"]
        #expect(mistake(three + ["--audible", "3", "--offset", "1,2,3", "--at", "0:nudge=3:1"]) == nil)
        #expect(mistake(["--audible", "3"] + three) == nil)
        #expect(mistake(three + ["--audible", "4"])?.contains("there are 1 to 3.") == true)
    }

    @Test func `text from the user stays on one short line`() {
        #expect(quoted("a\"b\\c") == #""a\"b\\c""#)
        #expect(quoted("\r\n\u{1B}\u{202E}\u{2028}") == #""\u{d}\u{a}\u{1b}\u{202e}\u{2028}""#)
        #expect(quoted("straße ١٢ 映画") == "\"straße ١٢ 映画\"")
        #expect(quoted(String(repeating: "x", count: 60)).count == 62)
        #expect(quoted(String(repeating: "x", count: 1_000_000)) == "\"" + String(repeating: "x", count: 60) + "...\"")
    }

    @Test(arguments: [
        ("rcord", "record"), ("RATE", "rate"), ("bakcground", "background"), ("h", "help"), ("v", "version"),
        ("snap", "snapshot"), ("colour", nil), ("", nil), ("att", "at"), (String(repeating: "a", count: 100_000), nil),
    ])
    func `the closest option is suggested, or none`(given: String, expected: String?) {
        #expect(Suggestion.closest(to: given, among: OptionName.allCases.map(\.rawValue)) == expected)
    }

    @Test func `mistakes end the program with the code for bad arguments`() {
        #expect(CommandLineMistake.exitCode == 2)
    }
}
