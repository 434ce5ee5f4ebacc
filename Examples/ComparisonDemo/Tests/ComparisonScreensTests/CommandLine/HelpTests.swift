import Testing

@testable import ComparisonScreens

@Suite struct HelpTests {
    private let lines = DemoText.help.split(separator: "\n", omittingEmptySubsequences: false)

    @Test func `help fits 80 columns in any encoding`() {
        for line in lines {
            #expect(line.utf8.count <= 80 && line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
            #expect(!line.hasSuffix(" ") && !line.contains("\t"), "\(line)")
        }
    }

    @Test(arguments: OptionName.allCases)
    func `help names the option`(option: OptionName) {
        #expect(lines.contains { $0.contains("\(option)") && $0.hasPrefix("  ") })
    }

    @Test(arguments: KeyBindings.plain.keys.sorted())
    func `help names the key`(key: String) {
        let signs = [
            "comma": ",", "period": ".", "bracketleft": "[", "bracketright": "]", "plus": "+", "equal": "+",
            "KP_Add": "+", "minus": "-", "KP_Subtract": "-", "asterisk": "*", "KP_Multiply": "*", "slash": "/",
            "KP_Divide": "/", "question": "?", "Prior": "page", "Next": "page",
        ]
        let shown = signs[key] ?? key.lowercased()
        let keys = lines.drop { !$0.hasPrefix("Keys") }.prefix { !$0.hasPrefix("The mouse") }
        let words = keys.flatMap { $0.prefix(28).split { $0 == " " } }.map {
            $0.hasSuffix(",") && $0 != "," ? $0.dropLast() : $0
        }
        #expect(Int(key) != nil ? words.contains("0-9") : words.contains(shown[...]))
    }

    @Test(arguments: ["0 ", "1 ", "2 ", "130"])
    func `help names the exit code`(code: String) {
        #expect(lines.contains { $0.hasPrefix("  \(code)") })
    }

    @Test func `the examples in the help are correct`() throws {
        let examples = lines.drop { $0 != "Examples:" }.dropFirst()
        #expect(examples.count == 13)
        for example in examples {
            let words = example.split(separator: " ").map { $0.filter { $0 != "\"" } }
            #expect(words.first == "ComparisonDemo")
            _ = try Invocation.parse(Array(words.dropFirst()))
        }
    }

    @Test(arguments: OptionName.allCases)
    func `the example of every mistake is correct`(option: OptionName) throws {
        for example in option.example.split(separator: " or ") {
            let words = example.split(separator: " ").map { $0.filter { $0 != "\"" } }
            let screen = ScreenOptions.Screen.allCases.first(where: option.isOption) ?? .compare
            // Only one policy has a number of cells that play at once.
            let others = option == .atOnce ? ["--policy", "all-visible"] : []
            let file =
                switch screen {
                case .kiosk: ["kiosk.json"]
                case .measure, .align: ["a.mp4", "b.mp4"]
                case .export: option == .to ? [] : ["--to", "b.mov"]
                default: [String]()
                }
            #expect(throws: Never.self) { try Invocation.parse([screen.rawValue] + file + others + words) }
        }
    }

    @Test func `the version has the shape that scripts read`() {
        #expect(DemoText.version == "ComparisonDemo 0.1.0")
    }
}
