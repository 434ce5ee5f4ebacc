import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKitCompare

/// Sessions as files: what is written is read again, and what is wrong is named.
@Suite struct ComparisonSessionTests {
    private let folder = URL(filePath: "/videos/wet road", directoryHint: .isDirectory)

    private func read(_ text: String) throws(SessionError) -> ComparisonSession {
        try ComparisonSession(data: Data(text.utf8), fileName: "wet.json", folder: folder)
    }

    /// The mistakes of a text, a line each.
    private func mistakes(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch {
            return error.mistakes.map(\.description)
        }
    }

    private func random(using dice: inout SplitMix) -> ComparisonSession {
        func chance() -> Bool { Bool.random(using: &dice) }
        func time(_ range: ClosedRange<Int>) -> Duration { .milliseconds(Int.random(in: range, using: &dice)) }
        func part() -> Range<Duration>? {
            guard chance() else { return nil }
            let start = time(0...5_000)
            return start..<(start + time(1...9_000))
        }
        func name() -> String { ["Without ESC", "بدون", "漢字 🚗", "a \"b\" \\ c", ""].randomElement(using: &dice)! }
        let count = Int.random(in: 1...5, using: &dice)
        let ends: [TimeMap.End] = [.hold, .loop, .blank]
        var session = ComparisonSession(
            members: (0..<count).map { index in
                let sources = [
                    folder.appending(path: "take \(index).mp4"), folder.appending(path: "raw/ü.mov"),
                    URL(filePath: "/elsewhere/x.mkv"), URL(string: "https://example.org/a.mp4?b=c%20d")!,
                ]
                return ComparisonSession.Member(
                    source: sources.randomElement(using: &dice)!,
                    map: TimeMap(
                        offset: time(-90_000...90_000), speed: chance() ? 1 : .random(in: 0.1...8, using: &dice),
                        range: part(), end: ends.randomElement(using: &dice)!),
                    name: chance() ? name() : nil)
            })
        session.background = chance() ? folder.appending(path: "loop.mp4") : nil
        func index() -> Int { Int.random(in: 0..<count, using: &dice) }
        let styles: [TileLayout.Difference.Style] = [.absolute, .luma, .signed, .heat, .threshold(0.25)]
        let arrangements: [TileLayout.Arrangement] = [
            .sideBySide, .stacked, .grid, .wipe(at: .random(in: 0...1, using: &dice)), .focus(on: index()),
            .single(index()),
            .difference(
                .init(
                    styles.randomElement(using: &dice)!, gain: .random(in: 1...64, using: &dice), of: index(),
                    and: count > 1 ? index() : 1)),
        ]
        session.layout = TileLayout(
            arrangements.randomElement(using: &dice)!,
            fitting: [PictureFitting.fit, .fill, .stretch].randomElement(using: &dice)!,
            spacing: chance() ? 0 : .random(in: 0...50, using: &dice), margin: chance() ? 0 : 16)
        if chance() {
            session.layout.zoom = TileLayout.Zoom(
                .random(in: 0.1...32, using: &dice), x: .random(in: 0...1, using: &dice), y: 0.25)
            if chance() { session.layout.zoom.magnification = .pixels }
        }
        if chance() { session.layout.order = Array(0..<count).shuffled(using: &dice) }
        if chance() {
            var captions = TileCaptions(TileCaptions.Item.allCases.filter { _ in chance() })
            captions.corner = TileCaptions.Corner.allCases.randomElement(using: &dice)!
            if chance() { captions.height = .random(in: 0.01...0.2, using: &dice) }
            session.captions = captions
        }
        (session.range, session.loops, session.alternates) = (part(), chance(), chance())
        session.rate = chance() ? 1 : .random(in: 0.25...4, using: &dice) * (chance() ? 1 : -1)
        session.audible = chance() ? index() : nil
        session.markers = (0..<Int.random(in: 0...4, using: &dice)).map { _ in
            ComparisonSession.Marker(at: time(0...60_000), name())
        }
        return session
    }

