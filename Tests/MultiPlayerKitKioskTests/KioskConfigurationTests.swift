import Foundation
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitScreen
@testable import MultiPlayerKitKiosk

/// Valid files, and the form of messages.
@Suite struct KioskConfigurationTests {
    private func url(_ path: String) -> URL { URL(filePath: path, directoryHint: .notDirectory) }

    @Test func `every field of a full file is read`() throws {
        let configuration = try KioskFile.read(KioskFile.text)

        #expect(configuration.screens.map(\.name) == ["left", "right"])
        let left = try #require(configuration.screens.first)
        #expect(left.size == CGSize(width: 1280, height: 720))
        #expect(left.rate == FrameRate(60_000, 1001))
        #expect(left.layout == .stacked)
        #expect(left.part == CGRect(x: 0, y: 0, width: 0.5, height: 1))
        #expect(left.output == .window(fullScreen: true))
        let background = try #require(left.background)
        #expect(background.name == "left background")
        #expect(background.clips.map(\.source.url.path) == ["/srv/kiosk/road.mp4"])
        #expect(background.end == .loop)

        #expect(left.tiles.map(\.name) == ["with", "without"])
        let clips = left.tiles[0].clips
        #expect(clips.map(\.source.url.path) == ["/srv/kiosk/a.mp4", "/srv/kiosk/b.mp4"])
        #expect(clips[0] == KioskConfiguration.Clip(source: MediaSource(url: clips[0].source.url)))
        #expect(clips[1].range == .seconds(1)..<(.seconds(3)))
        #expect(clips[1].duration == .seconds(5))
        #expect(clips[1].fade == .milliseconds(500))
        #expect(left.tiles[0].end == .hold)
        #expect(left.tiles[1].clips.map(\.source.url.absoluteString) == ["https://example.com/c.mp4"])
        #expect(left.tiles[1].poster == url("/srv/kiosk/p.png"))
        #expect(left.tiles[1].end == .loop)

        #expect(configuration.screens[1].output == .connector(34))
        #expect(configuration.screens[1].size == CGSize(width: 1920, height: 1080))
        #expect(configuration.loop == .together)
        #expect(configuration.audio == "without")
        #expect(
            configuration.schedule == [
                KioskHours(days: [1, 2], on: 540, off: 1080), KioskHours(on: 1320, off: 150),
            ])
        #expect(configuration.clock.source == .network(host: "10.0.0.1", port: 5638))
        #expect(configuration.clock.epoch == .seconds(1_767_225_600))
        #expect(configuration.clock.serves == nil)
        #expect(configuration.watch.socket?.path == "/srv/kiosk/run/kiosk.sock")
        #expect(configuration.watch.port == 9100)
        #expect(configuration.watch.heartbeat?.path == "/run/kiosk.beat")
    }

    @Test func `fields that a file leaves out have their defaults`() throws {
        let configuration = try KioskFile.read(#"{"screens": [{"background": {"clip": "a.mp4", "end": "loop"}}]}"#)
        let clip = KioskConfiguration.Clip(source: MediaSource(url: url("/srv/kiosk/a.mp4")))
        let background = KioskConfiguration.Tile(name: "screen background", clips: [clip], end: .loop)
        #expect(configuration == KioskConfiguration(screens: [.init(background: background, tiles: [])]))
    }

    @Test(arguments: [
        (#""grid""#, TileLayout.grid), (#""side-by-side""#, .sideBySide), (#""focus""#, .focus),
        (#"{"kind": "wipe", "at": 0.25, "margin": 4}"#, TileLayout(.wipe(at: 0.25), margin: 4)),
        (#"{"kind": "focus", "on": 1}"#, .focus(on: 1)),
        (#"{"kind": "grid", "spacing": 8, "fitting": "fill"}"#, TileLayout(.grid, fitting: .fill, spacing: 8)),
    ])
    func `layouts have a short and a long form`(text: String, layout: TileLayout) throws {
        let line = #"    { "name": "left", "layout": \#(text),"#
        #expect(try KioskFile.read(KioskFile.with(line: 3, line)).screens[0].layout == layout)
    }

    @Test(arguments: [
        ("[0.6667, 0.1, 0.3333, 0.9]", CGRect(x: 0.6667, y: 0.1, width: 0.3333, height: 0.9)),
        ("[0.99, 0, 0.01, 1]", CGRect(x: 0.99, y: 0, width: 0.01, height: 1)),
        ("[0.3333333, 0, 0.6666668, 1]", CGRect(x: 0.3333333, y: 0, width: 0.6666667, height: 1)),
    ])
    func `parts do not reach past the edge`(text: String, part: CGRect) throws {
        let file = KioskFile.with(line: 9, #"      "part": \#(text) },"#)
        let read = try #require(try KioskFile.read(file).screens[0].part)
        #expect(read.maxX <= 1 && read.maxY <= 1)
        #expect(abs(read.minX - part.minX) + abs(read.width - part.width) + abs(read.height - part.height) < 1e-9)
    }

    @Test(arguments: [
        (#""window""#, KioskConfiguration.Output.window(fullScreen: false)), (#""none""#, .none),
        (#"{"connector": 7}"#, .connector(7)),
    ])
    func `outputs are words or connectors`(text: String, output: KioskConfiguration.Output) throws {
        let file = KioskFile.with(line: 9, #"      "output": \#(text) },"#)
        #expect(try KioskFile.read(file).screens[0].output == output)
    }

    @Test(arguments: [
        (#"{"serves": 5637}"#, KioskConfiguration.Clock(serves: 5637)),
        (#"{"source": "network", "host": "fe80::1"}"#, .init(source: .network(host: "fe80::1", port: 5637))),
        (#"{"source": "precision", "domain": 127}"#, .init(source: .precision(domain: 127))),
        (#"{"epoch": "2026-01-01T01:30:00+01:30"}"#, .init(epoch: .seconds(1_767_225_600))),
    ])
    func `every source of a clock is read`(text: String, clock: KioskConfiguration.Clock) throws {
        #expect(try KioskFile.read(KioskFile.with(line: 14, #"  "clock": \#(text),"#)).clock == clock)
    }

    @Test(arguments: [
        (#"100%.mp4"#, "/srv/kiosk/100%.mp4"), (#"a b#1?.mp4"#, "/srv/kiosk/a b#1?.mp4"),
        (#"../x.mp4"#, "/srv/kiosk/../x.mp4"),
        (#"/media/\u00e9\ud83d\ude00.mp4"#, "/media/é😀.mp4"), (#"sub\/a.mp4"#, "/srv/kiosk/sub/a.mp4"),
    ])
    func `file names are taken as they are`(name: String, path: String) throws {
        let file = KioskFile.with(line: 4, #"      "background": "\#(name)","#)
        #expect(try KioskFile.read(file).screens[0].background?.clips[0].source.url.path == path)
    }

    @Test func `a byte order mark and Windows line ends do no harm`() throws {
        let text = "\u{FEFF}" + KioskFile.text.replacing("\n", with: "\r\n")
        #expect(try KioskFile.read(text) == KioskFile.read(KioskFile.text))
    }

    @Test func `a message says place, field, what was found and what is allowed`() {
        let clips = #"["a.mp4", {"file": "b.mp4", "duration": "ten"}]"#
        let file = KioskFile.with(line: 6, #"        { "name": "with", "clips": \#(clips) },"#)
        #expect(
            KioskFile.mistakes(file).map(\.description) == [
                """
                kiosk.json:6:76: screens[0].tiles[0].clips[1].duration: "ten" is no time; \
                give seconds from 0.1 to 86400, for example 7.5
                """
            ])
    }

    @Test func `all mistakes are reported, in the order of the file`() {
        let lines = [
            #"{ "screens": [{ "tiles": [{ "nmae": "é", "clip": "a.mp4", "end": "stop" }], "#,
            #"    "é": 1, "size": [1280, 721] }], "loop": true,"#, #"  "watch": {"port": 0}, "loop": "each" }"#,
        ]
        let mistakes = KioskFile.mistakes(lines.joined(separator: "\n"))
        #expect(
            mistakes.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.field)" } == [
                "1:29 screens[0].tiles[0].nmae", "1:66 screens[0].tiles[0].end",
                #"2:5 screens[0]["é"]"#, "2:28 screens[0].size[1]", "2:45 loop", "3:21 watch.port", "3:25 loop",
            ])
        #expect(KioskConfigurationError(mistakes: mistakes).description.split(separator: "\n").count == mistakes.count)
    }

    @Test func `text from the file cannot break up or flood a message`() {
        let name = String(repeating: "x", count: 5000)
        for text in [
            #"{"screens": "\u001b[2J\n\u202e\#(name)"}"#, #"{"a\nb\#(name)": 1}"#,
            #"{"screens": \#(String(repeating: "9", count: 5000))}"#,
        ] {
            for mistake in KioskFile.mistakes(text) {
                #expect(mistake.description.utf8.count < 500)
                #expect(mistake.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
            }
        }
    }
}
