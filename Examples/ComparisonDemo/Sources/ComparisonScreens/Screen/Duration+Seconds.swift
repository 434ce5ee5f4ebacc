import Foundation

extension Duration {
    /// Seconds for people and reports; times are never computed from it.
    var inSeconds: Double {
        let parts = components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }

    /// Milliseconds for reports.
    var inMilliseconds: Double { inSeconds * 1000 }
}

extension Double {
    /// Rounded to a number of decimal places, for reports: more would pretend a precision that is not there.
    func rounded(places: Int) -> Double {
        guard isFinite else { return 0 }
        let scale = pow(10, Double(places))
        return (self * scale).rounded() / scale
    }
}
