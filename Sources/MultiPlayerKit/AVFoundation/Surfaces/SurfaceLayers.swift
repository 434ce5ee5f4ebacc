#if canImport(AVFoundation) && (canImport(UIKit) || canImport(AppKit))
    import AVFoundation
    import CoreGraphics
    import QuartzCore

    /// The two layers of a surface: a still, and above it the player's pictures.
    ///
    /// A player layer is transparent until its first picture is there and again whenever its item changes. The still
    /// below it is never taken away, so that nothing shows through in between.
    @MainActor
    package final class SurfaceLayers {
        /// The image shown before the first picture.
        var poster: CGImage? {
            didSet { if poster !== oldValue { showStill() } }
        }

        var fitting = PictureFitting.fit {
            didSet { if fitting != oldValue { applyFitting() } }
        }

        /// Called when a picture appears where there was none.
        var onFirstPicture: (@MainActor () -> Void)?

        /// Whether the player's pictures are on the screen.
        private(set) var isShowingPicture = false

        private let still = CALayer()
        private var video = AVPlayerLayer()
        /// The layer of a player that is to take over, between the still and the pictures that hide it.
        private var rehearsing: AVPlayerLayer?
        /// The last picture of a player that gave its decoder back; takes precedence over the poster.
        private var held: CGImage?
        /// How the video's pictures are turned for display; the decoded ones are not.
        private var turn = CGAffineTransform.identity
        private var learning: Task<Void, Never>?
        private var readiness: NSKeyValueObservation?
        private var listening: Task<Void, Never>?

        init() {
            applyFitting()
            observeReadiness()
        }

        deinit {
            listening?.cancel()
        }

        var player: AVPlayer? { video.player }

        /// Whether a picture of the player is held.
        var hasStill: Bool { held != nil }

        /// Puts both layers into a view's layer.
        func attach(to host: CALayer) {
            host.addSublayer(still)
            host.addSublayer(video)
        }

        /// Lays both layers out.
        ///
        /// - Parameters:
        ///   - bounds: of the view, in points.
        ///   - scale: pixels per point. Player layers do not take it from their view, and streams choose their
        ///     resolution by it.
        func layOut(in bounds: CGRect, scale: CGFloat) {
            Self.withoutAnimation {
                for layer in [still, video, rehearsing].compactMap(\.self) {
                    layer.frame = bounds
                    layer.contentsScale = scale
                }
            }
        }

        /// Attaches a player. Do it before the player gets its item: the item's pipeline is then built for this layer.
        func show(_ player: AVPlayer?) {
            guard video.player !== player else { return }
            cancelRehearsal()
            held = nil
            forgetTurn()
            isShowingPicture = false
            Self.withoutAnimation {
                video.isHidden = true
                still.contents = poster
                // Set it to nil first, so that the layer does not stay ready with the previous player's pictures.
                video.player = nil
                video.player = player
            }
            note(isReady: video.isReadyForDisplay)
        }

        /// Releases the player, the pictures and the caller's closure.
        func release() {
            onFirstPicture = nil
            show(nil)
            poster = nil
        }

        /// Keeps the current picture under the player's pictures, so that it stays when the item is removed.
        ///
        /// - Returns: `false` if there is no picture to keep: the player is moving, its video is protected, or nothing
        ///   was shown yet. An earlier still or the poster then stays.
        func holdStill() -> Bool {
            // The displayed picture may be requested only while the rate is 0.
            guard let player, player.rate == 0, let buffer = video.displayedPixelBuffer(),
                let image = StillPicture.image(of: buffer, turned: turn)
            else { return false }
            held = image
            showStill()
            // The still must be on the screen before the caller takes the item away.
            CATransaction.flush()
            return true
        }

        /// Drops the held picture, because the player is to show another video.
        package func dropStill() {
            held = nil
            forgetTurn()
            showStill()
        }

        /// Makes the next picture a first picture, because the player has another item or none. The layer reports that
        /// one turn of the run loop later, and not always.
        package func awaitPicture() {
            isShowingPicture = false
            Self.withoutAnimation { video.isHidden = true }
        }

        /// The visible picture as an image, or the held one if the player moves, is protected or shows nothing; `nil`
        /// if there is neither.
        package func copyPicture() -> CGImage? {
            guard let player, player.rate == 0, isShowingPicture else { return held }
            return video.displayedPixelBuffer().flatMap { StillPicture.image(of: $0, turned: turn) } ?? held
        }

        /// Attaches the player again if nothing is seen of it: after the app was in the background, a layer may stay
        /// black although its player plays.
        func attachAnewIfBlank() {
            guard let player, !video.isReadyForDisplay else { return }
            Self.withoutAnimation {
                video.player = nil
                video.player = player
            }
        }

        /// Makes a layer for the player that is to take over. It lies under the current player's pictures, so that it
        /// can be ready without being seen.
        func rehearse(_ player: AVPlayer) {
            cancelRehearsal()
            let layer = AVPlayerLayer()
            Self.withoutAnimation {
                layer.frame = video.frame
                layer.contentsScale = video.contentsScale
                layer.videoGravity = fitting.videoGravity
                layer.player = player
                video.superlayer?.insertSublayer(layer, below: video)
            }
            rehearsing = layer
        }

        /// Whether the player is to take over and has no picture yet.
        func isRehearsingUnseen(_ player: AVPlayer) -> Bool {
            rehearsing.map { $0.player === player && !$0.isReadyForDisplay } ?? false
        }

        func cancelRehearsal() {
            rehearsing?.player = nil
            rehearsing?.removeFromSuperlayer()
            rehearsing = nil
        }

        /// Shows the pictures of `player` from now on; its layer already lies under the current one.
        func takeOver(_ player: AVPlayer) {
            guard let next = rehearsing, next.player === player else { return show(player) }
            let old = video
            rehearsing = nil
            listening?.cancel()
            Self.withoutAnimation {
                old.removeFromSuperlayer()
                old.player = nil
            }
            video = next
            observeReadiness()
            isShowingPicture = next.isReadyForDisplay
            learnTurn()
        }

        private func showStill() {
            Self.withoutAnimation { still.contents = held ?? poster }
        }

        private func applyFitting() {
            Self.withoutAnimation {
                video.videoGravity = fitting.videoGravity
                rehearsing?.videoGravity = fitting.videoGravity
                still.contentsGravity = fitting.contentsGravity
            }
        }

        /// One stream, so that changes are handled in the order in which they happened.
        private func observeReadiness() {
            let (changes, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
            readiness = video.observe(\.isReadyForDisplay, options: [.new]) { layer, _ in
                continuation.yield(layer.isReadyForDisplay)
            }
            listening = Task { [weak self] in
                for await isReady in changes { self?.note(isReady: isReady) }
            }
        }

        private func note(isReady: Bool) {
            // The player may have changed since the value was read.
            let isReady = isReady && video.isReadyForDisplay && video.player != nil
            guard isReady != isShowingPicture else { return }
            isShowingPicture = isReady
            Self.withoutAnimation { video.isHidden = !isReady }
            guard isReady else { return }
            learnTurn()
            onFirstPicture?()
        }

        /// Reads the turn of the video that is shown; an asset that plays has it at hand.
        private func learnTurn() {
            guard let asset = player?.currentItem.map({ SharedAsset($0.asset) }) else { return }
            learning?.cancel()
            learning = Task { [weak self] in
                guard let turn = await StillPicture.turn(of: asset), !Task.isCancelled else { return }
                self?.turn = turn
            }
        }

        /// Another video follows, which may be turned otherwise.
        private func forgetTurn() {
            learning?.cancel()
            turn = .identity
        }

        /// These layers do not back a view, so every change to them would be animated.
        private static func withoutAnimation(_ change: () -> Void) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            change()
            CATransaction.commit()
        }
    }

    extension PictureFitting {
        fileprivate var videoGravity: AVLayerVideoGravity {
            switch self {
            case .fit: .resizeAspect
            case .fill: .resizeAspectFill
            case .stretch: .resize
            }
        }

        fileprivate var contentsGravity: CALayerContentsGravity {
            switch self {
            case .fit: .resizeAspect
            case .fill: .resizeAspectFill
            case .stretch: .resize
            }
        }
    }
#endif
