import Testing

@testable import ComparisonScreens

@Suite struct KeyTests {
    /// The name of a key, its bytes in a terminal and what it does.
    private static let keys: [(name: String, bytes: String, action: ScreenAction)] =
        [
            ("space", " ", .togglePlay), ("Left", "\u{1B}[D", .step(frames: -1)),
            ("Right", "\u{1B}[C", .step(frames: 1)), ("Down", "\u{1B}[B", .step(frames: -10)),
            ("Up", "\u{1B}[A", .step(frames: 10)), ("j", "j", .shuttle(.backwards)), ("k", "k", .pause),
            ("l", "l", .shuttle(.forwards)),
            ("comma", ",", .nudge(frames: -1)), ("period", ".", .nudge(frames: 1)), ("a", "a", .toggleSound),
            ("bracketleft", "[", .slower), ("bracketright", "]", .faster), ("r", "r", .nextLoop),
            ("w", "w", .layout(.wipe)), ("d", "d", .layout(.difference)), ("s", "s", .layout(.sideBySide)),
            ("g", "g", .layout(.grid)), ("p", "p", .snapshot), ("o", "o", .toggleOverlay), ("f", "f", .fullScreen),
            ("q", "q", .quit), ("Tab", "\t", .flip), ("plus", "+", .zoomIn), ("equal", "=", .zoomIn),
            ("minus", "-", .zoomOut), ("z", "z", .togglePixels), ("x", "x", .toggleSquares), ("v", "v", .toggleLoupe),
            ("h", "h", .nextDifference), ("n", "n", .nextPair), ("asterisk", "*", .moreGain), ("slash", "/", .lessGain),
            ("t", "t", .toggleCaptions), ("m", "m", .toggleMarker), ("i", "i", .stills),
            ("Prior", "\u{1B}[5~", .jump(.backwards)),
            ("Next", "\u{1B}[6~", .jump(.forwards)), ("e", "e", .saveSession), ("question", "?", .toggleHelp),
        ] + (0...9).map { ("\($0)", "\($0)", .digit($0)) }

    @Test(arguments: keys)
    func `a key means the same in the window and in the terminal`(name: String, bytes: String, action: ScreenAction) {
        var window = WindowKeys()
        var terminal = TerminalKeys()
        #expect(window.press(name) == action)
        #expect(terminal.feed(Array(bytes.utf8)) == [action])
        #expect(!terminal.isUndecided)
    }

    @Test func `the table has no other keys`() {
        let others = ["Escape", "c", "KP_Add", "KP_Subtract", "KP_Multiply", "KP_Divide"]
        #expect(Set(KeyBindings.plain.keys) == Set(Self.keys.map(\.name) + others))
        #expect(Set(KeyBindings.shifted.keys) == ["Left", "Right"])
    }

    @Test(arguments: ["b", "Home", "F1", "Return", "", "A", "Control_L", "Ü"])
    func `other keys of the window do nothing`(name: String) {
        var window = WindowKeys()
        #expect(window.press(name) == nil)
    }

    @Test func `shift makes the arrows skip seconds while either shift key is down`() {
        var window = WindowKeys()
        #expect(window.press("Shift_L") == nil)
        #expect(window.press("Right") == .skip(seconds: 1))
        _ = window.press("Shift_R")
        window.release("Shift_L")
        #expect(window.press("Left") == .skip(seconds: -1))
        #expect(window.press("space") == .togglePlay)
        window.release("Right")
        window.release("Shift_R")
        window.release("Shift_R")
        #expect(window.press("Left") == .step(frames: -1))
    }

    @Test func `a held key shows the next video until it is let go, and flips in a terminal`() {
        var window = WindowKeys()
        #expect(window.press("c") == .peek(isHeld: true))
        #expect(window.press("c") == nil, "held")
        #expect(window.release("space") == nil)
        #expect(window.release("c") == .peek(isHeld: false))
        var terminal = TerminalKeys()
        #expect(terminal.feed(Array("c".utf8)) == [.flip])
    }

    @Test func `a window that lost the keyboard forgets shift`() {
        var window = WindowKeys()
        _ = window.press("Shift_R")
        window.releaseAll()
        #expect(window.press("Right") == .step(frames: 1))
    }

    @Test(arguments: keys)
    func `a held key repeats what moves by steps, and does everything else once`(
        name: String, bytes: String, action: ScreenAction
    ) {
        let steps = [
            "Left", "Right", "Down", "Up", "comma", "period", "bracketleft", "bracketright", "plus", "equal", "minus",
            "asterisk", "slash", "Prior", "Next",
        ]
        let isStep = steps.contains(name)
        var window = WindowKeys()
        #expect(window.press(name) == action)
        for _ in 0..<3 { #expect(window.press(name) == (isStep ? action : nil)) }
        window.release(name)
        #expect(window.press(name) == action)
    }

    @Test(
        arguments: [
            ("\u{1B}[1;2C", [.skip(seconds: 1)]), ("\u{1B}[1;2D", [.skip(seconds: -1)]),
            ("\u{1B}[c", [.skip(seconds: 1)]),
            ("\u{1B}[d", [.skip(seconds: -1)]), ("\u{1B}OC", [.step(frames: 1)]), ("\u{1B}OD", [.step(frames: -1)]),
            ("\u{1B}\u{1B}[C", [.step(frames: 1)]), ("\u{1B}[1;5C", []), ("\u{1B}[H", []), ("\u{1B}[3~", []),
            ("\u{1B}[[Aq", [.quit]),
            ("\u{1B}q", []), ("\u{1B}qq", [.quit]), ("Q", [.quit]),
            ("\u{1B}[1;2Cr\u{1B}[Dr", [.skip(seconds: 1), .nextLoop, .step(frames: -1), .nextLoop]),
            ("ü\u{7F}\r\n!", []), ("\u{1B}[\u{1B}[C", [.step(frames: 1)]),
            ("\u{1B}[?25;12;13;14;15;16;17;18;19;20hp", [.snapshot]),
        ] as [(String, [ScreenAction])])
    func `a sequence is read whole, wherever it is cut`(text: String, actions: [ScreenAction]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var terminal = TerminalKeys()
            #expect(
                terminal.feed(Array(bytes[..<cut])) + terminal.feed(Array(bytes[cut...])) == actions, "cut at \(cut)")
        }
    }

    @Test func `a lone escape is a key once nothing follows it`() {
        var terminal = TerminalKeys()
        #expect(terminal.flush() == [])
        #expect(terminal.feed([0x1B]) == [] && terminal.isUndecided)
        #expect(terminal.flush() == [.quit])
        #expect(!terminal.isUndecided && terminal.flush() == [])
        _ = terminal.feed(Array("\u{1B}[".utf8))
        #expect(terminal.flush() == [] && terminal.feed(Array("C".utf8)) == [.step(frames: 1)])
    }
}
