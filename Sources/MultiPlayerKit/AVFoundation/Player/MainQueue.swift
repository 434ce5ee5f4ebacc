#if canImport(AVFoundation)
    import Foundation

    /// Runs closures on the main actor from any thread: at once if already on the main queue, otherwise in the order of
    /// the calls.
    package enum MainQueue {
        /// Sendable because a key is only compared. On Apple platforms it does not say so itself.
        private struct Key: @unchecked Sendable {
            let value = DispatchSpecificKey<Bool>()
        }

        private static let key = Key()
        private static let mark: Void = DispatchQueue.main.setSpecific(key: key.value, value: true)

        /// The thread says nothing if other threads drain the main queue, as in programs without a run loop.
        private static var isHere: Bool {
            _ = mark
            return DispatchQueue.getSpecific(key: key.value) ?? Thread.isMainThread
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
