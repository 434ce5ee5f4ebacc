#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import CoreGraphics
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
    /// In a wipe the boundary can be dragged, moved with VoiceOver, and moved with the remote on tvOS. A failed member
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

        /// The position the boundary was dragged to, if no binding keeps the layout.
        @State private var draggedTo: Double?
        @Environment(\.displayScale) private var displayScale
        @Environment(\.layoutDirection) private var layoutDirection
        @Environment(\.accessibilityReduceMotion) private var reducesMotion

        /// Creates a view that keeps the position of a wipe's boundary itself.
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

        /// Creates a view that writes the position of a wipe's boundary into the layout it was given.
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

        /// The view's content.
        public var body: some View {
            GeometryReader { proxy in
                let geometry = ComparisonGeometry(
                    current, pictures: group.members.map { group.mediaInfo[$0]?.displaySize ?? .zero },
                    size: proxy.size, scale: displayScale)
                ZStack(alignment: .topLeading) {
                    LoopingBackgroundView(group: group, poster: group.backgroundMember.flatMap { posters[$0] })
                    if layout.arrangement == .difference {
                        DifferenceView(group: group, layout: layout)
                    } else {
                        tiles(geometry)
                        if let wipe = geometry.wipe { WipeHandle(wipe: wipe, move: moveBoundary) }
                    }
                }
                .animation(reducesMotion ? nil : .default, value: layout.arrangement.kind)
                .coordinateSpace(.named(WipeHandle.space))
            }
            .clipped()
            .leftToRight()
            .onChange(of: layout) { draggedTo = nil }
        }

        private func tiles(_ geometry: ComparisonGeometry) -> some View {
            ForEach(Array(zip(group.members, geometry.placements)), id: \.0) { member, placement in
                ComparisonTile(
                    group: group, member: member, placement: placement, fitting: layout.fitting,
                    poster: posters[member], textDirection: layoutDirection)
            }
        }

        private var current: TileLayout {
            guard binding == nil, let draggedTo, case .wipe = layout.arrangement else { return layout }
            var moved = layout
            moved.arrangement = .wipe(at: draggedTo)
            return moved
        }

        private func moveBoundary(to position: Double) {
            if let binding {
                binding.wrappedValue.arrangement = .wipe(at: position)
            } else {
                draggedTo = position
            }
        }
    }

    extension TileLayout.Arrangement {
        /// What is animated: a change of arrangement, not of a wipe's boundary under a finger.
        fileprivate enum Kind: Hashable {
            case sideBySide, stacked, grid, wipe, difference
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
            }
        }
    }
#endif
