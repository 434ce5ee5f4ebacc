#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import CoreGraphics
    import MultiPlayerKit
    import SwiftUI

    /// Shows the looping background of a group, filling the view.
    ///
    /// The background is decoration: VoiceOver skips it, and if the user prefers reduced motion, the poster is shown
    /// instead, or nothing if there is none. ``ComparisonView`` already contains this view.
    public struct LoopingBackgroundView: View {
        private let group: PlaybackGroup
        private let poster: CGImage?

        @Environment(\.accessibilityReduceMotion) private var reducesMotion

        /// Creates a view of a group's background.
        ///
        /// - Parameters:
        ///   - group: the group whose `PlaybackGroup.background` is shown.
        ///   - poster: shown until the first picture is there. Default: nothing.
        public init(group: PlaybackGroup, poster: CGImage? = nil) {
            self.group = group
            self.poster = poster
        }

        /// The view's content.
        public var body: some View {
            ZStack {
                if let member = group.backgroundMember, !reducesMotion {
                    MemberSurface(group: group, member: member, fitting: .fill, poster: poster)
                } else {
                    PlayerSurfaceView(player: nil, fitting: .fill, poster: poster)
                }
            }
            .accessibilityHidden(true)
        }
    }
#endif
