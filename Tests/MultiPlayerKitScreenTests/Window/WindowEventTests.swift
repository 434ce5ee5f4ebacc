#if canImport(CGStreamer)
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// What of a window's raw events is passed on.
    struct WindowEventTests {
        private typealias Event = StageInput

        @Test func `a held key that repeats is not let go in between`() {
            #expect(Event.keyDown("p").replaces(.keyUp("p")))
            #expect(!Event.keyDown("p").replaces(.keyUp("q")))
            #expect(!Event.keyDown("p").replaces(.keyDown("p")))
            #expect(!Event.keyUp("p").replaces(.keyDown("p")))
        }

        @Test func `of consecutive moves only the last position matters`() {
            #expect(Event.moved(x: 1, y: 1).replaces(.moved(x: 0, y: 0)))
            #expect(!Event.moved(x: 1, y: 1).replaces(.buttonUp(1, x: 0, y: 0)))
            #expect(!Event.buttonDown(1, x: 1, y: 1).replaces(.moved(x: 0, y: 0)))
        }
    }
#endif
