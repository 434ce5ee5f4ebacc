// Declarations as in Apple's documentation, https://developer.apple.com/documentation/foundation/processinfo.
import Foundation

extension ProcessInfo {
    public enum ThermalState: Int, Sendable {
        case nominal, fair, serious, critical
    }

    public var thermalState: ThermalState { .nominal }

    public var isLowPowerModeEnabled: Bool { SystemDouble.shared.read(\.isLowPower) }

    public struct ActivityOptions: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        public static let idleDisplaySleepDisabled = ActivityOptions(rawValue: 1 << 40)
        public static let userInitiated = ActivityOptions(rawValue: 0x00FF_FFFF | 1 << 20)
    }

    public func beginActivity(options: ActivityOptions = [], reason: String) -> any NSObjectProtocol { NSObject() }

    public func endActivity(_ activity: any NSObjectProtocol) {}

    public class var thermalStateDidChangeNotification: NSNotification.Name {
        NSNotification.Name("NSProcessInfoThermalStateDidChangeNotification")
    }
}

extension NSNotification.Name {
    public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
        "NSProcessInfoPowerStateDidChangeNotification")
}

/// Settings that a test makes here and a user makes in a device's settings.
@_spi(Double)
public final class SystemDouble: @unchecked Sendable {
    public struct Settings: Sendable {
        public var isLowPower = false
        public var reducesMotion = false
        public var allowsAutoplay = true
        public var isGuided = false

        public init() {}
    }

    public static let shared = SystemDouble()
    // Guarded by `lock`.
    private let lock = NSLock()
    private var settings = Settings()

    public func read<Value>(_ path: KeyPath<Settings, Value>) -> Value { lock.withLock { settings[keyPath: path] } }

    public func set(_ change: (inout Settings) -> Void) { lock.withLock { change(&settings) } }
}
