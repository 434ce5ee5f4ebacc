#if canImport(CGStreamer)
    import CGStreamer.Window

    /// X's names of keys, for display servers that do not give them.
    enum KeyName {
        /// Empty for a key that X has no name for.
        ///
        /// - Parameters:
        ///   - code: SDL's code of the key, which is the character that it writes by itself where it writes one.
        ///   - text: what it writes with its modifiers; empty: nothing, or a control character.
        static func name(of code: SDL_Keycode, writing text: String) -> String {
            if let name = special[code] { return name }
            if (SDL_Keycode(SDLK_F1.rawValue)...SDL_Keycode(SDLK_F12.rawValue)).contains(code) {
                return "F\(code - SDL_Keycode(SDLK_F1.rawValue) + 1)"
            }
            let written = text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
            guard let sign = written ?? Unicode.Scalar(UInt32(bitPattern: code)), sign.value >= 0x20 else { return "" }
            return name(of: sign)
        }

        private static func name(of sign: Unicode.Scalar) -> String {
            if let name = signs[sign] { return name }
            switch sign {
            // A letter stays the same letter with shift or caps lock.
            case "A"..."Z", "a"..."z", "0"..."9": return String(sign).lowercased()
            default: return "U" + padded(String(sign.value, radix: 16, uppercase: true))
            }
        }

        private static func padded(_ digits: String) -> String {
            String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        }

        private static let signs: [Unicode.Scalar: String] = [
            " ": "space", "!": "exclam", "\"": "quotedbl", "#": "numbersign", "$": "dollar", "%": "percent",
            "&": "ampersand", "'": "apostrophe", "(": "parenleft", ")": "parenright", "*": "asterisk", "+": "plus",
            ",": "comma", "-": "minus", ".": "period", "/": "slash", ":": "colon", ";": "semicolon", "<": "less",
            "=": "equal", ">": "greater", "?": "question", "@": "at", "[": "bracketleft", "\\": "backslash",
            "]": "bracketright", "^": "asciicircum", "_": "underscore", "`": "grave", "{": "braceleft", "|": "bar",
            "}": "braceright", "~": "asciitilde",
        ]

        private static let special: [SDL_Keycode: String] = {
            let names: [(SDL_KeyCode, String)] = [
                (SDLK_RETURN, "Return"), (SDLK_ESCAPE, "Escape"), (SDLK_BACKSPACE, "BackSpace"), (SDLK_TAB, "Tab"),
                (SDLK_DELETE, "Delete"), (SDLK_INSERT, "Insert"), (SDLK_HOME, "Home"), (SDLK_END, "End"),
                (SDLK_PAGEUP, "Prior"), (SDLK_PAGEDOWN, "Next"), (SDLK_LEFT, "Left"), (SDLK_RIGHT, "Right"),
                (SDLK_UP, "Up"), (SDLK_DOWN, "Down"), (SDLK_PRINTSCREEN, "Print"), (SDLK_PAUSE, "Pause"),
                (SDLK_APPLICATION, "Menu"), (SDLK_LSHIFT, "Shift_L"), (SDLK_RSHIFT, "Shift_R"),
                (SDLK_LCTRL, "Control_L"), (SDLK_RCTRL, "Control_R"), (SDLK_LALT, "Alt_L"), (SDLK_RALT, "Alt_R"),
                (SDLK_LGUI, "Super_L"), (SDLK_RGUI, "Super_R"), (SDLK_MODE, "ISO_Level3_Shift"),
                (SDLK_CAPSLOCK, "Caps_Lock"), (SDLK_NUMLOCKCLEAR, "Num_Lock"), (SDLK_SCROLLLOCK, "Scroll_Lock"),
                (SDLK_KP_PLUS, "KP_Add"), (SDLK_KP_MINUS, "KP_Subtract"), (SDLK_KP_MULTIPLY, "KP_Multiply"),
                (SDLK_KP_DIVIDE, "KP_Divide"), (SDLK_KP_ENTER, "KP_Enter"), (SDLK_KP_PERIOD, "KP_Decimal"),
                (SDLK_KP_0, "KP_0"), (SDLK_KP_1, "KP_1"), (SDLK_KP_2, "KP_2"), (SDLK_KP_3, "KP_3"),
                (SDLK_KP_4, "KP_4"), (SDLK_KP_5, "KP_5"), (SDLK_KP_6, "KP_6"), (SDLK_KP_7, "KP_7"),
                (SDLK_KP_8, "KP_8"), (SDLK_KP_9, "KP_9"),
            ]
            return Dictionary(uniqueKeysWithValues: names.map { (SDL_Keycode($0.rawValue), $1) })
        }()
    }
#endif
