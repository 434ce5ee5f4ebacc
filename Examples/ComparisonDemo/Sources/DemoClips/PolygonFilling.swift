/// Finds out how much of each pixel a polygon covers, row by row, even-odd rule.
///
/// Every row is cut into a few thin lines; along each line the coverage is exact. That is smooth enough to the eye
/// and needs no more memory than one row.
func forEachCoveredRow(
    of polygon: [Point], width: Int, height: Int,
    _ body: (_ y: Int, _ columns: Range<Int>, _ coverage: UnsafeMutableBufferPointer<Float>) -> Void
) {
    guard polygon.count > 2 else { return }
    var low = polygon[0]
    var high = polygon[0]
    for point in polygon {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
    }
    guard low.x < Float(width), high.x > 0, low.y < Float(height), high.y > 0 else { return }
    let rows = Int(max(low.y, 0))..<min(height, Int(min(high.y, Float(height))) + 1)
    let columns = Int(max(low.x, 0))..<min(width, Int(min(high.x, Float(width))) + 1)
    guard !rows.isEmpty, !columns.isEmpty else { return }

    let lines = 5
    let weight = 1 / Float(lines)
    var crossings: [Float] = []
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 1) { coverage in
        coverage.initialize(repeating: 0)
        for row in rows {
            for line in 0..<lines {
                let y = Float(row) + (Float(line) + 0.5) * weight
                crossings.removeAll(keepingCapacity: true)
                var previous = polygon[polygon.count - 1]
                for point in polygon {
                    if (previous.y <= y) != (point.y <= y) {
                        crossings.append(
                            previous.x + (point.x - previous.x) * (y - previous.y) / (point.y - previous.y))
                    }
                    previous = point
                }
                crossings.sort()
                var i = 0
                while i + 1 < crossings.count {
                    addSpan(crossings[i], crossings[i + 1], weight, to: coverage, width: width)
                    i += 2
                }
            }
            body(row, columns, coverage)
            for x in columns { coverage[x] = 0 }
        }
    }
}

@inline(__always)
private func addSpan(
    _ from: Float, _ to: Float, _ weight: Float, to coverage: UnsafeMutableBufferPointer<Float>, width: Int
) {
    let a = clamp(from, 0, Float(width))
    let b = clamp(to, 0, Float(width))
    guard b > a else { return }
    let first = Int(a)
    let last = Int(b)
    if first == last {
        coverage[first] += (b - a) * weight
        return
    }
    coverage[first] += (Float(first + 1) - a) * weight
    for x in first + 1..<max(last, first + 1) { coverage[x] += weight }
    if last < width { coverage[last] += (b - Float(last)) * weight }
}
