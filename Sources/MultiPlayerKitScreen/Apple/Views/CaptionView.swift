#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI

    /// The captions of all tiles that are seen.
    struct CaptionsView: View {
        let group: PlaybackGroup
        let captions: TileCaptions
        let layout: TileLayout
        /// In points of the comparison.
        let placements: [TilePlacement]
        /// Of the comparison, in points.
        let height: Double

        /// How many events the group has sent. A group that stands still moves at events only, so reading this is
        /// enough to keep the view up to date.
        @State private var events = 0

        var body: some View {
            let _ = events
            let line = captions.pixels(on: height)
            ForEach(seen, id: \.member) { tile in
                TimelineView(.animation(minimumInterval: Self.interval, paused: isStill)) { _ in
                    CaptionText(text: captions.text(of: group.captionFacts(of: tile.member)), line: line)
                        .frame(
                            width: tile.visible.width, height: tile.visible.height, alignment: tile.corner.alignment)
                }
                .offset(x: tile.visible.minX, y: tile.visible.minY)
            }
            .accessibilityHidden(true)
            .allowsHitTesting(false)
            .task(id: ObjectIdentifier(group)) {
                let news = group.events
                // Something may have happened before anyone listened.
                events += 1
                for await _ in news { events += 1 }
            }
        }

        /// Nothing in it changes by itself.
        private var isStill: Bool {
            group.state != .playing || captions.items.allSatisfy { $0 != .time && $0 != .frame }
        }

        /// Seconds between two updates of a group that plays: every refresh of most displays, as the number of a frame
        /// that is not the one in the picture would be wrong.
        private static let interval = 1.0 / 60

        private struct Seen {
            var member: MemberID
            var visible: CGRect
            var corner: TileCaptions.Corner
        }

        private var seen: [Seen] {
            zip(group.members, placements).filter { !$1.isHidden }.enumerated().map { index, tile in
                Seen(member: tile.0, visible: tile.1.visible, corner: layout.corner(of: captions, at: index))
            }
        }
    }

    /// White text on a dark plate, which is read on pictures of any brightness.
    struct CaptionText: View {
        let text: String
        /// The height of a line, in points.
        let line: Double

        var body: some View {
            if !text.isEmpty {
                Text(verbatim: text)
                    .font(.system(size: line * CaptionStyle.font))
                    .monospacedDigit()
                    .lineLimit(1)
                    .foregroundStyle(.white)
                    .padding(.horizontal, line * CaptionStyle.padding)
                    .frame(height: line * CaptionStyle.plate)
                    .background(
                        Color(.sRGB, white: 0, opacity: CaptionStyle.opacity),
                        in: RoundedRectangle(cornerRadius: line * CaptionStyle.plate * CaptionStyle.radius)
                    )
                    .padding(line * CaptionStyle.margin)
            }
        }
    }

    extension TileCaptions.Corner {
        /// Tiles lie from left to right in every language, and so do their captions.
        fileprivate var alignment: Alignment {
            switch self {
            case .topLeft: .topLeading
            case .topRight: .topTrailing
            case .bottomLeft: .bottomLeading
            case .bottomRight: .bottomTrailing
            }
        }
    }

    extension PlaybackGroup {
        /// What is known of the picture of a member that is due now.
        ///
        /// A player does not say which frame it shows; the one that is due is what it shows if it is on the line.
        func captionFacts(of member: MemberID) -> CaptionFacts {
            guard let entry = runner.lineup.entries.first(where: { $0.id == member }) else {
                return CaptionFacts(member: member, name: member.description)
            }
            let due = entry.timeline?.position(at: runner.clock.now).itemTime
            let begin = entry.info?.bounds.start ?? .zero
            return CaptionFacts(member: member, name: entry.name, time: due.map { $0 - begin }, info: entry.info)
        }
    }
#endif
