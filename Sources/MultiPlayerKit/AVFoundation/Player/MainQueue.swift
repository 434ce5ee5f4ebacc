#if canImport(AVFoundation)
    import Foundation

    /// Runs closures on the main actor from any thread: at once if already on the main queue, otherwise in the order of
    /// the calls.
    package enum MainQueue {
        private static let key = DispatchSpecificKey<Bool>()
        private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

        /// The thread says nothing if other threads drain the main queue, as in programs without a run loop.
        private static var isHere: Bool {
            _ = mark
            return DispatchQueue.getSpecific(key: key) ?? Thread.isMainThread
        }

        package static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
            if isHere {
                MainActor.assumeIsolated(body)
            } else {
                DispatchQueue.main.async { MainActor.assumeIsolated(body) }
            }
        }
    }
#endif
