#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import CoreGraphics
    import MultiPlayerKit
    import SwiftUI

    /// Shows all members of a group in one view, tile by tile, with the group's background behind them.
    ///
    /// ```swift
    /// @State private var layout = TileLayout.wipe
    ///
    /// var body: some View {
    ///     ComparisonView(group: group, layout: $layout)
    ///     TransportBar(group: group)
    /// }
    /// ```
    /// In a wipe the boundary can be dragged, moved with VoiceOver, and moved with the remote on tvOS. A pinch zooms all
    /// tiles into the same part of their pictures, and a drag then moves them together (not on tvOS). A failed member
    /// shows the reason in its tile. The view starts and stops nothing. Tiles lie as the layout says in every language,
    /// the first on the left.
    ///
    /// A layout's `spacing` and `margin` are in points here, and its `pixelStep` counts as 1: layers are composed at
    /// full resolution.
    public struct ComparisonView: View {
        private let group: PlaybackGroup
        private let layout: TileLayout
        private let binding: Binding<TileLayout>?
        private let posters: [MemberID: CGImage]
        private var captions: TileCaptions?
        private var loupe: Loupe?

        /// The layout as it was moved by hand, if no binding keeps it.
        @State private var moved: TileLayout?
        @Environment(\.displayScale) private var displayScale
        @Environment(\.layoutDirection) private var layoutDirection
        @Environment(\.accessibilityReduceMotion) private var reducesMotion

        /// Creates a view that keeps the position of a wipe's boundary, and the zoom, itself.
        ///
        /// - Parameters:
        ///   - group: the group whose members are shown, in the order of adding.
        ///   - layout: where their tiles go. Default: side by side.
        ///   - posters: shown until the first picture of a member, or of the background, is there. Default: none.
        public init(
            group: PlaybackGroup, layout: TileLayout = .sideBySide, posters: [MemberID: CGImage] = [:]
        ) {
            self.group = group
            self.layout = layout
            self.posters = posters
            binding = nil
        }

        /// Creates a view that writes the position of a wipe's boundary, and the zoom, into the layout it was given.
        ///
        /// - Parameters:
        ///   - group: the group whose members are shown, in the order of adding.
        ///   - layout: where their tiles go.
        ///   - posters: shown until the first picture of a member, or of the background, is there. Default: none.
        public init(group: PlaybackGroup, layout: Binding<TileLayout>, posters: [MemberID: CGImage] = [:]) {
            self.group = group
            self.layout = layout.wrappedValue
            self.posters = posters
            binding = layout
        }

        /// Writes into the tiles what they show.
        ///
        /// Times and numbers are those of the frames that are due, which players show that are on the line.
        ///
        /// - Parameter captions: `nil`: nothing, as without this.
        public func captions(_ captions: TileCaptions?) -> ComparisonView {
            var view = self
            view.captions = captions
            return view
        }

        /// Looks closer at the same spot of all tiles, with the values of its pixel.
        ///
        /// Streams, protected files and players that are no AVPlayer hand out no pixels, and get no glass. A player
        /// that already plays may lose a few frames when its pixels are requested first.
        ///
        /// - Parameter loupe: `nil`: none, as without this.
        public func loupe(_ loupe: Loupe?) -> ComparisonView {
            var view = self
            view.loupe = loupe
            return view
        }

        /// The view's content.
        public var body: some View {
            GeometryReader { proxy in
                let geometry = ComparisonGeometry(
                    current, pictures: group.members.map { group.mediaInfo[$0]?.displaySize ?? .zero },
                    size: proxy.size, scale: displayScale)
                ZStack(alignment: .topLeading) {
                    LoopingBackgroundView(group: group, poster: group.backgroundMember.flatMap { posters[$0] })
                    if let difference = layout.drawnDifference {
                        // Both pictures lie in one place, so the first stands for both.
                        DifferenceView(
                            group: group, layout: current,
                            zoom: zoom(at: difference.lead(of: group.members.count), geometry))
                    } else {
                        tiles(geometry)
                        if let wipe = geometry.wipe { WipeHandle(wipe: wipe, move: moveBoundary) }
                    }
                    if let captions {
                        CaptionsView(
                            group: group, captions: captions, layout: current, placements: geometry.placements,
                            height: proxy.size.height)
                    }
                    if let loupe {
                        LoupeView(
                            group: group, loupe: loupe, layout: current, placements: geometry.placements,
                            height: proxy.size.height)
                    }
                }
                .zoomedByHand(current.zoom, in: geometry.placements, setZoom)
                .animation(reducesMotion ? nil : .default, value: layout.arrangement.kind)
                .coordinateSpace(.named(WipeHandle.space))
            }
            .clipped()
            .leftToRight()
            .onChange(of: layout) { moved = nil }
        }

        private func tiles(_ geometry: ComparisonGeometry) -> some View {
            ForEach(Array(zip(group.members, geometry.placements.indices)), id: \.0) { member, index in
                ComparisonTile(
                    group: group, member: member, placement: geometry.placements[index], layout: current,
                    poster: posters[member], textDirection: layoutDirection, zoom: zoom(at: index, geometry))
            }
        }

        private func zoom(
            at index: Int, _ geometry: ComparisonGeometry
        ) -> (AccessibilityZoomGestureAction.Direction) -> Void {
            { setZoom(current.zoom.stepped($0, in: index, of: geometry.placements)) }
        }

        private var current: TileLayout { binding == nil ? moved ?? layout : layout }

        private func moveBoundary(to position: Double) {
            change { $0.arrangement = .wipe(at: position) }
        }

        private func setZoom(_ zoom: TileLayout.Zoom) {
            change { $0.zoom = zoom }
        }

        private func change(_ edit: (inout TileLayout) -> Void) {
            // Not the copy that this view was made with: two fingers may change two things at once.
            if let binding { return edit(&binding.wrappedValue) }
            var layout = current
            edit(&layout)
            moved = layout
        }
    }

    extension TileLayout.Arrangement {
        /// What is animated: a change of arrangement, not of a wipe's boundary under a finger.
        fileprivate enum Kind: Hashable {
            case sideBySide, stacked, grid, wipe, difference, single
            case focus(Int)
        }

        fileprivate var kind: Kind {
            switch self {
            case .sideBySide: .sideBySide
            case .stacked: .stacked
            case .grid: .grid
            case .wipe: .wipe
            case .difference: .difference
            case .focus(let index): .focus(index)
            case .single: .single
            }
        }
    }
#endif
