import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk
@testable import TestTools

struct PrometheusTextTests {
    @Test func `every line follows the format`() throws {
        var numbers = SplitMix(seed: 21)
        for status in [.sample] + (0..<200).map({ _ in KioskStatus.random(&numbers) }) {
            let page = try Exposition(status.prometheusText)
            for (name, family) in page.families {
                #expect(name.hasPrefix("multiplayerkit_kiosk_"))
                #expect(name.hasSuffix("_total") == (family.kind == "counter"), "\(name)")
                #expect(!family.help.isEmpty)
            }
        }
    }

    @Test func `the values are those of the status`() throws {
        let page = try Exposition(KioskStatus.sample.prometheusText)
        func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
            page.families["multiplayerkit_kiosk_" + name]?.samples[labels]
        }
        #expect(value("on") == 1)
        #expect(value("time_seconds") == 1_760_090_061.5)
        #expect(value("screen_ticks_total", ["screen": "left", "result": "presented"]) == 5_403_690)
        #expect(value("screen_output_failed", ["screen": "left"]) == 0)
        #expect(value("screen_output_failed", ["screen": "right"]) == 1)
        #expect(value("tile_state", ["screen": "left", "tile": "b", "state": "previous"]) == 1)
        #expect(value("tile_state", ["screen": "left", "tile": "b", "state": "playing"]) == 0)
        #expect(value("tile_failed", ["screen": "left", "tile": "b"]) == 1)
        #expect(value("tile_clip_info", ["screen": "left", "tile": "a", "clip": "road.mp4"]) == 1)
        #expect(value("tile_position_seconds", ["screen": "left", "tile": "a"]) == 3.25)
        #expect(value("clock_error_seconds", ["source": "10.0.0.2:8554"]) == 0.000_4)
        #expect(value("clock_correction_ratio", ["source": "10.0.0.2:8554"]) == -12.5 / 1_000_000)
        #expect(value("process_memory_bytes") == 312_000_000)
        #expect(value("process_processor_seconds_total") == 7_380.25)
    }

    @Test func `labels keep every character`() throws {
        var status = KioskStatus.sample
        let name = "back\\slash \"quote\" new\nline return\r\nend \\n {a=\"b\"} 日本"
        status.screens[0].tiles[0].clip = name
        let page = try Exposition(status.prometheusText)
        let clips = try #require(page.families["multiplayerkit_kiosk_tile_clip_info"]).samples.keys
        #expect(clips.contains { $0["clip"] == name })
    }

    @Test func `two screens and two tiles of one name stay apart`() throws {
        var status = KioskStatus.sample
        status.screens[1] = status.screens[0]
        status.screens[0].tiles[1].name = "a"
        let page = try Exposition(status.prometheusText)
        let samples = try #require(page.families["multiplayerkit_kiosk_tile_failed"]).samples.keys
        #expect(samples.count == 4)
        #expect(samples.contains(["screen": "left", "tile": "a#2"]))
        #expect(samples.contains(["screen": "left#2", "tile": "a"]))
    }

    @Test func `special numbers are written as Go reads them`() {
        #expect(PrometheusText.number(.nan) == "NaN")
        #expect(PrometheusText.number(.infinity) == "+Inf")
        #expect(PrometheusText.number(-.infinity) == "-Inf")
        #expect(PrometheusText.number(3) == "3")
        #expect(PrometheusText.number(-0.000_012_5) == "-1.25e-05")
    }
}

/// Reads the exposition format 0.0.4 line by line, and is as strict as the strictest reader.
struct Exposition {
    struct Family {
        var kind: String
        var help: String
        var samples: [[String: String]: Double] = [:]
    }

    struct Mistake: Error {
        var what: String
        var line: String
    }

    private(set) var families: [String: Family] = [:]

    init(_ text: String) throws {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Split by scalars: a carriage return and a line feed make one character, which is not a line feed.
        if text.unicodeScalars.contains("\r") {
            lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        }
        guard lines.popLast() == "" else { throw Mistake(what: "no line feed at the end", line: "") }
        var current: String?
        var help: (name: String, text: String)?
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            if line.hasPrefix("# HELP ") {
                guard words.count == 4, Self.isName(words[2]), families[words[2]] == nil, help == nil else {
                    throw Mistake(what: "a help line out of place", line: line)
                }
                help = (words[2], words[3])
            } else if line.hasPrefix("# TYPE ") {
                guard words.count == 4, let text = help, text.name == words[2], ["counter", "gauge"].contains(words[3])
                else { throw Mistake(what: "a type line out of place", line: line) }
                families[words[2]] = Family(kind: words[3], help: text.text)
                (current, help) = (words[2], nil)
            } else {
                guard help == nil else { throw Mistake(what: "a help line without its type", line: line) }
                let (name, labels, value) = try Self.sample(line)
                guard let current, name == current else { throw Mistake(what: "a metric torn apart", line: line) }
                guard families[name]!.samples.updateValue(value, forKey: labels) == nil else {
                    throw Mistake(what: "a sample twice", line: line)
                }
            }
        }
        guard families.values.allSatisfy({ !$0.samples.isEmpty }) else {
            throw Mistake(what: "a metric without samples", line: "")
        }
    }

    private static func isName(_ word: String) -> Bool {
        guard let first = word.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return word.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
        }
    }

    private static func sample(_ line: String) throws -> (String, [String: String], Double) {
        var rest = line.unicodeScalars[...]
        func word(until ends: Set<Unicode.Scalar>) -> String {
            let part = rest.prefix { !ends.contains($0) }
            rest = rest.dropFirst(part.count)
            return String(part)
        }
        let name = word(until: ["{", " "])
        guard isName(name) else { throw Mistake(what: "no name", line: line) }
        var labels: [String: String] = [:]
        if rest.first == "{" {
            repeat {
                rest.removeFirst()
                let label = word(until: ["="])
                guard isName(label), labels[label] == nil, rest.popFirst() == "=", rest.popFirst() == "\"" else {
                    throw Mistake(what: "no label", line: line)
                }
                var value = String.UnicodeScalarView()
                while let scalar = rest.popFirst(), scalar != "\"" {
                    guard scalar == "\\" else {
                        value.append(scalar)
                        continue
                    }
                    switch rest.popFirst() {
                    case "\\": value.append("\\")
                    case "\"": value.append("\"")
                    case "n": value.append("\n")
                    default: throw Mistake(what: "a backslash alone", line: line)
                    }
                }
                labels[label] = String(value)
            } while rest.first == ","
            guard rest.popFirst() == "}" else { throw Mistake(what: "labels without an end", line: line) }
        }
        guard rest.popFirst() == " ", let value = number(String(rest)) else {
            throw Mistake(what: "no value", line: line)
        }
        return (name, labels, value)
    }

    private static func number(_ text: String) -> Double? {
        switch text {
        case "NaN": .nan
        case "+Inf": .infinity
        case "-Inf": -.infinity
        default: text.utf8.allSatisfy { "0123456789.e+-".utf8.contains($0) } ? Double(text) : nil
        }
    }
}
