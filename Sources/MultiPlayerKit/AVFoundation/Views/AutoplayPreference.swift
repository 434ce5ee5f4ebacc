#if canImport(UIKit)
    import UIKit

    /// Whether videos may start by themselves.
    @MainActor
    public enum AutoplayPreference {
        /// What the person chose for video previews in the system's accessibility settings. Ask before each start that
        /// nobody asked for: the answer may change while the app runs.
        public static var allowsAutoplay: Bool { UIAccessibility.isVideoAutoplayEnabled }
    }
#elseif canImport(AppKit)
    import AppKit

    /// Whether videos may start by themselves.
    @MainActor
    public enum AutoplayPreference {
        /// `true`: macOS has no such setting.
        public static var allowsAutoplay: Bool { true }
    }
#endif
