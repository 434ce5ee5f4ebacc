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
    /// The window is SDL's, on X11 or Wayland; SDL chooses by the environment (`DISPLAY`, `WAYLAND_DISPLAY`, and
    /// `SDL_VIDEODRIVER` before both). With a graphics processor pictures change with the display's refresh. The end of the
    /// display server is an error (``error``), and not the end of the program, except where SDL draws by OpenGL on X11.
    ///
    /// One thread of the kit uses SDL's video for all windows of the process. An app that uses SDL's video by itself cannot
    /// open one, and is told so.
    ///
    /// A window that is too slow for the stage's ticks shows the newest one it can; the stage never waits for it.
    public final class StageWindow: StageOutput {
        private struct State {
            var surface: (any WindowSurface)?
            var shown: Picture?
            var heldKeys: Set<String> = []
            var place: Place?
            var failure: PlaybackError?
        }

        /// Key, mouse, drop and close events, in the order in which they happened. For a single reader.
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
        ///
        /// - Parameter place: where it was in an earlier run (see ``place``); a part that is no longer on a screen is
        ///   not used. Default: `nil`, in the middle of a screen and as large as the stage, if the screen is.
        public convenience init(title: String, place: Place? = nil) {
            self.init(title: title, place: place, connector: nil)
        }

        /// - Parameter connector: what to draw on instead of a window.
        package init(title: String, place: Place? = nil, connector: Connector?) {
            (self.title, self.connector) = (title, connector)
            state.withLock { $0.place = place }
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

        /// Where the window is, or was when it closed, for the next run; `nil` before it has opened.
        public var place: Place? { state.withLock(\.place) }

        /// Enters or leaves full screen.
        public func toggleFullScreen() {
            state.withLock(\.surface)?.toggleFullScreen()
        }

        public func open(_ format: StageFormat) throws {
            let surface = try makeSurface(format) { [weak self] in self?.take($0) }
            state.withLock { $0.surface = surface }
        }

        private func makeSurface(
            _ format: StageFormat, deliver: @escaping @Sendable (WindowEvent) -> Void
        ) throws(PlaybackError) -> any WindowSurface {
            let hasDriver = ProcessInfo.processInfo.environment["SDL_VIDEODRIVER"]?.isEmpty == false
            if let connector {
                return try BareScreen(
                    connector: connector.number, format: format, unopened: "the bare screen cannot be used",
                    deliver: deliver)
            }
            guard Self.hasDisplay || hasDriver else {
                return try BareScreen(
                    connector: nil, format: format,
                    unopened: "DISPLAY and WAYLAND_DISPLAY are not set, and the bare screen cannot be used",
                    deliver: deliver)
            }
            return try SharedSurface(
                title: title, place: state.withLock(\.place), format: format.picture, deliver: deliver)
        }

        public func show(_ tick: StageTick) {
            let surface = state.withLock { state -> (any WindowSurface)? in
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

        private func take(_ event: WindowEvent) {
            switch event {
            case .input(let input):
                state.withLock { state in
                    switch input {
                    case .keyDown(let key): state.heldKeys.insert(key)
                    case .keyUp(let key): state.heldKeys.remove(key)
                    default: break
                    }
                }
                deliver.yield(input)
            case .placed(let place): state.withLock { $0.place = place }
            case .unfocused:
                let held = state.withLock { state in
                    defer { state.heldKeys = [] }
                    return state.heldKeys.sorted()
                }
                for key in held { deliver.yield(.keyUp(key)) }
            case .lost: fail(.window("the display server has ended", "start it again"))
            case .failed(let error): fail(error)
            }
        }

        private func fail(_ error: PlaybackError) {
            state.withLock { $0.failure = $0.failure ?? error }
            deliver.yield(.closed)
        }
    }
#endif
