// A stand-in for the module that only Xcode and Swift Playgrounds have for manifests: the product that makes an app.
// Its declaration is public in the package manager's repository, Sources/Runtimes/AppleProductTypes/Product.swift, and
// the types of its arguments in PackageDescription. Of these only what our manifests name is here.
import PackageDescription

extension Product {
    public static func iOSApplication(
        name: String, targets: [String], bundleIdentifier: String? = nil, teamIdentifier: String? = nil,
        displayVersion: String? = nil, bundleVersion: String? = nil, appIcon: AppIcon? = nil,
        accentColor: AccentColor? = nil, supportedDeviceFamilies: [DeviceFamily],
        supportedInterfaceOrientations: [InterfaceOrientation], capabilities: [Capability] = [],
        appCategory: AppCategory? = nil, additionalInfoPlistContentFilePath: String? = nil
    ) -> Product {
        .executable(name: name, targets: targets)
    }

    public struct AppIcon {
        public struct PlaceholderIcon {
            public static var clock: PlaceholderIcon { PlaceholderIcon() }
            public static var star: PlaceholderIcon { PlaceholderIcon() }
        }

        public static func placeholder(icon: PlaceholderIcon) -> AppIcon { AppIcon() }
    }

    public struct AccentColor {
        public struct PresetColor {
            public static var blue: PresetColor { PresetColor() }
        }

        public static func presetColor(_ color: PresetColor) -> AccentColor { AccentColor() }
    }

    public enum DeviceFamily {
        case phone, pad, mac
    }

    public struct DeviceFamilyCondition {
        public static func when(deviceFamilies: [DeviceFamily]) -> DeviceFamilyCondition { DeviceFamilyCondition() }
    }

    public struct InterfaceOrientation {
        public static var portrait: InterfaceOrientation { InterfaceOrientation() }
        public static var landscapeRight: InterfaceOrientation { InterfaceOrientation() }
        public static var landscapeLeft: InterfaceOrientation { InterfaceOrientation() }
        public static func portraitUpsideDown(_ condition: DeviceFamilyCondition? = nil) -> InterfaceOrientation {
            InterfaceOrientation()
        }
    }

    public struct Capability {}
    public struct AppCategory {}
}
