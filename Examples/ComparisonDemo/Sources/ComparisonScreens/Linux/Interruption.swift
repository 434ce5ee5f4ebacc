#if os(Linux)
    import Foundation
    import Synchronization

    /// Ctrl-C and the polite request to end, as calls instead of a sudden death.
    final class Interruption: Sendable {
        private static let signals = [SIGINT, SIGTERM, SIGHUP]
        private let sources: Mutex<[any DispatchSourceSignal]>

        /// - Parameters:
        ///   - first: called at the first signal: stop, and complete what is being written.
        ///   - again: called at every later one: whoever asks twice does not want to wait.
        init(first: @escaping @Sendable () -> Void, again: @escaping @Sendable () -> Void) {
            let queue = DispatchQueue(label: "ComparisonDemo.signals")
            let count = Mutex(0)
            let sources = Self.signals.map { number -> any DispatchSourceSignal in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    number == 1 ? first() : again()
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
