#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// A window that comes back: without a display, or when it loses one, it tries again until there is one.
    final class SupervisedWindow: StageOutput {
        private struct State {
            var window: StageWindow?
            var format: StageFormat?
            var isOpening = false
            /// Why there is no window.
            var loss: String?
            var isFinished = false
            var triedAt = HostTime(nanoseconds: .min)
        }

        /// The pause between two attempts: a display that is plugged in is used within it. An attempt costs some
        /// milliseconds off the stage's thread.
        private static let interval = Duration.seconds(2)

        private let title: String
        private let output: KioskConfiguration.Output
        private let tell: @Sendable (_ lost: String?) -> Void
        private let quit: @Sendable () -> Void
        private let state = Mutex(State())
        private let queue = DispatchQueue(label: "MultiPlayerKit.kiosk.window")

        /// - Parameters:
        ///   - tell: is called with the reason when the window is lost, and with `nil` when it is back.
        ///   - quit: is called when a person closes the window, or presses Escape or q in it.
        init(
            title: String, output: KioskConfiguration.Output, tell: @escaping @Sendable (String?) -> Void,
            quit: @escaping @Sendable () -> Void
        ) {
            (self.title, self.output, self.tell, self.quit) = (title, output, tell, quit)
        }

        /// Why no pictures are visible; `nil`: they are.
        var loss: String? { state.withLock(\.loss) }

        func open(_ format: StageFormat) throws {
            state.withLock { $0.format = format }
            queue.sync { attempt() }
        }

        func show(_ tick: StageTick) {
            var news: String?
            let (window, isDue) = state.withLock { state -> (StageWindow?, Bool) in
                if let old = state.window, let error = old.error {
                    state.window = nil
                    state.loss = error.reason
                    news = error.reason
                    queue.async { old.finish() }
                }
                let now = HostTime.now
                let isDue = state.window == nil && !state.isOpening && state.triedAt.advanced(by: Self.interval) < now
                if isDue { (state.isOpening, state.triedAt) = (true, now) }
                return (state.window, isDue)
            }
            if let news { tell(news) }
            if isDue { queue.async { [weak self] in self?.attempt() } }
            window?.show(tick)
        }

        func finish() {
            let window = state.withLock { state in
                state.isFinished = true
                defer { state.window = nil }
                return state.window
            }
            window?.finish()
        }

        /// On `queue`.
        private func attempt() {
            guard let format = state.withLock({ $0.isFinished ? nil : $0.format }) else { return }
            let window = StageWindow(title: title, connector: output.connector)
            do {
                try window.open(format)
                if case .window(fullScreen: true) = output { window.toggleFullScreen() }
                listen(to: window)
                let (wasLost, isLate) = state.withLock { state in
                    if state.isFinished { return (false, true) }
                    defer { (state.window, state.isOpening, state.loss) = (window, false, nil) }
                    return (state.loss != nil, false)
                }
                // The kiosk ended while it opened.
                if isLate { window.finish() }
                if wasLost { tell(nil) }
            } catch {
                let reason = (error as? PlaybackError).map { "\($0.reason); \($0.cure)" } ?? "\(error)"
                let isNews = state.withLock { state in
                    defer { (state.isOpening, state.loss) = (false, reason) }
                    return state.loss == nil
                }
                if isNews { tell(reason) }
            }
        }

        private func listen(to window: StageWindow) {
            let inputs = window.inputs
            Task { [weak self, weak window] in
                for await input in inputs {
                    switch input {
                    case .keyDown("q"), .keyDown("Escape"): self?.quit()
                    case .keyDown("f"): window?.toggleFullScreen()
                    case .closed where window?.error == nil: self?.quit()
                    default: break
                    }
                }
            }
        }
    }

    extension KioskConfiguration.Output {
        /// The connector to draw on, where no desktop is wanted.
        fileprivate var connector: StageWindow.Connector? {
            guard case .connector(let number) = self else { return nil }
            return StageWindow.Connector(number: number)
        }
    }
#endif
