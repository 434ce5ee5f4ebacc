@testable import MultiPlayerKit

extension HostTime {
    /// The host time this many seconds after the clock's origin.
    static func at(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }
}
