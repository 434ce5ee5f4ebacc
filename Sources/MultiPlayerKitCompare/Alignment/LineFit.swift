/// The line on which most of some measured lags lie, whatever the others say.
struct LineFit {
    /// A lag at a time, both in seconds.
    struct Point {
        var time, lag: Double
        var weight = 1.0
    }

    /// The lag at time zero.
    let lag: Double
    /// Seconds of lag per second.
    let slope: Double
    /// Which points lie on it.
    let isOnLine: [Bool]
    var count: Int { isOnLine.count { $0 } }
    /// The root of the mean squared distance of those that lie on it.
    let spread: Double
    /// The middle of their times, and the sum of the squared distances from it.
    private let middle, breadth: Double

    /// - Parameters:
    ///   - tolerance: seconds within which a point lies on the line.
    ///   - steepest: the largest slope.
    /// - Returns: `nil` for no points.
    init?(_ points: [Point], tolerance: Double, steepest: Double) {
        guard !points.isEmpty else { return nil }
        var best: (flags: [Bool], weight: Double, error: Double)?
        func consider(_ lag: Double, _ slope: Double) {
            var (weight, error) = (0.0, 0.0)
            let flags = points.map { point in
                let distance = abs(point.lag - lag - slope * point.time)
                guard distance <= tolerance else { return false }
                weight += point.weight
                error += point.weight * distance * distance
                return true
            }
            if best.map({ weight > $0.weight + 1e-9 || weight > $0.weight - 1e-9 && error < $0.error }) ?? true {
                best = (flags, weight, error)
            }
        }
        for (index, one) in points.enumerated() {
            consider(one.lag, 0)
            for other in points[(index + 1)...] where other.time != one.time {
                let slope = (other.lag - one.lag) / (other.time - one.time)
                if abs(slope) <= steepest { consider(one.lag - slope * one.time, slope) }
            }
        }
        guard let best else { return nil }
        let chosen = zip(points, best.flags).filter(\.1).map(\.0)
        let total = chosen.reduce(0) { $0 + $1.weight }
        let time = chosen.reduce(0) { $0 + $1.weight * $1.time } / total
        let mean = chosen.reduce(0) { $0 + $1.weight * $1.lag } / total
        let square = chosen.reduce(0) { $0 + $1.weight * ($1.time - time) * ($1.time - time) }
        let product = chosen.reduce(0) { $0 + $1.weight * ($1.time - time) * ($1.lag - mean) }
        let slope = square > 0 ? min(max(product / square, -steepest), steepest) : 0
        let error = chosen.reduce(0) { sum, point in
            let distance = point.lag - mean - slope * (point.time - time)
            return sum + point.weight * distance * distance
        }
        (self.slope, lag, isOnLine) = (slope, mean - slope * time, best.flags)
        (spread, middle) = ((error / total).squareRoot(), time)
        breadth = square / total * Double(chosen.count)
    }

    /// How far the line may be wrong at a time: two standard errors, in seconds.
    ///
    /// - Parameter least: how far a single point may be wrong at least, however well they agree.
    func error(at time: Double, least: Double) -> Double {
        guard count > 2, breadth > 0 else { return .infinity }
        // Two degrees of freedom went into the line.
        let single = max(spread * (Double(count) / Double(count - 2)).squareRoot(), least)
        return 2 * single * (1 / Double(count) + (time - middle) * (time - middle) / breadth).squareRoot()
    }
}
