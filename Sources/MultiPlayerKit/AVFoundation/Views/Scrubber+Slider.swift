#if canImport(AVFoundation) && canImport(SwiftUI) && !os(tvOS)
    import SwiftUI

    /// A slider over the length of a group.
    struct PositionControl: View {
        let group: PlaybackGroup
        let time: Duration
        let length: Duration?

        /// Seconds the slider was dragged to; the group follows as fast as it can decode, the slider at once.
        @State private var dragged: Double?

        var body: some View {
            Slider(value: position, in: 0...end) {
                Text("Position")
            } onEditingChanged: { isEditing in
                if !isEditing { dragged = nil }
            }
            .labelsHidden()
            .accessibilityValue(Text(verbatim: TimeText(time).spoken))
            .accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: move(by: PositionStep.seconds(in: end))
                case .decrement: move(by: -PositionStep.seconds(in: end))
                @unknown default: break
                }
            }
            .disabled(length == nil)
        }

        /// Of a group without a length the slider is disabled; it needs a range all the same.
        private var end: Double { max(length?.seconds ?? 1, 0.001) }

        private var shown: Double { min(max(dragged ?? time.seconds, 0), end) }

        private var position: Binding<Double> {
            Binding {
                shown
            } set: { seconds in
                dragged = seconds
                // The exact frame follows by itself once the finger rests.
                group.scrub(to: .nearest(seconds: seconds))
            }
        }

        private func move(by seconds: Double) {
            group.scrub(to: .nearest(seconds: min(max(time.seconds + seconds, 0), end)))
        }
    }
#endif
