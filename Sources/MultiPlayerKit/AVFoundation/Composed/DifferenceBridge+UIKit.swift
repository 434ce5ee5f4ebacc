#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(UIKit) && canImport(SwiftUI)
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
