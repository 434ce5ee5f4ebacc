#if canImport(AVFoundation) && canImport(MediaPlayer)
    import AVFoundation
    import MediaPlayer
    import MultiPlayerKit

    /// The place where the system shows a group: a session of its players where there are such, and the app's own
    /// center otherwise.
    ///
    /// A session is one thing however many players it has, and an app may have several, one for each group; the system
    /// judges by their players whether it is the one that plays. It needs a player at any time, so it is open only while
    /// there is something to play. A Mac has no sessions, and members with players of the app's own give none.
    @MainActor
    final class NowPlayingPlace {
        private struct Centers {
            var info: MPNowPlayingInfoCenter
            var commands: RemoteCommands
            #if !os(macOS) && !targetEnvironment(macCatalyst)
                var session: MPNowPlayingSession?
            #endif
        }

        private var centers: Centers?
        private var wasPlaying = false
        private var artwork: (image: CGImage, wrapped: MPMediaItemArtwork)?

        /// Takes a place, if it has none.
        func open(
            for players: [AVPlayer], skipInterval: Duration?, rates: [Double], order: @escaping RemoteCommands.Order
        ) {
            guard centers == nil else { return }
            func register(_ center: MPRemoteCommandCenter) -> RemoteCommands {
                RemoteCommands(center, skipInterval: skipInterval, rates: rates, order: order)
            }
            #if !os(macOS) && !targetEnvironment(macCatalyst)
                // A session without players raises.
                if !players.isEmpty {
                    let session = MPNowPlayingSession(players: players)
                    // It would describe one of the players.
                    session.automaticallyPublishesNowPlayingInfo = false
                    centers = Centers(
                        info: session.nowPlayingInfoCenter, commands: register(session.remoteCommandCenter),
                        session: session)
                    return
                }
            #endif
            centers = Centers(info: .default(), commands: register(.shared()))
        }

        func offer(_ offer: NowPlayingPlan.Offer) { centers?.commands.enable(offer) }

        func show(_ info: NowPlayingPlan.Info, title: String, artwork image: CGImage?) {
            guard let centers else { return }
            var words: [String: Any] = [
                MPMediaItemPropertyTitle: title,
                MPNowPlayingInfoPropertyMediaType: MPNowPlayingInfoMediaType.video.rawValue,
                MPNowPlayingInfoPropertyElapsedPlaybackTime: info.elapsed.seconds,
                MPNowPlayingInfoPropertyPlaybackRate: info.rate,
                MPNowPlayingInfoPropertyDefaultPlaybackRate: info.defaultRate,
                MPNowPlayingInfoPropertyIsLiveStream: info.isEndless,
            ]
            words[MPMediaItemPropertyPlaybackDuration] = info.duration?.seconds
            words[MPMediaItemPropertyArtwork] = image.map(wrapped)
            centers.info.nowPlayingInfo = words
            // Only a Mac listens to this: elsewhere the audio session tells.
            centers.info.playbackState = info.isPlaying ? .playing : .paused
            #if !os(macOS) && !targetEnvironment(macCatalyst)
                // Of several sessions of an app, the one that was started last is meant.
                if info.isPlaying, !wasPlaying { centers.session?.becomeActiveIfPossible() }
            #endif
            wasPlaying = info.isPlaying
        }

        /// Keeps the session's players those of the group.
        func follow(_ players: [AVPlayer]) {
            #if !os(macOS) && !targetEnvironment(macCatalyst)
                guard let session = centers?.session, !players.isEmpty else { return }
                let old = session.players
                // New ones first: a session is never without a player.
                for player in players where !old.contains(where: { $0 === player }) { session.addPlayer(player) }
                for player in old where !players.contains(where: { $0 === player }) { session.removePlayer(player) }
            #endif
        }

        /// Gives the place back, empty.
        func close() {
            centers?.commands.remove()
            centers?.info.nowPlayingInfo = nil
            centers?.info.playbackState = .stopped
            centers = nil
            wasPlaying = false
        }

        private func wrapped(_ image: CGImage) -> MPMediaItemArtwork {
            if let artwork, artwork.image === image { return artwork.wrapped }
            let made = MPMediaItemArtwork(picture: image)
            artwork = (image, made)
            return made
        }
    }
#endif
