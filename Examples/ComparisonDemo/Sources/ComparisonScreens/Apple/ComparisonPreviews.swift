#if canImport(AVFoundation) && canImport(SwiftUI)
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import SwiftUI

    /// What Xcode shows beside the source: the demo's screen with its own clips, and what there is without a video.
    struct ComparisonPreviews: PreviewProvider {
        static var previews: some View {
            ComparisonScreen()
                .previewDisplayName("Own clips")
            EmptyScreen(layout: .wipe)
                .previewDisplayName("No video")
            EmptyScreen(layout: .difference)
                .previewDisplayName("No difference")
        }
    }

    /// A comparison before any video was added: the bar is disabled, at 0:00.00 and without a length.
    private struct EmptyScreen: View {
        let layout: TileLayout
        @State private var group = PlaybackGroup()

        init(layout: TileLayout) { self.layout = layout }

        var body: some View {
            VStack(spacing: 0) {
                ComparisonView(group: group, layout: layout)
                TransportBar(group: group)
            }
        }
    }
#endif
