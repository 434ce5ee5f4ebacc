#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(SwiftUI)
    import AVFoundation
    import SwiftUI

    /// The difference of the first two members of a group, or why there is none.
    struct DifferenceView: View {
        let group: PlaybackGroup
        let layout: TileLayout

        /// Whether a protected file is among them; it takes a moment to find out.
        @State private var protected: DifferenceRefusal?
        /// How often a video of the group was opened: what is known of one that was opened is not published.
        @State private var openings = 0

        var body: some View {
            let _ = openings
            let members = Array(group.members.prefix(2))
            ZStack {
                if let refusal = DifferenceRefusal(of: group) ?? protected {
                    DifferenceNotice(refusal: refusal)
                } else {
                    DifferenceBridge(group: group, layout: layout)
                        .accessibilityHidden(true)
                        .overlay { DifferenceVoice(group: group, first: members[0], second: members[1]) }
                }
            }
            .task(id: ObjectIdentifier(group)) {
                for await event in group.events {
                    if case .opened = event { openings += 1 }
                }
            }
            .task(id: Question(members: members, openings: openings)) {
                protected = await DifferenceRefusal.protection(of: group)
            }
        }

        private struct Question: Hashable {
            var members: [MemberID]
            var openings: Int
        }
    }

    /// A difference as VoiceOver knows it; nothing to be seen.
    private struct DifferenceVoice: View {
        let group: PlaybackGroup
        let first: MemberID
        let second: MemberID

        var body: some View {
            // Once a second: a spoken time takes longer than that.
            TimelineView(.periodic(from: .now, by: 1)) { _ in
                Color.clear
                    .accessibilityElement()
                    .accessibilityLabel(Text("Difference of \(group.name(of: first)) and \(group.name(of: second))"))
                    .accessibilityValue(group.spokenState(of: first))
            }
            .allowsHitTesting(false)
        }
    }
#endif
