#if canImport(AVFoundation) && canImport(SwiftUI)
    import MultiPlayerKit
    import SwiftUI

    /// The position and length of a group: the running time, and a control to move it.
    ///
    /// The control depends on the platform: tvOS has a `PositionControl` of its own.
    struct Scrubber: View {
        let group: PlaybackGroup

        /// How many events the group has sent. A group that stands still moves at events only, so reading this is
        /// enough to keep the view up to date.
        @State private var events = 0

        var body: some View {
            let _ = events
            TimelineView(.animation(minimumInterval: Self.interval, paused: group.state != .playing)) { _ in
                let time = group.time(at: nil)
                let length = group.length
                HStack(spacing: 12) {
                    Text(verbatim: TimeText(time).shown)
                    PositionControl(group: group, position: group.destination ?? time, length: length)
                    Text(verbatim: length.map { TimeText($0).shown } ?? "–")
                }
                .font(.callout)
                .monospacedDigit()
            }
            .task(id: ObjectIdentifier(group)) {
                let news = group.events
                // Something may have happened before anyone listened.
                events += 1
                for await _ in news { events += 1 }
            }
            .leftToRight()
        }

        /// Seconds between two updates of a group that plays. Thirty a second look smooth, and nobody reads hundredths
        /// that run.
        private static let interval = 1.0 / 30
    }

    /// The size of one step of the remote or of VoiceOver: a fiftieth of the whole, so that a few presses get anywhere,
    /// and at least one frame at the slowest usual rate.
    struct PositionStep {
        static func seconds(in length: Double) -> Double {
            max(length / 50, 1.0 / 24)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && !os(tvOS)
    import SwiftUI

    /// A slider over the length of a group.
    struct PositionControl: View {
        let group: PlaybackGroup
        /// Where the group is or where it is going.
        let position: Duration
        let length: Duration?

        /// The position in seconds that the slider was dragged to; the slider follows at once, the group as fast as it
        /// can decode.
        @State private var dragged: Double?
        /// Whether a finger or the mouse holds the slider.
        @State private var isHeld = false

        var body: some View {
            Slider(value: value, in: 0...end) {
                Text(kit: "Position")
            } onEditingChanged: { isEditing in
                if isEditing { takeHold() } else { letGo() }
            }
            .labelsHidden()
            .overlay {
                if isHeld, let dragged {
                    ScrubThumbnail(group: group, time: .nearest(seconds: dragged), place: dragged / end)
                }
            }
            .touchTarget()
            .accessibilityValue(Text(verbatim: TimeText(position).spoken))
            .accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: move(by: PositionStep.seconds(in: end))
                case .decrement: move(by: -PositionStep.seconds(in: end))
                @unknown default: break
                }
            }
            .disabled(length == nil)
            // A slider that goes away under the finger does not report that it was let go.
            .onDisappear { letGo() }
        }

        private func takeHold() {
            isHeld = true
            group.beginScrubbing()
        }

        private func letGo() {
            dragged = nil
            guard isHeld else { return }
            isHeld = false
            group.endScrubbing()
        }

        /// Without a length the slider is disabled, but it still needs a range.
        private var end: Double { max(length?.seconds ?? 1, 0.001) }

        private var shown: Double { min(max(dragged ?? position.seconds, 0), end) }

        private var value: Binding<Double> {
            Binding {
                shown
            } set: { seconds in
                if isHeld { dragged = seconds }
                // The exact frame follows by itself once the drag rests.
                group.scrub(to: .nearest(seconds: seconds))
            }
        }

        private func move(by seconds: Double) {
            group.scrub(to: .nearest(seconds: min(max(position.seconds + seconds, 0), end)))
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI) && os(tvOS)
    import SwiftUI

    /// A bar over the length of a group, moved with the remote while it has the focus.
    struct PositionControl: View {
        let group: PlaybackGroup
        /// Where the group is or where it is going.
        let position: Duration
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
                .accessibilityLabel(Text(kit: "Position"))
                .accessibilityValue(Text(verbatim: TimeText(position).spoken))
                .accessibilityAdjustableAction { direction in
                    switch direction {
                    case .increment: move(by: PositionStep.seconds(in: end))
                    case .decrement: move(by: -PositionStep.seconds(in: end))
                    @unknown default: break
                    }
                }
        }

        /// Without a length the bar is empty, but it still needs a total.
        private var end: Double { max(length?.seconds ?? 1, 0.001) }

        private var shown: Double { length == nil ? 0 : min(max(position.seconds, 0), end) }

        private func move(by seconds: Double) {
            group.scrub(to: .nearest(seconds: min(max(position.seconds + seconds, 0), end)))
        }
    }
#endif
