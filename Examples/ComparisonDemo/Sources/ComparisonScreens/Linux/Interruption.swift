#if os(Linux)
    import Foundation
    import Synchronization

    /// Ctrl-C and the polite request to end, as calls instead of a sudden death.
    final class Interruption: Sendable {
        /// One wish to end may come as several signals: `timeout` sends one to its child and one to the group, a terminal
        /// that closes sends one by its shell and one by the kernel. A second key press comes later.
        private static let pause = Duration.milliseconds(500)
        private static let signals = [SIGINT, SIGTERM, SIGHUP]
        private let sources: Mutex<[any DispatchSourceSignal]>

        /// - Parameters:
        ///   - first: called at the first signal: stop, and complete what is being written.
        ///   - again: called when Ctrl-C is pressed again: who does that does not want to wait. Others that ask twice have
        ///     SIGKILL.
        init(first: @escaping @Sendable () -> Void, again: @escaping @Sendable () -> Void) {
            let queue = DispatchQueue(label: "ComparisonDemo.signals")
            let begin = Mutex<ContinuousClock.Instant?>(nil)
            let sources = Self.signals.compactMap { number -> (any DispatchSourceSignal)? in
                let former = signal(number, SIG_IGN)
                // `nohup` has it ignored, so that the program outlives its terminal.
                let wasIgnored = unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
                if number == SIGHUP, wasIgnored { return nil }
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    let now = ContinuousClock.now
                    let since = begin.withLock { begin in
                        defer { begin = begin ?? now }
                        return begin
                    }
                    guard let since else { return first() }
                    if number == SIGINT, now - since > Self.pause { again() }
                }
                source.resume()
                return source
            }
            self.sources = Mutex(sources)
        }

        deinit {
            sources.withLock { sources in
                for source in sources { source.cancel() }
            }
        }
    }
#endif
