#if canImport(AVFoundation) && canImport(SwiftUI)
    import CoreGraphics
    import MultiPlayerKit
    import SwiftUI

    /// The movable boundary of a wipe.
    ///
    /// How it is moved by hand depends on the platform: tvOS has a ``movedByHand(_:_:)`` of its own.
    struct WipeHandle: View {
        let wipe: ComparisonGeometry.Wipe
        /// Called with the requested position, `0...1`.
        let move: (Double) -> Void

        /// The coordinate space in which drags are measured, because the handle itself moves under the finger.
        static let space = "MultiPlayerKit.comparison"

        /// The size of one step of VoiceOver or of the remote: half that of the system's sliders, because what is
        /// compared may be small.
        static let step = 0.05

        var body: some View {
            let handle = wipe.handle
            HandleMark()
                .offset(x: wipe.x - handle.midX)
                .frame(width: handle.width, height: handle.height)
                .contentShape(Rectangle())
                .movedByHand(wipe, move)
                .accessibilityElement()
                .accessibilityLabel(Text(kit: "Boundary"))
                .accessibilityValue(Text(kit: "\(Int((wipe.position * 100).rounded())) percent"))
                .accessibilityAdjustableAction { direction in
                    switch direction {
                    case .increment: step(by: Self.step)
                    case .decrement: step(by: -Self.step)
                    @unknown default: break
                    }
                }
                .offset(x: handle.minX, y: handle.minY)
        }

        private func step(by distance: Double) {
            move(min(max(wipe.position + distance, 0), 1))
        }
    }

    /// The line between two pictures, and the knob on it.
    private struct HandleMark: View {
        /// Grows with the text, like every control that is to be hit.
        @ScaledMetric private var knob = 28.0

        var body: some View {
            ZStack {
                Rectangle()
                    .fill(.white)
                    .frame(width: 2)
                Circle()
                    .fill(.white)
                    .frame(width: knob, height: knob)
                Image(systemName: "arrow.left.and.right")
                    .font(.footnote)
                    .foregroundStyle(.black)
            }
            .shadow(radius: 2)
        }
    }
#endif

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
