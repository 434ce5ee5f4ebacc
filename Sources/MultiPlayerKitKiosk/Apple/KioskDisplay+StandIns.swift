#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// The first picture of a video, for when its player shows nothing: an item that fails loses its picture.
    enum KioskStandIn {
        case asked(at: HostTime)
        case made(KioskStill)
    }

    extension KioskDisplay {
        /// Soft on a large screen for the second until the player is rebuilt, and 2 MB.
        private static let standInSize = CGSize(width: 960, height: 540)
        /// How long after a request in vain, because no decoder was to spare, comes the next.
        private static let standInPause = Duration.seconds(10)

        /// Makes the pictures of videos that have been opened, and forgets those of videos that are gone from sight too.
        func updateStandIns(_ shows: [KioskSeatID: Runner.Show], at now: HostTime) {
            let inSight = Set(seen.joined().map(\.id))
            standIns = standIns.filter { shows[$0.key] != nil || inSight.contains($0.key) }
            for (id, show) in shows {
                guard let open = show.player?.front.openAsset, open.canCompose else { continue }
                switch standIns[id] {
                case .made: continue
                case .asked(let host) where host.duration(to: now) < Self.standInPause: continue
                case .asked, nil: break
                }
                standIns[id] = .asked(at: now)
                makeStandIn(id, open, board.tracks[show.track].tile.name)
            }
        }

        func standIn(of id: KioskSeatID) -> KioskStill? {
            if case .made(let picture) = standIns[id] { picture } else { nil }
        }

        private func makeStandIn(_ id: KioskSeatID, _ open: OpenAsset, _ name: String) {
            let (run, loans) = (run, runner.leases.loans)
            standInsToCome += 1
            Task { [weak self] in
                // Key frames are the cheapest; the first frame of nearly every file is one.
                let made = await loans.thumbnail(
                    of: open, name: name, at: open.info.bounds.start, fitting: Self.standInSize,
                    tolerance: .seconds(1))
                guard let self else { return }
                standInsToCome -= 1
                guard run == self.run, let made, standIns[id] != nil else { return }
                standIns[id] = .made(KioskStill(image: made.image))
                refresh()
            }
        }
    }
#endif
