#if canImport(AVFoundation) && canImport(MediaPlayer)
    import MediaPlayer
    import MultiPlayerKit

    /// The commands of a center that act on a group, until ``remove()``.
    @MainActor
    final class RemoteCommands {
        /// Answers what will become of an order; called on any thread.
        typealias Order = @Sendable (RemoteOrder) -> MPRemoteCommandHandlerStatus

        private enum Need {
            case something
            case length
        }

        private struct Registration {
            var command: MPRemoteCommand
            var target: Any
            var need: Need
            /// The app's own center is given back as it was.
            var wasEnabled: Bool
        }

        private var registrations: [Registration] = []

        init(_ center: MPRemoteCommandCenter, skipInterval: Duration?, rates: [Double], order: @escaping Order) {
            register(center.playCommand) { _ in order(.play) }
            register(center.pauseCommand) { _ in order(.pause) }
            register(center.togglePlayPauseCommand) { _ in order(.toggle) }
            register(center.changePlaybackPositionCommand, needs: .length) { event in
                guard let event = event as? MPChangePlaybackPositionCommandEvent else { return .commandFailed }
                return order(.move(to: event.positionTime))
            }
            if let skipInterval {
                let interval = skipInterval.seconds
                for (command, sign) in [(center.skipForwardCommand, 1.0), (center.skipBackwardCommand, -1.0)] {
                    command.preferredIntervals = [NSNumber(value: interval)]
                    register(command) { event in
                        let wanted = (event as? MPSkipIntervalCommandEvent)?.interval ?? interval
                        return order(.skip(by: sign * wanted))
                    }
                }
            }
            if !rates.isEmpty {
                center.changePlaybackRateCommand.supportedPlaybackRates = rates.map { NSNumber(value: $0) }
                register(center.changePlaybackRateCommand) { event in
                    guard let event = event as? MPChangePlaybackRateCommandEvent else { return .commandFailed }
                    return order(.rate(Double(event.playbackRate)))
                }
            }
        }

        func enable(_ offer: NowPlayingPlan.Offer) {
            for registration in registrations {
                registration.command.isEnabled = registration.need == .length ? offer.hasLength : offer.isPlayable
            }
        }

        func remove() {
            for registration in registrations {
                registration.command.removeTarget(registration.target)
                registration.command.isEnabled = registration.wasEnabled
            }
            registrations = []
        }

        /// The handler belongs to no actor: where it is called is the system's choice.
        private func register(
            _ command: MPRemoteCommand, needs need: Need = .something,
            _ handler: @escaping @Sendable (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
        ) {
            let wasEnabled = command.isEnabled
            registrations.append(
                Registration(
                    command: command, target: command.addTarget(handler: handler), need: need, wasEnabled: wasEnabled))
        }
    }
#endif
