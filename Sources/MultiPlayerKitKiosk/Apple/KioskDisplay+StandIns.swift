#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    /// The first picture of a video, for when its player shows nothing: an item that fails loses its picture.
    enum KioskStandIn {
        case making(Task<Void, Never>)
        /// No decoder was to spare, or the file's pixels may not be read.
        case missing(since: HostTime)
        case made(KioskStill)
    }

    extension KioskDisplay {
        /// Soft on a large screen for the second until the player is rebuilt, and 2 MB.
        private static let standInSize = CGSize(width: 960, height: 540)
        /// How long after a request in vain comes the next: a decoder may be to spare then.
        private static let standInPause = Duration.seconds(60)

        /// Makes the pictures of videos that have been opened, and forgets those of videos that are closed and no longer
        /// seen.
        func updateStandIns(_ shows: [KioskSeatID: Runner.Show], at now: HostTime) {
            let inSight = Set(seen.joined().map(\.id))
            for id in standIns.keys where shows[id] == nil && !inSight.contains(id) { dropStandIn(of: id) }
            for (id, show) in shows {
                guard let open = show.player?.front.openAsset, open.canCompose else { continue }
                switch standIns[id] {
                case .making, .made: continue
                case .missing(let host) where host.duration(to: now) < Self.standInPause: continue
                case .missing, nil: standIns[id] = .making(makeStandIn(id, open, board.tracks[show.track].tile.name))
                }
            }
        }

        func standIn(of id: KioskSeatID) -> KioskStill? {
            if case .made(let picture) = standIns[id] { picture } else { nil }
        }

        func dropStandIns() {
            for id in standIns.keys { dropStandIn(of: id) }
        }

        private func dropStandIn(of id: KioskSeatID) {
            if case .making(let task) = standIns.removeValue(forKey: id) { task.cancel() }
        }

        private func makeStandIn(_ id: KioskSeatID, _ open: OpenAsset, _ name: String) -> Task<Void, Never> {
            let loans = runner.leases.loans
            standInsToCome += 1
            return Task { [weak self] in
                // Key frames are the cheapest; the first frame of nearly every file is one.
                let made = await loans.thumbnail(
                    of: open, name: name, at: open.info.bounds.start, fitting: Self.standInSize,
                    tolerance: .seconds(1))
                guard let self else { return }
                standInsToCome -= 1
                guard !Task.isCancelled else { return }
                standIns[id] = made.map { .made(KioskStill(image: $0.image)) } ?? .missing(since: clock.present)
                refresh()
            }
        }
    }
#endif
