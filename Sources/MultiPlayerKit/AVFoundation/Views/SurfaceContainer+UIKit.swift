#if canImport(AVFoundation) && canImport(UIKit) && canImport(SwiftUI)
    import AVFoundation
    import SwiftUI
    import UIKit

    /// An empty view that holds a surface of the pool.
    final class SurfaceContainer: UIView {
        let slot = SurfaceSlot()

        override func layoutSubviews() {
            super.layoutSubviews()
            if let surface = slot.surface, surface.superview === self { surface.frame = bounds }
        }
    }

    /// Brings a container into SwiftUI.
    struct SurfaceBridge: UIViewRepresentable {
        let request: SurfaceRequest

        func makeUIView(context: Context) -> SurfaceContainer {
            SurfaceContainer(frame: .zero)
        }

        func updateUIView(_ container: SurfaceContainer, context: Context) {
            container.slot.fill(container, with: request)
        }

        static func dismantleUIView(_ container: SurfaceContainer, coordinator: Void) {
            container.slot.empty(container)
        }
    }
#endif
