import MultiPlayerKitScreen

/// A picture's luma in few cells, which are square as seen.
struct SmallPicture {
    /// Cells in a row. Enough to tell a moving hand, few enough that noise and codecs leave no trace.
    static let columns = 32

    /// Seconds from the first frame.
    var time: Double
    var rows: Int
    /// Row by row, from the top left.
    var cells: [Float]

    /// The cells of a plane.
    ///
    /// - Parameter pixelAspect: a sample's width divided by its height.
    init(time: Double, _ plane: PlaneSamples, pixelAspect: Double = 1) {
        self.time = time
        let shape = Double(plane.height) / (Double(plane.width) * pixelAspect)
        rows = min(max(Int((Double(Self.columns) * shape).rounded()), 1), 4 * Self.columns)
        cells = .init(repeating: 0, count: Self.columns * rows)
        let edges = (0...Self.columns).map { $0 * plane.width / Self.columns }
        // Four lines of each row of cells are enough.
        for row in 0..<rows {
            let (top, bottom) = (row * plane.height / rows, (row + 1) * plane.height / rows)
            let lines = stride(from: top, to: max(bottom, top + 1), by: max((bottom - top) / 4, 1))
            var count = 0
            for line in lines where line < plane.height {
                add(line, of: plane, to: row, edges)
                count += 1
            }
            for column in 0..<Self.columns { cells[row * Self.columns + column] /= Float(max(count, 1)) }
        }
    }

    /// Adds the mean of each stretch of a line to the cells of a row.
    private mutating func add(_ line: Int, of plane: PlaneSamples, to row: Int, _ edges: [Int]) {
        func stretch(_ column: Int) -> Range<Int> {
            let left = min(edges[column], plane.width - 1)
            return left..<max(edges[column + 1], left + 1)
        }
        if plane.depth == 8, plane.sampleStride == 1 {
            let bytes = (plane.base + line * plane.rowStride).assumingMemoryBound(to: UInt8.self)
            for column in 0..<Self.columns {
                let stretch = stretch(column)
                var sum: UInt32 = 0
                for x in stretch { sum &+= UInt32(bytes[x]) }
                cells[row * Self.columns + column] += Float(sum) / Float(stretch.count)
            }
            return
        }
        let scale = Float(255) / Float((1 << plane.depth) - 1)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: plane.width) { samples in
            guard let base = samples.baseAddress else { return }
            plane.copyRow(line, to: base, scale: scale)
            for column in 0..<Self.columns {
                let stretch = stretch(column)
                cells[row * Self.columns + column] += stretch.reduce(0) { $0 + base[$1] } / Float(stretch.count)
            }
        }
    }

    init(time: Double, rows: Int, cells: [Float]) {
        (self.time, self.rows, self.cells) = (time, rows, cells)
    }

    /// The mean of pictures of one size.
    static func mean(of pictures: some Collection<SmallPicture>) -> SmallPicture? {
        guard var mean = pictures.first else { return nil }
        for picture in pictures.dropFirst() {
            for index in mean.cells.indices { mean.cells[index] += picture.cells[index] }
        }
        for index in mean.cells.indices { mean.cells[index] /= Float(pictures.count) }
        return mean
    }

    /// What stands still in pictures of one size: of each cell, the level in the middle of those over time.
    static func background(of pictures: [SmallPicture]) -> SmallPicture? {
        guard var result = pictures.first else { return nil }
        let samples = stride(from: 0, to: pictures.count, by: max(pictures.count / 60, 1)).map { pictures[$0] }
        for cell in result.cells.indices {
            let levels = samples.map { $0.cells[cell] }.sorted()
            result.cells[cell] = levels[levels.count / 2]
        }
        return result
    }

    /// The picture without what changes slowly across it.
    var detail: SmallPicture {
        var result = self
        let half = 3
        for row in 0..<rows {
            for column in 0..<Self.columns {
                var (sum, count): (Float, Float) = (0, 0)
                for y in max(row - half, 0)...min(row + half, rows - 1) {
                    for x in max(column - half, 0)...min(column + half, Self.columns - 1) {
                        sum += cells[y * Self.columns + x]
                        count += 1
                    }
                }
                result.cells[row * Self.columns + column] -= sum / count
            }
        }
        return result
    }
}
