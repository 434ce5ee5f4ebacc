import Foundation
import MultiPlayerKit

extension [ComparisonSession.Marker] {
    /// The first one after a time; `nil`: there is none.
    public func next(after time: Duration) -> Element? {
        filter { $0.time > time }.min { $0.time < $1.time }
    }

    /// The last one before a time; `nil`: there is none.
    public func last(before time: Duration) -> Element? {
        filter { $0.time < time }.max { $0.time < $1.time }
    }

    /// Sets a marker, or takes away those that are there already.
    ///
    /// - Parameter tolerance: how far from the time a marker still counts as being there. Default: half a frame at 30 a
    ///   second.
    public mutating func toggle(at time: Duration, within tolerance: Duration = .milliseconds(16)) {
        let others = filter { $0.time < time - tolerance || $0.time > time + tolerance }
        self = others.count == count ? self + [Element(at: time)] : others
    }
}

extension MeasuredComparison {
    /// The pairs furthest apart as markers, the worst first, which their texts tell: "worst 1, 23.45 dB".
    ///
    /// - Parameter count: how many at most.
    public func worstMarkers(_ count: Int = 10) -> [ComparisonSession.Marker] {
        worst(count).enumerated().map { index, pair in
            ComparisonSession.Marker(
                at: pair.time, String(format: "worst %d, %.2f dB", index + 1, pair.measures.psnr))
        }
    }
}
