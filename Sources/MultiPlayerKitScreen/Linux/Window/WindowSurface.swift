#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// A window on some kind of display, with the pipeline that draws into it.
    ///
    /// Sendable because nothing changes after `init`, and pipelines do their own locking.
    final class WindowSurface: @unchecked Sendable {
        enum Event: Sendable {
            /// From our own window.
            case window(XWindow.Event)
            /// From the sink's window.
            case input(StageInput)
            case failed(PlaybackError)
        }

        /// Where the stage lies in our own window when it opens.
        let initialFit: WindowFit?
        private let window: XWindow?
        private let pipeline: Element
        private let source: Element
        private let sink: Element
        private let filter: Element?
        private let route: BusRoute

        /// Opens a window on the display that the environment names: X11 first, because there the window is our own,
        /// with a title, keys by keyboard layout and full screen; then Wayland; then the bare screen.
        static func open(
            title: String, connector: StageWindow.Connector?, format: StageFormat,
            deliver: @escaping @Sendable (Event) -> Void
        ) throws(PlaybackError) -> WindowSurface {
            if let connector {
                let number = connector.number.map { " connector-id=\($0)" } ?? ""
                return try onSink(
                    "kmssink\(number)", format, deliver, unopened: "the bare screen cannot be used")
            }
            let environment = ProcessInfo.processInfo.environment
            func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
            if has("DISPLAY") {
                do { return try inXWindow(title, format, deliver) } catch  where has("WAYLAND_DISPLAY") {}
            }
            if has("WAYLAND_DISPLAY") {
                return try onSink("waylandsink", format, deliver, unopened: "the Wayland display cannot be used")
            }
            return try onSink(
                "kmssink", format, deliver,
                unopened: "DISPLAY and WAYLAND_DISPLAY are not set, and the bare screen cannot be used")
        }

        private static func inXWindow(
            _ title: String, _ format: StageFormat, _ deliver: @escaping @Sendable (Event) -> Void
        ) throws(PlaybackError) -> WindowSurface {
            let size = CGSize(width: format.picture.width, height: format.picture.height)
            let window: XWindow
            do throws(XWindow.Refusal) {
                window = try XWindow(title: title, size: size) { event in
                    guard case .lost = event else { return deliver(.window(event)) }
                    deliver(.failed(refuse("the display server has ended", "start it again")))
                }
            } catch {
                throw refuse(error.reason, error.cure)
            }
            // ximagesink rather than xvimagesink: servers without the XVideo extension are common (virtual and remote
            // ones). Scaling comes before the conversion, where a picture has less than half the bytes.
            return try WindowSurface(
                window: window, format: format, deliver: deliver,
                line: "videoscale ! capsfilter name=size ! videoconvert ! ximagesink name=sink",
                unopened: "the X11 display cannot be drawn on")
        }

        private static func onSink(
            _ sink: String, _ format: StageFormat, _ deliver: @escaping @Sendable (Event) -> Void, unopened: String
        ) throws(PlaybackError) -> WindowSurface {
            try WindowSurface(
                window: nil, format: format, deliver: deliver, line: "videoconvert ! \(sink) name=sink",
                unopened: unopened)
        }

        private init(
            window: XWindow?, format: StageFormat, deliver: @escaping @Sendable (Event) -> Void, line: String,
            unopened: String
        ) throws(PlaybackError) {
            do throws(GStreamerFailure) {
                // Two pictures: one being drawn, one waiting. Older ones are dropped.
                pipeline = try Element(
                    launch:
                        "appsrc name=pictures is-live=true format=time max-buffers=2 leaky-type=downstream ! \(line)")
            } catch {
                throw Self.refuse("GStreamer cannot draw a window: \(error.text)", "install gstreamer1.0-x", error)
            }
            guard let source = pipeline.child("pictures"), let sink = pipeline.child("sink") else {
                throw Self.refuse("GStreamer cannot draw a window", "install gstreamer1.0-x")
            }
            (self.window, self.source, self.sink) = (window, source, sink)
            let size = CGSize(width: format.picture.width, height: format.picture.height)
            initialFit = window.map { WindowFit(stage: size, window: $0.initialSize) }
            filter = pipeline.child("size")
            mpk_appsrc_set_caps(source.pointer, format.caps.pointer)
            // The stage does the timing: the sink shows a picture as soon as it arrives.
            sink.set("sync", false)
            sink.set("async", false)
            let opening = Opening()
            route = BusRoute(
                pipeline,
                element: { message in
                    if let navigation = Navigation(message) { deliver(.input(navigation.input)) }
                },
                handle: { message in
                    guard case .failed(let failed) = message, !opening.keeps(failed) else { return }
                    deliver(.failed(Self.refuse("the window has gone: \(failed.text)", "open it again", failed)))
                })
            if let window, let initialFit, let filter {
                window.hand(to: sink)
                mpk_set_size_filter(filter.pointer, Int32(initialFit.picture.width), Int32(initialFit.picture.height))
            }
            let isPlaying = gst_element_set_state(pipeline.pointer, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE
            let failure = opening.end()
            guard isPlaying, failure == nil else {
                pipeline.stop()
                route.close()
                let cause = failure.map { "(\($0.text))" } ?? ""
                throw Self.refuse("\(unopened) \(cause)", "check the display, or play without a window", failure)
            }
        }

        /// Starts listening to the window.
        func start() { window?.start() }

        func show(_ picture: Picture) {
            let noTime = GstClockTime.max
            _ = mpk_appsrc_push(source.pointer, mpk_buffer_alias(picture.buffer, noTime, noTime))
        }

        /// Draws at another size from the next picture on.
        func fit(_ fit: WindowFit) {
            guard let filter else { return }
            mpk_set_size_filter(filter.pointer, Int32(fit.picture.width), Int32(fit.picture.height))
            redraw()
        }

        func redraw() {
            guard window != nil else { return }
            mpk_overlay_expose(sink.pointer)
        }

        func toggleFullScreen() {
            if let window {
                window.toggleFullScreen()
            } else if sink.has("fullscreen") {
                mpk_toggle_bool(sink.pointer, "fullscreen")
            }
        }

        func close() {
            // The sink has to release the window before it is closed.
            pipeline.stop()
            route.close()
            window?.end()
        }

        private static func refuse(
            _ reason: String, _ cure: String, _ underlying: GStreamerFailure? = nil
        ) -> PlaybackError {
            PlaybackError(.outputFailed, subject: "window", reason: reason, cure: cure, underlying: underlying)
        }
    }

    /// Keeps the first failure of a pipeline that is being opened; later ones go to its user.
    private final class Opening: Sendable {
        private let state = Mutex<(isOver: Bool, failure: GStreamerFailure?)>((false, nil))

        /// Keeps a failure that belongs to the opening; returns whether it does.
        func keeps(_ failure: GStreamerFailure) -> Bool {
            state.withLock { state in
                guard !state.isOver else { return false }
                state.failure = state.failure ?? failure
                return true
            }
        }

        func end() -> GStreamerFailure? {
            state.withLock { state in
                state.isOver = true
                return state.failure
            }
        }
    }

    /// Where a stage lies in a window of another size: as large as fits, with its own aspect ratio, centred.
    struct WindowFit: Equatable {
        let stage: CGSize
        /// Window pixels from the top left.
        let picture: CGRect

        init(stage: CGSize, window: CGSize) {
            self.stage = stage
            let scale = min(window.width / stage.width, window.height / stage.height)
            // Even, because the picture is scaled while its chroma is still halved.
            func side(_ length: Double) -> Double { max((length * scale / 2).rounded() * 2, 2) }
            let width = side(stage.width)
            let height = side(stage.height)
            picture = CGRect(
                x: ((window.width - width) / 2).rounded(.towardZero),
                y: ((window.height - height) / 2).rounded(.towardZero),
                width: width, height: height)
        }

        /// The stage pixel under a window pixel; outside the stage where the window shows no picture.
        func stagePoint(x: Int, y: Int) -> CGPoint {
            // Use the middle of the window's pixel, so that scaling up and down gives the same stage pixel.
            CGPoint(
                x: (Double(x) + 0.5 - picture.minX) * stage.width / picture.width,
                y: (Double(y) + 0.5 - picture.minY) * stage.height / picture.height)
        }
    }
#endif
