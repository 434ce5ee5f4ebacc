#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import CoreGraphics
    import SwiftUI

    /// The pictures of one member of a group, from whichever player it has just now.
    ///
    /// A member gets another player where a long loop's item ends, and when the system's media services have been reset.
    struct MemberSurface: View {
        let group: PlaybackGroup
        let member: MemberID
        let fitting: TileLayout.Fitting
        let poster: CGImage?

        /// How often a player of the group was changed. The group does not publish its players, so reading this is what
        /// makes the view look again.
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
#endif
