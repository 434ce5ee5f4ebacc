#if canImport(AVFoundation) && canImport(SwiftUI) && !os(tvOS)
    import SwiftUI

    extension View {
        /// Gives a button a key, without a modifier; `nil`: none.
        func onKey(_ key: TransportKey?) -> some View {
            keyboardShortcut(key.map { KeyboardShortcut($0.equivalent, modifiers: []) })
        }

        /// Keyboards with a key for play and pause send it to the system's player, not to a view.
        func playPauseCommand(_ action: @escaping () -> Void) -> some View {
            self
        }
    }

    extension TransportKey {
        fileprivate var equivalent: KeyEquivalent {
            switch self {
            case .space: .space
            case .left: .leftArrow
            case .right: .rightArrow
            case .comma: ","
            case .period: "."
            }
        }
    }
#endif