    /// Two names of one file are one: an extra slash in a garbled name is not written again.
    private func plain(_ session: ComparisonSession) -> ComparisonSession {
        var session = session
        for index in session.members.indices where session.members[index].source.isFileURL {
            session.members[index].source = URL(filePath: session.members[index].source.standardizedFileURL.path)
        }
        session.background = session.background.map { $0.isFileURL ? URL(filePath: $0.standardizedFileURL.path) : $0 }
        return session
    }

    @Test func `a session is read as it was written`() throws {
        var dice = SplitMix(seed: 19)
        for number in 0..<1_000 {
            let session = random(using: &dice)
            let text = String(decoding: session.json(in: folder), as: UTF8.self)
            do {
                let again = try read(text)
                try #require(again == session, "session \(number): \(text)")
            } catch let error as SessionError {
                Issue.record("session \(number): \(error)\n\(text)")
                return
            }
        }
    }

    @Test func `a session is written for people`() throws {
        var session = ComparisonSession(members: [
            .init(source: folder.appending(path: "left.mp4"), name: "Without ESC"),
            .init(source: folder.appending(path: "right.mp4"), map: TimeMap(offset: .milliseconds(480))),
        ])
        session.layout = .wipe
        session.markers = [.init(at: .milliseconds(3_200), "brakes")]
        let text = String(decoding: session.json(in: folder), as: UTF8.self)
        #expect(text.contains("\"file\" : \"left.mp4\"") && text.contains("\"offset\" : 0.48"))
        #expect(text.contains("\"time\" : 3.2") && !text.contains("rate") && text.hasSuffix("}\n"))
    }

    @Test func `names are relative to the file's folder, and lead out of it only where they say so`() throws {
        let session = try read(
            """
            {"version": 1, "members": [{"file": "a.mp4"}, {"file": "/b.mp4"}, {"file": "https://example.org/c.mp4"}]}
            """)
        let sources = session.members.map(\.source.absoluteString)
        #expect(sources == ["file:///videos/wet%20road/a.mp4", "file:///b.mp4", "https://example.org/c.mp4"])
    }

    @Test(arguments: [
        (
            "",
            "wet.json:1:1: the file is empty; give an object, for example {\"version\": 1, \"members\": [{\"file\": \"a.mp4\"}]}"
        ),
        (
            "[]",
            "wet.json:1:1: a list is no session; give an object, for example {\"version\": 1, \"members\": [{\"file\": \"a.mp4\"}]}"
        ),
        (
            "{\"members\": [{\"file\": \"a.mp4\"}]}",
            "wet.json:1:1: version: is missing; give 1, for example \"version\": 1"
        ),
        (
            "{\"version\": 2,\n \"members\": [{\"file\": \"a.mp4\"}]}",
            "wet.json:1:13: version: 2 is no version that this program reads; give 1, for example \"version\": 1"
        ),
        (
            "{\"version\": 1,\n \"members\": [{\"file\": \"a.mp4\", \"sped\": 2}]}",
            "wet.json:2:32: members[0].sped: there is no such key; did you mean \"speed\"?"
        ),
        (
            "{\"version\": 1,\n \"members\": [{\"file\": \"a.mp4\", \"speed\": 0}]}",
            "wet.json:2:41: members[0].speed: 0 is no speed; give a number from 0.0625 to 16, for example 0.5"
        ),
        (
            "{\"version\": 1, \"members\": [{\"file\": \"a.mp4\"}], \"rate\": -0.1}",
            "wet.json:1:56: rate: -0.1 is no rate; give a number from 0.25 to 4, or below 0 for backwards: from -4 to -0.25, for example 0.5"
        ),
        (
            "{\"version\": 1, \"members\": [{\"file\": \"a.mp4\"}], \"audible\": 1}",
            "wet.json:1:59: audible: 1 is no member; give a whole number from 0, the first member, to 0, for example 0"
        ),
        (
            "{\"version\": 1, \"members\": [{\"file\": \"rtsp://a/b\"}]}",
            "wet.json:1:37: members[0].file: \"rtsp://a/b\" is no address that can be played; give a file name, or an http or https address, for example \"left.mp4\""
        ),
    ])
    func `a mistake has its line, its field and its cure`(text: String, wanted: String) {
        #expect(mistakes(text) == [wanted])
    }

