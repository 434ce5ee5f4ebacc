// Declarations as in Apple's documentation, https://developer.apple.com/documentation/uikit/uidevice and
// https://developer.apple.com/documentation/uikit/uiwindowscene.
import FoundationApple

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIDevice: NSObject {
    @available(tvOS, unavailable)
    public enum BatteryState: Int, Sendable {
        case unknown, unplugged, charging, full
    }

    open class var current: UIDevice { UIDevice() }

    open var model: String { "" }
    open var systemName: String { "" }
    open var systemVersion: String { "" }

    @available(iOS 3.0, *)
    @available(tvOS, unavailable)
    open var isBatteryMonitoringEnabled: Bool {
        get { false }
        set {}
    }
    @available(iOS 3.0, *)
    @available(tvOS, unavailable)
    open var batteryState: UIDevice.BatteryState { .unknown }
    @available(iOS 3.0, *)
    @available(tvOS, unavailable)
    open var batteryLevel: Float { -1 }
}

@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIScene: UIResponder {}

@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, visionOS 1.0, *)
@available(macOS, unavailable)
@MainActor
open class UIWindowScene: UIScene {
    @available(visionOS, unavailable)
    open var screen: UIScreen { UIScreen() }
}

@available(iOS 2.0, macCatalyst 13.1, tvOS 9.0, *)
@available(visionOS, unavailable)
@available(macOS, unavailable)
@MainActor
open class UIScreen: NSObject {
    @available(iOS 10.3, *)
    open var maximumFramesPerSecond: Int { 60 }
}

@available(macOS, unavailable)
extension UIApplication {
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, visionOS 1.0, *)
    public var connectedScenes: Set<UIScene> { [] }
}
