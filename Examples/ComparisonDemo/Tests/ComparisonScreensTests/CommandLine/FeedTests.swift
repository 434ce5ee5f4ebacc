import Testing

@testable import ComparisonScreens

/// Options that only a feed has.
@Suite struct FeedTests {
    @Test func `a feed has two hundred muted cells in three columns, of which the most visible one plays`() throws {
        let options = try parsed(["feed", "a.mp4"])
        #expect(options.feed == FeedOptions())
        let feed = try #require(options.feed)
        #expect((feed.cells, feed.columns, feed.policy, feed.atOnce) == (200, 3, .mostVisible, 4))
        #expect(feed.cellSize(on: options.size) == StageSize(width: 404, height: 226))
        #expect(!feed.isAudible && feed.scroll.isEmpty && feed.cacheFolder == nil && feed.cacheLimit == nil)
        #expect(options.screen == .feed && options.isEndless && options.memberCount == 200 && !options.hasBackground)
        #expect(try parsed(["feed"]).sources.isEmpty, "the demo's own clips")
        #expect(try parsed(["feed.mp4", "b.mp4"]).screen == .compare)
    }

    @Test func `every option is read`() throws {
        let options = try parsed([
            "feed", "--columns", "2", "--cell=320x180", "a.mp4", "--policy", "all-visible", "--at-once", "6", "--cache",
            "/tmp/x y", "--cache-limit", "5000000000", "--prefetch", "0", "--cells=1000", "--audible", "b.mp4",
            "--duration", "3", "--headless", "--budget", "2", "--size", "640x480", "--report", "r.json",
        ])
        let feed = try #require(options.feed)
        #expect((feed.columns, feed.policy, feed.atOnce, feed.prefetch) == (2, .allVisible, 6, 0))
        #expect((feed.cells, feed.cacheFolder, feed.cacheLimit) == (1_000, "/tmp/x y", 5_000_000_000))
        #expect(feed.cell == StageSize(width: 320, height: 180) && feed.isAudible)
        #expect(options.sources == ["a.mp4", "b.mp4"], "--audible takes no value here")
        #expect(
            options.audible == nil && !options.isEndless
                && options.budget == .limit(pipelines: 2, macroblocksPerSecond: nil))
    }

    @Test func `a script scrolls in straight lines`() throws {
        let feed = try #require(try parsed(["feed", "--scroll", "1:0; 3:1000;3.5:1000;4:0"]).feed)
        #expect(feed.scroll.count == 4)
        let places = [0, 0.5, 1, 2, 3, 3.25, 3.75, 4, 99].map { feed.place(after: .seconds($0)) }
        #expect(places == [0, 0, 0, 500, 1_000, 1_000, 500, 0, 0])
        #expect(FeedOptions().place(after: .seconds(5)) == 0)
    }

    @Test(arguments: [
        (["--cells", "0"], #"--cells: "0" is outside 1 to 1000000."#),
        (["--columns", "21"], #"--columns: "21" is outside 1 to 20."#),
        (["--cell", "640"], #"--cell: "640" is not WIDTHxHEIGHT."#),
        (["--cell", "641x360"], #"--cell: "641x360" has an odd side."#),
        (
            ["--cell", "640x360"],
            #"--cell: "640x360" leaves no room for 3 columns on a stage 1280 pixels wide."#
        ),
        (
            ["--columns", "20", "--size", "320x180"],
            #"--columns: "20" leaves no room for 20 columns on a stage 320 pixels wide."#
        ),
        (["--policy", "all-visable"], #"--policy: "all-visable" is not a policy; did you mean all-visible?"#),
        (
            ["--at-once", "2"],
            #"--at-once: "2" goes with --policy all-visible; of the others one cell plays."#
        ),
        (["--policy=all-visible", "--at-once=33"], #"--at-once: "33" is outside 1 to 32."#),
        (["--prefetch", "-1"], #"--prefetch: "-1" is outside 0 to 50."#),
        (["--cache"], "--cache: its value is missing."),
        (["--cache-limit", "1e9"], #"--cache-limit: "1e9" is not a whole number."#),
        (["--scroll", "0"], #"--scroll: "0" is not T:Y."#),
        (["--scroll", "0:0;;2:5"], #"--scroll: "0:0;;2:5" has no entry 2."#),
        (["--scroll", "2:0;1:5"], #"--scroll: "1:5" is not later than the entry before."#),
        (["--scroll", "0:-5"], #"--scroll: "-5" in "0:-5" is outside 0 to 10000000000."#),
        (["--audible=2"], "--audible: a feed has one sound for all its cells, which takes no value."),
        (["--layout", "wipe"], "--layout: a feed does not have it."),
        (["--tiles", "4"], "--tiles: a feed does not have it."),
        (["--rate", "2"], "--rate: a feed does not have it."),
        (["--cel", "2"], #"Unknown option "--cel"; did you mean --cell?"#),
        ([""], "File 1: its name is empty."),
    ])
    func `a mistake names the option and what is allowed`(words: [String], problem: String) throws {
        let text = try #require(mistake(["feed"] + words))
        let lines = text.split(separator: "\n")
        #expect(lines.first.map(String.init) == problem)
        #expect(lines.count == 2)
    }

    @Test(arguments: ["compare", "grid"])
    func `the message about a feed's option on another screen says how to use it`(screen: String) {
        #expect(
            mistake([screen, "a.mp4", "b.mp4", "--columns", "2"])
                == "--columns: only a feed has it.\n"
                + "Begin with the word feed, for example ComparisonDemo feed a.mp4 --columns 2")
    }
}
