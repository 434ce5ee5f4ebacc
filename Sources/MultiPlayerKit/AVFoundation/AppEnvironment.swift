#if canImport(AVFoundation)
    import AVFoundation

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// Tells a group what happens around it: interruptions, the background, sleep, routes, a reset of media services.
    @MainActor
    final class AppEnvironment {
        private let observers = Observers()

        init(for runner: GroupRunner) {
            let send: @Sendable (SyncGroup.Event) -> Void = { [weak runner] in runner?.send($0) }
            #if canImport(UIKit)
                AudioInterruption.watch(with: observers) { interruption in
                    switch interruption {
                    case .began: send(.disturbance(.audioInterruption, ends: false, resumes: false))
                    case .ended(let resumes): send(.disturbance(.audioInterruption, resumes: resumes))
                    }
                }
                watch(AVAudioSession.routeChangeNotification) { _ in send(.disturbance(.routeChange)) }
                watch(AVAudioSession.mediaServicesWereResetNotification) { _ in send(.disturbance(.mediaServicesReset))
                }
                watch(UIApplication.didEnterBackgroundNotification) { _ in
                    send(.disturbance(.background, ends: false))
                }
                watch(UIApplication.willEnterForegroundNotification) { _ in
                    send(.disturbance(.background))
                    MainQueue.run { SurfacePool.shared.attachAnewWhereBlank() }
                }
            #elseif canImport(AppKit)
                watch(NSWorkspace.didWakeNotification, in: NSWorkspace.shared.notificationCenter) { _ in
                    send(.disturbance(.sleep))
                }
            #endif
        }

        private func watch(
            _ name: Notification.Name, in center: NotificationCenter = .default,
            _ report: @escaping @Sendable (Notification) -> Void
        ) {
            observers.add(center, center.addObserver(forName: name, object: nil, queue: nil, using: report))
        }

        /// What is to be taken back when the group goes, on whatever thread that is.
        ///
        /// Sendable because `lock` guards the list, and centers take observers back from any thread.
        final class Observers: @unchecked Sendable {
            private let lock = NSLock()
            private var all: [(center: NotificationCenter, token: any NSObjectProtocol)] = []

            func add(_ center: NotificationCenter, _ token: any NSObjectProtocol) {
                lock.withLock { all.append((center, token)) }
            }

            deinit {
                for (center, token) in all { center.removeObserver(token) }
            }
        }
    }
#endif
