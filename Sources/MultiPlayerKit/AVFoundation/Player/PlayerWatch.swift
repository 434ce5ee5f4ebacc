#if canImport(AVFoundation)
    import AVFoundation

    /// Everything that is observed of one player and its item. When it goes, so do the observations.
    @MainActor
    final class PlayerWatch {
        /// What was seen. Says little: the owner looks at the player itself, because reports arrive late and out of order.
        enum Sight: Sendable {
            case statusChanged
            case rateChanged
            case stalled
            case pausedByApp
            case pausedBySystem
            case failedToEnd(String)
        }

        private var keyValues: [NSKeyValueObservation] = []
        private var notifications: [any NSObjectProtocol] = []

        init(_ player: AVPlayer, report: @escaping @Sendable (Sight) -> Void) {
            keyValues = [
                player.observe(\.status) { _, _ in report(.statusChanged) },
                player.observe(\.timeControlStatus) { _, _ in report(.rateChanged) },
            ]
            watch(AVPlayer.rateDidChangeNotification, of: player) { note in
                switch note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason {
                case .setRateCalled?: report(.pausedByApp)
                case .appBackgrounded?, .audioSessionInterrupted?: report(.pausedBySystem)
                default: report(.rateChanged)
                }
            }
        }

        /// Watches an item too, instead of the one before it.
        init(_ player: AVPlayer, _ item: AVPlayerItem, report: @escaping @Sendable (Sight) -> Void) {
            keyValues = [item.observe(\.status, options: [.initial]) { _, _ in report(.statusChanged) }]
            watch(AVPlayerItem.playbackStalledNotification, of: item) { _ in report(.stalled) }
            watch(AVPlayerItem.didPlayToEndTimeNotification, of: item) { _ in report(.rateChanged) }
            watch(AVPlayerItem.failedToPlayToEndTimeNotification, of: item) { note in
                let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
                report(.failedToEnd(error?.localizedDescription ?? "stopped before its end"))
            }
        }

        private func watch(
            _ name: Notification.Name, of object: AnyObject, _ report: @escaping @Sendable (Notification) -> Void
        ) {
            notifications.append(
                NotificationCenter.default.addObserver(forName: name, object: object, queue: nil, using: report))
        }

        /// Ends all observation. Reports under way may still arrive.
        func end() {
            keyValues.forEach { $0.invalidate() }
            keyValues = []
            notifications.forEach { NotificationCenter.default.removeObserver($0) }
            notifications = []
        }
    }
#endif
