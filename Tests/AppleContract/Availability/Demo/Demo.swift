// Compiled with the demo's screens: what SwiftPM generates for them, and what they use beyond the kit's stand-ins.
import Foundation
import SwiftUI

extension Bundle {
    static var module: Bundle { fatalError("only compiled") }
}

#if os(macOS)
    import AppKit

    @MainActor
    final class NSApplication {
        enum ActivationPolicy { case regular, accessory, prohibited }

        static var shared: NSApplication { fatalError("only compiled") }
        @discardableResult
        func setActivationPolicy(_ policy: ActivationPolicy) -> Bool { fatalError("only compiled") }
        func activate() {}
        func run() {}
    }

    extension NSWindow {
        struct StyleMask: OptionSet {
            let rawValue: UInt
            static let titled = StyleMask(rawValue: 1)
            static let closable = StyleMask(rawValue: 2)
            static let miniaturizable = StyleMask(rawValue: 4)
            static let resizable = StyleMask(rawValue: 8)
        }
        enum BackingStoreType { case buffered }

        convenience init(contentRect: NSRect, styleMask: StyleMask, backing: BackingStoreType, defer: Bool) {
            fatalError("only compiled")
        }
        var title: String {
            get { "" }
            set {}
        }
        var contentView: NSView? {
            get { nil }
            set {}
        }
        func center() {}
        func makeKeyAndOrderFront(_ sender: Any?) {}
    }

    final class NSHostingView<Content: View>: NSView {
        init(rootView: Content) {
            super.init(frame: .zero)
        }

        required init?(coder: NSCoder) {
            super.init(coder: coder)
        }
    }
#endif
