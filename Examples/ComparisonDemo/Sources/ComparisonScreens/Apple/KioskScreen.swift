#if canImport(AVFoundation) && canImport(SwiftUI)
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import MultiPlayerKitKiosk
    import SwiftUI

    /// A kiosk: a grid of tiles, each of which plays all clips in turn, by the clock of the day.
    public struct KioskScreen: View {
        @State private var display: KioskDisplay?
        @State private var problem: String?
        private let clips: [URL]

        /// As many as every device decodes.
        private static let tiles = 4

        /// - Parameter clips: files, at least one. Default: the demo's own.
        public init(clips: [URL] = []) {
            self.clips = clips.isEmpty ? OwnClips.pair : clips
        }

        /// The view's content.
        public var body: some View {
            ZStack {
                if let display { KioskView(display: display) }
                if let problem { Text(verbatim: problem) }
            }
            .onAppear(perform: start)
            .onDisappear { display?.stop() }
        }

        private func start() {
            if display == nil {
                do throws(PlaybackError) {
                    display = try KioskDisplay(configuration)
                } catch {
                    problem = error.description
                }
            }
            display?.start()
        }

        /// Each tile begins with another clip, so that they differ.
        private var configuration: KioskConfiguration {
            let tiles = (0..<Self.tiles).map { tile in
                KioskConfiguration.Tile(
                    name: "tile \(tile + 1)",
                    clips: clips.indices.map { index in
                        KioskConfiguration.Clip(source: MediaSource(url: clips[(tile + index) % clips.count]))
                    }, end: .loop)
            }
            return KioskConfiguration(screens: [
                KioskConfiguration.Screen(layout: TileLayout(.grid, spacing: 8, margin: 8), tiles: tiles)
            ])
        }
    }
#endif
