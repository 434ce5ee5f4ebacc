#if canImport(AVFoundation) && canImport(SwiftUI)
    import CoreGraphics
    import SwiftUI

    /// The boundary of a wipe, to be taken hold of.
    ///
    /// How it is moved by hand is the platform's: ``movedByHand(_:_:)`` is in one file for each.
    struct WipeHandle: View {
        let wipe: ComparisonGeometry.Wipe
        /// Called with the position wanted, `0...1`.
        let move: (Double) -> Void

        /// Names the view in which drags are measured: the handle itself moves under the finger.
        static let space = "MultiPlayerKit.comparison"

        /// What one step of VoiceOver or of the remote moves: half of what the system's sliders do, for what is compared
        /// may be small.
        static let step = 0.05

        var body: some View {
            let handle = wipe.handle
            HandleMark()
                .offset(x: wipe.x - handle.midX)
                .frame(width: handle.width, height: handle.height)
                .contentShape(Rectangle())
                .movedByHand(wipe, move)
                .accessibilityElement()
                .accessibilityLabel("Boundary")
                .accessibilityValue(Text("\(Int((wipe.position * 100).rounded())) percent"))
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
        /// Grows with the text, as all that is to be hit does.
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
