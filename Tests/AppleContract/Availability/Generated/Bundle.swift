// Compiled with each module that has resources: what SwiftPM generates for it.
import Foundation

extension Bundle {
    static var module: Bundle { fatalError("only compiled") }
}
