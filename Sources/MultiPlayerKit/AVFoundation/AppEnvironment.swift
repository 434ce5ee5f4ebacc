#if canImport(AVFoundation)
    import AVFoundation

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// Tells a group about interruptions, the background, sleep, audio routes and resets of the media services.
    @MainActor
    package final class AppEnvironment {
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

        /// The notification observers of one owner, removed when it is deallocated, on whichever thread that happens.
        ///
        /// Sendable because `lock` guards the list, and notification centers accept removal from any thread.
        package final class Observers: @unchecked Sendable {
            private let lock = NSLock()
            private var all: [(center: NotificationCenter, token: any NSObjectProtocol)] = []

            package init() {}

            package func add(_ center: NotificationCenter, _ token: any NSObjectProtocol) {
                lock.withLock { all.append((center, token)) }
            }

            deinit {
                for (center, token) in all { center.removeObserver(token) }
            }
        }
    }

    /// Whether the app is active. An inactive app may get no decoder, from which nothing can be concluded.
    @MainActor
    package final class AppActivity {
        package static let shared = AppActivity()

        package private(set) var isActive = true
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

#if canImport(AVFoundation) && canImport(UIKit)
    import AVFoundation

    /// What the audio session reports when a call or another app takes the sound.
    package enum AudioInterruption: Sendable {
        case began
        /// - Parameter resumes: whether the system says that playback may resume.
        case ended(resumes: Bool)

        /// Calls `answer` for each interruption, on the thread that posts it, for as long as `observers` lives.
        package static func watch(
            with observers: AppEnvironment.Observers, _ answer: @escaping @Sendable (AudioInterruption) -> Void
        ) {
            let center = NotificationCenter.default
            observers.add(
                center,
                center.addObserver(forName: AVAudioSession.interruptionNotification, object: nil, queue: nil) {
                    answer(AudioInterruption($0))
                })
        }

        private init(_ note: Notification) {
            let type = (note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt)
                .flatMap(AVAudioSession.InterruptionType.init(rawValue:))
            let options = (note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt)
                .map(AVAudioSession.InterruptionOptions.init(rawValue:))
            self = type == .ended ? .ended(resumes: options?.contains(.shouldResume) ?? false) : .began
        }
    }
#endif
