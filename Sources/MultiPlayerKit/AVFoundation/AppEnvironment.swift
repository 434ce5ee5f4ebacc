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
        private let send: @Sendable (SyncGroup.Event) -> Void

        /// Whether the app is in the background, and nothing shows the group there.
        private var isAway = false {
            didSet { if isAway != oldValue { send(.disturbance(.background, ends: !isAway)) } }
        }
        private var isInBackground = false { didSet { look() } }
        /// The objects that show the group in the background. While there is one, it plays on there.
        private var holders: Set<ObjectIdentifier> = [] { didSet { look() } }
        /// The players that may play on in the background, with the policies that they had.
        private var kept: [Kept] = []

        private struct Kept {
            weak var player: AVPlayer?
            let policy: AVPlayerAudiovisualBackgroundPlaybackPolicy
        }

        private func look() { isAway = isInBackground && holders.isEmpty }

        func playInBackground(_ plays: Bool, for holder: ObjectIdentifier, players: [AVPlayer]) {
            if plays { holders.insert(holder) } else { holders.remove(holder) }
            guard holders.isEmpty else { return keepInBackground(players) }
            for one in kept where players.contains(where: { $0 === one.player }) {
                one.player?.audiovisualBackgroundPlaybackPolicy = one.policy
            }
            kept = []
        }

        func keepInBackground(_ players: [AVPlayer]) {
            guard !holders.isEmpty else { return }
            // A lent player that was removed has its own policy again, and may come back.
            kept.removeAll { one in !players.contains { $0 === one.player } }
            for player in players where !kept.contains(where: { $0.player === player }) {
                kept.append(Kept(player: player, policy: player.audiovisualBackgroundPlaybackPolicy))
                player.audiovisualBackgroundPlaybackPolicy = .continuesIfPossible
            }
        }

        init(for runner: GroupRunner) {
            let send: @Sendable (SyncGroup.Event) -> Void = { [weak runner] in runner?.send($0) }
            self.send = send
            #if canImport(UIKit)
                AudioInterruption.watch(with: notices) { interruption in
                    switch interruption {
                    case .began: send(.disturbance(.audioInterruption, ends: false, resumes: false))
                    case .ended(let resumes): send(.disturbance(.audioInterruption, resumes: resumes))
                    // An end may still come, and `play()` does not wait for one.
                    case .lasts: break
                    }
                }
                AudioRouteChange.watch(with: notices) { send(.disturbance(.routeChange, resumes: $0 == .moved)) }
                notices.watch(AVAudioSession.mediaServicesWereResetNotification) { _ in
                    send(.disturbance(.mediaServicesReset))
                }
                notices.watch(UIApplication.didEnterBackgroundNotification, for: self) { $0.isInBackground = true }
                notices.watch(UIApplication.willEnterForegroundNotification, for: self) {
                    $0.isInBackground = false
                    SurfacePool.shared.attachAnewWhereBlank()
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
    import Synchronization
    import UIKit

    /// What the audio session reports when a call or another app takes the sound.
    package enum AudioInterruption: Equatable, Sendable {
        case began
        /// - Parameter resumes: whether the system says that playback may resume.
        case ended(resumes: Bool)
        /// The app is active again, and another one still has the sound. An end may never be reported.
        case lasts

        /// Calls `answer` for each interruption, on the thread that posts it, for as long as `notices` lives.
        ///
        /// Apple does not promise to report the end. An app that is active again while no other one has the sound may
        /// have it back: that is an end, too.
        @MainActor
        package static func watch(
            with notices: Notices, _ answer: @escaping @Sendable (AudioInterruption) -> Void
        ) {
            let isUnderWay = Mutex(false)
            notices.watch(AVAudioSession.interruptionNotification) { note in
                guard !isOfLostDevice(note) else { return }
                let interruption = AudioInterruption(note)
                isUnderWay.withLock { $0 = interruption == .began }
                answer(interruption)
            }
            notices.watch(UIApplication.didBecomeActiveNotification) { _ in
                guard isUnderWay.withLock({ $0 }) else { return }
                let isTaken = AVAudioSession.sharedInstance().secondaryAudioShouldBeSilencedHint
                isUnderWay.withLock { $0 = isTaken }
                answer(isTaken ? .lasts : .ended(resumes: true))
            }
        }

        /// Whether the sound was interrupted because its device is gone, which has no end.
        fileprivate static func isOfLostDevice(_ note: Notification) -> Bool {
            #if os(tvOS)
                false
            #else
                note.userInfo?[AVAudioSessionInterruptionReasonKey] as? UInt
                    == AVAudioSession.InterruptionReason.routeDisconnected.rawValue
            #endif
        }

        private init(_ note: Notification) {
            let type = (note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt)
                .flatMap(AVAudioSession.InterruptionType.init(rawValue:))
            let options = (note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt)
                .map(AVAudioSession.InterruptionOptions.init(rawValue:))
            self = type == .ended ? .ended(resumes: options?.contains(.shouldResume) ?? false) : .began
        }
    }

    /// What the audio session reports of the device that is heard.
    package enum AudioRouteChange: Sendable {
        /// It is gone, as when headphones are unplugged: what plays on is heard aloud.
        case deviceLost
        /// Sound goes elsewhere, or is heard sooner or later than before.
        case moved

        /// Calls `answer` for each change that concerns what plays, on the thread that posts it, for as long as
        /// `notices` lives.
        package static func watch(
            with notices: Notices, _ answer: @escaping @Sendable (AudioRouteChange) -> Void
        ) {
            notices.watch(AVAudioSession.routeChangeNotification) { note in
                let reason = (note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt)
                    .flatMap(AVAudioSession.RouteChangeReason.init(rawValue:))
                switch reason {
                case .oldDeviceUnavailable: answer(.deviceLost)
                // Sound stays where it was, or there is none.
                case .categoryChange, .noSuitableRouteForCategory: break
                default: answer(.moved)
                }
            }
            // An app in Now Playing is interrupted as well, before this or after it.
            notices.watch(AVAudioSession.interruptionNotification) { note in
                if AudioInterruption.isOfLostDevice(note) { answer(.deviceLost) }
            }
        }
    }
#endif
