// Compiled with the demo's screens: what SwiftPM generates for them.
import Foundation

extension Bundle {
    static var module: Bundle { fatalError("only compiled") }
}
