import Testing

@testable import ComparisonScreens

/// What the user reads on stderr when a value is wrong.
@Suite struct ValueMistakeTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        var option: String
        /// The second line, the same for every wrong value of the option.
        var remedy: String
        /// Wrong values and the first line for each, without the option's name.
        var problems: [(value: String, problem: String)]
        var testDescription: String { option }

        init(_ option: String, _ remedy: String, _ problems: [(String, String)]) {
            (self.option, self.remedy, self.problems) = (option, remedy, problems)
        }
    }

    @Test(arguments: golden)
    func `a wrong value is explained in two lines`(golden: Golden) {
        for (value, problem) in golden.problems {
            let expected = "\(golden.option): \(problem)\n\(golden.remedy)"
            #expect(mistake([golden.option, value]) == expected)
            #expect(mistake(["a.mp4", "\(golden.option)=\(value)", "b.mp4"]) == expected)
        }
    }

    private static let golden = [
        Golden(
            "--layout",
            "Give one of side-by-side, stacked, grid, wipe, difference, focus, single, for example --layout wipe",
            [
                ("wip", #""wip" is not a layout; did you mean wipe?"#),
                ("zebra", #""zebra" is not a layout."#),
            ]
        ),
        Golden(
            "--difference",
            "Give one of absolute, luma, signed, heat, threshold, for example --difference heat",
            [
                ("heet", #""heet" is no difference; did you mean heat?"#),
                ("zebra", #""zebra" is no difference."#),
            ]
        ),
        Golden(
            "--gain", "Give a number from 1 to 64, for example --gain 8",
            [
                ("0.5", #""0.5" is outside 1 to 64."#),
                ("65", #""65" is outside 1 to 64."#),
                ("much", #""much" is not a plain decimal number."#),
            ]
        ),
        Golden(
            "--captions", "Give a list of name, time, frame, size, rate, type, for example --captions name,time",
            [
                ("nam", #""nam" is nothing that captions tell; did you mean name?"#),
                ("name,", #""" in "name," is nothing that captions tell."#),
                ("time,name,time", #""time" in "time,name,time" is there twice."#),
            ]
        ),
        Golden(
            "--names",
            "Give at most one name per member, in member order, separated by semicolons, for example --names \"Without ESC;With ESC\"",
            [
                ("a;b;c", #""a;b;c" has 3 entries for 2 members."#),
                ("a;", #""a;" has no entry 2."#),
            ]
        ),
        Golden(
            "--size", "Give WIDTHxHEIGHT in even numbers from 16 to 7680, for example --size 1280x720",
            [
                ("1280", #""1280" is not WIDTHxHEIGHT."#),
                ("1281x720", #""1281x720" has an odd side."#),
                ("8x720", #""8" in "8x720" is outside 16 to 7680."#),
                ("1280x7682", #""7682" in "1280x7682" is outside 16 to 7680."#),
                ("ax720", #""a" in "ax720" is not a whole number."#),
                ("16.0x16", #""16.0" in "16.0x16" is not a whole number."#),
                ("99999999999x2", #""99999999999" in "99999999999x2" is too large."#),
            ]
        ),
        Golden(
            "--fps",
            "Give 1 to 240 ticks a second, whole, decimal or as a fraction, for example --fps 60 or --fps 60000/1001",
            [
                ("0", #""0" is outside 1 to 240."#),
                ("241", #""241" is outside 1 to 240."#),
                ("-60", #""-60" is outside 1 to 240."#),
                ("60/0", #""0" in "60/0" is outside 1 to 10000000."#),
                ("29.97002", #""29.97002" is finer than 1/10000."#),
                ("fast", #""fast" is not a plain decimal number."#),
            ]
        ),
        Golden(
            "--budget",
            "Give auto, off, or PIPELINES[,MACROBLOCKS_PER_S]: decoders from 1 to 1000, macroblocks from 1, for example --budget 6 or --budget 6,500000",
            [
                ("aut", #""aut" is no budget; did you mean auto?"#),
                ("offf", #""offf" is no budget; did you mean off?"#),
                ("OFF", #""OFF" is no budget; did you mean off?"#),
                ("lots", #""lots" is no budget."#),
                ("0", #""0" is outside 1 to 1000."#),
                ("-1", #""-1" is outside 1 to 1000."#),
                ("1.5", #""1.5" is not a whole number."#),
                ("4,", #""4," has no entry 2."#),
                (",9", #"",9" has no entry 1."#),
                ("4,0", #""0" in "4,0" is outside 1 to 999999999."#),
                ("4,many", #""many" in "4,many" is not a plain decimal number."#),
                ("4,5,6", #""4,5,6" has 3 entries where two can be."#),
                ("auto,5", #""auto,5" is no budget; did you mean auto?"#),
                ("99999999999", #""99999999999" is too large."#),
            ]
        ),
        Golden(
            "--offset", "Give at most one time in seconds per member, in member order, for example --offset -1.5,2",
            [
                ("1,2,3", #""1,2,3" has 3 entries for 2 members."#),
                ("1,,", #""1,," has 3 entries for 2 members."#),
                (",1", #"",1" has no entry 1."#),
                ("1s", #""1s" is not a plain decimal number."#),
                ("2000000", #""2000000" is more than 1000000 seconds."#),
                ("nan", #""nan" is not a plain decimal number."#),
                ("0.0000000000000000001", #""0.0000000000000000001" has more than 18 digits after the point."#),
            ]
        ),
        Golden(
            "--speed",
            "Give at most one number from 0.0625 to 16 per member, in member order, for example --speed 1,0.5",
            [
                ("1,2,3", #""1,2,3" has 3 entries for 2 members."#),
                ("0", #""0" is outside 0.0625 to 16."#),
                ("17", #""17" is outside 0.0625 to 16."#),
                ("-1", #""-1" is outside 0.0625 to 16."#),
            ]
        ),
        Golden(
            "--rate", "Give a number from 0.25 to 4, or from -4 to -0.25 to play backwards, for example --rate 0.5",
            [
                ("5", #""5" is outside -4 to 4."#),
                ("-4.1", #""-4.1" is outside -4 to 4."#),
                ("0", #""0" is slower than 0.25."#),
                ("-0.2", #""-0.2" is slower than 0.25."#),
                ("1e400", #""1e400" is not a plain decimal number."#),
                ("inf", #""inf" is not a plain decimal number."#),
                ("١٢", #""١٢" is not a plain decimal number."#),
                ("1,5", #""1,5" is not a plain decimal number."#),
                ("99999999999999999999", #""99999999999999999999" is too large."#),
            ]
        ),
        Golden(
            "--range",
            "Give two times in seconds from 0 to 1000000, the second later by a tick or more, for example --range 2-5.5",
            [
                ("5", #""5" is not A-B."#),
                ("5-2", #""5-2" does not end after it starts."#),
                ("-1-2", #""-1-2" is not A-B."#),
                ("1-1.001", #""1-1.001" is shorter than one tick."#),
                ("a-2", #""a" in "a-2" is not a plain decimal number."#),
            ]
        ),
        Golden(
            "--at",
            #"Give T:ACTION[;T:ACTION...] with pause, play, seek=S, step=N, rate=X, nudge=MEMBER:N, and in a grid focus=TILE, for example --at "2:pause;3:step=1;4:play""#,
            [
                ("pause", #""pause" is not T:ACTION."#),
                ("1:pause;", #""1:pause;" has no entry 2."#),
                ("-1:pause", #""-1" in "-1:pause" is before 0."#),
                ("1:puase", #""1:puase" has no known action; did you mean pause?"#),
                ("1:pause=2", #""1:pause=2" has an action that takes no value."#),
                ("1:seek", #""1:seek" has an action without its value."#),
                ("1:seek=-2", #""-2" in "1:seek=-2" is before 0."#),
                ("1:step=1.5", #""1.5" in "1:step=1.5" is not a whole number."#),
                ("1:step=10001", #""10001" in "1:step=10001" is outside -10000 to 10000."#),
                ("1:rate=9", #""9" in "1:rate=9" is outside -4 to 4."#),
                ("1:nudge=2", #""1:nudge=2" is not MEMBER:N."#),
                ("1:nudge=3:1", #""3" in "1:nudge=3:1" is no member; there are 1 to 2."#),
                ("1:nudge=0:1", #""0" in "1:nudge=0:1" is no member; there are 1 to 2."#),
                ("1:", #""1:" has no known action."#),
                ("1:fcus=2", #""1:fcus=2" has no known action; did you mean focus?"#),
                ("1:focus", #""1:focus" has an action without its value."#),
                ("1:focus=2", #""1:focus=2" moves the focus, which only a grid has."#),
            ]
        ),
        Golden(
            "--duration", "Give seconds, more than 0 and at most 1000000, for example --duration 10",
            [
                ("0", #""0" is no time at all."#),
                ("-1", #""-1" is before 0."#),
                ("forever", #""forever" is not a plain decimal number."#),
            ]
        ),
        Golden(
            "--audible", "Give the number of one member, counted from 1, for example --audible 1",
            [
                ("0", #""0" is no member; there are 1 to 2."#),
                ("3", #""3" is no member; there are 1 to 2."#),
                ("one", #""one" is not a whole number."#),
            ]
        ),
        Golden(
            "--record", "Give a file name that ends in .mkv or .mp4, for example --record out.mkv",
            [
                ("out.avi", #""out.avi" does not end in .mkv or .mp4."#),
                (".mkv", #"".mkv" does not end in .mkv or .mp4."#),
                ("dir/.mp4", #""dir/.mp4" does not end in .mkv or .mp4."#),
            ]
        ),
        Golden(
            "--snapshot", "Give a file name that ends in .png, for example --snapshot out.png",
            [
                ("out.jpg", #""out.jpg" does not end in .png."#)
            ]
        ),
        Golden(
            "--report", "Give a file name that ends in .json, for example --report out.json",
            [
                ("out", #""out" does not end in .json."#)
            ]
        ),
    ]
}
