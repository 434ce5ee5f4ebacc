#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import SwiftUI

    /// Shows one screen of a kiosk: its tiles by its layout, its background behind them.
    ///
    /// A layout's spacing and margin count in pixels of the configured size and are scaled with the view. The next
    /// clip's picture lies over the present one, prepared but invisible, and appears at its time. The view starts and
    /// stops nothing.
    public struct KioskView: View {
        private let display: KioskDisplay
        private let screen: Int

        @Environment(\.displayScale) private var displayScale

        /// - Parameters:
        ///   - display: the kiosk to show. Each screen belongs in one view.
        ///   - screen: the index of the screen in the configuration. Default: the first.
        public init(display: KioskDisplay, screen: Int = 0) {
            precondition(display.configuration.screens.indices.contains(screen), "the configuration has no such screen")
            self.display = display
            self.screen = screen
        }

        /// The view's content.
        public var body: some View {
            GeometryReader { proxy in
                let geometry = KioskGeometry(display, screen: screen, size: proxy.size, scale: displayScale)
                ZStack(alignment: .topLeading) {
                    Color.black
                    ForEach(geometry.tracks, id: \.self) { track in
                        KioskTileView(
                            display: display, track: track, placement: geometry.placement(of: track),
                            fitting: geometry.fitting(of: track))
                    }
                }
                .frame(width: geometry.whole.width, height: geometry.whole.height, alignment: .topLeading)
                .offset(x: -geometry.origin.x, y: -geometry.origin.y)
                .frame(width: proxy.size.width, height: proxy.size.height, alignment: .topLeading)
            }
            .clipped()
            .ignoresSafeArea()
            .persistentSystemOverlays(.hidden)
            .accessibilityHidden(true)
        }
    }

    /// One tile: its poster, and over it the pictures of its players, each over a stand-in of its own.
    struct KioskTileView: View {
        let display: KioskDisplay
        let track: Int
        /// The placement in points.
        let placement: TilePlacement
        let fitting: PictureFitting

        var body: some View {
            let (tile, visible) = (placement.tile, placement.visible)
            let content = display.tiles[track]
            ZStack {
                if let poster = content.poster, content.isOn {
                    PlayerSurfaceView(player: nil, fitting: fitting, poster: poster.image)
                }
                // Ticks only during a fade.
                TimelineView(.animation(minimumInterval: nil, paused: !content.isFading)) { _ in
                    let presence = content.isFading ? display.presence(ofTrack: track) : 1
                    ZStack {
                        ForEach(content.layers, id: \.id) { layer in
                            PlayerSurfaceView(
                                player: layer.player, fitting: fitting, poster: layer.still?.image,
                                onFirstPicture: { [weak display] in display?.refresh() }
                            )
                            .opacity(layer.role.opacity(at: presence))
                            .zIndex(layer.role == .incoming ? 1 : 0)
                        }
                    }
                }
            }
            // Cropped by a frame and not by a mask: clipping to a rectangle needs no offscreen pass.
            .frame(width: tile.width, height: tile.height)
            .offset(x: tile.minX - visible.minX, y: tile.minY - visible.minY)
            .frame(width: visible.width, height: visible.height, alignment: .topLeading)
            .clipped()
            .offset(x: visible.minX, y: visible.minY)
        }
    }

    extension KioskTile.Layer.Role {
        fileprivate func opacity(at presence: Double) -> Double {
            switch self {
            case .next: 0
            case .shown: 1
            case .incoming: presence
            }
        }
    }

    /// Where the tiles of a screen lie, in points of a view.
    @MainActor
    struct KioskGeometry {
        /// The background first, if there is one.
        let tracks: [Int]
        /// The size of the whole picture; the part of it that this screen shows is as large as the view.
        let whole: CGSize
        /// Where the part begins.
        let origin: CGPoint
        private let placements: [TilePlacement]
        private let hasBackground: Bool
        private let layoutFitting: PictureFitting

        init(_ display: KioskDisplay, screen index: Int, size: CGSize, scale: Double) {
            let screen = display.configuration.screens[index]
            tracks = display.board.tracks.indices.filter { display.board.tracks[$0].screen == index }
            let part = screen.part.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
            whole = CGSize(width: size.width / (part?.width ?? 1), height: size.height / (part?.height ?? 1))
            origin = CGPoint(x: (part?.minX ?? 0) * whole.width, y: (part?.minY ?? 0) * whole.height)
            hasBackground = screen.background != nil
            layoutFitting = screen.layout.fitting
            var layout = screen.layout
            let shrink = screen.size.width > 0 ? size.width / screen.size.width : 1
            layout.spacing *= shrink
            layout.margin *= shrink
            let sizes = tracks.map { display.tiles[$0].size }
            let fill = TileLayout(.sideBySide, fitting: .fill)
            let behind = hasBackground ? 1 : 0
            placements =
                ComparisonGeometry(fill, pictures: Array(sizes.prefix(behind)), size: whole, scale: scale).placements
                + ComparisonGeometry(layout, pictures: Array(sizes.dropFirst(behind)), size: whole, scale: scale)
                .placements
        }

        func placement(of track: Int) -> TilePlacement { placements[track - tracks[0]] }

        func fitting(of track: Int) -> PictureFitting {
            hasBackground && track == tracks[0] ? .fill : layoutFitting
        }
    }
#endif
