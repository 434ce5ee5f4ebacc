import MultiPlayerKitTestSupport

@testable import MultiPlayerKit

extension SplitMix {
    /// True in one of `count` cases on average.
    mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    /// A duration between two others, to the nanosecond.
    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        .nanoseconds(Int64.random(in: range.lowerBound.nanoseconds...range.upperBound.nanoseconds, using: &self))
    }
}
