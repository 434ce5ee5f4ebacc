#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import CoreGraphics
    import SwiftUI

    /// Shows the pictures of one `AVPlayer` in SwiftUI, and a poster until the first is there.
    ///
    /// The player keeps its layer while views come and go, so a change of layout costs no frame. A player is shown in
    /// one place at a time: the view that asked last.
    public struct PlayerSurfaceView: View {
        private let request: SurfaceRequest

        /// Creates a view of a player.
        ///
        /// - Parameters:
        ///   - player: whose pictures are shown; `nil`: the poster alone.
        ///   - fitting: how pictures and poster fill the view. Default: whole, in their own shape.
        ///   - poster: shown until the first picture is there. Default: nothing.
        ///   - onFirstPicture: called on the main actor each time a picture appears where there was none.
        public init(
            player: AVPlayer?, fitting: TileLayout.Fitting = .fit, poster: CGImage? = nil,
            onFirstPicture: (@MainActor () -> Void)? = nil
        ) {
            request = SurfaceRequest(player: player, fitting: fitting, poster: poster, onFirstPicture: onFirstPicture)
        }

        /// The view's content.
        public var body: some View {
            SurfaceBridge(request: request)
        }
    }
#endif
