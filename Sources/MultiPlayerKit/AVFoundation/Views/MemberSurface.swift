#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import CoreGraphics
    import SwiftUI

    /// The pictures of one member of a group, from whichever player it has just now.
    ///
    /// A member gets another player when the system's media services have been reset.
    struct MemberSurface: View {
        let group: PlaybackGroup
        let member: MemberID
        let fitting: TileLayout.Fitting
        let poster: CGImage?

        /// How often a video of the group was opened. The group does not publish its players, so reading this is what
        /// makes the view look again.
        @State private var openings = 0

        var body: some View {
            let _ = openings
            PlayerSurfaceView(player: group.player(of: member), fitting: fitting, poster: poster)
                .task(id: ObjectIdentifier(group)) {
                    for await event in group.events {
                        if case .opened = event { openings += 1 }
                    }
                }
        }
    }
#endif
