#if canImport(AVFoundation) && canImport(SwiftUI)
    import MultiPlayerKit
    import SwiftUI

    /// Controls for a group: position, play and pause, single frames, speed, loop, which member is heard, and the nudge
    /// of one member against the others.
    ///
    /// Text and symbols follow Dynamic Type; if the controls do not fit side by side, they take two lines. Every
    /// control has a name for VoiceOver. With a keyboard, space plays and pauses, the arrows step by a frame, and comma
    /// and period nudge the selected member. On tvOS the remote's button for play and pause works as well.
    public struct TransportBar: View {
        private let group: PlaybackGroup
        private let binding: Binding<MemberID?>?
        private let takesKeys: Bool

        /// The member to nudge, if no binding keeps it.
        @State private var chosen: MemberID?

        /// Creates controls for a group.
        ///
        /// - Parameters:
        ///   - group: the group to control.
        ///   - selection: the member that nudges move; a value of `nil` means the second member, because the others are
        ///     compared with the first. Default: the bar keeps the selection itself.
        ///   - takesKeys: whether space, arrows, comma and period act on the group. Default: `true`. Pass `false` if
        ///     people type next to the bar: the keys have no modifier and would be missing from the text.
        public init(group: PlaybackGroup, selection: Binding<MemberID?>? = nil, takesKeys: Bool = true) {
            self.group = group
            self.takesKeys = takesKeys
            binding = selection
        }

        /// The view's content.
        public var body: some View {
            VStack(spacing: 12) {
                Scrubber(group: group)
                ViewThatFits(in: .horizontal) {
                    HStack(spacing: 24) {
                        steps
                        Spacer(minLength: 0)
                        options
                    }
                    VStack(spacing: 16) {
                        steps
                        options
                    }
                }
            }
            .imageScale(.large)
            .labelStyle(.iconOnly)
            .disabled(group.members.isEmpty)
            .playPauseCommand { group.togglePlay() }
        }

        private var steps: some View {
            HStack(spacing: TouchTarget.spacing) {
                StepButtons(group: group, takesKeys: takesKeys)
                NudgeButtons(group: group, member: selected, takesKeys: takesKeys)
            }
        }

        private var options: some View {
            HStack(spacing: TouchTarget.spacing) {
                MemberMenu(group: group, selection: selection)
                SpeedMenu(rate: rate)
                SoundMenu(group: group, audible: audible)
                LoopButton(loops: loops)
            }
        }

        // MARK: Bindings

        private var selected: MemberID? {
            let wanted = binding.map(\.wrappedValue) ?? chosen
            if let wanted, group.members.contains(wanted) { return wanted }
            return group.members.dropFirst().first ?? group.members.first
        }

        private var selection: Binding<MemberID?> {
            Binding {
                selected
            } set: { member in
                if let binding { binding.wrappedValue = member } else { chosen = member }
            }
        }

        private var rate: Binding<Double> {
            Binding(get: { group.rate }, set: { group.rate = $0 })
        }

        private var audible: Binding<MemberID?> {
            Binding(get: { group.audibleMember }, set: { group.audibleMember = $0 })
        }

        private var loops: Binding<Bool> {
            Binding(get: { group.loops }, set: { group.loops = $0 })
        }
    }

    extension PlaybackGroup {
        /// Plays or pauses, as a play button does.
        func togglePlay() {
            switch state {
            case .playing, .preparing:
                pause()
            case .paused, .ended:
                // A member that cannot be played says so in its tile; being superseded by another command is no error
                // here.
                Task { try? await play() }
            }
        }
    }

    /// Chooses the member that nudges move.
    struct MemberMenu: View {
        let group: PlaybackGroup
        @Binding var selection: MemberID?

        var body: some View {
            Menu {
                Picker(selection: $selection) {
                    ForEach(group.members, id: \.self) { member in
                        Text(verbatim: group.name(of: member)).tag(MemberID?.some(member))
                    }
                } label: {
                    Text(kit: "Member")
                }
            } label: {
                Label(kit: "Member", systemImage: "rectangle.stack")
                    .touchTarget()
            }
            .accessibilityValue(Text(verbatim: selection.map { group.name(of: $0) } ?? ""))
        }
    }

    /// Chooses the group's speed.
    struct SpeedMenu: View {
        @Binding var rate: Double

        /// From the slowest to the fastest speed that a group supports.
        private static let speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4]

        var body: some View {
            Menu {
                Picker(selection: $rate) {
                    ForEach(choices, id: \.self) { speed in
                        Text(verbatim: Self.name(of: speed)).tag(speed)
                    }
                } label: {
                    Text(kit: "Speed")
                }
            } label: {
                Label(kit: "Speed", systemImage: "speedometer")
                    .touchTarget()
            }
            .accessibilityValue(Text(verbatim: Self.name(of: rate)))
        }

        /// Includes the speed that the app has set, even if it is not one of the usual ones.
        private var choices: [Double] {
            Self.speeds.contains(rate) ? Self.speeds : (Self.speeds + [rate]).sorted()
        }

        private static func name(of speed: Double) -> String {
            let isWhole = speed == speed.rounded()
            return isWhole ? "\(Int(speed))×" : "\(speed)×"
        }
    }

    /// Chooses the member that is heard.
    struct SoundMenu: View {
        let group: PlaybackGroup
        @Binding var audible: MemberID?

        var body: some View {
            Menu {
                Picker(selection: $audible) {
                    Text(kit: "None").tag(MemberID?.none)
                    ForEach(group.members, id: \.self) { member in
                        Text(verbatim: group.name(of: member)).tag(MemberID?.some(member))
                    }
                } label: {
                    Text(kit: "Sound")
                }
            } label: {
                Label(kit: "Sound", systemImage: audible == nil ? "speaker.slash.fill" : "speaker.wave.2.fill")
                    .touchTarget()
            }
            .accessibilityValue(audible.map { Text(verbatim: group.name(of: $0)) } ?? Text(kit: "None"))
        }
    }
#endif
