#if canImport(AVFoundation) && canImport(SwiftUI) && os(tvOS)
    import SwiftUI

    extension View {
        /// Moves a boundary with the remote while it has the focus.
        func movedByHand(_ wipe: ComparisonGeometry.Wipe, _ move: @escaping (Double) -> Void) -> some View {
            modifier(WipeRemote(wipe: wipe, move: move))
        }
    }

    private struct WipeRemote: ViewModifier {
        let wipe: ComparisonGeometry.Wipe
        let move: (Double) -> Void

        @FocusState private var isFocused: Bool

        func body(content: Content) -> some View {
            content
                .opacity(isFocused ? 1 : 0.6)
                .focusable()
                .focused($isFocused)
                .onMoveCommand { direction in
                    switch direction {
                    case .left: move(max(wipe.position - WipeHandle.step, 0))
                    case .right: move(min(wipe.position + WipeHandle.step, 1))
                    default: break
                    }
                }
        }
    }
#endif
