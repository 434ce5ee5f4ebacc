#if canImport(AVFoundation) && canImport(UIKit)
    import AVFoundation

    /// What the audio session says when a call, or another app, takes the sound.
    enum AudioInterruption: Sendable {
        case began
        /// - Parameter resumes: whether the system says that what was heard may go on.
        case ended(resumes: Bool)

        /// Tells of each in the thread that posts it, for as long as `observers` live.
        static func watch(
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
