#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    extension FeedController {
        func carryOut(_ command: FeedAutoplay.Command) {
            switch command {
            case .assign(let assignment): assign(assignment)
            case .setAudible(let binding, _): change { $0.setAudible(binding) }
            case .claimSound: sound.claim()
            case .returnSound: sound.giveBack()
            case .retire(let slot): change { $0.retire(slot) }
            case .wake(let host): wake(at: host)
            }
        }

        private func assign(_ assignment: FeedAssignment) {
            let (binding, cell) = (assignment.binding, assignment.binding.cell)
            if let slot = assignment.released { release(slot, of: assignment) }
            for download in downloads.removeValue(forKey: cell) ?? [] { download.cancel() }
            if case .fetch(let opening) = assignment.role { fetch(opening, binding) }
            let now = clock.present
            switch assignment.role {
            case .play(let slot, let from, let repeats):
                serve(slot, binding) { $0.play(slot, binding, $1, from: from, repeats: repeats, at: now) }
            case .prepare(let slot, let time):
                serve(slot, binding) { $0.prepare(slot, binding, $1, at: time, at: now) }
            case .still(let slot):
                if let slot, let place = change({ $0.hold(slot, at: now) }) {
                    send(.arrived(.stopped(at: place), binding))
                }
            case .fetch: break
            case .poster, .letGo: tiles[cell]?.content.hold(nil)
            }
            onAssignment?(assignment)
        }

        private func serve(
            _ slot: FeedSlot, _ binding: FeedBinding, _ order: (inout FeedSeats<FeedClips>, MediaSource) -> Void
        ) {
            guard let url = url(of: binding.cell) else {
                return send(.arrived(.failed("the app has no clip for it"), binding))
            }
            change { order(&$0, MediaSource(url: url, cache: cache)) }
            guard let player = seats[slot]?.player else { return }
            // The surface may show another cell's picture until its item is changed.
            if !player.isOwn { player.surface.removeFromSuperview() }
            attach(binding.cell)
        }

        private func release(_ slot: FeedSlot, of assignment: FeedAssignment) {
            guard let seat = seats[slot] else { return }
            let isOwn = seat.binding != nil && seat.player.isOwn
            if let (binding, place) = change({ $0.release(slot, at: clock.present) }) {
                send(.arrived(.stopped(at: place), binding))
            }
            let surface = seat.player.surface
            if let tile = tiles[assignment.binding.cell] {
                // The copy is on the screen before the surface goes. If nothing of it was seen yet, the cell keeps the
                // picture that it had.
                if case .still = assignment.role, isOwn, let picture = surface.layers.copyPicture() {
                    tile.content.hold(picture)
                }
                tile.content.drop()
            }
        }

        private func fetch(_ opening: FeedOpening, _ binding: FeedBinding) {
            guard let cache, let url = url(of: binding.cell), !url.isFileURL, !url.isPlaylist else {
                return
            }
            let priority: FetchPriority = opening.rank <= 1 ? .next : .later
            let all = opening.ranges.map { cache.fetch($0, of: url, priority: priority) }
            downloads[binding.cell] = all
            Task { [weak self] in
                for one in all {
                    // Cancelled or unavailable: the player will report that when its turn comes.
                    do { try await one.finished() } catch { return }
                }
                self?.send(.arrived(.bytes, binding))
            }
        }
    }
#endif
