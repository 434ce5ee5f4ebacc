#if canImport(AVFoundation) && canImport(SwiftUI) && os(tvOS)
    import SwiftUI

    extension View {
        /// A remote has no such keys; its buttons move the focus.
        func onKey(_ key: TransportKey?) -> some View {
            self
        }

        /// Acts on the remote's button for play and pause.
        func playPauseCommand(_ action: @escaping () -> Void) -> some View {
            onPlayPauseCommand(perform: action)
        }
    }
#endif
