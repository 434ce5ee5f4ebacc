import Foundation

/// How two short pieces of two takes lie to each other, from what moves in them.
struct PictureMatch {
    /// The other's time minus the reference's, in seconds.
    let lag: Double
    /// How alike the movements are then, up to 1.
    let likeness: Double
    /// How alike they are at other times at most.
    let rival: Double
    /// How much moves, in levels.
    let motion: Double

    /// - Parameters:
    ///   - reference: pictures in the order of their times, of one size.
    ///   - other: as well; over a longer time.
    ///   - registration: which part of one the other shows.
    ///   - lag: where to look.
    ///   - reach: how far from there.
    init?(
        _ reference: [SmallPicture], _ other: [SmallPicture], _ registration: PictureRegistration, near lag: Double,
        within reach: Double
    ) {
        guard reference.count >= 8, other.count >= 8, let rows = reference.first?.rows else { return nil }
        let registered = other.map { registration.applied(to: $0, rows: rows) }
        let shared = registered[0].cells.indices.filter { !registered[0].cells[$0].isNaN }
        // Times that do not move on are a broken file's.
        guard shared.count >= 64, reference[0].time < reference[reference.count - 1].time,
            other[0].time < other[other.count - 1].time
        else { return nil }
        let interval = { (pictures: [SmallPicture]) in
            (pictures[pictures.count - 1].time - pictures[0].time) / Double(pictures.count - 1)
        }
        // Wide enough to hold three pairs of the slower take, whatever the phase.
        let step = max(interval(reference), interval(other))
        let own = Self.movements(reference, shared, over: max(step, 0.03))
        let theirs = Self.movements(registered, shared, over: max(step, 0.03))
        let products = Self.products(own, theirs, near: lag, within: reach)
        let curve = LikenessCurve(products, width: max(0.6 * step, 0.012))
        guard let peak = curve.highest(in: lag - reach + 1.5 * step...lag + reach - 1.5 * step) else { return nil }
        guard let top = curve.top(near: peak.lag, width: max(1.6 * step, 0.05)) else { return nil }
        self.lag = top
        likeness = peak.likeness
        rival = curve.highest(in: lag - reach...lag + reach, apartFrom: top, by: 0.3)?.likeness ?? 0
        let energy = own.reduce(0) { $0 + $1.energy } / Float(own.count * shared.count)
        motion = Double(energy.squareRoot())
    }

    /// What changes in the shared cells around a picture's time.
    private struct Movement {
        var time: Double
        var cells: [Float]
        var energy: Float
    }

    /// The difference between a later and an earlier picture, for each picture that has both.
    ///
    /// - Parameter time: seconds to the one and to the other, about.
    private static func movements(_ pictures: [SmallPicture], _ cells: [Int], over time: Double) -> [Movement] {
        let length = pictures[pictures.count - 1].time - pictures[0].time
        let step = max(Int((time * Double(pictures.count - 1) / length).rounded()), 1)
        guard pictures.count > 2 * step else { return [] }
        return (step..<pictures.count - step).map { index in
            let (before, after) = (pictures[index - step], pictures[index + step])
            var values = cells.map { after.cells[$0] - before.cells[$0] }
            // Without changes of the whole picture's brightness: cameras adapt at their own times.
            let level = values.reduce(0, +) / Float(values.count)
            for index in values.indices { values[index] -= level }
            return Movement(
                time: (before.time + after.time) / 2, cells: values, energy: values.reduce(0) { $0 + $1 * $1 })
        }
    }

    /// One picture of each take: how far apart they are in time, and what they have in common.
    struct Product {
        var lag: Double
        var product, own, theirs: Float
    }

    private static func products(
        _ own: [Movement], _ theirs: [Movement], near lag: Double, within reach: Double
    ) -> [Product] {
        var products: [Product] = []
        for movement in own {
            for other in theirs where abs(other.time - movement.time - lag) <= reach {
                var sum: Float = 0
                movement.cells.withUnsafeBufferPointer { a in
                    other.cells.withUnsafeBufferPointer { b in
                        for cell in 0..<a.count { sum += a[cell] * b[cell] }
                    }
                }
                products.append(
                    Product(
                        lag: other.time - movement.time, product: sum, own: movement.energy, theirs: other.energy))
            }
        }
        return products
    }
}

/// How alike two takes are, as a function of the lag between them.
private struct LikenessCurve {
    private let products: [PictureMatch.Product]
    private let width: Double

    init(_ products: [PictureMatch.Product], width: Double) {
        self.products = products.sorted { $0.lag < $1.lag }
        self.width = width
    }

    private func likeness(at lag: Double) -> Double? {
        var (sum, own, theirs): (Float, Float, Float) = (0, 0, 0)
        for product in within(lag - width...lag + width) {
            sum += product.product
            own += product.own
            theirs += product.theirs
        }
        return own > 0 && theirs > 0 ? Double(sum / (own * theirs).squareRoot()) : nil
    }

    private func within(_ range: ClosedRange<Double>) -> ArraySlice<PictureMatch.Product> {
        func first(_ isPast: (Double) -> Bool) -> Int {
            var (low, high) = (0, products.count)
            while low < high {
                let middle = (low + high) / 2
                if isPast(products[middle].lag) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let start = first { $0 >= range.lowerBound }
        return products[start..<max(start, first { $0 > range.upperBound })]
    }

    func highest(
        in range: ClosedRange<Double>, apartFrom place: Double = .infinity, by distance: Double = 0
    ) -> (lag: Double, likeness: Double)? {
        var best: (lag: Double, likeness: Double)?
        for lag in stride(from: range.lowerBound, through: range.upperBound, by: 0.004) {
            guard abs(lag - place) >= distance, let value = likeness(at: lag) else { continue }
            if best.map({ value > $0.likeness }) ?? true { best = (lag, value) }
        }
        return best
    }

    /// The top of the parabola that fits the likeness of all pairs near a lag best.
    ///
    /// Both takes were sampled at their own times, so the pairs lie at lags between those of whole frames.
    func top(near lag: Double, width: Double) -> Double? {
        var centre = lag
        for _ in 0..<3 {
            var (s0, s1, s2, s3, s4) = (0.0, 0.0, 0.0, 0.0, 0.0)
            var (y0, y1, y2) = (0.0, 0.0, 0.0)
            for product in within(centre - width...centre + width) {
                let x = (product.lag - centre) / width
                // Pairs in the middle count more, so that none matters much as it comes or goes.
                let weight = (1 - x * x)
                let y = Double(product.product)
                s0 += weight
                s1 += weight * x
                s2 += weight * x * x
                s3 += weight * x * x * x
                s4 += weight * x * x * x * x
                y0 += weight * y
                y1 += weight * x * y
                y2 += weight * x * x * y
            }
            // Cramer's rule for c0 + c1 x + c2 x².
            let det = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s3 * s2) + s2 * (s1 * s3 - s2 * s2)
            guard abs(det) > 1e-12 * max(s0 * s0 * s0, 1) else { return nil }
            let c1 = (s0 * (y1 * s4 - y2 * s3) - y0 * (s1 * s4 - s3 * s2) + s2 * (s1 * y2 - y1 * s2)) / det
            let c2 = (s0 * (s2 * y2 - s3 * y1) - s1 * (s1 * y2 - y1 * s2) + y0 * (s1 * s3 - s2 * s2)) / det
            guard c2 < 0 else { return nil }
            let shift = min(max(-c1 / (2 * c2), -1), 1) * width
            centre += shift
            if abs(shift) < 0.0002 { break }
        }
        return abs(centre - lag) <= 2 * width ? centre : nil
    }
}
