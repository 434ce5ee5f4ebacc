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
        private let notices = Notices()

        init(for runner: GroupRunner) {
            let send: @Sendable (SyncGroup.Event) -> Void = { [weak runner] in runner?.send($0) }
            #if canImport(UIKit)
                AudioInterruption.watch(with: notices) { interruption in
                    switch interruption {
                    case .began: send(.disturbance(.audioInterruption, ends: false, resumes: false))
                    case .ended(let resumes): send(.disturbance(.audioInterruption, resumes: resumes))
                    }
                }
                notices.watch(AVAudioSession.routeChangeNotification) { _ in send(.disturbance(.routeChange)) }
                notices.watch(AVAudioSession.mediaServicesWereResetNotification) { _ in
                    send(.disturbance(.mediaServicesReset))
                }
                notices.watch(UIApplication.didEnterBackgroundNotification) { _ in
                    send(.disturbance(.background, ends: false))
                }
                notices.watch(UIApplication.willEnterForegroundNotification) { _ in
                    send(.disturbance(.background))
                    MainQueue.run { SurfacePool.shared.attachAnewWhereBlank() }
                }
            #elseif canImport(AppKit)
                notices.watch(NSWorkspace.didWakeNotification, in: NSWorkspace.shared.notificationCenter) { _ in
                    send(.disturbance(.sleep))
                }
            #endif
        }
    }

    /// Whether the app is active. An inactive app may get no decoder, from which nothing can be concluded.
    @MainActor
    package final class AppActivity {
        package static let shared = AppActivity()

        package private(set) var isActive = true
        private let notices = Notices()

        private init() {
            #if canImport(UIKit)
                notices.watch(UIApplication.willResignActiveNotification, for: self) { $0.isActive = false }
                notices.watch(UIApplication.didEnterBackgroundNotification, for: self) { $0.isActive = false }
                notices.watch(UIApplication.willEnterForegroundNotification, for: self) { $0.isActive = true }
                notices.watch(UIApplication.didBecomeActiveNotification, for: self) { $0.isActive = true }
            #endif
        }
    }
#endif

#if canImport(AVFoundation) && canImport(UIKit)
    import AVFoundation

    /// What the audio session reports when a call or another app takes the sound.
    package enum AudioInterruption: Sendable {
        case began
        /// - Parameter resumes: whether the system says that playback may resume.
        case ended(resumes: Bool)

        /// Calls `answer` for each interruption, on the thread that posts it, for as long as `notices` lives.
        package static func watch(
            with notices: Notices, _ answer: @escaping @Sendable (AudioInterruption) -> Void
        ) {
            notices.watch(AVAudioSession.interruptionNotification) { answer(AudioInterruption($0)) }
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
