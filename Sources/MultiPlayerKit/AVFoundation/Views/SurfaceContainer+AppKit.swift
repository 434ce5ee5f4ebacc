#if canImport(AVFoundation) && canImport(AppKit) && !canImport(UIKit) && canImport(SwiftUI)
    import AVFoundation
    import AppKit
    import SwiftUI

    /// An empty view that holds a surface of the pool.
    final class SurfaceContainer: NSView {
        let slot = SurfaceSlot()

        override func setFrameSize(_ newSize: NSSize) {
            super.setFrameSize(newSize)
            if let surface = slot.surface, surface.superview === self { surface.frame = bounds }
        }
    }

    /// Brings a container into SwiftUI.
    struct SurfaceBridge: NSViewRepresentable {
        let request: SurfaceRequest

        func makeNSView(context: Context) -> SurfaceContainer {
            SurfaceContainer(frame: .zero)
        }

        func updateNSView(_ container: SurfaceContainer, context: Context) {
            container.slot.fill(container, with: request)
        }

        static func dismantleNSView(_ container: SurfaceContainer, coordinator: Void) {
            container.slot.empty(container)
        }
    }
#endif
