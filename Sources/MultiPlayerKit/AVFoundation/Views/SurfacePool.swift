#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation

    /// Surfaces by the player they show, so that a player keeps its layer while views come and go.
    ///
    /// A layer attached to a player that already plays makes it skip. So whoever makes a player reserves its surface
    /// before the player gets an item, and views only adopt it.
    @MainActor
    final class SurfacePool {
        static let shared = SurfacePool()

        /// How long a surface that no view holds keeps its player.
        ///
        /// Longer than SwiftUI's default animation of 0.35 s, over which a view that moves in the tree may be
        /// dismantled before it is made again.
        static let grace = Duration.milliseconds(500)

        /// Empty surfaces kept for reuse: a screenful of a feed. A surface is two layers, so more would save nothing.
        static let spares = 4

        private var bound: [ObjectIdentifier: PlayerSurface] = [:]
        private var reserved: Set<ObjectIdentifier> = []
        private var spare: [PlayerSurface] = []

        /// Attaches a surface to a player that has no item yet, and keeps both together until ``cancel(_:)``.
        func reserve(_ player: AVPlayer) {
            reserved.insert(ObjectIdentifier(player))
            _ = surface(for: player)
        }

        /// Ends a reservation; a surface that a view holds stays with it.
        func cancel(_ player: AVPlayer) {
            reserved.remove(ObjectIdentifier(player))
            if let surface = bound[ObjectIdentifier(player)] { retire(surface) }
        }

        /// The surface that shows the player; without a player an empty one, for a poster.
        func surface(for player: AVPlayer?) -> PlayerSurface {
            guard let player else { return spare.popLast() ?? PlayerSurface(frame: .zero) }
            if let surface = bound[ObjectIdentifier(player)] { return surface }
            let surface = spare.popLast() ?? PlayerSurface(frame: .zero)
            surface.show(player)
            bound[ObjectIdentifier(player)] = surface
            return surface
        }

        /// Takes a surface back from a view.
        func giveBack(_ surface: PlayerSurface) {
            surface.removeFromSuperview()
            surface.onFirstPicture = nil
            guard surface.player != nil else { return retire(surface) }
            Task {
                try? await Task.sleep(for: Self.grace)
                retire(surface)
            }
        }

        /// Empties a surface that nobody holds.
        private func retire(_ surface: PlayerSurface) {
            guard surface.superview == nil else { return }
            if let player = surface.player {
                guard !reserved.contains(ObjectIdentifier(player)) else { return }
                bound[ObjectIdentifier(player)] = nil
            }
            surface.release()
            if spare.count < Self.spares, !spare.contains(where: { $0 === surface }) { spare.append(surface) }
        }
    }
#endif
