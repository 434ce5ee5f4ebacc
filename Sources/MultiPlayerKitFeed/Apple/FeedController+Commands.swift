#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import MultiPlayerKit

    extension FeedController {
        func carryOut(_ command: FeedAutoplay.Command) {
            switch command {
            case .assign(let assignment): assign(assignment)
            case .setAudible(let binding, _):
                for unit in units.values { unit.isAudible = unit.binding != nil && unit.binding == binding }
            case .claimSound: sound.claim()
            case .returnSound: sound.giveBack()
            case .retire(let slot): units.removeValue(forKey: slot)?.empty()
            case .wake(let host): wake(at: host)
            }
        }

        private func assign(_ assignment: FeedAssignment) {
            let (binding, cell) = (assignment.binding, assignment.binding.cell)
            if let slot = assignment.released { release(slot, of: assignment) }
            for download in downloads.removeValue(forKey: cell) ?? [] { download.cancel() }
            if case .fetch(let opening) = assignment.role { fetch(opening, binding) }
            switch assignment.role {
            case .play(let slot, let from, let repeats):
                serve(slot, binding, at: from, plays: true, repeats: repeats)
            case .prepare(let slot, let time): serve(slot, binding, at: time, plays: false, repeats: false)
            case .still(let slot): slot.map { unit($0).rest() }
            case .fetch: break
            case .poster, .letGo: tiles[cell]?.content.hold(nil)
            }
            onAssignment?(assignment)
        }

        private func serve(
            _ slot: FeedSlot, _ binding: FeedBinding, at time: Duration?, plays: Bool, repeats: Bool
        ) {
            let unit = unit(slot)
            guard let url = url(of: binding.cell) else {
                return send(.arrived(.failed("the app has no clip for it"), binding))
            }
            // The surface may show another cell's picture until its item is changed.
            if unit.binding?.cell != binding.cell, !(unit.loaded?.cell == binding.cell && unit.stage == .ready) {
                unit.surface.removeFromSuperview()
            }
            unit.serve(binding, url, at: time, plays: plays, repeats: repeats)
            attach(binding.cell)
        }

        private func release(_ slot: FeedSlot, of assignment: FeedAssignment) {
            guard let unit = units[slot] else { return }
            let isOwn = unit.isOwn
            unit.release()
            if let tile = tiles[assignment.binding.cell] {
                // The copy is on the screen before the surface goes.
                if case .still = assignment.role, isOwn { tile.content.hold(unit.surface.layers.copyPicture()) }
                tile.content.drop()
            }
            unit.surface.removeFromSuperview()
            // The decoder goes back in a quiet moment, unless another cell takes the unit before.
            changes.add(slot) { [weak unit] in
                if let unit, unit.binding == nil { unit.empty() }
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
