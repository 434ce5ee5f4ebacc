#if canImport(AVFoundation) && canImport(SwiftUI)
    import AVFoundation
    import MultiPlayerKit
    import SwiftUI

    /// The glasses of a loupe over all tiles that are seen.
    struct LoupeView: View {
        let group: PlaybackGroup
        let loupe: Loupe
        let layout: TileLayout
        /// In points of the comparison.
        let placements: [TilePlacement]
        /// Of the comparison, in points.
        let height: Double

        @State private var reader = LoupeReader()

        var body: some View {
            // A paused group moves too: it is sought, and the loupe is.
            TimelineView(.animation(minimumInterval: Self.interval)) { moment in
                ZStack(alignment: .topLeading) {
                    ForEach(glasses, id: \.member) { GlassView(glass: $0.glass, sight: $0.sight) }
                }
                .onChange(of: moment.date, initial: true) {
                    reader.read(loupe, of: group, at: group.runner.clock.now)
                }
            }
            .accessibilityHidden(true)
            .allowsHitTesting(false)
            .onDisappear { reader.end() }
        }

        /// Seconds between two looks: every refresh of most displays.
        private static let interval = 1.0 / 60

        private struct Seen {
            var member: MemberID
            var glass: Loupe.Glass
            var sight: LoupeReader.Sight
        }

        private var glasses: [Seen] {
            zip(group.members, placements).filter { !$1.isHidden }.enumerated().compactMap { index, tile in
                guard let sight = reader.sights[tile.0],
                    let glass = loupe.glass(
                        width: sight.width, height: sight.height, at: tile.1, index: layout.overlays ? index : nil,
                        on: height)
                else { return nil }
                return Seen(member: tile.0, glass: glass, sight: sight)
            }
        }
    }

    /// One glass: the pixels, each as a square, the one under the spot outlined, and its values below.
    private struct GlassView: View {
        let glass: Loupe.Glass
        let sight: LoupeReader.Sight

        var body: some View {
            let (place, middle) = (glass.place, glass.view.middle)
            let line = place.height * Loupe.line
            Image(decorative: sight.pixels, scale: 1)
                .interpolation(.none)
                .resizable()
                .frame(width: place.width, height: place.height)
                .border(.white, width: 1)
                .offset(x: place.minX, y: place.minY)
            outline
                .frame(width: middle.width * place.width, height: middle.height * place.height)
                .offset(x: place.minX + middle.minX * place.width, y: place.minY + middle.minY * place.height)
            outline
                .frame(width: max(glass.spot.width, Self.least), height: max(glass.spot.height, Self.least))
                .offset(
                    x: glass.spot.midX - max(glass.spot.width, Self.least) / 2,
                    y: glass.spot.midY - max(glass.spot.height, Self.least) / 2)
            VStack(alignment: .leading, spacing: 0) {
                ForEach(sight.lines.filter { !$0.isEmpty }, id: \.self) { text in
                    Text(verbatim: text)
                        .font(.system(size: line * CaptionStyle.font))
                        .monospacedDigit()
                        .lineLimit(1)
                        .foregroundStyle(.white)
                        .padding(.horizontal, line * CaptionStyle.padding)
                        .frame(width: place.width, height: line, alignment: .leading)
                }
            }
            .background { Color(.sRGB, white: 0, opacity: CaptionStyle.opacity) }
            .offset(x: place.minX, y: place.maxY)
        }

        /// Points; what is smaller is not found.
        private static let least = 8.0

        /// Seen on bright and on dark pictures.
        private var outline: some View {
            Color.clear.border(.white, width: 1).padding(-1).border(.black, width: 1)
        }
    }
#endif
