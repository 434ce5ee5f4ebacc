import Foundation
import Testing

@testable import MultiPlayerKit

/// Files with one mistake each, otherwise valid.
@Suite struct KioskMistakeTests {
    /// A line that replaces one of the valid file, and what the message about it has to contain.
    struct Slip: Sendable, CustomTestStringConvertible {
        let line: Int
        let text: String
        let field: String
        let words: String

        init(_ line: Int, _ text: String, _ field: String, _ words: String) {
            (self.line, self.text, self.field, self.words) = (line, text, field, words)
        }

        var testDescription: String { "\(line): \(text)" }
    }

    @Test(arguments: form + screens + tiles + clips + others)
    func `a mistake is reported with its line, its field and what is allowed`(slip: Slip) {
        let mistakes = KioskFile.mistakes(KioskFile.with(line: slip.line, slip.text))
        #expect(mistakes.count == 1, "\(mistakes)")
        guard let mistake = mistakes.first else { return }
        #expect(mistake.line == slip.line)
        #expect(mistake.field == slip.field)
        #expect(mistake.description.contains(slip.words), "\(mistake)")
        #expect(!mistake.problem.isEmpty && !mistake.remedy.isEmpty)
    }

    @Test func `the file without a slip has no mistake`() {
        #expect(KioskFile.mistakes(KioskFile.text) == [])
    }

