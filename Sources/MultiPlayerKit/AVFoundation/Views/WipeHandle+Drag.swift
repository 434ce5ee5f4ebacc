#if canImport(AVFoundation) && canImport(SwiftUI) && !os(tvOS)
    import SwiftUI

    extension View {
        /// Moves a boundary with a finger, a pencil or the mouse.
        func movedByHand(_ wipe: ComparisonGeometry.Wipe, _ move: @escaping (Double) -> Void) -> some View {
            modifier(WipeDrag(wipe: wipe, move: move))
        }
    }

    /// Follows a drag from where it began, so that the boundary does not jump to the middle of the finger.
    private struct WipeDrag: ViewModifier {
        let wipe: ComparisonGeometry.Wipe
        let move: (Double) -> Void

        @GestureState private var start: ComparisonGeometry.Wipe?

        func body(content: Content) -> some View {
            content.gesture(
                DragGesture(minimumDistance: 0, coordinateSpace: .named(WipeHandle.space))
                    .updating($start) { _, start, _ in start = start ?? wipe }
                    .onChanged { drag in move((start ?? wipe).position(movedBy: drag.translation.width)) })
        }
    }
#endif
