import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitKiosk

/// Damaged files: each leads to a configuration or to a message.
@Suite struct KioskGarbageTests {
    private static let tokens = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud83d", "\\udc00", "\0", "null", "true", "-", "1e999",
        "-1e999",
        "1e-999", "0.1", "9223372036854775808", "\"screens\"", "\"clips\"", "\"duration\"", "\"24:00\"", "\u{FEFF}",
        "\u{2028}",
        "//", "\n", "{\"screens\":", "\"file:///\"", "\"http://\"", "\"://\"", "\"/\"", "e", ".",
    ].map { Array($0.utf8) }

    /// A valid file with up to four changes.
    private func mutated(_ numbers: inout SplitMix) -> [UInt8] {
        var bytes = Array(KioskFile.text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let place = Int.random(in: 0...bytes.count, using: &numbers)
            let end = min(bytes.count, place + Int.random(in: 0...20, using: &numbers))
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: if place < bytes.count { bytes[place] ^= UInt8.random(in: 1...255, using: &numbers) }
            case 1: bytes.removeSubrange(place...)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: Self.tokens.randomElement(using: &numbers)!, at: place)
            case 4: bytes.replaceSubrange(place..<end, with: Self.tokens.randomElement(using: &numbers)!)
            case 5: bytes = swapped(bytes, &numbers)
            case 6:
                let bracket = UInt8(ascii: Bool.random(using: &numbers) ? "[" : "{")
                let depth = Int.random(in: 1...20_000, using: &numbers)
                bytes.insert(contentsOf: [UInt8](repeating: bracket, count: depth), at: place)
            default:
                let digits = Int.random(in: 1...2000, using: &numbers)
                bytes.insert(
                    contentsOf: (0..<digits).map { _ in UInt8.random(in: 48...57, using: &numbers) }, at: place)
            }
        }
        return bytes
    }

    /// The bytes with two words swapped.
    private func swapped(_ bytes: [UInt8], _ numbers: inout SplitMix) -> [UInt8] {
        var words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let (one, other) = (
            words.indices.randomElement(using: &numbers)!, words.indices.randomElement(using: &numbers)!
        )
        words.swapAt(one, other)
        return Array(words.joined(separator: [UInt8(ascii: " ")]))
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `a thousand damaged files each lead to a configuration or a message`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var good = 0
        for round in 0..<1000 {
            let bytes = mutated(&numbers)
            do {
                let configuration = try KioskConfiguration(data: Data(bytes), folder: KioskFile.folder)
                good += 1
                #expect(!configuration.screens.isEmpty, "round \(round)")
                for screen in configuration.screens {
                    #expect(screen.background != nil || !screen.tiles.isEmpty, "round \(round)")
                    #expect(screen.tiles.allSatisfy { !$0.clips.isEmpty && !$0.name.isEmpty }, "round \(round)")
                }
            } catch {
                #expect(!error.mistakes.isEmpty, "round \(round)")
                #expect(error.mistakes.allSatisfy { !$0.problem.isEmpty && !$0.remedy.isEmpty }, "round \(round)")
                let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
                #expect(error.mistakes.allSatisfy { (1...lines).contains($0.line ?? 0) }, "round \(round)")
            }
        }
        // Both outcomes occur, so the damage is neither too light nor too heavy.
        #expect(good > 0 && good < 500)
    }

    @Test(arguments: [
        [], [0], [0xFF, 0xFE, 0x7B, 0], [0xEF, 0xBB, 0xBF], [0x22, 0xC3], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0x5C],
        [0x22, 0x5C, 0x75], [0x2D], [0x31, 0x65], [0x74], [0x5B], [0x7B, 0x22],
    ])
    func `files of a few bytes are reported with a place`(bytes: [UInt8]) {
        let mistakes = KioskFile.mistakes(bytes)
        #expect(mistakes.count == 1 && mistakes.first?.line == 1, "\(mistakes)")
    }

    @Test func `a byte that is not UTF-8 is reported with its place`() {
        var bytes = Array("{\n  \"é\": \"".utf8)
        bytes.append(0xE9)
        #expect(
            KioskFile.mistakes(bytes).map(\.description) == [
                "kiosk.json:2:9: byte 0xe9 is no UTF-8; save the file as UTF-8 text"
            ])
    }

    @Test(.timeLimit(.minutes(10)))
    func `a megabyte of brackets, of digits or of mistakes is read within a minute`() {
        let size = KioskConfiguration.largestFile
        for text in [
            String(repeating: "[", count: size), "[\(String(repeating: "9", count: size - 2))]",
            "{\"screens\": [\(String(repeating: "0,", count: size / 3))0]}",
            "\"\(String(repeating: "\\", count: size - 1))",
            "{\"screens\": \"\(String(repeating: "x", count: size - 20))\"}",
        ] {
            #expect(KioskFile.mistakes(text).count >= 1)
        }
    }
}
