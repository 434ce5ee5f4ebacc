#if canImport(CGStreamer)
    import CGStreamer
    import CGStreamer.Window
    import Foundation
    import MultiPlayerKit

    /// The display server's connection and the windows on it. Used on ``WindowThread`` only.
    final class WindowDesk {
        /// Why no window could be opened.
        struct Refusal: Error {
            var reason: String
            var cure: String
        }

        private var video: UnsafeMutablePointer<mpk_video>?
        private var windows: [DeskWindow] = []
        /// Whether a display server has ended that the process cannot let go of.
        private var isSpent = false
        private var lastEvent = HostTime(nanoseconds: 0)

        /// Readable when the display server has sent something; -1: nothing to wait for.
        var descriptor: Int32 { video?.pointee.descriptor ?? -1 }

        /// For how long to wait for the descriptor, in milliseconds; -1: for ever.
        var patience: Int32 {
            guard let video else { return -1 }
            // Some of what SDL tells comes of time alone: keys that repeat on Wayland, and changes of the focus. Files that were
            // dropped wait for the mouse for less than this.
            let isRecent = lastEvent.duration(to: .now) < .milliseconds(500)
            let holdsKeys = video.pointee.display == nil && windows.contains(where: \.holdsKeys)
            return video.pointee.descriptor < 0 || isRecent || holdsKeys ? 15 : -1
        }

        // MARK: Windows

        /// Opens a window whose pictures come from `surface`, to which its events go.
        func open(_ surface: SharedSurface, title: String, place: StageWindow.Place?) throws(Refusal) {
            let video = try connect()
            defer { leaveIfUnused() }
            let screens = (0..<mpk_video_screens()).map { index in
                var bounds: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
                withUnsafeMutablePointer(to: &bounds) { tuple in
                    tuple.withMemoryRebound(to: Int32.self, capacity: 4) { mpk_video_screen(index, $0) }
                }
                return CGRect(x: Int(bounds.0), y: Int(bounds.1), width: Int(bounds.2), height: Int(bounds.3))
            }
            let plan = WindowPlan(
                stage: surface.stage, place: place, screens: screens, hasManager: mpk_video_has_manager(video) != 0)
            let numbers = [plan.place.minX, plan.place.minY, plan.place.width, plan.place.height].map { Int32($0) }
            let window = mpk_window_open(
                video, title, numbers, plan.isCentred ? 1 : 0, Int32(surface.stage.width), Int32(surface.stage.height))
            guard let window else {
                throw Refusal(
                    reason: "the display server opens no window (\(Self.complaint))",
                    cure: "check the display, or play without a window")
            }
            let opened = DeskWindow(window, on: video, surface)
            windows.append(opened)
            if place?.isFullScreen == true { opened.toggleFullScreen() }
            opened.note()
            shareRefresh()
        }

        func close(_ surface: SharedSurface) {
            guard let index = windows.firstIndex(where: { $0.surface === surface }) else { return }
            windows.remove(at: index).close()
            shareRefresh()
            leaveIfUnused()
        }

        func toggleFullScreen(_ surface: SharedSurface) {
            windows.first { $0.surface === surface }?.toggleFullScreen()
        }

        /// With several windows on one thread, only one may wait for the display.
        private func shareRefresh() {
            for (index, window) in windows.enumerated() { window.waitsForRefresh = index == 0 }
        }

        // MARK: The display server

        private func connect() throws(Refusal) -> UnsafeMutablePointer<mpk_video> {
            if let video { return video }
            guard !isSpent else {
                throw Refusal(reason: "the display server has ended", cure: "start the program again")
            }
            guard mpk_video_is_free() != 0 else {
                throw Refusal(
                    reason: "the program uses SDL's video by itself",
                    cure: "show the stage there, as an output of your own")
            }
            guard let opened = mpk_video_open() else {
                let environment = ProcessInfo.processInfo.environment
                let names = ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"].filter {
                    environment[$0]?.isEmpty == false
                }
                let display = names.first.flatMap { environment[$0] } ?? ""
                throw Refusal(
                    reason: "the display \"\(display)\" cannot be opened",
                    cure: "check \(names.first ?? "DISPLAY") and the right to use it (xhost), or play without a window")
            }
            video = opened
            return opened
        }

        private func leaveIfUnused() {
            guard windows.isEmpty, let video else { return }
            isSpent = video.pointee.is_lost != 0 && video.pointee.is_guarded == 0
            mpk_video_close(video)
            self.video = nil
        }

        private static var complaint: String { String(cString: SDL_GetError()) }

        // MARK: Time after time

        /// Draws what the stage has sent since the last time.
        func drawPictures() {
            for window in windows { window.drawIfNew() }
            endIfLost()
        }

        /// Passes on what happened.
        func deliverEvents() {
            guard let video else { return }
            var raw = mpk_window_event()
            while mpk_video_next(video, &raw) != 0 {
                guard raw.kind != MPK_WINDOW_NOTHING else { continue }
                lastEvent = .now
                // On Wayland SDL (2.26) does not tell on which window files were dropped: the first one takes them.
                let isLost = raw.id == 0 && (raw.kind == MPK_WINDOW_DROPPED || raw.kind == MPK_WINDOW_DROPS_END)
                let window = isLost ? windows.first : windows.first { $0.isMeant(by: raw) }
                if let window { window.take(&raw) } else if let path = raw.path { SDL_free(path) }
            }
            for window in windows { window.deliver() }
            endIfLost()
        }

        /// When the display server has ended, all windows have.
        private func endIfLost() {
            guard let video, mpk_video_is_lost(video) != 0 else { return }
            let lost = windows
            windows = []
            for window in lost { window.close() }
            leaveIfUnused()
            for window in lost { window.surface.deliver(.lost) }
        }
    }

    /// One of SDL's windows. Used on ``WindowThread`` only.
    final class DeskWindow {
        let surface: SharedSurface
        private let window: UnsafeMutablePointer<mpk_window>
        private let video: UnsafeMutablePointer<mpk_video>
        private var painter: WindowPainter
        private var fit: WindowFit
        /// Window pixels in a unit of the mouse's position.
        private var density = 1.0
        private var place: StageWindow.Place?
        private var shown: Picture?
        private var isStale = false
        private var dropped: [URL] = []
        /// Where files are dragged; `nil`: none are, or the display server does not tell.
        private var drag: CGPoint?
        /// What was dropped, and when, until the mouse tells where: Wayland does so only then, if at all.
        private var landing: (files: [URL], since: HostTime)?
        private var inputs: [StageInput] = []
        /// The names by which keys went down: shift may be let go before a key that it changes.
        private var names: [SDL_Keycode: String] = [:]

        init(
            _ window: UnsafeMutablePointer<mpk_window>, on video: UnsafeMutablePointer<mpk_video>,
            _ surface: SharedSurface
        ) {
            (self.window, self.video, self.surface) = (window, video, surface)
            painter = WindowPainter(surface.format)
            fit = WindowFit(stage: surface.stage, window: surface.stage)
        }

        func close() { mpk_window_close(video, window) }

        var holdsKeys: Bool { !names.isEmpty }

        var waitsForRefresh = true {
            didSet { if waitsForRefresh != oldValue { mpk_window_set_vertical_sync(window, waitsForRefresh ? 1 : 0) } }
        }

        func toggleFullScreen() { mpk_window_toggle_full_screen(video, window) }

        // MARK: Drawing

        func drawIfNew() {
            guard let picture = surface.takePicture() else { return }
            shown = picture
            draw()
        }

        private func draw() {
            guard mpk_window_is_seen(window) != 0, let shown else {
                isStale = true
                return
            }
            isStale = false
            if mpk_window_has_renderer(window) != 0 {
                guard let frame = mpk_map(shown.format.info, shown.buffer, 0) else { return }
                defer { mpk_unmap(frame) }
                let area = fit.picture
                mpk_window_render(
                    window, frame, Int32(area.minX), Int32(area.minY), Int32(area.width), Int32(area.height))
            } else {
                var pixels = mpk_window_pixels()
                guard mpk_window_pixels_of(video, window, &pixels) != 0 else { return }
                painter.paint(shown, onto: pixels, in: fit.picture)
                mpk_window_present(window)
            }
        }

        // MARK: Events

        func isMeant(by event: mpk_window_event) -> Bool {
            event.number != 0 ? event.number == window.pointee.number : event.id == window.pointee.id
        }

        /// Takes an event; ``deliver()`` passes on what came of several.
        func take(_ event: inout mpk_window_event) {
            switch event.kind {
            case MPK_WINDOW_KEY_DOWN: if let name = name(of: &event, isDown: true) { add(.keyDown(name)) }
            case MPK_WINDOW_KEY_UP: if let name = name(of: &event, isDown: false) { add(.keyUp(name)) }
            case MPK_WINDOW_BUTTON_DOWN: add(.buttonDown(Int(event.button), at: point(event)))
            case MPK_WINDOW_BUTTON_UP: add(.buttonUp(Int(event.button), at: point(event)))
            case MPK_WINDOW_MOVED:
                land(at: point(event))
                add(.moved(at: point(event)))
            case MPK_WINDOW_WHEEL: turnWheel(right: Int(event.x), up: Int(event.y))
            case MPK_WINDOW_PLACED: note()
            case MPK_WINDOW_EXPOSED: isStale = true
            case MPK_WINDOW_UNFOCUSED:
                deliver()
                names = [:]
                surface.deliver(.unfocused)
            case MPK_WINDOW_CLOSED:
                if event.number != 0 { window.pointee.is_destroyed = 1 }
                add(.closed)
            case MPK_WINDOW_DRAGGED:
                var (x, y) = (event.x, event.y)
                mpk_window_from_screen(window, &x, &y)
                drag = point(x, y)
            case MPK_WINDOW_DROPPED:
                guard let path = event.path else { return }
                dropped.append(URL(fileURLWithPath: String(cString: path)))
                SDL_free(path)
            case MPK_WINDOW_DROPS_END:
                defer { (dropped, drag) = ([], nil) }
                guard !dropped.isEmpty else { return }
                // Of the drop before this one, nobody has told where.
                land(at: nil)
                landing = (dropped, .now)
                if let drag { land(at: drag) }
            default: break
            }
        }

        /// For how long the mouse may take to tell where it is after a drag.
        private static let landingPatience = Duration.milliseconds(250)

        private func land(at point: CGPoint?) {
            guard let landing else { return }
            add(.dropped(landing.files, at: point))
            self.landing = nil
        }

        /// Adds an input, in the place of the last one if that tells nothing any more.
        private func add(_ input: StageInput) {
            if let last = inputs.last, input.replaces(last) { inputs.removeLast() }
            inputs.append(input)
        }

        func deliver() {
            if let landing, landing.since.duration(to: .now) > Self.landingPatience { land(at: nil) }
            for input in inputs { surface.deliver(.input(input)) }
            inputs = []
            if isStale { draw() }
        }

        /// Passes on where the window is now, and draws in its size.
        func note() {
            var (pixels, units, spot): ([Int32], [Int32], [Int32]) = ([0, 0], [0, 0], [0, 0, 0, 0])
            mpk_window_size(window, &pixels, &units)
            mpk_window_place(window, &spot)
            let new = WindowFit(
                stage: surface.stage, window: CGSize(width: Int(max(pixels[0], 1)), height: Int(max(pixels[1], 1))))
            density = Double(pixels[0]) / Double(max(units[0], 1))
            if new != fit { (fit, isStale) = (new, true) }
            let isFullScreen = mpk_window_is_full_screen(window) != 0
            // A window manager's full screen has no other place to tell; the one before stays.
            let covers = isFullScreen && window.pointee.is_full_screen == 0
            var now =
                covers
                ? place
                : StageWindow.Place(
                    x: Int(spot[0]), y: Int(spot[1]), width: Int(spot[2]), height: Int(spot[3]))
            now?.isFullScreen = isFullScreen
            guard let now, now != place else { return }
            place = now
            surface.deliver(.placed(now))
        }

        /// The wheel is two or four buttons that are clicked.
        private func turnWheel(right: Int, up: Int) {
            let point = mousePoint
            for (count, buttons) in [(up, (4, 5)), (right, (7, 6))] {
                let button = count > 0 ? buttons.0 : buttons.1
                for _ in 0..<min(abs(count), Self.mostNotches) {
                    add(.buttonDown(button, at: point))
                    add(.buttonUp(button, at: point))
                }
            }
        }

        /// Turns of a wheel that are passed on at once; a broken device may tell of millions.
        private static let mostNotches = 32

        private func point(_ event: mpk_window_event) -> CGPoint { point(event.x, event.y) }

        private func point(_ x: Int32, _ y: Int32) -> CGPoint {
            fit.stagePoint(x: Int(Double(x) * density), y: Int(Double(y) * density))
        }

        private var mousePoint: CGPoint {
            var (x, y): (Int32, Int32) = (0, 0)
            mpk_window_mouse(window, &x, &y)
            return point(x, y)
        }

        private func name(of event: inout mpk_window_event, isDown: Bool) -> String? {
            if let name = isDown ? names[event.code] : names.removeValue(forKey: event.code) { return name }
            let named = withUnsafeBytes(of: &event.key) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let text = withUnsafeBytes(of: &event.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let name = named.isEmpty ? KeyName.name(of: event.code, writing: text) : named
            guard !name.isEmpty else { return nil }
            if isDown { names[event.code] = name }
            return name
        }
    }

    extension StageInput {
        fileprivate static func buttonDown(_ button: Int, at point: CGPoint) -> Self {
            .buttonDown(button, x: point.x, y: point.y)
        }
        fileprivate static func buttonUp(_ button: Int, at point: CGPoint) -> Self {
            .buttonUp(button, x: point.x, y: point.y)
        }
        fileprivate static func moved(at point: CGPoint) -> Self { .moved(x: point.x, y: point.y) }

        /// Whether an input right before this one tells nothing that matters: of consecutive moves only the last position
        /// does, and X repeats a held key by letting it go and pressing it in the same moment.
        func replaces(_ earlier: StageInput) -> Bool {
            switch (earlier, self) {
            case (.moved, .moved): true
            case (.keyUp(let released), .keyDown(let pressed)): released == pressed
            default: false
            }
        }
    }
#endif
