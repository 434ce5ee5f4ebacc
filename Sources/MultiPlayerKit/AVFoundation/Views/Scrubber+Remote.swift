#if canImport(AVFoundation) && canImport(SwiftUI) && os(tvOS)
    import SwiftUI

    /// A bar over the length of a group, moved with the remote while it has the focus.
    struct PositionControl: View {
        let group: PlaybackGroup
        let time: Duration
        let length: Duration?

        @FocusState private var isFocused: Bool

        var body: some View {
            ProgressView(value: shown, total: end)
                .tint(isFocused ? .white : .gray)
                .padding(.vertical)
                .focusable(length != nil)
                .focused($isFocused)
                .onMoveCommand { direction in
                    switch direction {
                    case .left: move(by: -PositionStep.seconds(in: end))
                    case .right: move(by: PositionStep.seconds(in: end))
                    default: break
                    }
                }
                .accessibilityLabel("Position")
                .accessibilityValue(Text(verbatim: TimeText(time).spoken))
                .accessibilityAdjustableAction { direction in
                    switch direction {
                    case .increment: move(by: PositionStep.seconds(in: end))
                    case .decrement: move(by: -PositionStep.seconds(in: end))
                    @unknown default: break
                    }
                }
        }

        /// Of a group without a length the bar is empty; it needs a total all the same.
        private var end: Double { max(length?.seconds ?? 1, 0.001) }

        private var shown: Double { length == nil ? 0 : min(max(time.seconds, 0), end) }

        private func move(by seconds: Double) {
            group.scrub(to: .nearest(seconds: min(max(time.seconds + seconds, 0), end)))
        }
    }
#endif
