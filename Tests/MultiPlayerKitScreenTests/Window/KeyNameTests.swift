#if canImport(CGStreamer)
    import CGStreamer.Window
    import Testing

    @testable import MultiPlayerKitScreen

    /// Keys of display servers that do not name them.
    struct KeyNameTests {
        private func name(_ key: Character, writing text: String? = nil) -> String {
            KeyName.name(
                of: SDL_Keycode(key.unicodeScalars.first?.value ?? 0), writing: text ?? String(key))
        }

        @Test func `keys go by X's names`() {
            #expect(name("w") == "w" && name("w", writing: "W") == "w" && name("7") == "7")
            #expect(name(" ") == "space" && name(",") == "comma" && name("[") == "bracketleft")
            #expect(KeyName.name(of: SDL_Keycode(SDLK_PAGEUP.rawValue), writing: "") == "Prior")
            #expect(KeyName.name(of: SDL_Keycode(SDLK_LSHIFT.rawValue), writing: "") == "Shift_L")
            #expect(KeyName.name(of: SDL_Keycode(SDLK_F11.rawValue), writing: "") == "F11")
            #expect(KeyName.name(of: SDL_Keycode(SDLK_KP_PLUS.rawValue), writing: "+") == "KP_Add")
        }

        @Test func `a key means what it writes with its modifiers`() {
            #expect(name("8", writing: "*") == "asterisk", "shift on an American keyboard")
            #expect(name("8", writing: "[") == "bracketleft", "AltGr on a German one")
            #expect(name("/", writing: "?") == "question")
            #expect(name("c", writing: "") == "c", "with control it writes nothing")
        }

        @Test func `other signs go by their number`() {
            #expect(name("ü") == "U00FC" && name("ж") == "U0436")
            #expect(KeyName.name(of: 0, writing: "").isEmpty && KeyName.name(of: 0x4000_0105, writing: "").isEmpty)
        }
    }
#endif
