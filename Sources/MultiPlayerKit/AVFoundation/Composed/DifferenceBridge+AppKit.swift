#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import SwiftUI

    /// Brings a composed surface into SwiftUI.
    struct DifferenceBridge: NSViewRepresentable {
        let group: PlaybackGroup
        let layout: TileLayout

        func makeNSView(context: Context) -> ComposedSurface {
            ComposedSurface(frame: .zero)
        }

        func updateNSView(_ surface: ComposedSurface, context: Context) {
            surface.layout = layout
            surface.show(group)
        }

        static func dismantleNSView(_ surface: ComposedSurface, coordinator: Void) {
            surface.release()
        }
    }
#endif
