#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import Foundation
    import MultiPlayerKit

    /// Decides which of the players are visible.
    extension KioskDisplay {
        /// Updates the tiles to what is due now, and again when that changes.
        func refresh() {
            guard isRunning else { return }
            let (snapshot, now) = (runner.snapshot, clock.present)
            let board = snapshot.board
            updateStandIns(snapshot.shows, at: now)
            var next: [HostTime] = []
            for index in tiles.indices {
                let dues = board.due(index, at: now)
                settle(index, snapshot, dues, at: now)
                show(tile(index, snapshot, isFading: dues.count == 2), at: index)
                next += changes(index, snapshot, dues).filter { $0 > now }
            }
            guard let host = refreshes.ask(for: next.min()) else { return }
            wake(at: host) { display in
                display.refreshes.came(at: display.clock.present)
                display.refresh()
            }
        }

        /// How far the upper picture of a track has faded in, 0…1.
        func presence(ofTrack index: Int) -> Double {
            let dues = board.due(index, at: clock.present)
            return dues.count == 2 ? dues[1].moment.presence : 1
        }

        private func settle(
            _ index: Int, _ snapshot: Runner.Snapshot, _ dues: [KioskBoard.Due], at now: HostTime
        ) {
            guard snapshot.board.isOpen else {
                seen[index] = []
                return
            }
            let usable = dues.map { due in
                due.seat.flatMap { seat in
                    snapshot.shows[seat.id].flatMap { canBeSeen($0, seat, index, at: now) ? $0 : nil }
                }
            }
            guard let last = usable.last else { return }
            if let last, usable.count == 2 {
                let lower = usable[0] ?? seen[index].first { $0.id != last.id }
                seen[index] = [lower, last].compactMap(\.self)
            } else if let only = last ?? usable[0] {
                seen[index] = [only]
            }
            // Otherwise what is seen stays.
        }

        /// Whether a show can be visible: from its time on and with a picture; at the start as soon as it has one.
        private func canBeSeen(
            _ show: Runner.Show, _ seat: KioskTrack.Seat, _ index: Int, at now: HostTime
        ) -> Bool {
            guard seat.phase == .ready else { return false }
            if seen[index].isEmpty || seen[index].contains(where: { $0.id == show.id }) { return true }
            guard seat.aim <= now else { return false }
            return show.player.map { SurfacePool.shared.keepsPicture(of: $0.front.player) ?? true } ?? true
        }

        private func tile(_ index: Int, _ snapshot: Runner.Snapshot, isFading: Bool) -> KioskTile {
            var tile = tiles[index]
            tile.isOn = snapshot.board.isOpen
            let seen = seen[index]
            let others = snapshot.shows.values.filter { show in
                show.track == index && !seen.contains { $0.id == show.id }
            }
            // Two may be seen after a fade as well, where both have lost their players.
            let upper = isFading && seen.count == 2 ? seen[1].id : nil
            tile.layers = (others + seen).sorted { $0.id < $1.id }.map { show in
                KioskTile.Layer(
                    id: show.id, player: show.player?.front.player, still: show.still ?? standIn(of: show.id),
                    role: !seen.contains { $0.id == show.id } ? .next : show.id == upper ? .incoming : .shown)
            }
            if let size = seen.last?.size { tile.size = size }
            return tile
        }

        /// When the visible pictures change if nothing happens.
        private func changes(
            _ index: Int, _ snapshot: Runner.Snapshot, _ dues: [KioskBoard.Due]
        ) -> [HostTime] {
            let board = snapshot.board
            let track = board.tracks[index]
            var times = dues.map(\.moment.next)
            if let due = dues.last { times.append(due.moment.start + track.tile.clips[due.clip].fade) }
            if let change = track.change { times.append(change.at) }
            var hosts = times.compactMap { board.line.hostTime(at: $0) }
            if let jump = board.jump { hosts.append(jump.at) }
            hosts += track.seats.values.filter { $0.phase == .ready }.map(\.aim)
            // Past the boundary for certain, however a host time was rounded.
            return hosts.map { $0.advanced(by: .microseconds(1)) }
        }
    }

    extension KioskDisplay.Runner.Show {
        /// As it is meant to be seen; `nil`: not known yet.
        fileprivate var size: CGSize? {
            info?.displaySize ?? still.map { CGSize(width: $0.image.width, height: $0.image.height) }
        }
    }

    extension KioskDisplay {
        /// The present status of the kiosk.
        ///
        /// The system presents the pictures, so ticks are not counted here and stay 0, and so do the figures of the
        /// process. Whether the system's clock has reached a server cannot be found out: it counts as synchronized.
        public var status: KioskStatus {
            let (board, host) = (board, clock.present)
            return KioskStatus(
                startedAt: startedAt.timeIntervalSince1970, at: Date().timeIntervalSince1970, isOn: board.isOpen,
                screens: configuration.screens.indices.map { status(ofScreen: $0, board, at: host) },
                clock: KioskStatus.Clock(
                    source: "system", isSynchronized: true, errorSeconds: abs(time.line.error.seconds),
                    correctionPPM: time.line.correction, sharedTime: sharedTime(at: host).seconds))
        }

        private func status(ofScreen index: Int, _ board: KioskBoard, at host: HostTime) -> KioskStatus.Screen {
            let screen = configuration.screens[index]
            return KioskStatus.Screen(
                name: screen.name, size: [Int(screen.size.width), Int(screen.size.height)], output: .window,
                tiles: board.tracks.indices.filter { board.tracks[$0].screen == index }.map { track in
                    board.status(
                        ofTrack: track, at: host,
                        seen: KioskBoard.Shown(
                            seat: seen[track].last?.id, hasPicture: !seen[track].isEmpty || tiles[track].poster != nil),
                        isAudible: track == runner.audible, failures: runner.snapshot.failures)
                })
        }
    }
#endif
