#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    /// The status of a kiosk.
    extension KioskDisplay {
        /// The present status of the kiosk; can be read from any thread.
        public var status: KioskStatus {
            let host = HostTime.now
            let snapshot = runner.snapshot
            let now = Date().timeIntervalSince1970
            let reading = time?.reading ?? KioskTime.Reading(isSynchronized: true)
            return KioskStatus(
                startedAt: startedAt.timeIntervalSince1970, at: now, isOn: snapshot.board.isOpen,
                screens: configuration.screens.indices.map { status(ofScreen: $0, snapshot, at: host) },
                clock: KioskStatus.Clock(
                    source: configuration.clock.source.words, isSynchronized: reading.isSynchronized,
                    errorSeconds: abs(reading.error.seconds), correctionPPM: reading.correction,
                    sharedTime: (snapshot.board.time(at: host) + configuration.clock.epoch).seconds),
                process: .current)
        }

        /// The status in one line, for a service manager and the heartbeat.
        var line: String {
            let status = status
            let tiles = status.screens.flatMap(\.tiles)
            let playing = tiles.filter { $0.state == .playing }.count
            guard status.isOn else { return "off by its hours" }
            return playing == tiles.count
                ? "\(playing) of \(tiles.count) tiles play"
                : "\(playing) of \(tiles.count) tiles play: "
                    + tiles.compactMap { tile in tile.failure.map { "\(tile.name): \($0)" } }.joined(separator: "; ")
        }

        private func status(ofScreen index: Int, _ snapshot: KioskScreen.Runner.Snapshot, at host: HostTime)
            -> KioskStatus.Screen
        {
            let screen = configuration.screens[index]
            let ledger = screens[index].ledger.withLock { $0 }
            let tracks = snapshot.board.tracks.indices.filter { snapshot.board.tracks[$0].screen == index }
            return KioskStatus.Screen(
                name: screen.name, size: [Int(screen.size.width), Int(screen.size.height)], output: output(of: index),
                ticks: KioskStatus.Ticks(presented: ledger.presented, late: ledger.late, missed: ledger.missed),
                tiles: tracks.map { track in
                    snapshot.board.status(
                        ofTrack: track, at: host,
                        seen: KioskBoard.Shown(
                            seat: screens[index].shownSeat(of: track), hasPicture: screens[index].hasPicture(track),
                            lateTicks: ledger.members[MemberID(track + 1)]?.late ?? 0),
                        isAudible: snapshot.board.tracks[track].tile.name == configuration.audio,
                        failures: snapshot.failures)
                })
        }
    }

    extension KioskConfiguration.Clock.Source {
        fileprivate var words: String {
            switch self {
            case .system: "system"
            case .network(let host, let port): "\(host):\(port)"
            case .precision(let domain): "ptp domain \(domain)"
            }
        }
    }

    extension KioskStatus.Clock {
        static let unknown = KioskStatus.Clock(source: "", isSynchronized: false, sharedTime: 0)
    }
#endif
