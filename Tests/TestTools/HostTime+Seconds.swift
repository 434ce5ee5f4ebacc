@testable import MultiPlayerKit

extension HostTime {
    /// So many seconds after the clock's origin.
    static func at(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }
}
