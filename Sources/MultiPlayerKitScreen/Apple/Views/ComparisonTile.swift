#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import CoreGraphics
    import MultiPlayerKit
    import SwiftUI

    /// One member of a comparison: its pictures, its failure, and what VoiceOver says and does.
    struct ComparisonTile: View {
        let group: PlaybackGroup
        let member: MemberID
        /// In points of the comparison.
        let placement: TilePlacement
        let layout: TileLayout
        let poster: CGImage?
        /// The direction in which the app is read; tiles themselves lie from left to right.
        let textDirection: LayoutDirection
        /// Zooms in or out, as VoiceOver asks for.
        let zoom: (AccessibilityZoomGestureAction.Direction) -> Void

        var body: some View {
            let surface = placement.surface(of: layout)
            let visible = placement.visible
            // Cropped by a frame of its own rather than a mask: clipping to a rectangle needs no offscreen pass.
            MemberSurface(group: group, member: member, fitting: layout.fitting, poster: poster)
                .frame(width: surface.width, height: surface.height)
                .offset(x: surface.minX - visible.minX, y: surface.minY - visible.minY)
                .frame(width: visible.width, height: visible.height, alignment: .topLeading)
                .clipped()
                .accessibilityHidden(true)
                .overlay {
                    if let failure = group.failures[member], !placement.isHidden {
                        FailureNotice(failure: failure)
                            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomLeading)
                            .environment(\.layoutDirection, textDirection)
                    }
                }
                .overlay { TileVoice(group: group, member: member, zoom: zoom) }
                .offset(x: visible.minX, y: visible.minY)
                .accessibilityHidden(placement.isHidden)
        }
    }

    extension TilePlacement {
        /// Where a surface lies that shows the whole picture. It fits the picture in by itself, so it is as the tile, but
        /// magnified with the picture; one that the picture fills has to be as large as the picture.
        fileprivate func surface(of layout: TileLayout) -> CGRect {
            guard !layout.zoom.isWhole else { return tile }
            guard layout.fitting != .fill else { return picture }
            let scale = layout.zoom.clampedScale
            let size = CGSize(width: tile.width * scale, height: tile.height * scale)
            return CGRect(
                x: picture.midX - size.width / 2, y: picture.midY - size.height / 2, width: size.width,
                height: size.height)
        }
    }

    /// Says in a tile why its member cannot be played, or not completely.
    struct FailureNotice: View {
        let failure: PlaybackError

        var body: some View {
            Label {
                Text(verbatim: failure.description)
            } icon: {
                Image(systemName: "exclamationmark.triangle")
            }
            .font(.footnote)
            .padding(8)
            .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 8))
            .padding(8)
            // The tile's own accessibility value says the same.
            .accessibilityHidden(true)
        }
    }

    /// The tile as presented to VoiceOver; it draws nothing.
    ///
    /// A separate view over the pictures, so that the running time is spoken without drawing the tile again.
    struct TileVoice: View {
        let group: PlaybackGroup
        let member: MemberID
        let zoom: (AccessibilityZoomGestureAction.Direction) -> Void

        var body: some View {
            // Once a second is enough: speaking a time takes longer than that.
            TimelineView(.periodic(from: .now, by: 1)) { _ in
                Color.clear
                    .accessibilityElement()
                    .accessibilityLabel(Text(verbatim: group.name(of: member)))
                    .accessibilityValue(group.spokenState(of: member))
                    .accessibilityAction(named: Text(kit: isAudible ? "Mute" : "Solo")) {
                        group.audibleMember = isAudible ? nil : member
                    }
                    .accessibilityAction(named: Text(kit: "Nudge one frame back")) { group.nudge(member, by: -1) }
                    .accessibilityAction(named: Text(kit: "Nudge one frame forward")) { group.nudge(member, by: 1) }
                    .accessibilityZoomAction { zoom($0.direction) }
            }
            .allowsHitTesting(false)
        }

        private var isAudible: Bool { group.audibleMember == member }
    }

    /// The pictures of one member of a group, from its current player.
    ///
    /// A member gets another player when a long loop's item ends, and when the system's media services have been reset.
    struct MemberSurface: View {
        let group: PlaybackGroup
        let member: MemberID
        let fitting: PictureFitting
        let poster: CGImage?

        /// How many times a player of the group was changed. The group does not publish its players, so reading this
        /// makes the view update.
        @State private var openings = 0

        var body: some View {
            let _ = openings
            PlayerSurfaceView(player: group.player(of: member), fitting: fitting, poster: poster)
                .task(id: ObjectIdentifier(group)) {
                    for await event in group.events {
                        switch event {
                        case .opened, .handedOver(member): openings += 1
                        default: break
                        }
                    }
                }
        }
    }

    /// How the views name the states of members.
    extension PlaybackGroup {
        /// A member's state and position, as VoiceOver says them.
        func spokenState(of member: MemberID) -> Text {
            if let failure = failures[member] { return Text(verbatim: failure.description) }
            let time = TimeText(time())
            return switch state {
            case .paused: Text(kit: "Paused at \(time.spoken)")
            case .preparing: Text(kit: "Preparing")
            case .playing: Text(kit: "Playing at \(time.spoken)")
            case .ended: Text(kit: "Ended at \(time.spoken)")
            }
        }
    }
#endif
