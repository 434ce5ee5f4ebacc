#if canImport(CGStreamer)
    import Foundation

    /// An action of the user in a window.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum StageInput: Equatable, Sendable {
        /// A key went down; its X name ("space", "Left", "comma", "U00FC"), on Wayland too. While it is held this may come
        /// again and again.
        case keyDown(String)
        case keyUp(String)
        /// A mouse button went down, up, or the mouse moved; in stage pixels, from the top left. Buttons are left (1), middle
        /// and right; each notch of the wheel is a click of button 4 (up) or 5, sideways 6 or 7.
        case buttonDown(Int, x: Double, y: Double)
        case buttonUp(Int, x: Double, y: Double)
        case moved(x: Double, y: Double)
        /// Files were dropped on the window, together; the place in stage pixels, from the top left. `nil`: the display server
        /// does not tell it.
        case dropped([URL], at: CGPoint?)
        /// The window was closed.
        case closed
    }
#endif