    @Test func `every mistake is told, not the first alone`() {
        let found = mistakes(
            """
            {"version": 1,
             "members": [{"file": "a.mp4", "from": 3, "to": 2}, {"offset": "x"}],
             "layout": {"kind": "wipee", "zoom": {"scale": 0}},
             "captions": {"items": ["name", "colour"]},
             "markers": [{"text": "a"}], "rate": 9}
            """)
        let fields = [
            "members[0].to", "members[1].offset", "members[1].file", "layout.kind", "captions.items[1]",
            "markers[0].time", "rate",
        ]
        #expect(found.count == fields.count, "\(found)")
        for field in fields { #expect(found.contains { $0.contains(": \(field): ") }, "\(field) in \(found)") }
    }

    @Test func `ten thousand garbled files end in a message or in a session that can be written`() throws {
        var dice = SplitMix(seed: 7)
        let words = [
            "\"", "{", "}", "[", "]", ":", ",", "null", "-1e999", "true", "\\u0000", "\u{FFFD}", "1", "\u{1B}",
        ]
        var (refused, read) = (0, 0)
        for number in 0..<10_000 {
            var bytes = [UInt8](random(using: &dice).json(in: folder))
            for _ in 0..<Int.random(in: 1...6, using: &dice) {
                let place = Int.random(in: 0..<max(bytes.count, 1), using: &dice)
                switch Int.random(in: 0..<5, using: &dice) {
                case 0: bytes[place] = .random(in: 0...255, using: &dice)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: words.randomElement(using: &dice)!.utf8, at: place)
                case 3: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice))
                default:
                    let end = min(place + Int.random(in: 1...40, using: &dice), bytes.count)
                    bytes.insert(contentsOf: bytes[place..<end], at: place)
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            do throws(SessionError) {
                let session = try ComparisonSession(data: Data(bytes), folder: folder)
                let again = try ComparisonSession(data: session.json(in: folder), folder: folder)
                #expect(plain(again) == plain(session), "file \(number)")
                read += 1
            } catch {
                refused += 1
                #expect(!error.mistakes.isEmpty && error.mistakes.allSatisfy { !$0.remedy.isEmpty })
                let text = error.description
                #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "file \(number): \(text)")
            }
        }
        print("garbled sessions: \(refused) refused, \(read) read all the same")
        #expect(refused > 5_000 && read > 100)
    }

    @Test func `a file that is too large or not there is refused by name`() {
        let large = Data(repeating: 0x20, count: 4_000_001)
        #expect(throws: SessionError.self) { try ComparisonSession(data: large, folder: folder) }
        do {
            _ = try ComparisonSession(contentsOf: URL(filePath: "/nowhere/s.json"))
            Issue.record("it was read")
        } catch {
            #expect("\(error)" == "s.json: the file cannot be read; give a session that is there and may be read")
        }
    }

    @MainActor
    @Test func `a group gets what a session says, and says it again`() throws {
        let clock = ManualClock()
        func group() -> PlaybackGroup { PlaybackGroup(clock: clock) { SimulatedPlayer(clock: clock) { _ in .init() } } }
        var dice = SplitMix(seed: 3)
        for _ in 0..<100 {
            let session = random(using: &dice)
            let group = group()
            let added = session.fill(group)
            let captions = session.captions(for: added)
            var again = ComparisonSession(
                of: group, layout: session.layout, captions: captions, markers: session.markers)
            // Without captions there is nowhere to keep a name.
            if session.captions == nil {
                for index in again.members.indices { again.members[index].name = session.members[index].name }
            }
            #expect(again == session)
        }
    }
}
