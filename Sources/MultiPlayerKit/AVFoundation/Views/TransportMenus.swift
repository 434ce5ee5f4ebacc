#if canImport(AVFoundation) && canImport(SwiftUI)
    import SwiftUI

    /// Which member nudges move.
    struct MemberMenu: View {
        let group: PlaybackGroup
        @Binding var selection: MemberID?

        var body: some View {
            Menu {
                Picker("Member", selection: $selection) {
                    ForEach(group.members, id: \.self) { member in
                        Text(verbatim: group.name(of: member)).tag(MemberID?.some(member))
                    }
                }
            } label: {
                Label("Member", systemImage: "rectangle.stack")
            }
            .accessibilityValue(Text(verbatim: selection.map { group.name(of: $0) } ?? ""))
        }
    }

    /// The group's speed.
    struct SpeedMenu: View {
        @Binding var rate: Double

        /// From the slowest to the fastest speed a group has.
        private static let speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4]

        var body: some View {
            Menu {
                Picker("Speed", selection: $rate) {
                    ForEach(choices, id: \.self) { speed in
                        Text(verbatim: Self.name(of: speed)).tag(speed)
                    }
                }
            } label: {
                Label("Speed", systemImage: "speedometer")
            }
            .accessibilityValue(Text(verbatim: Self.name(of: rate)))
        }

        /// The speed that an app has set is among them, even if it is none of ours.
        private var choices: [Double] {
            Self.speeds.contains(rate) ? Self.speeds : (Self.speeds + [rate]).sorted()
        }

        private static func name(of speed: Double) -> String {
            let isWhole = speed == speed.rounded()
            return isWhole ? "\(Int(speed))×" : "\(speed)×"
        }
    }

    /// Which member is heard.
    struct SoundMenu: View {
        let group: PlaybackGroup
        @Binding var audible: MemberID?

        var body: some View {
            Menu {
                Picker("Sound", selection: $audible) {
                    Text("None").tag(MemberID?.none)
                    ForEach(group.members, id: \.self) { member in
                        Text(verbatim: group.name(of: member)).tag(MemberID?.some(member))
                    }
                }
            } label: {
                Label("Sound", systemImage: audible == nil ? "speaker.slash.fill" : "speaker.wave.2.fill")
            }
            .accessibilityValue(audible.map { Text(verbatim: group.name(of: $0)) } ?? Text("None"))
        }
    }
#endif
