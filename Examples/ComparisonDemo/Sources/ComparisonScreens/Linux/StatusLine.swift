#if os(Linux)
    import Foundation
    import MultiPlayerKit

    /// What the terminal shows while a group plays: state, group time, rate and what went wrong.
    struct StatusLine {
        let text: String

        init(_ snapshot: GroupSnapshot, state: PlaybackGroup.State) {
            let word =
                switch state {
                case .paused: "paused "
                case .preparing: "waiting"
                case .playing: "playing"
                case .ended: "ended  "
                @unknown default: "\(state)"
                }
            let length = snapshot.length.map { " / \(Self.clock($0))" } ?? ""
            let rate = snapshot.rate == 1 ? "" : "   \(String(format: "%g", snapshot.rate))x"
            let fps = String(format: "%.1f", snapshot.ticks.perSecond)
            let faults = "mixed \(snapshot.mixedTicks)   missed \(snapshot.ticks.missed)"
            let behind = snapshot.members.filter(\.isLeftBehind).map(\.name).joined(separator: ", ")
            // That everybody decodes everything is nothing to tell.
            let tiers = snapshot.members.allSatisfy { $0.tier == .full } ? "" : "   \(snapshot.tierWords)"
            text =
                "\(word)  \(Self.clock(snapshot.time))\(length)\(rate)   \(fps) ticks/s   \(faults)\(tiers)"
                + (behind.isEmpty ? "" : "   behind: \(behind)")
        }

        /// Minutes, seconds and tenths.
        private static func clock(_ time: Duration) -> String {
            let tenths = Int(max(time.inSeconds, 0) * 10)
            return String(format: "%d:%02d.%d", tenths / 600, tenths / 10 % 60, tenths % 10)
        }
    }
#endif
