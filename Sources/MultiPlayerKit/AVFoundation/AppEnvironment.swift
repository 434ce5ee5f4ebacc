#if canImport(AVFoundation)
    import AVFoundation

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// Tells a group what happens around it: interruptions, the background, sleep, routes, a reset of media services.
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

        /// What is to be taken back when the group goes, on whatever thread that is.
        ///
        /// Sendable because `lock` guards the list, and centers take observers back from any thread.
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

    /// Whether the app is in front: one that is not may be given no decoder, and that means nothing.
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

    /// What the audio session says when a call, or another app, takes the sound.
    package enum AudioInterruption: Sendable {
        case began
        /// - Parameter resumes: whether the system says that what was heard may go on.
        case ended(resumes: Bool)

        /// Tells of each in the thread that posts it, for as long as `observers` live.
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

#if canImport(UIKit)
    import UIKit

    /// Whether videos may start by themselves.
    @MainActor
    public enum AutoplayPreference {
        /// What the person chose for video previews in the system's accessibility settings. Ask before each start that
        /// nobody asked for: the answer may change while the app runs.
        public static var allowsAutoplay: Bool { UIAccessibility.isVideoAutoplayEnabled }
    }
#elseif canImport(AppKit)
    import AppKit

    /// Whether videos may start by themselves.
    @MainActor
    public enum AutoplayPreference {
        /// `true`: macOS has no such setting.
        public static var allowsAutoplay: Bool { true }
    }
#endif
