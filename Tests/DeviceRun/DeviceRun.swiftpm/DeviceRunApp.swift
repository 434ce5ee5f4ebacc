import SwiftUI

/// Measures on the device what no document of AVFoundation states; see `Tests/DeviceRun/README.md`.
@main
struct DeviceRunApp: App {
    var body: some Scene {
        WindowGroup { RunScreen() }
    }
}
