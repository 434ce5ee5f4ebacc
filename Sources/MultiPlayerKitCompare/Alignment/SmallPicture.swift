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
        // Four lines of each row of cells are enough.
        let lines = (0..<rows).map { [rows] row in
            let (top, bottom) = (row * plane.height / rows, (row + 1) * plane.height / rows)
            return Array(stride(from: top, to: max(bottom, top + 1), by: max((bottom - top) / 4, 1)))
        }
        cells = .init(repeating: 0, count: Self.columns * rows)
        if plane.depth == 8, plane.sampleStride == 1 {
            addBytes(lines, of: plane)
        } else {
            addSamples(lines, of: plane)
        }
    }

    /// The samples of a line that a column of cells is the mean of.
    private static func stretch(_ column: Int, width: Int) -> Range<Int> {
        let left = min(column * width / columns, width - 1)
        return left..<max((column + 1) * width / columns, left + 1)
    }

    /// Adds up the lines of each row of cells before their stretches, which takes a third of the time.
    private mutating func addBytes(_ lines: [[Int]], of plane: PlaneSamples) {
        let stretches = (0..<Self.columns).map { Self.stretch($0, width: plane.width) }
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: plane.width) { sums in
            guard let sum = sums.baseAddress else { return }
            for (row, lines) in lines.enumerated() {
                sum.update(repeating: 0, count: plane.width)
                for line in lines {
                    let bytes = (plane.base + line * plane.rowStride).assumingMemoryBound(to: UInt8.self)
                    for x in 0..<plane.width { sum[x] &+= UInt16(bytes[x]) }
                }
                for (column, stretch) in stretches.enumerated() {
                    var total: UInt32 = 0
                    for x in stretch { total &+= UInt32(sum[x]) }
                    cells[row * Self.columns + column] = Float(total) / Float(stretch.count * lines.count)
                }
            }
        }
    }

    private mutating func addSamples(_ lines: [[Int]], of plane: PlaneSamples) {
        let scale = Float(255) / Float((1 << plane.depth) - 1)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: plane.width) { samples in
            guard let base = samples.baseAddress else { return }
            for (row, lines) in lines.enumerated() {
                let share = 1 / Float(lines.count)
                for line in lines {
                    plane.copyRow(line, to: base, scale: scale)
                    for column in 0..<Self.columns {
                        let stretch = Self.stretch(column, width: plane.width)
                        let mean = stretch.reduce(0) { $0 + base[$1] } / Float(stretch.count)
                        cells[row * Self.columns + column] += mean * share
                    }
                }
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

    /// The picture without what changes slowly across it; cells that are no numbers stay so.
    var detail: SmallPicture {
        var result = self
        let half = 3
        for row in 0..<rows {
            for column in 0..<Self.columns {
                var (sum, count): (Float, Float) = (0, 0)
                for y in max(row - half, 0)...min(row + half, rows - 1) {
                    for x in max(column - half, 0)...min(column + half, Self.columns - 1) {
                        let cell = cells[y * Self.columns + x]
                        guard !cell.isNaN else { continue }
                        sum += cell
                        count += 1
                    }
                }
                result.cells[row * Self.columns + column] -= sum / count
            }
        }
        return result
    }
}
