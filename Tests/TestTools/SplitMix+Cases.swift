import MultiPlayerKitTestSupport

@testable import MultiPlayerKit

extension SplitMix {
    /// True once in `count` times.
    mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    /// A duration between two others, to the nanosecond.
    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        .nanoseconds(Int64.random(in: range.lowerBound.nanoseconds...range.upperBound.nanoseconds, using: &self))
    }
}
