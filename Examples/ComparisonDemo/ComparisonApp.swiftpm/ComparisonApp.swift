import SwiftUI

/// The demo's screens on an iPhone or iPad, with the demo's own clips or with clips of one's own.
@main
struct ComparisonApp: App {
    var body: some Scene {
        WindowGroup { MenuScreen() }
    }
}
