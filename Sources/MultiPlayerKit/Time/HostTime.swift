/// A reading of the clock that all players in the process share.
///
/// Counts nanoseconds from an origin the system picks, so only differences between two readings mean anything.
/// Never goes backwards. Valid inside one process only: do not store or send it.
///
/// - Note: Source: the Core Media host time clock on Apple platforms (`mach_absolute_time`, which stops while the
///   machine sleeps); `CLOCK_MONOTONIC`, which GStreamer's system clock reads, on Linux.
public struct HostTime: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the clock's origin.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public func advanced(by duration: Duration) -> HostTime {
        HostTime(nanoseconds: Int64(clamping: Int128(nanoseconds) + Int128(duration.nanoseconds)))
    }

    public func duration(to other: HostTime) -> Duration {
        .nanoseconds(Int64(clamping: Int128(other.nanoseconds) - Int128(nanoseconds)))
    }

    public static func < (left: HostTime, right: HostTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
