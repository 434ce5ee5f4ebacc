#if canImport(AVFoundation) && canImport(SwiftUI) && !os(tvOS)
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI

    /// A small picture of the group above the thumb of a slider that is held: where letting go would lead, while the
    /// members are still on their way. It shows the member that is heard, or the first.
    ///
    /// Nothing is shown of a stream, of a protected file, and where no decoder is to spare.
    struct ScrubThumbnail: View {
        let group: PlaybackGroup
        /// The group time that the slider was dragged to.
        let time: Duration
        /// Where the thumb is, from 0 to 1 of the slider's length.
        let place: Double

        @State private var image: CGImage?
        @Environment(\.displayScale) private var displayScale

        /// In points: two fingers wide, so that a finger on the thumb does not cover it.
        private static let side: CGFloat = 96
        /// A finger that moves changes the time more often than this; a picture is made when it slows down.
        private static let rest = Duration.milliseconds(80)

        var body: some View {
            GeometryReader { proxy in
                if let image {
                    Image(decorative: image, scale: displayScale)
                        .clipShape(RoundedRectangle(cornerRadius: 6))
                        .shadow(radius: 4)
                        .position(x: Self.middle(of: place, in: proxy.size.width), y: -Self.side / 2)
                }
            }
            .allowsHitTesting(false)
            .accessibilityHidden(true)
            .task(id: time) { await look() }
        }

        /// Inside the slider's ends, where the thumb itself is nearer to one of them than half a picture.
        static func middle(of place: Double, in width: CGFloat) -> CGFloat {
            min(max(place * width, side / 2), max(width - side / 2, side / 2))
        }

        /// The picture before stays until the next one is there.
        private func look() async {
            guard (try? await Task.sleep(for: Self.rest)) != nil,
                let found = await Self.picture(of: group, at: time, side: Self.side * displayScale), !Task.isCancelled
            else { return }
            image = found
        }

        /// - Parameter side: the largest width and height, in pixels.
        static func picture(of group: PlaybackGroup, at time: Duration, side: CGFloat) async -> CGImage? {
            guard let member = group.course.lead else { return nil }
            return await group.thumbnail(of: member, at: time, fitting: CGSize(width: side, height: side))?.image
        }
    }
#endif
