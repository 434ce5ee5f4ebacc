#if os(Linux)
    import CGStreamer
    import CGStreamer.Window
    import Foundation
    import Testing

    /// Drops files on a window by the protocol of X's file managers (XDND), as a program of its own would.
    final class FileDrag {
        private let x: X
        private let display: OpaquePointer
        private let source: Window

        /// libX11's functions, looked up by name: the test links no library for its own sake.
        private struct X {
            let open: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
            let close: @convention(c) (OpaquePointer) -> Int32
            let root: @convention(c) (OpaquePointer) -> Window
            let make: @convention(c) (OpaquePointer, Window, Int32, Int32, UInt32, UInt32, UInt32, UInt, UInt) -> Window
            let atom: @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Atom
            let own: @convention(c) (OpaquePointer, Atom, Window, Time) -> Int32
            let send: @convention(c) (OpaquePointer, Window, Int32, Int, UnsafeMutableRawPointer) -> Int32
            let pending: @convention(c) (OpaquePointer) -> Int32
            let next: @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Int32
            let change:
                @convention(c) (
                    OpaquePointer, Window, Atom, Atom, Int32, Int32, UnsafePointer<UInt8>, Int32
                ) -> Int32
            let flush: @convention(c) (OpaquePointer) -> Int32

            init() throws {
                let library = try #require(dlopen("libX11.so.6", RTLD_NOW))
                func find<Function>(_ name: String, _: Function.Type = Function.self) throws -> Function {
                    unsafeBitCast(try #require(dlsym(library, name)), to: Function.self)
                }
                open = try find("XOpenDisplay")
                close = try find("XCloseDisplay")
                root = try find("XDefaultRootWindow")
                make = try find("XCreateSimpleWindow")
                atom = try find("XInternAtom")
                own = try find("XSetSelectionOwner")
                send = try find("XSendEvent")
                pending = try find("XPending")
                next = try find("XNextEvent")
                change = try find("XChangeProperty")
                flush = try find("XFlush")
            }
        }

        /// - Parameter name: the display, as in `DISPLAY`.
        init(on name: String) throws {
            x = try X()
            display = try #require(x.open(name))
            source = x.make(display, x.root(display), 0, 0, 1, 1, 0, 0, 0)
        }

        deinit { _ = x.close(display) }

        /// Drops files, and returns when the window has taken them.
        ///
        /// - Parameters:
        ///   - target: X's number of the window.
        ///   - point: where, on the screen.
        func drop(_ files: [URL], on target: Window, at point: (x: Int, y: Int)) async throws {
            let list = files.map { $0.absoluteString + "\r\n" }.joined()
            let kind = atom("text/uri-list")
            _ = x.own(display, atom("XdndSelection"), source, 0)
            tell(target, "XdndEnter", [5 << 24, Int(kind), 0, 0])
            tell(target, "XdndPosition", [0, point.x << 16 | point.y, 0, Int(atom("XdndActionCopy"))])
            try await wait(for: "XdndStatus", list: list) { #expect($0.data.l.1 & 1 == 1, "it takes no files") }
            tell(target, "XdndDrop", [0, 0, 0, 0])
            try await wait(for: "XdndFinished", list: list) { _ in }
        }

        private func atom(_ name: String) -> Atom { x.atom(display, name, 0) }

        private func tell(_ target: Window, _ message: String, _ words: [Int]) {
            var event = XEvent()
            event.xclient.type = ClientMessage
            event.xclient.window = target
            event.xclient.message_type = atom(message)
            event.xclient.format = 32
            event.xclient.data.l = (Int(source), words[0], words[1], words[2], words[3])
            _ = x.send(display, target, 0, 0, &event)
            _ = x.flush(display)
        }

        /// Waits for a message, and hands the list out to whoever asks meanwhile.
        private func wait(for message: String, list: String, _ look: (XClientMessageEvent) -> Void) async throws {
            let (wanted, deadline) = (atom(message), Date(timeIntervalSinceNow: 10))
            while true {
                while x.pending(display) > 0 {
                    var event = XEvent()
                    _ = x.next(display, &event)
                    if event.type == SelectionRequest { answer(event.xselectionrequest, list) }
                    guard event.type == ClientMessage, event.xclient.message_type == wanted else { continue }
                    return look(event.xclient)
                }
                try #require(Date() < deadline, "\(message) never came")
                try await Task.sleep(for: .milliseconds(5))
            }
        }

        private func answer(_ request: XSelectionRequestEvent, _ list: String) {
            let bytes = Array(list.utf8)
            _ = x.change(
                display, request.requestor, request.property, request.target, 8, PropModeReplace, bytes,
                Int32(bytes.count))
            var event = XEvent()
            event.xselection.type = SelectionNotify
            event.xselection.requestor = request.requestor
            event.xselection.selection = request.selection
            event.xselection.target = request.target
            event.xselection.property = request.property
            _ = x.send(display, request.requestor, 0, 0, &event)
            _ = x.flush(display)
        }
    }
#endif
