#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import Foundation

    extension KioskDisplay {
        /// How it is now.
        ///
        /// The system presents the pictures, so ticks are not counted here and stay 0, and so does what the process takes.
        /// Whether the system's clock has reached a server cannot be asked: it counts as synchronized.
        public var status: KioskStatus {
            let (board, host) = (core.board, clock.present)
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
                        seen: KioskBoard.Sight(
                            seat: seen[track].last?.id, hasPicture: !seen[track].isEmpty || tiles[track].poster != nil),
                        isAudible: track == core.audible, failures: core.files.failures)
                })
        }
    }
#endif
