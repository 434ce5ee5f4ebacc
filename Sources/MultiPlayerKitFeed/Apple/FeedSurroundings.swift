#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// Reports what the system says of the app and of its user's wishes, in a feed's terms.
    @MainActor
    final class FeedSurroundings {
        enum Happening {
            /// Conditions or absence have changed.
            case changed
            /// Another app's sound, or a call, took the audio session.
            case interrupted
            case interruptionEnded(resumes: Bool)
            /// The device that was heard is gone, as when headphones are unplugged.
            case soundLost
            /// The viewer is back, and another app still has the sound.
            case soundKept
            /// Every player that exists is dead.
            case mediaServicesReset
        }

        /// A memory warning counts for this long: it is never withdrawn, but repeated while memory stays short.
        static let memoryPatience = Duration.seconds(30)

        private(set) var absence: FeedAbsence = []
        private var isShortOfMemory = false
        private var warnings = 0
        private let clock: any GroupClock
        private let report: @MainActor (Happening) -> Void
        private let notices = Notices()

        init(clock: any GroupClock, report: @escaping @MainActor (Happening) -> Void) {
            (self.clock, self.report) = (clock, report)
            watch(.NSProcessInfoPowerStateDidChange) { $0.report(.changed) }
            #if canImport(UIKit)
                watch(UIApplication.didEnterBackgroundNotification) { $0.setAbsence(.background, true) }
                watch(UIApplication.willEnterForegroundNotification) { $0.setAbsence(.background, false) }
                watch(UIApplication.didReceiveMemoryWarningNotification) { $0.warned() }
                watch(UIAccessibility.videoAutoplayStatusDidChangeNotification) { $0.report(.changed) }
                watch(UIAccessibility.reduceMotionStatusDidChangeNotification) { $0.report(.changed) }
                watch(AVAudioSession.mediaServicesWereResetNotification) { $0.report(.mediaServicesReset) }
                AudioRouteChange.watch(with: notices) { [weak self] change in
                    guard change == .deviceLost else { return }
                    MainQueue.run { self?.report(.soundLost) }
                }
                AudioInterruption.watch(with: notices) { [weak self] interruption in
                    MainQueue.run {
                        switch interruption {
                        case .began: self?.report(.interrupted)
                        case .ended(let resumes): self?.report(.interruptionEnded(resumes: resumes))
                        case .lasts: self?.report(.soundKept)
                        }
                    }
                }
            #elseif canImport(AppKit)
                watch(
                    NSWorkspace.accessibilityDisplayOptionsDidChangeNotification,
                    in: NSWorkspace.shared.notificationCenter
                ) { $0.report(.changed) }
            #endif
        }

        /// The current conditions of the system.
        var conditions: FeedConditions {
            var conditions = FeedConditions()
            conditions.isAutoplayOff = !AutoplayPreference.allowsAutoplay
            #if canImport(UIKit)
                conditions.reducesMotion = UIAccessibility.isReduceMotionEnabled
            #elseif canImport(AppKit)
                conditions.reducesMotion = NSWorkspace.shared.accessibilityDisplayShouldReduceMotion
            #endif
            conditions.isLowPower = ProcessInfo.processInfo.isLowPowerModeEnabled
            conditions.isShortOfMemory = isShortOfMemory
            return conditions
        }

        private func setAbsence(_ kind: FeedAbsence, _ isAbsent: Bool) {
            if isAbsent { absence.insert(kind) } else { absence.remove(kind) }
            report(.changed)
        }

        private func warned() {
            isShortOfMemory = true
            warnings += 1
            report(.changed)
            let number = warnings
            clock.wake(at: clock.present.advanced(by: Self.memoryPatience)) { [weak self] in
                MainQueue.run {
                    guard let self, self.warnings == number else { return }
                    self.isShortOfMemory = false
                    self.report(.changed)
                }
            }
        }

        private func watch(
            _ name: Notification.Name, in center: NotificationCenter = .default,
            _ answer: @escaping @MainActor @Sendable (FeedSurroundings) -> Void
        ) {
            notices.watch(name, in: center, for: self, answer)
        }
    }

    extension FeedConditions {
        /// The conditions that either of the two asks for.
        func joined(with other: FeedConditions) -> FeedConditions {
            var all = self
            all.isAutoplayOff = isAutoplayOff || other.isAutoplayOff
            all.reducesMotion = reducesMotion || other.reducesMotion
            all.isLowPower = isLowPower || other.isLowPower
            all.isLowData = isLowData || other.isLowData
            all.isShortOfMemory = isShortOfMemory || other.isShortOfMemory
            return all
        }
    }

    /// Whether videos may start by themselves.
    @MainActor
    public enum AutoplayPreference {
        /// The user's choice for video previews in the system's accessibility settings; macOS has no such setting, and it
        /// is always `true`. Check it before each start that the user did not request: it may change while the app runs.
        public static var allowsAutoplay: Bool {
            #if canImport(UIKit)
                UIAccessibility.isVideoAutoplayEnabled
            #else
                true
            #endif
        }
    }
#endif
