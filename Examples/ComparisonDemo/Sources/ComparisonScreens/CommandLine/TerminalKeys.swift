/// Turns the bytes of a terminal in raw mode into actions.
///
/// Escape sequences may be cut anywhere between two reads. A lone ESC byte is either the Escape key or the start
/// of a sequence that is still on its way: while ``isUndecided``, wait about 100 ms for more bytes and then call
/// ``flush()``. Sequences that mean nothing here are swallowed whole, so none of their bytes acts as a key.
public struct TerminalKeys: Sendable {
    /// Bytes of an unfinished sequence, the ESC first. Empty between keys.
    private var pending: [UInt8] = []
    /// Longer sequences mean nothing here; what is beyond is dropped, so endless input takes no memory.
    private static let longestSequence = 16
    private static let escape: UInt8 = 0x1B

    public init() {}

    /// Whether all that came since the last key is one ESC byte.
    public var isUndecided: Bool { pending == [Self.escape] }

    public mutating func feed(_ bytes: [UInt8]) -> [ScreenAction] {
        bytes.compactMap { take($0) }
    }

    /// Nothing followed an ESC for a while, so it was the Escape key.
    public mutating func flush() -> [ScreenAction] {
        guard isUndecided else { return [] }
        pending = []
        return [KeyBindings.action(for: "Escape", shift: false)].compactMap { $0 }
    }

    private mutating func take(_ byte: UInt8) -> ScreenAction? {
        if byte == Self.escape {
            // Also after another ESC: some terminals send Alt and an arrow as ESC ESC [ C.
            pending = [byte]
            return nil
        }
        guard !pending.isEmpty else {
            let action = Self.name(of: byte).flatMap { KeyBindings.action(for: $0, shift: false) }
            // A terminal does not tell when a key is let go.
            return action == .peek(isHeld: true) ? .flip : action
        }
        if isUndecided {
            // ESC and any other byte is Alt with a key, which is bound to nothing.
            pending = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? pending + [byte] : []
            return nil
        }
        let isFunctionKey = pending.count == 2 && byte == UInt8(ascii: "[")  // The Linux console: ESC [ [ A.
        if isFunctionKey || (0x20...0x3F).contains(byte) {
            if pending.count < Self.longestSequence { pending.append(byte) }
            return nil
        }
        defer { pending = [] }
        return Self.action(parameters: pending.dropFirst(2), final: byte)
    }

    /// The key that a finished sequence stands for.
    private static func action(parameters: ArraySlice<UInt8>, final: UInt8) -> ScreenAction? {
        switch (String(decoding: parameters, as: UTF8.self), final) {
        case ("", UInt8(ascii: "C")), ("1", UInt8(ascii: "C")): KeyBindings.action(for: "Right", shift: false)
        case ("", UInt8(ascii: "A")), ("1", UInt8(ascii: "A")): KeyBindings.action(for: "Up", shift: false)
        case ("", UInt8(ascii: "B")), ("1", UInt8(ascii: "B")): KeyBindings.action(for: "Down", shift: false)
        case ("", UInt8(ascii: "D")), ("1", UInt8(ascii: "D")): KeyBindings.action(for: "Left", shift: false)
        case ("5", UInt8(ascii: "~")): KeyBindings.action(for: "Prior", shift: false)
        case ("6", UInt8(ascii: "~")): KeyBindings.action(for: "Next", shift: false)
        // With shift: xterm and most others send 1;2C, rxvt sends c.
        case ("1;2", UInt8(ascii: "C")), ("", UInt8(ascii: "c")): KeyBindings.action(for: "Right", shift: true)
        case ("1;2", UInt8(ascii: "D")), ("", UInt8(ascii: "d")): KeyBindings.action(for: "Left", shift: true)
        default: nil
        }
    }

    /// The name the byte's key has in the table; capitals count as small letters, for Caps Lock.
    private static func name(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: " "): "space"
        case UInt8(ascii: "\t"): "Tab"
        case UInt8(ascii: "+"): "plus"
        case UInt8(ascii: "*"): "asterisk"
        case UInt8(ascii: "/"): "slash"
        case UInt8(ascii: "="): "equal"
        case UInt8(ascii: "-"): "minus"
        case UInt8(ascii: ","): "comma"
        case UInt8(ascii: "."): "period"
        case UInt8(ascii: "["): "bracketleft"
        case UInt8(ascii: "]"): "bracketright"
        case UInt8(ascii: "?"): "question"
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): String(Unicode.Scalar(byte + 0x20))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): String(Unicode.Scalar(byte))
        default: nil
        }
    }
}
