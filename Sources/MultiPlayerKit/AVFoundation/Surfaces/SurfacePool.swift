#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import CoreGraphics

    /// Surfaces by the player they show, so that a player keeps its layer while views come and go.
    ///
    /// Attaching a layer to a player that already plays makes it skip, so a recreated view gets its player's previous
    /// surface.
    @MainActor
    package final class SurfacePool {
        package static let shared = SurfacePool()

        /// How long a surface that no view holds keeps its player.
        ///
        /// Longer than SwiftUI's default animation of 0.35 s, during which a view that moves in the tree may be
        /// dismantled before it is made again.
        static let grace = Duration.milliseconds(500)

        /// The number of empty surfaces kept for reuse: a screenful of a feed. A surface is two layers, so keeping more
        /// would save nothing.
        static let spares = 4

        /// The pool's own surfaces.
        private var bound: [ObjectIdentifier: PlayerSurface] = [:]
        private var spare: [PlayerSurface] = []
        /// Surfaces that the app has made; it also owns them.
        private let guests = NSHashTable<PlayerSurface>.weakObjects()
        /// The places that want a player's surface, the one that asked last at the end.
        private var claims: [Claim] = []

        private struct Claim { weak var slot: SurfaceSlot? }

        /// Notes a surface that the app has made, so that it follows its player's handovers too.
        func follow(with surface: PlayerSurface) { guests.add(surface) }

        /// All surfaces that show the player. There should be one, but nothing keeps an app from making two.
        private func surfaces(of player: AVPlayer) -> [PlayerSurface] {
            [bound[ObjectIdentifier(player)]].compactMap(\.self)
                + guests.allObjects.filter { $0.player === player }
        }

        /// Keeps the current picture of a player on its surfaces, if there is one: the player is about to lose its
        /// item.
        func holdStill(of player: AVPlayer) {
            for surface in surfaces(of: player) { surface.holdStill() }
        }

        /// Notes that the player has lost its item: its surfaces show a still or the poster from now on.
        func awaitPicture(of player: AVPlayer) {
            for surface in surfaces(of: player) { surface.layers.awaitPicture() }
        }

        /// Whether a picture of the player is seen or held; `nil`: none of the kit's surfaces shows the player.
        package func keepsPicture(of player: AVPlayer) -> Bool? {
            let layers = surfaces(of: player).map(\.layers)
            return layers.isEmpty ? nil : layers.contains { $0.isShowingPicture || $0.hasStill }
        }

        /// Puts a layer for `player` under the pictures of `old`, before `player` gets its item.
        func rehearse(_ player: AVPlayer, after old: AVPlayer) {
            for surface in surfaces(of: old) { surface.layers.rehearse(player) }
        }

        /// Cancels a rehearsal that leads to no takeover.
        func cancelRehearsal(after old: AVPlayer) {
            for surface in surfaces(of: old) { surface.layers.cancelRehearsal() }
        }

        /// Shows `player`'s pictures in place of `old`'s, at once.
        func takeOver(_ player: AVPlayer, from old: AVPlayer) {
            for surface in surfaces(of: old) { surface.layers.takeOver(player) }
            guard let surface = bound.removeValue(forKey: ObjectIdentifier(old)) else { return }
            bound[ObjectIdentifier(player)] = surface
        }

        /// Whether a picture of the player's current item is on a surface.
        package func isShowingPicture(_ player: AVPlayer) -> Bool {
            surfaces(of: player).contains { $0.isShowingPicture }
        }

        /// Whether a surface of the player is in a window, is not hidden and has an area.
        package func isOnScreen(_ player: AVPlayer) -> Bool {
            surfaces(of: player).contains { surface in
                surface.window != nil && !surface.isHidden && surface.bounds.width > 0 && surface.bounds.height > 0
            }
        }

        /// Whether a view waits for the player's first picture, be it seen at once or when the player takes over.
        func isBlank(_ player: AVPlayer) -> Bool {
            surfaces(of: player).contains { $0.superview != nil && !$0.isShowingPicture }
                || (Array(bound.values) + guests.allObjects).contains {
                    $0.superview != nil && $0.layers.isRehearsingUnseen(player)
                }
        }

        /// Attaches players to blank surfaces again when the app has come back to the foreground.
        package func attachAnewWhereBlank() {
            for surface in bound.values { surface.layers.attachAnewIfBlank() }
            for surface in guests.allObjects { surface.layers.attachAnewIfBlank() }
        }

        /// The surface that shows the player; without a player, an empty one for a poster.
        func surface(for player: AVPlayer?) -> PlayerSurface {
            guard let player else { return spare.popLast() ?? PlayerSurface(frame: .zero) }
            if let surface = bound[ObjectIdentifier(player)] { return surface }
            let surface = spare.popLast() ?? PlayerSurface(frame: .zero)
            surface.layers.show(player)
            bound[ObjectIdentifier(player)] = surface
            return surface
        }

        /// Notes that a slot shows its surface from now on, in place of the slots that did before.
        fileprivate func claim(by slot: SurfaceSlot) {
            withdraw(slot)
            claims.append(Claim(slot: slot))
        }

        /// Forgets a slot that wants no surface any more.
        fileprivate func withdraw(_ slot: SurfaceSlot) {
            claims.removeAll { $0.slot == nil || $0.slot === slot }
        }

        /// Has the slot that showed a surface before show it again.
        ///
        /// - Returns: `false` if no view is left that wants it.
        fileprivate func passOn(_ surface: PlayerSurface) -> Bool {
            claims.reversed().contains { $0.slot?.surface === surface && $0.slot?.show() == true }
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

        /// Takes a surface back whose slot is gone, unless another has it by now.
        fileprivate func reclaim(_ surface: PlayerSurface) {
            if surface.superview == nil, !passOn(surface) { giveBack(surface) }
        }

        /// Empties a surface that no view holds.
        private func retire(_ surface: PlayerSurface) {
            guard surface.superview == nil else { return }
            if let player = surface.player { bound[ObjectIdentifier(player)] = nil }
            surface.release()
            if spare.count < Self.spares, !spare.contains(where: { $0 === surface }) { spare.append(surface) }
        }
    }

    /// What a view is to show.
    struct SurfaceRequest {
        var player: AVPlayer?
        var fitting: PictureFitting
        var poster: CGImage?
        var onFirstPicture: (@MainActor () -> Void)?
    }

    /// The place in a container view that holds a surface of the pool.
    @MainActor
    final class SurfaceSlot {
        private(set) var surface: PlayerSurface?
        private var request: SurfaceRequest?
        private weak var container: PlatformView?

        deinit {
            // A container may go with its host, without having been dismantled.
            if let surface { MainQueue.run { SurfacePool.shared.reclaim(surface) } }
        }

        /// Adopts the surface of the requested player. If several containers request the same player, the latest shows
        /// it, and when that one goes, the one before it.
        func fill(_ container: PlatformView, with request: SurfaceRequest) {
            (self.container, self.request) = (container, request)
            if needsSurface(for: request.player, in: container) { adopt(request.player, in: container) }
            applyRequest()
        }

        /// Gives the surface back, unless another container has taken it over.
        func empty(_ container: PlatformView) {
            SurfacePool.shared.withdraw(self)
            defer { surface = nil }
            guard let surface, surface.superview === container, !SurfacePool.shared.passOn(surface) else { return }
            SurfacePool.shared.giveBack(surface)
        }

        /// Puts the surface into the container.
        ///
        /// - Returns: `false` if there is none any more.
        fileprivate func show() -> Bool {
            guard let container, let surface else { return false }
            surface.frame = container.bounds
            container.addSubview(surface)
            applyRequest()
            return true
        }

        private func applyRequest() {
            guard let surface, let container, let request, surface.superview === container else { return }
            surface.fitting = request.fitting
            surface.poster = request.poster
            surface.onFirstPicture = request.onFirstPicture
        }

        private func needsSurface(for player: AVPlayer?, in container: PlatformView) -> Bool {
            guard let surface, surface.player === player else { return true }
            if surface.superview === container { return false }
            // Another container holds the surface. It keeps a player that it requested later; an empty surface can be
            // replaced.
            return surface.superview == nil || player == nil
        }

        private func adopt(_ player: AVPlayer?, in container: PlatformView) {
            empty(container)
            surface = SurfacePool.shared.surface(for: player)
            SurfacePool.shared.claim(by: self)
            _ = show()
        }
    }
#endif

#if canImport(AVFoundation) && canImport(UIKit) && canImport(SwiftUI)
    import AVFoundation
    import SwiftUI
    import UIKit

    /// An empty view that holds a surface of the pool.
    final class SurfaceContainer: UIView {
        let slot = SurfaceSlot()

        override func layoutSubviews() {
            super.layoutSubviews()
            if let surface = slot.surface, surface.superview === self { surface.frame = bounds }
        }
    }

    /// Brings a container into SwiftUI.
    struct SurfaceBridge: UIViewRepresentable {
        let request: SurfaceRequest

        func makeUIView(context: Context) -> SurfaceContainer {
            SurfaceContainer(frame: .zero)
        }

        func updateUIView(_ container: SurfaceContainer, context: Context) {
            container.slot.fill(container, with: request)
        }

        static func dismantleUIView(_ container: SurfaceContainer, coordinator: Void) {
            container.slot.empty(container)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(AppKit) && !canImport(UIKit) && canImport(SwiftUI)
    import AppKit
    import AVFoundation
    import SwiftUI

    /// An empty view that holds a surface of the pool.
    final class SurfaceContainer: NSView {
        let slot = SurfaceSlot()

        override func setFrameSize(_ newSize: NSSize) {
            super.setFrameSize(newSize)
            if let surface = slot.surface, surface.superview === self { surface.frame = bounds }
        }
    }

    /// Brings a container into SwiftUI.
    struct SurfaceBridge: NSViewRepresentable {
        let request: SurfaceRequest

        func makeNSView(context: Context) -> SurfaceContainer {
            SurfaceContainer(frame: .zero)
        }

        func updateNSView(_ container: SurfaceContainer, context: Context) {
            container.slot.fill(container, with: request)
        }

        static func dismantleNSView(_ container: SurfaceContainer, coordinator: Void) {
            container.slot.empty(container)
        }
    }
#endif
