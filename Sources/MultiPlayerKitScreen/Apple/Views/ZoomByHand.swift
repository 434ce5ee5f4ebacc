#if canImport(AVFoundation) && canImport(SwiftUI)
    import CoreGraphics
    import MultiPlayerKit
    import SwiftUI

    extension TileLayout.Zoom {
        /// The scales that are reached by hand: never smaller than whole, and no further than single pixels can be seen.
        static let byHand = 1.0...16.0

        /// Doubled or halved about the middle of a tile, as VoiceOver asks for.
        func stepped(
            _ direction: AccessibilityZoomGestureAction.Direction, in index: Int, of placements: [TilePlacement]
        ) -> TileLayout.Zoom {
            let tile = placements[index].tile
            return magnified(
                by: direction == .zoomIn ? 2 : 0.5, about: CGPoint(x: tile.midX, y: tile.midY), in: index,
                of: placements, to: Self.byHand)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && !os(tvOS)
    import SwiftUI

    extension View {
        /// Zooms all tiles by a pinch on one of them, and moves all by a drag while they are zoomed in.
        ///
        /// - Parameter set: called with the requested zoom.
        func zoomedByHand(
            _ zoom: TileLayout.Zoom, in placements: [TilePlacement], _ set: @escaping (TileLayout.Zoom) -> Void
        ) -> some View {
            modifier(ZoomByHand(zoom: zoom, placements: placements, set: set))
        }
    }

    /// Both gestures count from where they began: their values are sums.
    private struct ZoomByHand: ViewModifier {
        /// The tiles, and the zoom they had, when the fingers came down on one of them.
        struct Start {
            var zoom: TileLayout.Zoom
            var index: Int
            var placements: [TilePlacement]
        }

        let zoom: TileLayout.Zoom
        let placements: [TilePlacement]
        let set: (TileLayout.Zoom) -> Void

        private enum Drag {
            case from(Start)
            /// A second finger has made it a pinch: what the first still moves counts from a zoom that is gone.
            case over
        }

        @GestureState private var pinched: Start?
        @GestureState private var dragged: Drag?

        func body(content: Content) -> some View {
            content
                .contentShape(Rectangle())
                // Whole pictures have nowhere to go, and a drag over them may be meant for what lies around the view.
                .gesture(drag, including: zoom.scale > 1 ? .all : .subviews)
                .simultaneousGesture(pinch)
        }

        private var pinch: some Gesture {
            MagnifyGesture()
                .updating($pinched) { value, start, _ in start = start ?? self.start(at: value.startLocation) }
                .onChanged { value in
                    guard let start = pinched ?? start(at: value.startLocation) else { return }
                    set(
                        start.zoom.magnified(
                            by: value.magnification, about: value.startLocation, in: start.index,
                            of: start.placements, to: TileLayout.Zoom.byHand))
                }
        }

        private var drag: some Gesture {
            DragGesture(coordinateSpace: .named(WipeHandle.space))
                .updating($dragged) { value, drag, _ in
                    drag = pinched == nil ? drag ?? beginDrag(at: value.startLocation) : .over
                }
                .onChanged { value in
                    guard pinched == nil, case .from(let start)? = dragged ?? beginDrag(at: value.startLocation) else {
                        return
                    }
                    set(start.zoom.moved(by: value.translation, in: start.index, of: start.placements))
                }
        }

        private func beginDrag(at point: CGPoint) -> Drag? {
            start(at: point).map { .from($0) }
        }

        private func start(at point: CGPoint) -> Start? {
            placements.tileIndex(at: point).map { Start(zoom: zoom, index: $0, placements: placements) }
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && os(tvOS)
    import SwiftUI

    extension View {
        /// tvOS has no pinch, and its remote moves the focus.
        func zoomedByHand(
            _ zoom: TileLayout.Zoom, in placements: [TilePlacement], _ set: @escaping (TileLayout.Zoom) -> Void
        ) -> some View {
            self
        }
    }
#endif
