import MultiPlayerKitScreen

/// Measures how far two planes of one size are apart. Used from one thread.
///
/// Squared errors are sums over all samples. Structural similarity is that of Wang, Bovik, Sheikh and Simoncelli (IEEE
/// Transactions on Image Processing 13, 2004) with flat windows of 8x8 samples, one every four samples, and the
/// constants with which ffmpeg's filter of that name counts, so that figures can be compared.
final class PlaneComparer {
    /// What was found.
    struct Result {
        /// The sum of the squared differences, in levels of the deeper plane.
        var squaredError: Double
        /// Mean structural similarity, up to 1 for equal planes.
        var similarity: Double
    }

    /// Windows overlap by half: each consists of two by two blocks of this side.
    private static let block = 4
    /// Samples of a window.
    private static let window = 64.0
    /// The constants K1 and K2 of the paper.
    private static let (luminance, contrast) = (0.01, 0.03)

    /// The sums of one part of both planes.
    private struct Sums {
        var first = 0.0, second = 0.0
        /// Of squared differences, and of products.
        var difference = 0.0, product = 0.0

        static func + (left: Sums, right: Sums) -> Sums {
            Sums(
                first: left.first + right.first, second: left.second + right.second,
                difference: left.difference + right.difference, product: left.product + right.product)
        }

        /// The similarity of a part of `count` samples.
        func similarity(of count: Double, peak: Double) -> Double {
            // ffmpeg, and x264 before it, scale the first constant to sums only once.
            let (luminance, contrast) = (PlaneComparer.luminance * peak, PlaneComparer.contrast * peak)
            let c1 = luminance * luminance * count
            let c2 = contrast * contrast * count * max(count - 1, 1)
            let squares = difference + 2 * product
            let variances = squares * count - first * first - second * second
            let covariance = product * count - first * second
            return (2 * first * second + c1) * (2 * covariance + c2)
                / ((first * first + second * second + c1) * (variances + c2))
        }
    }

    private var width = 0
    /// A row of either plane, and the sums of columns over one row of blocks: of both, of squared differences, and of
    /// products.
    private var scratch: UnsafeMutableBufferPointer<Float> = .allocate(capacity: 0)
    /// The blocks of two rows, which windows have in common.
    private var (above, below): ([Sums], [Sums]) = ([], [])

    deinit { scratch.deallocate() }

    /// - Parameters:
    ///   - first, second: of one size.
    ///   - depth: the bits of a sample in which both are measured; at least those of either.
    func compare(_ first: PlaneSamples, _ second: PlaneSamples, depth: Int) -> Result {
        let height = first.height
        width = first.width
        precondition((second.width, second.height) == (width, height), "planes of one size are compared")
        if scratch.count < width * 6 {
            scratch.deallocate()
            scratch = .allocate(capacity: width * 6)
        }
        let scales = (Float(1 << (depth - first.depth)), Float(1 << (depth - second.depth)))
        let peak = Double(1 << depth) - 1
        let columns = width / Self.block
        var (whole, similarity, windows) = (Sums(), 0.0, 0)
        (above, below) = ([], [])
        for top in stride(from: 0, to: height, by: Self.block) {
            let rows = top..<min(top + Self.block, height)
            sum(first, second, scales, rows)
            whole = whole + total()
            // A last row of blocks that is not whole is in no window.
            guard rows.count == Self.block else { break }
            gather(columns)
            for column in 0..<max(columns - 1, 0) where !above.isEmpty {
                let sums = above[column] + above[column + 1] + (below[column] + below[column + 1])
                similarity += sums.similarity(of: Self.window, peak: peak)
                windows += 1
            }
            swap(&above, &below)
        }
        // A plane too small for a window is one.
        if windows == 0 { (similarity, windows) = (whole.similarity(of: Double(width * height), peak: peak), 1) }
        return Result(squaredError: whole.difference, similarity: similarity / Double(windows))
    }

    /// Sums the columns of some rows. Sums of single precision are exact here: up to four products of 12 bits each.
    private func sum(
        _ first: PlaneSamples, _ second: PlaneSamples, _ scales: (Float, Float), _ rows: Range<Int>
    ) {
        let base = scratch.baseAddress!
        let (a, b) = (base, base + width)
        let (firsts, seconds) = (base + 2 * width, base + 3 * width)
        let (differences, products) = (base + 4 * width, base + 5 * width)
        firsts.update(repeating: 0, count: 4 * width)
        for row in rows {
            first.copyRow(row, to: a, scale: scales.0)
            second.copyRow(row, to: b, scale: scales.1)
            for x in 0..<width {
                let difference = a[x] - b[x]
                firsts[x] += a[x]
                seconds[x] += b[x]
                differences[x] += difference * difference
                products[x] += a[x] * b[x]
            }
        }
    }

    /// The sums over all columns.
    private func total() -> Sums {
        let base = scratch.baseAddress!
        var lanes = SIMD4<Double>.zero
        for x in 0..<width {
            lanes += SIMD4(
                Double(base[2 * width + x]), Double(base[3 * width + x]), Double(base[4 * width + x]),
                Double(base[5 * width + x]))
        }
        return Sums(first: lanes[0], second: lanes[1], difference: lanes[2], product: lanes[3])
    }

    /// Puts the blocks of the rows summed last into `below`.
    private func gather(_ columns: Int) {
        let base = scratch.baseAddress!
        below.removeAll(keepingCapacity: true)
        for column in 0..<columns {
            func block(_ kind: Int) -> Double {
                let sums = base + kind * width + column * Self.block
                return Double(sums[0]) + Double(sums[1]) + Double(sums[2]) + Double(sums[3])
            }
            below.append(Sums(first: block(2), second: block(3), difference: block(4), product: block(5)))
        }
    }
}
