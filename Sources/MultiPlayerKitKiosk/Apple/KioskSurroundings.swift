#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// What happens around a kiosk: the background, sleep, interruptions, a reset of media services, guided access.
    @MainActor
    final class KioskSurroundings {
        enum Happening {
            /// The kiosk is no longer visible.
            case left
            /// It is seen and heard again, and no earlier anchor is valid.
            case returned
            /// Sound that another app, or a call, had taken can be played again.
            case interruptionEnded
            /// Every player that exists is dead.
            case mediaServicesReset
            case guidedAccessChanged
        }

        private let report: @MainActor (Happening) -> Void
        private let notices = Notices()

        init(report: @escaping @MainActor (Happening) -> Void) {
            self.report = report
            #if canImport(UIKit)
                watch(UIApplication.didEnterBackgroundNotification, .left)
                watch(UIApplication.willEnterForegroundNotification, .returned)
                watch(AVAudioSession.mediaServicesWereResetNotification, .mediaServicesReset)
                watch(UIAccessibility.guidedAccessStatusDidChangeNotification, .guidedAccessChanged)
                // Interrupted sound does not come back by itself, and its picture runs by its clock.
                AudioInterruption.watch(with: notices) { [weak self] interruption in
                    guard case .ended = interruption else { return }
                    MainQueue.run { self?.report(.interruptionEnded) }
                }
            #elseif canImport(AppKit)
                watch(NSWorkspace.didWakeNotification, .returned, in: NSWorkspace.shared.notificationCenter)
            #endif
        }

        /// Whether a person or a device management has locked the device to one app.
        static var isGuidedAccessOn: Bool {
            #if canImport(UIKit)
                UIAccessibility.isGuidedAccessEnabled
            #else
                false
            #endif
        }

        private func watch(
            _ name: Notification.Name, _ happening: Happening, in center: NotificationCenter = .default
        ) {
            notices.watch(name, in: center, for: self) { $0.report(happening) }
        }
    }

    /// Keeps the display from going dark for as long as it is held. The last of several holds restores the state before
    /// the first.
    final class DisplayHold: Sendable {
        @MainActor private static var holds = 0
        #if canImport(UIKit)
            @MainActor private static var wasDisabled = false
        #else
            @MainActor private static var activity: (any NSObjectProtocol)?
        #endif

        @MainActor
        init() {
            Self.holds += 1
            guard Self.holds == 1 else { return }
            #if canImport(UIKit)
                Self.wasDisabled = UIApplication.shared.isIdleTimerDisabled
                UIApplication.shared.isIdleTimerDisabled = true
            #else
                Self.activity = ProcessInfo.processInfo.beginActivity(
                    options: [.userInitiated, .idleDisplaySleepDisabled], reason: "A kiosk is on the screen")
            #endif
        }

        deinit {
            MainQueue.run { Self.letGo() }
        }

        @MainActor
        private static func letGo() {
            holds -= 1
            guard holds == 0 else { return }
            #if canImport(UIKit)
                UIApplication.shared.isIdleTimerDisabled = wasDisabled
            #else
                if let activity { ProcessInfo.processInfo.endActivity(activity) }
                activity = nil
            #endif
        }
    }
#endif
