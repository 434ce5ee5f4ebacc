#if canImport(CGStreamer)
    import CGStreamer
    import MultiPlayerKit

    /// An action of the user in a window.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum StageInput: Equatable, Sendable {
        /// A key went down; its X name ("space", "Left", "comma"). While it is held this may come again and again.
        case keyDown(String)
        case keyUp(String)
        /// A mouse button went down, up, or the mouse moved; in stage pixels, from the top left.
        case buttonDown(Int, x: Double, y: Double)
        case buttonUp(Int, x: Double, y: Double)
        case moved(x: Double, y: Double)
        /// The window was closed.
        case closed
    }

    /// A navigation message as an input.
    struct Navigation: Sendable {
        let input: StageInput

        init?(_ message: UnsafeMutablePointer<GstMessage>) {
            guard gst_navigation_message_get_type(message) == GST_NAVIGATION_MESSAGE_EVENT else { return nil }
            var event: UnsafeMutablePointer<GstEvent>?
            guard gst_navigation_message_parse_event(message, &event) != 0, let event else { return nil }
            defer { gst_event_unref(event) }
            var key: UnsafePointer<CChar>?
            var button: Int32 = 0
            var x = 0.0
            var y = 0.0
            switch gst_navigation_event_get_type(event) {
            case GST_NAVIGATION_EVENT_KEY_PRESS:
                guard gst_navigation_event_parse_key_event(event, &key) != 0, let key else { return nil }
                input = .keyDown(String(cString: key))
            case GST_NAVIGATION_EVENT_KEY_RELEASE:
                guard gst_navigation_event_parse_key_event(event, &key) != 0, let key else { return nil }
                input = .keyUp(String(cString: key))
            case GST_NAVIGATION_EVENT_MOUSE_BUTTON_PRESS:
                guard gst_navigation_event_parse_mouse_button_event(event, &button, &x, &y) != 0 else { return nil }
                input = .buttonDown(Int(button), x: x, y: y)
            case GST_NAVIGATION_EVENT_MOUSE_BUTTON_RELEASE:
                guard gst_navigation_event_parse_mouse_button_event(event, &button, &x, &y) != 0 else { return nil }
                input = .buttonUp(Int(button), x: x, y: y)
            case GST_NAVIGATION_EVENT_MOUSE_MOVE:
                guard gst_navigation_event_parse_mouse_move_event(event, &x, &y) != 0 else { return nil }
                input = .moved(x: x, y: y)
            default:
                return nil
            }
        }
    }
#endif
