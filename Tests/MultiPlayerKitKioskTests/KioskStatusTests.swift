import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk
@testable import TestTools

struct KioskStatusTests {
    @Test func `a status is the same after JSON and back`() throws {
        #expect(try KioskStatus(json: KioskStatus.sample.json()) == .sample)
        var numbers = SplitMix(seed: 11)
        for _ in 0..<200 {
            let status = KioskStatus.random(&numbers)
            #expect(try KioskStatus(json: status.json()) == status)
        }
    }

    @Test func `the JSON has the keys and words that its readers rely on`() throws {
        let data = KioskStatus.sample.json()
        let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(Set(root.keys) == ["format", "startedAt", "at", "isOn", "screens", "clock", "process"])
        #expect(root["format"] as? Int == 1)
        let screens = try #require(root["screens"] as? [[String: Any]])
        #expect(screens.map { $0["output"] as? String } == ["window", "no display"])
        #expect(screens[0]["size"] as? [Int] == [1920, 1080])
        #expect(screens[0]["ticks"] as? [String: Int] == ["presented": 5_403_690, "late": 12, "missed": 3])
        let tiles = try #require(screens[0]["tiles"] as? [[String: Any]])
        #expect(
            Set(tiles[1].keys) == [
                "name", "clip", "state", "position", "turn", "lateTicks", "rebuilds", "failure", "isAudible",
            ])
        #expect(tiles.map { $0["state"] as? String } == ["playing", "previous"])
        let clock = try #require(root["clock"] as? [String: Any])
        #expect(
            Set(clock.keys) == ["source", "isSynchronized", "errorSeconds", "correctionPPM", "sharedTime"])
        let process = try #require(root["process"] as? [String: Any])
        #expect(Set(process.keys) == ["memoryBytes", "descriptors", "threads", "processorSeconds"])
        #expect(
            KioskStatus.Tile.State.allCases.map(\.rawValue) == ["playing", "previous", "poster", "empty", "off"])
    }

    @Test func `the JSON is split into lines for people, and its keys are sorted`() {
        let lines = String(decoding: KioskStatus.sample.json(), as: UTF8.self).components(separatedBy: "\n")
        #expect(lines.count > 50)
        #expect(lines.last == "")
        let keys = lines.filter { $0.hasPrefix("  \"") }.map { $0.split(separator: "\"")[1] }
        #expect(keys == ["at", "clock", "format", "isOn", "process", "screens", "startedAt"])
    }

    @Test func `numbers that JSON cannot express do not hide the others`() throws {
        var status = KioskStatus.sample
        status.clock.errorSeconds = .infinity
        status.clock.correctionPPM = .nan
        let back = try KioskStatus(json: status.json())
        #expect(back.clock.errorSeconds == .infinity)
        #expect(back.clock.correctionPPM.isNaN)
        #expect(back.screens == status.screens)
    }

    @Test func `the summary is a table of plain lines`() {
        let lines = KioskStatus.sample.summary().components(separatedBy: "\n")
        #expect(lines[0].hasPrefix("Kiosk is on, at 20"))
        #expect(lines[0].hasSuffix("started 1 d 1 h ago"))
        #expect(lines[1] == "Clock: 10.0.0.2:8554, synchronized, error up to 400 µs, correction -12.5 ppm")
        #expect(lines[2] == "Process: 312.0 MB, 48 descriptors, 31 threads, 2 h 3 min of processor time")
        #expect(lines[4] == "Screen left: 1920×1080, in a window; ticks: 5403690 presented, 12 late, 3 missed")
        #expect(lines[5] == "  TILE  STATE     POSITION  TURN  LATE  REBUILT  SOUND  CLIP      FAILURE")
        #expect(lines[6] == "  a     playing   3.250 s   881   4     1        yes    road.mp4  -")
        #expect(lines[7].hasPrefix("  b     previous  0.000 s   880   0     0        -      snow.mp4  snow.mp4: "))
        #expect(lines[9].hasPrefix("Screen right: 1280×720, NOT shown: no display; "))
        #expect(lines.last == "")
    }

    @Test func `names in the summary cannot control a terminal`() throws {
        var numbers = SplitMix(seed: 3)
        for _ in 0..<100 {
            var status = KioskStatus.random(&numbers)
            status.clock.source += "\u{1B}[2J\u{9B}31m\u{202E}"
            let text = status.summary()
            try #require(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
            #expect(!text.unicodeScalars.contains("\u{202E}"))
        }
    }

    #if os(Linux)
        @Test func `the status of this process has memory, descriptors, threads and processor time`() {
            let process = KioskStatus.Process.current
            #expect(process.memoryBytes > 1 << 20)
            #expect(process.descriptors > 2)
            #expect(process.threads > 0)
            #expect(process.processorSeconds > 0)
        }
    #endif
}
