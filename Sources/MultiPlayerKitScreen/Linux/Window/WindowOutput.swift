#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// Shows a stage in a window, and reports the user's input.
    ///
    /// ```swift
    /// let window = StageWindow(title: "Comparison")
    /// try stage.add(window)
    /// for await input in window.inputs where input == .keyDown("space") { group.pause() }
    /// ```
    /// On an X11 display (`DISPLAY`) it opens its own window; this is what is tested. On Wayland (`WAYLAND_DISPLAY`),
    /// and on a screen without any display server (KMS), GStreamer's sink provides the window; both use the same code
    /// here, which is untested.
    ///
    /// A window that is too slow for the stage's ticks shows the newest one it can; the stage never waits for it.
    public final class StageWindow: StageOutput {
        private struct State {
            var surface: WindowSurface?
            var shown: Picture?
            var heldKeys: Set<String> = []
            var fit: WindowFit?
            var failure: PlaybackError?
        }

        /// Key, mouse and close events, in the order in which they happened. For a single reader.
        public let inputs: AsyncStream<StageInput>

        /// A connector of a graphics card, drawn on without a desktop; untested.
        package struct Connector: Hashable, Sendable {
            /// The connector's number in `kmssink` (`modetest -c` lists them); `nil`: the first that has a display.
            var number: Int?

            package init(number: Int? = nil) {
                self.number = number
            }
        }

        private let title: String
        private let connector: Connector?
        private let deliver: AsyncStream<StageInput>.Continuation
        private let state = Mutex(State())

        /// More inputs than a person makes in a minute; a reader that has stopped must not fill the memory.
        private static let backlog = 1_000

        /// A window that opens when it is added to a stage.
        public convenience init(title: String) { self.init(title: title, connector: nil) }

        /// - Parameter connector: what to draw on instead of a window.
        package init(title: String, connector: Connector?) {
            (self.title, self.connector) = (title, connector)
            (inputs, deliver) = AsyncStream.makeStream(
                of: StageInput.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        }

        /// Whether the environment names a display. Only opening a window shows whether it can be used.
        public static var hasDisplay: Bool {
            let environment = ProcessInfo.processInfo.environment
            return ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        }

        /// The error that occurred after the window had opened; `nil` if none did.
        public var error: PlaybackError? { state.withLock(\.failure) }

        /// Enters or leaves full screen.
        public func toggleFullScreen() {
            state.withLock(\.surface)?.toggleFullScreen()
        }

        public func open(_ format: StageFormat) throws {
            let size = CGSize(width: format.picture.width, height: format.picture.height)
            let surface = try WindowSurface.open(title: title, connector: connector, format: format) {
                [weak self] event in
                self?.take(event, stage: size)
            }
            state.withLock { state in
                state.surface = surface
                state.fit = surface.initialFit
            }
            surface.start()
        }

        public func show(_ tick: StageTick) {
            let surface = state.withLock { state -> WindowSurface? in
                // A picture that is already on the screen needs no work.
                guard state.shown !== tick.picture else { return nil }
                state.shown = tick.picture
                return state.surface
            }
            surface?.show(tick.picture)
        }

        public func finish() {
            let surface = state.withLock { state in
                defer {
                    state.surface = nil
                    state.shown = nil
                }
                return state.surface
            }
            surface?.close()
            deliver.finish()
        }

        // MARK: What happens in it

        private func take(_ event: WindowSurface.Event, stage: CGSize) {
            switch event {
            case .window(let event): take(event, stage: stage)
            case .input(let input): deliver.yield(input)
            case .failed(let error):
                state.withLock { $0.failure = $0.failure ?? error }
                deliver.yield(.closed)
            }
        }

        private func take(_ event: XWindow.Event, stage: CGSize) {
            switch event {
            case .keyDown(let key):
                state.withLock { _ = $0.heldKeys.insert(key) }
                deliver.yield(.keyDown(key))
            case .keyUp(let key):
                state.withLock { _ = $0.heldKeys.remove(key) }
                deliver.yield(.keyUp(key))
            case .buttonDown(let button, let x, let y):
                let point = point(x, y, stage)
                deliver.yield(.buttonDown(button, x: point.x, y: point.y))
            case .buttonUp(let button, let x, let y):
                let point = point(x, y, stage)
                deliver.yield(.buttonUp(button, x: point.x, y: point.y))
            case .moved(let x, let y):
                let point = point(x, y, stage)
                deliver.yield(.moved(x: point.x, y: point.y))
            case .resized(let size):
                resize(to: WindowFit(stage: stage, window: size))
            case .exposed:
                state.withLock(\.surface)?.redraw()
            case .unfocused:
                let held = state.withLock { state in
                    defer { state.heldKeys = [] }
                    return state.heldKeys.sorted()
                }
                for key in held { deliver.yield(.keyUp(key)) }
            case .closed:
                deliver.yield(.closed)
            case .lost: break
            }
        }

        private func point(_ x: Int, _ y: Int, _ stage: CGSize) -> CGPoint {
            state.withLock(\.fit)?.stagePoint(x: x, y: y) ?? CGPoint(x: Double(x), y: Double(y))
        }

        private func resize(to fit: WindowFit) {
            let (surface, picture) = state.withLock { state -> (WindowSurface?, Picture?) in
                guard state.fit != fit else { return (nil, nil) }
                state.fit = fit
                return (state.surface, state.shown)
            }
            surface?.fit(fit)
            // If nothing changes on the stage, nothing else would send the picture again in the new size.
            if let picture { surface?.show(picture) }
        }
    }
#endif
