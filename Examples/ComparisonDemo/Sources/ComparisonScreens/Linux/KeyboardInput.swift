#if os(Linux)
    import Foundation
    import Synchronization

    /// Keys from the terminal, as actions.
    ///
    /// Does nothing where standard input is no terminal.
    final class KeyboardInput: Sendable {
        private struct State {
            var keys = TerminalKeys()
            var source: (any DispatchSourceRead)?
        }

        /// A byte that follows an ESC comes with it; this long after, the ESC was a key of its own.
        private static let escapePatience = DispatchTimeInterval.milliseconds(100)

        private let mode: TerminalMode
        private let state = Mutex(State())
        private let queue = DispatchQueue(label: "ComparisonDemo.keyboard")
        private let deliver: @Sendable (ScreenAction) -> Void

        init(_ deliver: @escaping @Sendable (ScreenAction) -> Void) {
            self.deliver = deliver
            mode = TerminalMode(raw: STDIN_FILENO)
            guard mode.isRaw else { return }
            state.withLock { state in
                let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
                source.setEventHandler { [weak self] in self?.read() }
                source.resume()
                state.source = source
            }
        }

        /// Whether a person can press keys here.
        var isListening: Bool { mode.isRaw }

        /// Puts the terminal back as it was.
        func close() {
            state.withLock { state in
                state.source?.cancel()
                state.source = nil
            }
            mode.restore()
        }

        private func read() {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else {
                // The terminal has gone; without this the source would report it for ever.
                if count == 0 || errno != EINTR { close() }
                return
            }
            let (actions, waits) = state.withLock { state in
                (state.keys.feed(Array(bytes.prefix(count))), state.keys.isUndecided)
            }
            actions.forEach(deliver)
            guard waits else { return }
            queue.asyncAfter(deadline: .now() + Self.escapePatience) { [weak self] in
                guard let self else { return }
                state.withLock { $0.keys.flush() }.forEach(deliver)
            }
        }
    }
#endif
