#if canImport(AVFoundation) && canImport(SwiftUI)
    import SwiftUI

    /// Position and length of a group: the running time, and a control to move it.
    ///
    /// The control is the platform's: `PositionControl` is in one file for each.
    struct Scrubber: View {
        let group: PlaybackGroup

        var body: some View {
            TimelineView(.animation(minimumInterval: group.state == .playing ? nil : Self.idleInterval)) { _ in
                let time = group.time(at: nil)
                let length = group.length
                HStack(spacing: 12) {
                    Text(verbatim: TimeText(time).shown)
                    PositionControl(group: group, time: time, length: length)
                    Text(verbatim: length.map { TimeText($0).shown } ?? "–")
                }
                .font(.callout)
                .monospacedDigit()
            }
        }

        /// Seconds between two looks at a group that stands still: the app may seek it, and a tenth is soon enough to
        /// read and cheap enough to go on all day.
        private static let idleInterval = 0.1
    }

    /// What one step of the remote or of VoiceOver moves: a fiftieth of the whole, so that a few presses get anywhere,
    /// and at least a frame of the slowest usual rate.
    struct PositionStep {
        static func seconds(in length: Double) -> Double {
            max(length / 50, 1.0 / 24)
        }
    }
#endif
