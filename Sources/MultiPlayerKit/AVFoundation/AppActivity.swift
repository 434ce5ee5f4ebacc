#if canImport(AVFoundation)
    import AVFoundation

    #if canImport(UIKit)
        import UIKit
    #endif

    /// Whether the app is in front: one that is not may be given no decoder, and that means nothing.
    @MainActor
    final class AppActivity {
        static let shared = AppActivity()

        private(set) var isActive = true
        private let observers = AppEnvironment.Observers()

        private init() {
            #if canImport(UIKit)
                watch(UIApplication.willResignActiveNotification, isActive: false)
                watch(UIApplication.didEnterBackgroundNotification, isActive: false)
                watch(UIApplication.willEnterForegroundNotification, isActive: true)
                watch(UIApplication.didBecomeActiveNotification, isActive: true)
            #endif
        }

        #if canImport(UIKit)
            private func watch(_ name: Notification.Name, isActive: Bool) {
                let center = NotificationCenter.default
                observers.add(
                    center,
                    center.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                        MainQueue.run { self?.isActive = isActive }
                    })
            }
        #endif
    }
#endif
