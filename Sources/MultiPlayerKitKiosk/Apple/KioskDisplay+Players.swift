#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// Opens the players of a kiosk, starts them at host times, and keeps them on the line.
    extension KioskDisplay {
        /// An anchor is set this long before its time: an idle sound output takes that long to start. Not earlier, as
        /// what a player does until then is not documented, and the line may be steered meanwhile.
        static let anchorLead = AVFoundationPlayer.soundLead
        /// Silent players are corrected from this error on: an eighth of a tick at 60 Hz.
        static let silentTolerance = Duration.milliseconds(2)
        /// The pause between two corrections of one player, unless it is off by more than `far`.
        static let correctionPause = Duration.seconds(10)
        /// One frame at 30 fps.
        static let far = Duration.milliseconds(33)
        /// A player that should move and has not for this long will not move any more.
        static let silence = Duration.seconds(2)

        func open(_ show: KioskShow) {
            guard let relay = show.relay else { return openStill(show) }
            let (id, track) = (show.id, core.board.tracks[show.track])
            relay.attach { [weak self] event in MainQueue.run { self?.take(event, of: id) } }
            // Players with and without sound have different clocks, and a clock is chosen before the item is set.
            if show.track == core.audible { relay.setAudible(true) }
            leases.add(
                id.member,
                GroupLeases.Entrant(
                    player: relay, name: track.tile.name,
                    isBackground: configuration.screens[track.screen].background == track.tile))
            relay.load(show.opening.source, generation: 1)
        }

        private func openStill(_ show: KioskShow) {
            let (id, url) = (show.id, show.opening.source.url)
            look { [weak self] in
                do throws(PlaybackError) {
                    let still = try KioskLook.still(at: url)
                    await self?.take(still, of: id)
                    return .prepared(id)
                } catch {
                    return .failed(id, error.reason)
                }
            }
        }

        private func take(_ still: KioskStill, of id: KioskSeatID) {
            guard let show = shows[id] else { return }
            show.still = still
            show.size = CGSize(width: still.image.width, height: still.image.height)
            show.from = show.opening.aim
        }

        private func take(_ event: PlayerEvent, of id: KioskSeatID) {
            guard let show = shows[id], let relay = show.relay else { return }
            switch event {
            case .loaded(let info, _):
                show.size = info.displaySize
                leases.opened(id.member, info)
                if let timeline = show.opening.timeline {
                    relay.prepare(timeline, at: show.opening.aim, allowsPreview: false, generation: 1)
                }
            case .prepared: send(.prepared(id))
            case .refused(let error, _), .failed(let error, _): lost(id, error.reason)
            case .lost: lost(id, "the system took its player away")
            case .damaged(_, let bounds): send(.ended(id, at: bounds.end))
            case .moved: correct(show, at: clock.present)
            case .handedOver: refresh()
            case .settled(let grant): leases.settled(id.member, grant)
            case .starved(let silently): leases.starved(id.member, silently: silently)
            case .previewed, .stalled, .resumed, .sound: break
            }
        }

        private func lost(_ id: KioskSeatID, _ reason: String) {
            // On return all players are rebuilt anyway.
            if !isAway { send(.failed(id, reason)) }
        }

        // MARK: On the line

        /// Starts a player at a host time, on the line as it is by then.
        func follow(_ show: KioskShow, _ timeline: MemberTimeline, from host: HostTime) {
            show.pending = timeline
            show.from = show.from ?? host
            let due = host.advanced(by: .zero - Self.anchorLead)
            guard due > clock.present else { return anchor(show, from: host) }
            let id = show.id
            wake(at: due) { display in display.shows[id].map { display.anchor($0, from: host) } }
        }

        private func anchor(_ show: KioskShow, from host: HostTime) {
            guard var timeline = show.pending, let relay = show.relay else { return }
            show.pending = nil
            let board = core.board
            if let (_, seat) = board.seat(show.id) {
                timeline = board.timeline(of: seat, on: board.line(at: host)) ?? timeline
            }
            show.correctedAt = host
            relay.follow(timeline, from: max(host, clock.present.advanced(by: lead(of: show))))
        }

        private func lead(of show: KioskShow) -> Duration {
            show.track == core.audible ? AVFoundationPlayer.soundLead : AVFoundationPlayer.silentLead
        }

        /// Gives players that are off the line a new anchor.
        func keepOnLine(at now: HostTime) {
            for show in shows.values.sorted(by: { $0.id < $1.id }) {
                guard let error = lateness(of: show, at: now) else { continue }
                let size = max(error, .zero - error)
                let tolerance = show.track == core.audible ? KioskCore.soundTolerance : Self.silentTolerance
                let since = show.correctedAt?.duration(to: now) ?? Self.correctionPause
                let pause = size > Self.far ? Self.silence : Self.correctionPause
                if size > tolerance, since >= pause { correct(show, at: now) }
            }
        }

        /// How late a player is; `nil`: it does not run on the line that is in force.
        func lateness(of show: KioskShow, at now: HostTime) -> Duration? {
            let board = core.board
            guard board.jump == nil, let relay = show.relay, show.pending == nil, let from = show.from, from <= now,
                let (track, seat) = board.seat(show.id), seat.key.generation == board.tracks[track].generation,
                let followed = relay.line(), let reading = relay.reading(), reading.rate > 0
            else { return nil }
            var anchor = board.line
            anchor.time -= seat.start
            return anchor.time(at: now) - followed.line.anchor.time(at: now) - reading.error
        }

        private func correct(_ show: KioskShow, at now: HostTime) {
            let board = core.board
            let host = now.advanced(by: lead(of: show))
            guard board.jump == nil, let relay = show.relay, show.pending == nil, let (_, seat) = board.seat(show.id),
                let followed = relay.line(), let present = board.timeline(of: seat, on: board.line)
            else { return }
            // Across a seam the player would have to seek; a moment later it need not.
            guard present.position(at: host).turn == followed.position(at: host).turn else { return }
            show.correctedAt = now
            relay.follow(present, from: host)
        }

        // MARK: Silence

        /// Checks that due players move, and are visible where a view shows them.
        func lookForSilence(at now: HostTime) {
            let board = core.board
            // If another line is about to take over, all players are rebuilt anyway.
            guard AppActivity.shared.isActive, board.jump == nil else { return }
            let due = board.tracks.indices.flatMap { board.due($0, at: now) }.compactMap(\.seat)
            for seat in due where seat.phase == .ready {
                guard let show = shows[seat.id], let relay = show.relay, let from = show.from, from <= now else {
                    continue
                }
                let moves =
                    board.timeline(of: seat, on: board.line(at: now)).map { $0.stretch(at: now).rate > 0 } ?? false
                let decodes = leases.tiers(of: show.id.member)?.tier.decodes ?? true
                let player = relay.front.player
                let isSeen = !SurfacePool.shared.isOnScreen(player) || SurfacePool.shared.isShowingPicture(player)
                if !moves || !decodes || player.rate != 0 && isSeen {
                    show.silentSince = nil
                } else if let since = show.silentSince {
                    if since.duration(to: now) >= Self.silence { send(.silent(seat.id)) }
                } else {
                    show.silentSince = now
                }
            }
        }
    }
#endif
