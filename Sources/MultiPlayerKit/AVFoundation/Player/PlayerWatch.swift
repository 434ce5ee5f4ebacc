#if canImport(AVFoundation)
    import AVFoundation

    /// The observations of one player or its item, until its release. Reports under way then may still arrive.
    @MainActor
    package final class PlayerWatch {
        /// What was observed. It carries little: the owner inspects the player itself, because reports arrive late and
        /// out of order.
        package enum Sample: Sendable {
            case statusChanged
            case rateChanged
            case stalled
            case pausedByApp
            case pausedBySystem
            /// The current item has come to its end. Neither its time nor the player's rate need say so yet.
            case ended
            /// There is enough media to play on, or not any more.
            case buffered
            case failedToEnd((any Error)?)
        }

        private let keyValues: [NSKeyValueObservation]
        private let notices = Notices()

        /// Observes a player, but not its item.
        package init(_ player: AVPlayer, report: @escaping @Sendable (Sample) -> Void) {
            keyValues = [
                player.observe(\.status) { _, _ in report(.statusChanged) },
                player.observe(\.timeControlStatus) { _, _ in report(.rateChanged) },
            ]
            // The key may belong to the main actor, as its class does.
            let reason = AVPlayer.rateDidChangeReasonKey
            notices.watch(AVPlayer.rateDidChangeNotification, of: player) { note in
                switch note.userInfo?[reason] as? AVPlayer.RateDidChangeReason {
                case .setRateCalled?: report(.pausedByApp)
                case .appBackgrounded?, .audioSessionInterrupted?: report(.pausedBySystem)
                default: report(.rateChanged)
                }
            }
        }

        /// Observes an item of the player, but not the player itself.
        package init(_ player: AVPlayer, _ item: AVPlayerItem, report: @escaping @Sendable (Sample) -> Void) {
            keyValues = [
                item.observe(\.status, options: [.initial]) { _, _ in report(.statusChanged) },
                item.observe(\.isPlaybackLikelyToKeepUp) { _, _ in report(.buffered) },
            ]
            notices.watch(AVPlayerItem.playbackStalledNotification, of: item) { _ in report(.stalled) }
            notices.watch(AVPlayerItem.didPlayToEndTimeNotification, of: item) { [weak player, weak item] _ in
                if let item, player?.currentItem === item { report(.ended) }
            }
            notices.watch(AVPlayerItem.failedToPlayToEndTimeNotification, of: item) { note in
                report(.failedToEnd(note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error))
            }
        }
    }

    extension AVPlayerItem {
        /// Whether it is at most this far from its end, with everything up to there loaded.
        ///
        /// A player that stops there has played its item, though nobody says so: streams whose picture is a little
        /// shorter than their sound do. One that has run out of media lacks the rest.
        package nonisolated func isAtEnd(within reach: Duration) -> Bool {
            let stated = forwardPlaybackEndTime.isNumeric ? forwardPlaybackEndTime : duration
            guard let end = Duration(stated), let here = Duration(currentTime()) else { return false }
            return here >= end - reach && hasData(ahead: end - here)
        }

        /// Whether at least this much is loaded from the current position on.
        package nonisolated func hasData(ahead least: Duration) -> Bool {
            guard let here = Duration(currentTime()) else { return false }
            return loadedTimeRanges.contains { value in
                let range = value.timeRangeValue
                guard let start = Duration(range.start), let end = Duration(range.end) else { return false }
                return start <= here && here + least <= end
            }
        }
    }
#endif