    private static let form = [
        Slip(1, #""a": 1, {"#, "", #"":" after the end"#),
        Slip(1, "{ // the left one", "", "comments"),
        Slip(4, "'background': 1,", "screens[0]", #""'" is no key"#),
        Slip(4, #""background": 'a.mp4',"#, "screens[0].background", "double quotes"),
        Slip(4, #""background": "a.mp4"#, "screens[0].background", "ends with its line"),
        Slip(4, #""background" "a.mp4","#, "screens[0].background", "a colon"),
        Slip(4, #""background": "a\q.mp4","#, "screens[0].background", "unknown escape"),
        Slip(4, #""background": "a\ud800.mp4","#, "screens[0].background", "no character"),
        Slip(4, #""background": "a\ud800\u0041.mp4","#, "screens[0].background", "no character"),
        Slip(4, #""background": "a\u0000.mp4","#, "screens[0].background", "no character"),
        Slip(4, "\"background\": \"a\u{1}.mp4\",", "screens[0].background", #"\u{1}"#),
        Slip(6, #"{ "name": "with", "clips": ["a.mp4",] },"#, "screens[0].tiles[0].clips", "comma after the last"),
        Slip(7, #"{ "name": "without", "clip": "c.mp4", }"#, "screens[0].tiles[1]", "comma after the last"),
        Slip(9, #""part": [0, 0, .5, 1] },"#, "screens[0].part[2]", #""." is no value"#),
        Slip(9, #""part": [0, 0, 0., 1] },"#, "screens[0].part[2]", "inside a number"),
        Slip(9, #""part": [00, 0, 1, 1] },"#, "screens[0].part[0]", "begins with 0"),
        Slip(9, #""part": [0 0, 1, 1] },"#, "screens[0].part", "give a comma"),
        Slip(12, #""loop": yes,"#, "loop", "is no value"),
        Slip(12, #""loop": "each", "loop": "together","#, "loop", "second time"),
        Slip(
            15, #""watch": {}, "deep": [[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]"#,
            "deep" + String(repeating: "[0]", count: 15), "deep"),
        Slip(16, "", "", "the file ends"),
        Slip(16, "} }", "", "after the end"),
    ]

    private static let screens = [
        Slip(3, #"{ "nane": "left", "name": "left","#, "screens[0].nane", #"did you mean "name"?"#),
        Slip(3, #"{"#, "screens[0].name", "is missing"),
        Slip(3, #"{ "name": "","#, "screens[0].name", "is no name"),
        Slip(3, #"{ "name": "a\nb","#, "screens[0].name", "is no name"),
        Slip(3, #"{ "name": "left", "size": 1280,"#, "screens[0].size", "1280 is no size"),
        Slip(3, #"{ "name": "left", "size": [1280],"#, "screens[0].size", "two numbers"),
        Slip(3, #"{ "name": "left", "size": [1280, 721],"#, "screens[0].size[1]", "721 is odd"),
        Slip(3, #"{ "name": "left", "size": [7682, 720],"#, "screens[0].size[0]", "16 to 7680"),
        Slip(3, #"{ "name": "left", "size": [14, 720],"#, "screens[0].size[0]", "16 to 7680"),
        Slip(3, #"{ "name": "left", "size": [1e999, 720],"#, "screens[0].size[0]", "1e999 is no size"),
        Slip(3, #"{ "name": "left", "size": [16.5, 720],"#, "screens[0].size[0]", "16.5 is no size"),
        Slip(3, #"{ "name": "left", "ticksPerSecond": 241,"#, "screens[0].ticksPerSecond", "1 to 240"),
        Slip(3, #"{ "name": "left", "ticksPerSecond": 0,"#, "screens[0].ticksPerSecond", "1 to 240"),
        Slip(3, #"{ "name": "left", "layout": "sidebyside","#, "screens[0].layout", #"did you mean "side-by-side"?"#),
        Slip(3, #"{ "name": "left", "layout": 3,"#, "screens[0].layout", "give one of"),
        Slip(3, #"{ "name": "left", "layout": {"spacing": 8},"#, "screens[0].layout.kind", "is missing"),
        Slip(3, #"{ "name": "left", "layout": {"kind": "gird"},"#, "screens[0].layout.kind", #"did you mean "grid"?"#),
        Slip(3, #"{ "name": "left", "layout": {"kind": "grid", "at": 0.5},"#, "screens[0].layout.at", "only a wipe"),
        Slip(
            3, #"{ "name": "left", "layout": {"kind": "wipe", "at": 1.5},"#, "screens[0].layout.at", "1.5 is no place"),
        Slip(3, #"{ "name": "left", "layout": {"kind": "focus", "on": 2},"#, "screens[0].layout.on", "to 1"),
        Slip(
            3, #"{ "name": "left", "layout": {"kind": "wipe", "spacing": 2},"#, "screens[0].layout.spacing",
            "leave it out"),
        Slip(
            3, #"{ "name": "left", "layout": {"kind": "grid", "spacing": -1},"#, "screens[0].layout.spacing", "-1 is no"
        ),
        Slip(
            3, #"{ "name": "left", "layout": {"kind": "grid", "margin": 540},"#, "screens[0].layout.margin", "0 to 538"),
        Slip(
            3, #"{ "name": "left", "layout": {"kind": "grid", "fitting": "crop"},"#, "screens[0].layout.fitting",
            #""stretch""#),
        Slip(4, #""background": 5,"#, "screens[0].background", "5 is no file"),
        Slip(4, #""background": {"name": "b", "clip": "a.mp4"},"#, "screens[0].background.name", "no such key"),
        Slip(9, #""part": [0, 0, 0, 1] },"#, "screens[0].part[2]", "from 0.01 to 1"),
        Slip(9, #""part": [1, 0, 1e-300, 1] },"#, "screens[0].part[2]", "1e-300 is no part"),
        Slip(9, #""part": [0.6, 0, 0.5, 1] },"#, "screens[0].part[2]", "right edge"),
        Slip(9, #""part": [0, 0.6, 0.5, 0.5] },"#, "screens[0].part[3]", "bottom edge"),
        Slip(9, #""part": [0, 0, 0.5, 1.1] },"#, "screens[0].part[3]", "1.1 is no part"),
        Slip(9, #""part": [0, 0, 1] },"#, "screens[0].part", "four numbers"),
        Slip(9, #""output": "fullscreen" },"#, "screens[0].output", #"did you mean "full-screen"?"#),
        Slip(9, #""output": {"connector": 0} },"#, "screens[0].output.connector", "0 is no connector"),
        Slip(
            9, #""output": {"conector": 1, "connector": 2} },"#, "screens[0].output.conector",
            #"did you mean "connector"?"#),
        Slip(9, #""output": "connector" },"#, "screens[0].output", "another screen"),
        Slip(
            10, #"{ "name": "left", "tiles": [{ "name": "bus", "clip": "d.mp4" }] }"#, "screens[1].name",
            #"screens[0] is called "left", too"#),
        Slip(10, #"{ "name": "right" }"#, "screens[1].tiles", "or a background"),
        Slip(10, #"{ "name": "right", "tiles": [] }"#, "screens[1].tiles", "empty"),
        Slip(
            10,
            #"{ "name": "r", "output": {"connector": 3}, "background": "a.mp4" }, {"name": "s", "output": {"connector": 3}, "background": "a.mp4"}"#,
            "screens[2].output", "another screen has connector 3"),
    ]

    private static let tiles = [
        Slip(6, #"[],"#, "screens[0].tiles[0]", "a list is no tile"),
        Slip(6, #"{ "clip": "a.mp4" },"#, "screens[0].tiles[0].name", "is missing"),
        Slip(6, #"{ "nmae": "with", "clip": "a.mp4" },"#, "screens[0].tiles[0].nmae", #"did you mean "name"?"#),
        Slip(6, #"{ "name": "with", "clipp": "a.mp4" },"#, "screens[0].tiles[0].clipp", "did you mean"),
        Slip(6, #"{ "name": 5, "clip": "a.mp4" },"#, "screens[0].tiles[0].name", "5 is no name"),
        Slip(6, #"{ "name": "with" },"#, "screens[0].tiles[0].clips", "is missing"),
        Slip(6, #"{ "name": "with", "clips": [] },"#, "screens[0].tiles[0].clips", "empty"),
        Slip(6, #"{ "name": "with", "clips": "a.mp4" },"#, "screens[0].tiles[0].clips", "is no list of clips"),
        Slip(6, #"{ "name": "with", "clip": "a", "clips": ["b"] },"#, "screens[0].tiles[0].clip", "either"),
        Slip(6, #"{ "name": "with", "clip": "a.mp4", "end": "halt" },"#, "screens[0].tiles[0].end", #""hold""#),
        Slip(
            6, #"{ "name": "with", "clip": "a.mp4", "poster": "p.mp4" },"#, "screens[0].tiles[0].poster", "png or jpg"),
        Slip(
            6, #"{ "name": "with", "clip": "a.mp4", "poster": "http://h/p.png" },"#, "screens[0].tiles[0].poster",
            "no poster"),
        Slip(
            7, #"{ "name": "with", "clip": "c.mp4" }, { "name": "without", "clip": "c.mp4" }"#,
            "screens[0].tiles[1].name", "too"),
        Slip(
            10, #"{ "name": "right", "tiles": [{ "name": "with", "clip": "d.mp4" }] }"#, "screens[1].tiles[0].name",
            "screens[0].tiles[0]"),
        Slip(
            10, #"{ "name": "right", "tiles": [{ "name": "left background", "clip": "d.mp4" }] }"#,
            "screens[1].tiles[0].name", "too"),
    ]

    /// A slip in the second clip of the first tile.
    private static func clip(_ text: String, _ key: String, _ words: String) -> Slip {
        Slip(6, #"{ "name": "with", "clips": ["a.mp4", \#(text)] },"#, "screens[0].tiles[0].clips[1]\(key)", words)
    }

    private static let clips = [
        clip("7", "", "7 is no file"), clip(#""""#, "", "is no file"), clip("null", "", "null is no file"),
        clip(#""rtsp://h/a""#, "", "http or https"), clip(#""http:///a.mp4""#, "", "is no file"),
        clip(#"{"from": 1, "to": 2}"#, ".file", "is missing"),
        clip(#"{"file": "b.mp4", "lenght": 5}"#, ".lenght", "give one of"),
        clip(#"{"file": "b.mp4", "durtion": 5}"#, ".durtion", #"did you mean "duration"?"#),
        clip(#"{"file": "b.mp4", "from": -1, "to": 2}"#, ".from", "-1 is no time"),
        clip(#"{"file": "b.mp4", "from": 1}"#, ".from", "no end"),
        clip(#"{"file": "b.mp4", "from": 3, "to": 3}"#, ".to", "ends at 3 s and begins at 3 s"),
        clip(#"{"file": "b.mp4", "to": 0}"#, ".to", "begins at 0 s"),
        clip(#"{"file": "b.png", "to": 2}"#, ".to", "still picture"),
        clip(#"{"file": "b.mp4", "duration": 0}"#, ".duration", "0 s is too short for a clip"),
        clip(
            #"{"file": "b.mp4", "duration": 1e-12}"#, ".duration",
            "1e-12 s is too short for a clip; give at least 0.1 s"),
        clip(
            #"{"file": "b.mp4", "duration": 0.002}"#, ".duration",
            "0.002 s is too short for a clip; give at least 0.1 s"),
        clip(#"{"file": "b.mp4", "to": 1e-9}"#, ".to", "the part from 0 s to 1e-9 s is too short to be shown"),
        clip(#"{"file": "b.mp4", "duration": 86400.5}"#, ".duration", "to 86400"),
        clip(#"{"file": "b.mp4", "fade": -0.1}"#, ".fade", "-0.1 is no fade"),
        clip(#"{"file": "b.mp4", "fade": 10.1}"#, ".fade", "0 to 10"),
        clip(#"{"file": "b.mp4", "duration": 2, "fade": 2.5}"#, ".fade", "in a clip of 2.0 s"),
        clip(#"{"file": "b.mp4", "from": 1, "to": 3, "fade": 1.5}"#, ".fade", "half of the part, 1.0"),
    ]

    private static let others = [
        Slip(12, #""loop": "both", "audio": "without","#, "loop", #"give one of "each", "together""#),
        Slip(12, #""audio": "witout","#, "audio", #"did you mean "without"?"#),
        Slip(12, #""audio": "left background","#, "audio", "no tile is called"),
        Slip(12, #""audio": 1,"#, "audio", "1 is no name of a tile"),
        Slip(13, #""schedule": {"on": "09:00", "off": "18:00"},"#, "schedule", "a list of hours"),
        Slip(13, #""schedule": [{"on": "09:00"}],"#, "schedule[0].off", "is missing"),
        Slip(13, #""schedule": [{"on": "9:00", "off": "18:00"}],"#, "schedule[0].on", "time of day"),
        Slip(13, #""schedule": [{"on": "24:00", "off": "18:00"}],"#, "schedule[0].on", "to 23:59"),
        Slip(13, #""schedule": [{"on": "09:00", "off": "24:01"}],"#, "schedule[0].off", "to 24:00"),
        Slip(13, #""schedule": [{"on": "09:60", "off": "18:00"}],"#, "schedule[0].on", "time of day"),
        Slip(13, #""schedule": [{"on": "09:00", "off": "09:00"}],"#, "schedule[0].off", "a whole day"),
        Slip(13, #""schedule": [{"days": [], "on": "09:00", "off": "18:00"}],"#, "schedule[0].days", "empty"),
        Slip(
            13, #""schedule": [{"days": ["mo"], "on": "09:00", "off": "18:00"}],"#, "schedule[0].days[0]",
            #"did you mean "mon"?"#),
        Slip(
            13, #""schedule": [{"days": ["mon", "mon"], "on": "09:00", "off": "18:00"}],"#, "schedule[0].days[1]",
            "twice"),
        Slip(14, #""clock": {"source": "network"},"#, "clock.host", "is missing"),
        Slip(14, #""clock": {"source": "network", "host": "a:1"},"#, "clock.host", "is no host"),
        Slip(14, #""clock": {"source": "network", "host": "a", "port": 65536},"#, "clock.port", "1 to 65535"),
        Slip(14, #""clock": {"source": "network", "host": "a", "serves": 1},"#, "clock.serves", "leave it out"),
        Slip(14, #""clock": {"source": "gps"},"#, "clock.source", #""precision""#),
        Slip(14, #""clock": {"host": "10.0.0.1"},"#, "clock.host", #"give "source": "network""#),
        Slip(14, #""clock": {"source": "network", "host": "a", "domain": 0},"#, "clock.domain", #""precision""#),
        Slip(14, #""clock": {"source": "precision", "domain": 128},"#, "clock.domain", "0 to 127"),
        Slip(14, #""clock": {"epoch": "2026-02-30T00:00:00Z"},"#, "clock.epoch", "is no date"),
        Slip(14, #""clock": {"epoch": "2026-01-01"},"#, "clock.epoch", "is no date"),
        Slip(14, #""clock": {"epoch": "1969-12-31T23:59:59Z"},"#, "clock.epoch", "from 1970"),
        Slip(14, #""clock": {"serves": 0},"#, "clock.serves", "0 is no port"),
        Slip(15, #""watch": {"port": 99999}"#, "watch.port", "99999 is no port"),
        Slip(15, #""watch": {"socket": "\#(String(repeating: "s", count: 95))"}"#, "watch.socket", "106 bytes"),
        Slip(
            15, #""watch": {"heartbeat": "a.mp4"}"#, "watch.heartbeat", "screens[0].tiles[0].clips[0] is the same file"),
        Slip(15, #""watch": {"socket": "x", "heartbeat": "./x"}"#, "watch.heartbeat", "watch.socket is the same file"),
        Slip(15, #""watch": {"heartbeat": "kiosk.json"}"#, "watch.heartbeat", "the configuration is the same file"),
        Slip(15, #""watch": []"#, "watch", "a list is no watch"),
        Slip(15, #""wacth": {}"#, "wacth", #"did you mean "watch"?"#),
    ]
}
