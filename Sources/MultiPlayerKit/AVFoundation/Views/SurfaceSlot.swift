#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import CoreGraphics

    /// What a view wants to see.
    struct SurfaceRequest {
        var player: AVPlayer?
        var fitting: TileLayout.Fitting
        var poster: CGImage?
        var onFirstPicture: (@MainActor () -> Void)?
    }

    /// The place in a container view that holds a surface of the pool.
    @MainActor
    final class SurfaceSlot {
        private(set) var surface: PlayerSurface?

        /// Adopts the surface of the requested player. If two containers ask for one player, the later has it.
        func fill(_ container: PlatformView, with request: SurfaceRequest) {
            if needsSurface(for: request.player, in: container) { adopt(request.player, in: container) }
            guard let surface, surface.superview === container else { return }
            surface.fitting = request.fitting
            surface.poster = request.poster
            surface.onFirstPicture = request.onFirstPicture
        }

        /// Gives the surface back, unless another container has taken it over.
        func empty(_ container: PlatformView) {
            if let surface, surface.superview === container { SurfacePool.shared.giveBack(surface) }
            surface = nil
        }

        private func needsSurface(for player: AVPlayer?, in container: PlatformView) -> Bool {
            guard let surface, surface.player === player else { return true }
            if surface.superview === container { return false }
            // Another container holds it. It keeps a player it asked for later; an empty surface is no loss.
            return surface.superview == nil || player == nil
        }

        private func adopt(_ player: AVPlayer?, in container: PlatformView) {
            empty(container)
            let surface = SurfacePool.shared.surface(for: player)
            surface.frame = container.bounds
            container.addSubview(surface)
            self.surface = surface
        }
    }
#endif
