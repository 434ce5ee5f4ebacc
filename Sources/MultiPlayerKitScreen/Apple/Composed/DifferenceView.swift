#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI

    /// The difference of two members of a group, or why there is none.
    struct DifferenceView: View {
        let group: PlaybackGroup
        let layout: TileLayout
        /// Called when VoiceOver asks for a closer or a wider look.
        let zoom: (AccessibilityZoomGestureAction.Direction) -> Void

        /// The refusal if one of them is a protected file; determined asynchronously.
        @State private var protected: DifferenceRefusal?
        /// How many videos of the group were opened. The group does not publish what is known of an opened video, so
        /// reading this makes the view update.
        @State private var openings = 0

        var body: some View {
            let _ = openings
            let members = group.members(of: layout)
            ZStack {
                if let refusal = DifferenceRefusal(of: group, in: layout) ?? protected {
                    DifferenceNotice(refusal: refusal)
                } else {
                    DifferenceBridge(group: group, layout: layout)
                        .accessibilityHidden(true)
                        .overlay { DifferenceVoice(group: group, first: members[0], second: members[1], zoom: zoom) }
                }
            }
            .task(id: ObjectIdentifier(group)) {
                for await event in group.events {
                    if case .opened = event { openings += 1 }
                }
            }
            .task(id: Question(members: members, openings: openings)) {
                protected = await DifferenceRefusal.protection(of: group, in: layout)
            }
        }

        private struct Question: Hashable {
            var members: [MemberID]
            var openings: Int
        }
    }

    /// The difference as presented to VoiceOver; it draws nothing.
    private struct DifferenceVoice: View {
        let group: PlaybackGroup
        let first: MemberID
        let second: MemberID
        let zoom: (AccessibilityZoomGestureAction.Direction) -> Void

        var body: some View {
            // Once a second is enough: speaking a time takes longer than that.
            TimelineView(.periodic(from: .now, by: 1)) { _ in
                Color.clear
                    .accessibilityElement()
                    .accessibilityLabel(
                        Text(kit: "Difference of \(group.name(of: first)) and \(group.name(of: second))")
                    )
                    .accessibilityValue(group.spokenState(of: first))
                    .accessibilityZoomAction { zoom($0.direction) }
            }
            .allowsHitTesting(false)
        }
    }
#endif

#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI

    /// Why no difference is shown.
    enum DifferenceRefusal: Hashable {
        case oneMember
        /// The remaining cases carry the member's name.
        case stream(String)
        case protectedFile(String)
        case failed(String)
        case foreignPlayer(String)

        /// `nil` if nothing is known to prevent a difference.
        @MainActor
        init?(of group: PlaybackGroup, in layout: TileLayout) {
            let members = group.members(of: layout)
            guard !members.isEmpty else {
                self = .oneMember
                return
            }
            for member in members {
                let name = group.name(of: member)
                guard let player = group.steered(member) else {
                    self = .foreignPlayer(name)
                    return
                }
                if group.failures[member] != nil {
                    self = .failed(name)
                    return
                }
                if player.openAsset?.canCompose == false {
                    self = .stream(name)
                    return
                }
            }
            return nil
        }

        /// The refusal if one of the two files is protected: its output returns no pixels.
        @MainActor
        static func protection(of group: PlaybackGroup, in layout: TileLayout) async -> DifferenceRefusal? {
            for member in group.members(of: layout) {
                guard let open = group.steered(member)?.openAsset, await open.isProtected() else { continue }
                return .protectedFile(group.name(of: member))
            }
            return nil
        }

        var text: Text {
            switch self {
            case .oneMember: Text(kit: "A difference needs two videos. Add another one.")
            case .stream(let name):
                Text(kit: "\(name) is a stream, and a difference needs files. Choose a wipe to compare in place.")
            case .protectedFile(let name):
                Text(kit: "\(name) is protected, so its pixels cannot be compared. Choose a wipe to compare in place.")
            case .failed(let name): Text(kit: "\(name) cannot be played. Another layout says why, in its place.")
            case .foreignPlayer(let name):
                Text(kit: "\(name) is played by a player whose pixels cannot be read.")
            }
        }
    }

    extension PlaybackGroup {
        /// The two members that a difference compares; none if there are no two.
        fileprivate func members(of layout: TileLayout) -> [MemberID] {
            let difference = layout.drawnDifference ?? TileLayout.Difference()
            return difference.pair(of: members.count).map { [members[$0.first], members[$0.second]] } ?? []
        }
    }

    /// Shown in place of the difference of two pictures.
    struct DifferenceNotice: View {
        let refusal: DifferenceRefusal

        var body: some View {
            ContentUnavailableView {
                Label(kit: "No Difference", systemImage: "square.on.square.dashed")
            } description: {
                refusal.text
            }
        }
    }
#endif

#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(UIKit) && canImport(SwiftUI)
    import MultiPlayerKit
    import SwiftUI
    import UIKit

    /// Brings a composed surface into SwiftUI.
    struct DifferenceBridge: UIViewRepresentable {
        let group: PlaybackGroup
        let layout: TileLayout

        func makeUIView(context: Context) -> ComposedSurface {
            ComposedSurface(frame: .zero)
        }

        func updateUIView(_ surface: ComposedSurface, context: Context) {
            surface.layout = layout
            surface.show(group)
        }

        static func dismantleUIView(_ surface: ComposedSurface, coordinator: Void) {
            surface.release()
        }
    }
#endif

#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import MultiPlayerKit
    import SwiftUI

    /// Brings a composed surface into SwiftUI.
    struct DifferenceBridge: NSViewRepresentable {
        let group: PlaybackGroup
        let layout: TileLayout

        func makeNSView(context: Context) -> ComposedSurface {
            ComposedSurface(frame: .zero)
        }

        func updateNSView(_ surface: ComposedSurface, context: Context) {
            surface.layout = layout
            surface.show(group)
        }

        static func dismantleNSView(_ surface: ComposedSurface, coordinator: Void) {
            surface.release()
        }
    }
#endif
