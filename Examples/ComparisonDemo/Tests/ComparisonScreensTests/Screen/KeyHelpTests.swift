#if os(Linux)
    import Foundation
    import MultiPlayerKitScreen
    import Testing

    @testable import ComparisonScreens

    /// What the window shows at `?`, and where it was.
    struct KeyHelpTests {
        /// The signs by which the notice names keys.
        private static let signs = [
            "Left": "←", "Right": "→", "Down": "↓", "Up": "↑", "comma": ",", "period": ".", "bracketleft": "[",
            "bracketright": "]",
            "plus": "+",
            "equal": "+", "KP_Add": "+", "minus": "−", "KP_Subtract": "−", "asterisk": "*", "KP_Multiply": "*",
            "slash": "/", "KP_Divide": "/", "question": "?", "Escape": "esc", "Tab": "tab", "Prior": "page",
            "Next": "page",
        ]

        @Test(arguments: KeyBindings.plain.keys.sorted())
        func `the notice names the key`(key: String) {
            let labels = KeyHelp.notice(isGrid: false).lines.flatMap { $0.label.split(separator: " ") }
            #expect(labels.contains(Int(key) != nil ? "0–9" : (Self.signs[key] ?? key)[...]))
        }

        @Test func `a grid's notice leaves out what a grid has not`() {
            let labels = Set(KeyHelp.notice(isGrid: true).lines.flatMap { $0.label.split(separator: " ") })
            #expect(
                labels.isDisjoint(with: ["m", "page", "r", "w", "d", "s", "g", "h", "n", "tab", "e"])
                    && labels.contains("0–9"))
        }

        @Test func `a window's place is kept for a stage of its size, and a broken file is none`() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let environment = ["XDG_STATE_HOME": folder.path]
            let memory = WindowMemory(stage: StageSize(width: 640, height: 360), environment: environment)
            #expect(memory.place == nil)
            let place = StageWindow.Place(x: -30, y: 40, width: 700, height: 400, isFullScreen: true)
            memory.keep(place)
            #expect(memory.place == place)
            #expect(WindowMemory(stage: StageSize(width: 1280, height: 720), environment: environment).place == nil)
            try Data("{".utf8).write(to: folder.appending(path: "ComparisonDemo/window.json"))
            #expect(memory.place == nil)
        }
    }
#endif
