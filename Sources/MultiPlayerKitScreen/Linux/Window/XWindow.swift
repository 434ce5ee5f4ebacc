#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// An X11 window and the thread that listens to it.
    ///
    /// Sendable because only that thread touches the window; others queue a wish and wake it through a pipe.
    final class XWindow: @unchecked Sendable {
        /// What happened in the window, in window pixels.
        enum Event: Sendable {
            case keyDown(String)
            case keyUp(String)
            case buttonDown(Int, x: Int, y: Int)
            case buttonUp(Int, x: Int, y: Int)
            case moved(x: Int, y: Int)
            case resized(CGSize)
            /// Part of the window has become visible again.
            case exposed
            /// Another window has the keyboard focus now: no key-up will come.
            case unfocused
            case closed
            /// The display server has ended.
            case lost
        }

        /// Why no window could be opened.
        struct Refusal: Error {
            var reason: String
            var cure: String
        }

        private enum Wish { case fullScreen, close }

        let initialSize: CGSize
        private let window: UnsafeMutablePointer<mpk_x_window>
        private let wishes = Mutex<[Wish]>([])
        private let wake: (read: Int32, write: Int32)
        private let isStarted = Atomic(false)
        private let ended = DispatchSemaphore(value: 0)
        private let deliver: @Sendable (Event) -> Void

        /// Opens a window on the display that the environment names.
        ///
        /// - Parameter deliver: called on the window's thread.
        init(title: String, size: CGSize, deliver: @escaping @Sendable (Event) -> Void) throws(Refusal) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else {
                throw Refusal(reason: "no descriptor is free", cure: "raise the limit of open files (ulimit -n)")
            }
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
            var missing: UnsafePointer<CChar>?
            guard let window = mpk_x_open(title, Int32(size.width), Int32(size.height), &missing) else {
                for end in ends { close(end) }
                if let missing {
                    throw Refusal(
                        reason: "\(String(cString: missing)) is not installed",
                        cure: "install gstreamer1.0-x and libx11-6")
                }
                let display = ProcessInfo.processInfo.environment["DISPLAY"] ?? ""
                throw Refusal(
                    reason: "the display \"\(display)\" cannot be opened",
                    cure: "check DISPLAY and the right to use it (xhost), or play without a window")
            }
            self.window = window
            self.deliver = deliver
            wake = (ends[0], ends[1])
            initialSize = CGSize(width: Int(mpk_x_width(window)), height: Int(mpk_x_height(window)))
        }

        deinit {
            // A started window is retained, and released, by its thread.
            if !isStarted.load(ordering: .relaxed) { release() }
        }

        /// Lets a sink draw into the window. To be called before `start`.
        func hand(to sink: Element) {
            mpk_overlay_use_window(sink.pointer, window)
        }

        /// Starts listening. To be called once.
        func start() {
            isStarted.store(true, ordering: .relaxed)
            let thread = Thread { self.run() }
            thread.name = "MultiPlayerKit.window"
            thread.start()
        }

        func toggleFullScreen() { ask(.fullScreen) }

        /// Closes the window and waits for its thread. To be called once, after `start`, when nothing draws into the
        /// window any more.
        func end() {
            ask(.close)
            ended.wait()
        }

        private func ask(_ wish: Wish) {
            wishes.withLock { $0.append(wish) }
            var byte: UInt8 = 0
            _ = write(wake.write, &byte, 1)
        }

        private func run() {
            var watched = [
                pollfd(fd: mpk_x_descriptor(window), events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
            ]
            while !grantWishes() {
                deliverEvents()
                if watched[0].fd >= 0, mpk_x_is_lost(window) != 0 {
                    watched[0].fd = -1
                    deliver(.lost)
                }
                poll(&watched, nfds_t(watched.count), -1)
                var bytes = [UInt8](repeating: 0, count: 16)
                _ = read(wake.read, &bytes, bytes.count)
            }
            release()
            ended.signal()
        }

        private func release() {
            mpk_x_close(window)
            close(wake.read)
            close(wake.write)
        }

        /// Carries out the queued wishes; returns true if the window is to close.
        private func grantWishes() -> Bool {
            let wishes = wishes.withLock { wishes in
                defer { wishes = [] }
                return wishes
            }
            if wishes.contains(.close) { return true }
            guard mpk_x_is_lost(window) == 0 else { return false }
            for _ in wishes { mpk_x_toggle_full_screen(window) }
            return false
        }

        private func deliverEvents() {
            var raw = mpk_x_event()
            var last: Event?
            while mpk_x_is_lost(window) == 0, mpk_x_next(window, &raw) != 0 {
                guard let event = Event(raw) else { continue }
                if let last, !event.replaces(last) { deliver(last) }
                last = event
            }
            if let last { deliver(last) }
        }
    }

    extension XWindow.Event {
        /// Whether an event right before this one tells nothing that matters: of consecutive moves only the last
        /// position does, and X repeats a held key by letting it go and pressing it in the same moment.
        func replaces(_ earlier: XWindow.Event) -> Bool {
            switch (earlier, self) {
            case (.moved, .moved): true
            case (.keyUp(let released), .keyDown(let pressed)): released == pressed
            default: false
            }
        }

        fileprivate init?(_ raw: mpk_x_event) {
            let (x, y) = (Int(raw.x), Int(raw.y))
            var raw = raw
            let key = withUnsafeBytes(of: &raw.key) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            switch raw.kind {
            case MPK_X_KEY_DOWN: self = .keyDown(key)
            case MPK_X_KEY_UP: self = .keyUp(key)
            case MPK_X_BUTTON_DOWN: self = .buttonDown(Int(raw.button), x: x, y: y)
            case MPK_X_BUTTON_UP: self = .buttonUp(Int(raw.button), x: x, y: y)
            case MPK_X_MOVED: self = .moved(x: x, y: y)
            case MPK_X_RESIZED: self = .resized(CGSize(width: Int(raw.width), height: Int(raw.height)))
            case MPK_X_EXPOSED: self = .exposed
            case MPK_X_UNFOCUSED: self = .unfocused
            case MPK_X_CLOSED: self = .closed
            default: return nil
            }
        }
    }
#endif
