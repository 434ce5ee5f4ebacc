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
        private var observers: [(center: NotificationCenter, token: any NSObjectProtocol)] = []

        init(for runner: GroupRunner) {
            let send: @Sendable (SyncGroup.Event) -> Void = { [weak runner] in runner?.send($0) }
            #if canImport(UIKit)
                watch(AVAudioSession.interruptionNotification) { note in
                    let type = (note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt)
                        .flatMap(AVAudioSession.InterruptionType.init(rawValue:))
                    let options = (note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt)
                        .map(AVAudioSession.InterruptionOptions.init(rawValue:))
                    send(
                        .disturbance(
                            .audioInterruption, ends: type == .ended, resumes: options?.contains(.shouldResume) ?? false))
                }
                watch(AVAudioSession.routeChangeNotification) { _ in send(.disturbance(.routeChange)) }
                watch(AVAudioSession.mediaServicesWereResetNotification) { _ in send(.disturbance(.mediaServicesReset)) }
                watch(UIApplication.didEnterBackgroundNotification) { _ in
                    send(.disturbance(.background, ends: false))
                }
                watch(UIApplication.willEnterForegroundNotification) { _ in send(.disturbance(.background)) }
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
            observers.append(
                (center, center.addObserver(forName: name, object: nil, queue: nil, using: report)))
        }

        /// Ends all observation.
        func end() {
            for (center, token) in observers { center.removeObserver(token) }
            observers = []
        }
    }
#endif
