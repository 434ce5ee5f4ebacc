// Declarations as in Apple's documentation, https://developer.apple.com/documentation/uikit/uiapplication and
// https://developer.apple.com/documentation/uikit/uiaccessibility.
@_spi(Double) @_exported import FoundationApple

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIApplication: UIResponder {
    public static let shared = UIApplication()

    open var isIdleTimerDisabled = false

    public nonisolated class var didEnterBackgroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
    }
    public nonisolated class var willEnterForegroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillEnterForegroundNotification")
    }
    public nonisolated class var didBecomeActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    }
    public nonisolated class var willResignActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillResignActiveNotification")
    }
    public nonisolated class var didReceiveMemoryWarningNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidReceiveMemoryWarningNotification")
    }
}

@available(iOS 8.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
public struct UIAccessibility {
    /// "Auto-Play Video Previews" in the settings.
    @available(iOS 13.0, tvOS 13.0, *)
    @MainActor public static var isVideoAutoplayEnabled: Bool {
        SystemDouble.shared.read(\.allowsAutoplay)
    }

    @available(iOS 13.0, tvOS 13.0, *)
    public static var videoAutoplayStatusDidChangeNotification: NSNotification.Name {
        NSNotification.Name("UIAccessibilityVideoAutoplayStatusDidChangeNotification")
    }

    @MainActor public static var isGuidedAccessEnabled: Bool { SystemDouble.shared.read(\.isGuided) }

    public static var guidedAccessStatusDidChangeNotification: NSNotification.Name {
        NSNotification.Name("UIAccessibilityGuidedAccessStatusDidChangeNotification")
    }

    @MainActor public static var isReduceMotionEnabled: Bool { SystemDouble.shared.read(\.reducesMotion) }

    public static var reduceMotionStatusDidChangeNotification: NSNotification.Name {
        NSNotification.Name("UIAccessibilityReduceMotionStatusDidChangeNotification")
    }
}
