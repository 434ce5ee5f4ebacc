/// The one table of keys, shared by the window and the terminal.
///
/// Keys go by their X11 names, as in the window's events. Shift matters to the arrows
/// only.
enum KeyBindings {
    static func action(for key: String, shift: Bool) -> ScreenAction? {
        shift ? shifted[key] ?? plain[key] : plain[key]
    }

    static let plain: [String: ScreenAction] = {
        var table: [String: ScreenAction] = [
            "space": .togglePlay,
            "Left": .step(frames: -1),
            "Right": .step(frames: 1),
            "Down": .step(frames: -10),
            "Up": .step(frames: 10),
            "j": .shuttle(.backwards),
            "k": .pause,
            "l": .shuttle(.forwards),
            "m": .toggleMarker,
            "Prior": .jump(.backwards),
            "Next": .jump(.forwards),
            "comma": .nudge(frames: -1),
            "period": .nudge(frames: 1),
            "a": .toggleSound,
            "bracketleft": .slower,
            "bracketright": .faster,
            "r": .nextLoop,
            "w": .layout(.wipe),
            "d": .layout(.difference),
            "s": .layout(.sideBySide),
            "g": .layout(.grid),
            "h": .nextDifference,
            "n": .nextPair,
            "asterisk": .moreGain,
            "KP_Multiply": .moreGain,
            "slash": .lessGain,
            "KP_Divide": .lessGain,
            "t": .toggleCaptions,
            "Tab": .flip,
            "c": .peek(isHeld: true),
            // A plus needs shift on many keyboards, and not on the block of digits.
            "plus": .zoomIn,
            "equal": .zoomIn,
            "KP_Add": .zoomIn,
            "minus": .zoomOut,
            "KP_Subtract": .zoomOut,
            "z": .togglePixels,
            "x": .toggleSquares,
            "v": .toggleLoupe,
            "o": .toggleOverlay,
            "p": .snapshot,
            "i": .stills,
            "e": .saveSession,
            "question": .toggleHelp,
            "f": .fullScreen,
            "q": .quit,
            "Escape": .quit,
        ]
        for digit in 0...9 { table["\(digit)"] = .digit(digit) }
        return table
    }()

    static let shifted: [String: ScreenAction] = [
        "Left": .skip(seconds: -1),
        "Right": .skip(seconds: 1),
    ]
}

/// Turns the key events of a window into actions.
///
/// Shift arrives as a key of its own, and a held key is pressed again and again: so the value remembers which keys are
/// down.
struct WindowKeys: Sendable {
    private var held: Set<String> = []

    mutating func press(_ key: String) -> ScreenAction? {
        let isRepeated = !held.insert(key).inserted
        guard let action = KeyBindings.action(for: key, shift: !held.isDisjoint(with: Self.shifts)) else { return nil }
        return isRepeated && !action.repeats ? nil : action
    }

    /// What letting go of a key asks for.
    @discardableResult
    mutating func release(_ key: String) -> ScreenAction? {
        held.remove(key)
        return KeyBindings.plain[key] == .peek(isHeld: true) ? .peek(isHeld: false) : nil
    }

    /// Forgets held keys; for a window that lost the keyboard and will not hear of the release.
    mutating func releaseAll() {
        held = []
    }

    private static let shifts: Set<String> = ["Shift_L", "Shift_R"]
}
