#if canImport(AVFoundation)
    import Foundation

    /// Runs things on the main actor from anywhere: at once where that is here, else in the order of asking.
    package enum MainQueue {
        private static let key = DispatchSpecificKey<Bool>()
        private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

        /// A thread says nothing where the main queue is drained by others, as in programs without a run loop.
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
