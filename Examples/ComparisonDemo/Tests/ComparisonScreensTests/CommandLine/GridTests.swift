import MultiPlayerKit
import Testing

@testable import ComparisonScreens

/// Options that only a grid has.
@Suite struct GridTests {
    @Test func `a grid has nine tiles of the demo's own clips, the first in focus`() throws {
        let options = try parsed(["grid"])
        #expect(options.grid == GridOptions())
        #expect((options.grid?.tiles, options.grid?.focus, options.memberCount) == (9, 1, 9))
        #expect(options.isEndless && !options.hasBackground && options.budget == .auto && !options.overlay)
        #expect(try parsed(["grid", "--duration", "3"]).isEndless == false)
        #expect(try parsed(["grid", "--background", "road.mp4"]).hasBackground)
    }

    @Test func `files are repeated as needed, each tile 0.4 s further into its own`() throws {
        let options = try parsed(["grid", "a.mp4", "--tiles=5", "b.mp4", "--focus", "5"])
        #expect(options.perMember(options.sources) == ["a.mp4", "b.mp4", "a.mp4", "b.mp4", "a.mp4"])
        #expect(options.perFile(options.perMember(options.sources)) == ["a.mp4", "b.mp4"])
        #expect((1...5).map(options.offset(ofMember:)) == [0, 400, 800, 1200, 1600].map { .milliseconds($0) })
        #expect(options.grid?.focus == 5)
        #expect(options.grid?.renditionFolder == nil)
        #expect(try parsed(["grid", "--renditions", "/tmp/x y"]).grid?.renditionFolder == "/tmp/x y")
        #expect(try parsed(["grid", "one.mp4"]).memberCount == 9, "one file is enough")
        #expect(try parsed(["grid", "--tiles", "1", "a.mp4", "b.mp4"]).perMember(["a", "b"]) == ["a"])
    }

    @Test func `a script moves the focus`() throws {
        let script = try parsed(["grid", "--at", "4:focus=1;2:focus=9;3:pause"]).script
        #expect(script.map(\.action) == [.focus(tile: 9), .pause, .focus(tile: 1)])
    }

    @Test(arguments: [
        (["--tiles", "0"], #"--tiles: "0" is outside 1 to 100."#),
        (["--tiles", "101"], #"--tiles: "101" is outside 1 to 100."#),
        (["--tiles", "-3"], #"--tiles: "-3" is outside 1 to 100."#),
        (["--tiles", "many"], #"--tiles: "many" is not a whole number."#),
        (["--tiles", "4.0"], #"--tiles: "4.0" is not a whole number."#),
        (["--tiles"], "--tiles: its value is missing."),
        (["--tiles=4", "--tiles=5"], #"--tiles: given twice, "4", then "5"."#),
        (["--focus", "0"], #"--focus: "0" is no tile; there are 1 to 9."#),
        (["--focus", "10"], #"--focus: "10" is no tile; there are 1 to 9."#),
        (["--focus", "3", "--tiles", "2"], #"--focus: "3" is no tile; there are 1 to 2."#),
        (["--at", "1:focus=10"], #"--at: "10" in "1:focus=10" is no tile; there are 1 to 9."#),
        (["--at", "1:nudge=10:1"], #"--at: "10" in "1:nudge=10:1" is no tile; there are 1 to 9."#),
        (["--audible", "10"], #"--audible: "10" is no tile; there are 1 to 9."#),
        (["--tile", "4"], #"Unknown option "--tile"; did you mean --tiles?"#),
        (["--layout", "wipe"], "--layout: only a comparison has it."),
        (["--loop"], "--loop: only a comparison has it."),
        (["--offset=1"], "--offset: only a comparison has it."),
        ([""], "File 1: its name is empty."),
    ])
    func `a mistake names the option and what is allowed`(words: [String], problem: String) throws {
        let text = try #require(mistake(["grid"] + words))
        let lines = text.split(separator: "\n")
        #expect(lines.first.map(String.init) == problem)
        #expect(lines.count == 2)
    }

    @Test func `the message about a grid's option in a comparison says how to use it`() {
        #expect(
            mistake(["--tiles", "4"])
                == "--tiles: only a grid has it.\n"
                + "Begin with the word grid, for example ComparisonDemo grid --tiles 12")
    }

    // MARK: Keys

    @Test(
        arguments: [
            ([4], 9, [4]), ([4, 2], 48, [4, 42]), ([4, 2], 9, [4, 2]), ([4, 9], 48, [4, 9]),
            ([1, 0, 0], 100, [1, 10, 100]),
            ([0], 9, [nil]), ([0, 3], 9, [nil, 3]), ([7, 0], 48, [7, nil]), ([9], 4, [nil]), ([9, 2], 4, [nil, 2]),
            ([1, 2, 3], 48, [1, 12, 3]), ([1], 0, [nil]),
        ] as [([Int], Int, [Int?])])
    func `digits within a second form one number, as long as there is such a tile`(
        typed: [Int], count: Int, meant: [Int?]
    ) {
        var entry = DigitEntry()
        #expect(typed.map { entry.take($0, follows: true, upTo: count) } == meant)
    }

    @Test func `a digit after a pause begins a new number`() {
        var entry = DigitEntry()
        #expect(entry.take(1, follows: false, upTo: 48) == 1)
        #expect(entry.take(2, follows: false, upTo: 48) == 2)
    }
}
