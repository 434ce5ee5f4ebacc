import AVFoundation
import Foundation
import UIKit

/// What the head of a report says about the device.
@MainActor
struct DeviceFacts {
    /// The version that the demo names too. An app cannot know which commit it was built from.
    private static let kitVersion = "0.1.0"

    private let device = UIDevice.current

    init() {
        // Without this the device does not tell its power state.
        device.isBatteryMonitoringEnabled = true
    }

    /// As `README.md` wants to have it in `Reports`.
    var fileName: String { "\(Self.machine)-\(device.systemVersion).txt" }

    var head: [String] {
        [
            "device: \(device.model) \(Self.machine)",
            "system: \(device.systemName) \(device.systemVersion)",
            "kit: \(Self.kitVersion), commit: (write it here)",
            "refresh rate: \(Self.refreshRate.map { "\($0) Hz" } ?? "unknown")",
            "power: \(Self.power), low power mode: \(ProcessInfo.processInfo.isLowPowerModeEnabled ? "on" : "off")",
            "thermal state before: \(Self.thermalState)",
        ]
    }

    static var thermalState: String {
        switch ProcessInfo.processInfo.thermalState {
        case .nominal: "nominal"
        case .fair: "fair"
        case .serious: "serious"
        case .critical: "critical"
        @unknown default: "unknown"
        }
    }

    static var power: String {
        let state =
            switch UIDevice.current.batteryState {
            case .unplugged: "battery"
            case .charging: "charging"
            case .full: "full"
            case .unknown: "unknown"
            @unknown default: "unknown"
            }
        return "\(state) \(Int((UIDevice.current.batteryLevel * 100).rounded())) %"
    }

    /// Where sound goes: the clock of an audible member is this device's.
    static var route: String {
        AVAudioSession.sharedInstance().currentRoute.outputs.first?.portType.rawValue ?? "none"
    }

    /// The highest rate of the screen that shows the app.
    private static var refreshRate: Int? {
        UIApplication.shared.connectedScenes.compactMap { ($0 as? UIWindowScene)?.screen.maximumFramesPerSecond }.max()
    }

    /// The name of the hardware, as in `iPad14,3`; `UIDevice` has none.
    private static var machine: String {
        var size = 0
        guard sysctlbyname("hw.machine", nil, &size, nil, 0) == 0, size > 1 else { return "unknown" }
        var bytes = [UInt8](repeating: 0, count: size)
        guard sysctlbyname("hw.machine", &bytes, &size, nil, 0) == 0 else { return "unknown" }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
