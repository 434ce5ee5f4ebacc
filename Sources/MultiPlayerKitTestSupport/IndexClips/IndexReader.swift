/// A plane of 8-bit luma samples, which it does not own.
public struct LumaPlane {
    /// The top left sample.
    public let base: UnsafePointer<UInt8>
    /// Visible samples in a row.
    public let width: Int
    /// Visible rows.
    public let height: Int
    /// Bytes from one row to the next.
    public let stride: Int

    /// - Parameter stride: bytes from one row to the next; `width` when `nil`, the default.
    public init(base: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int? = nil) {
        self.base = base
        self.width = width
        self.height = height
        self.stride = stride ?? width
    }

    /// The whole plane.
    public var bounds: PictureRect { PictureRect(x: 0, y: 0, width: width, height: height) }
}

/// Finds the index of a test clip's frame in composed pixels.
///
/// Reads pictures that were scaled, letter-boxed, recompressed or covered with grain. Whatever cannot be read beyond
/// doubt gives `nil`: two frames blended into one, a torn block, a hidden block. Allocates nothing, so it can look at
/// every tile of every frame.
public enum IndexReader {
    /// The code read from a block.
    public typealias Reading = IndexCode

    /// Which of the two blocks of a picture to read.
    public enum Half: Hashable, Sendable {
        case left
        case right
        /// The one that can be read; `nil` when both can be read but disagree.
        case either
    }

    /// Dark and bright must be this far apart, in luma levels. Picked below the 44 levels that remain of a
    /// clip shown at a quarter of its opacity and above the grain of the clips.
    static let leastContrast = 32

    /// How far a cell must be from the middle between dark and bright, as a fraction of their distance. A blend of two
    /// frames puts the cells that differ on the middle; scaling moves cells of two pixels by up to 0.3.
    static let leastClearance = 0.15

    /// Reads the code of one picture, or `nil` when it cannot be read beyond doubt.
    ///
    /// - Parameters:
    ///   - plane: the pixels.
    ///   - rect: where the whole picture lies in the plane, in pixels. May reach outside the plane; a block
    ///     that is not wholly inside cannot be read.
    ///   - half: which block to read; `.either` by default.
    public static func read(_ plane: LumaPlane, rect: PictureRect, half: Half = .either) -> Reading? {
        switch half {
        case .left: return readBlock(plane, rect.part(IndexLayout.block(.left)))
        case .right: return readBlock(plane, rect.part(IndexLayout.block(.right)))
        case .either:
            let left = readBlock(plane, rect.part(IndexLayout.block(.left)))
            let right = readBlock(plane, rect.part(IndexLayout.block(.right)))
            guard let left, let right else { return left ?? right }
            return left == right ? left : nil
        }
    }

    /// Reads the code of one picture out of raw bytes, or `nil` when it cannot be read beyond doubt.
    ///
    /// - Parameters:
    ///   - luma: whole rows of luma; their number is the count divided by `stride`.
    ///   - stride: bytes from one row to the next, taken as the visible width as well.
    ///   - rect: where the whole picture lies in the plane, in pixels.
    ///   - half: which block to read; `.either` by default.
    public static func read(
        luma: UnsafeRawBufferPointer, stride: Int, rect: PictureRect, half: Half = .either
    ) -> Reading? {
        guard let base = luma.baseAddress, stride > 0 else { return nil }
        let plane = LumaPlane(
            base: base.assumingMemoryBound(to: UInt8.self), width: stride, height: luma.count / stride)
        return read(plane, rect: rect, half: half)
    }

    /// Reads the index modulo 8 of a picture that is too small for cells, or `nil` when it has none of the eight
    /// levels.
    ///
    /// - Parameters:
    ///   - plane: the pixels.
    ///   - rect: where the whole picture lies in the plane, in pixels; wholly inside.
    public static func readLevel(_ plane: LumaPlane, rect: PictureRect) -> Int? {
        let middle = rect.part(PictureRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        guard rect.width >= 1, rect.height >= 1, rect.isInside(plane) else { return nil }
        let level = Double(
            mean(plane, samples(from: middle.x, length: middle.width), samples(from: middle.y, length: middle.height)))
        // Luma may or may not have been stretched by 255 / 219. With a scale half way between the two, no level is off
        // by more than 0.27 steps.
        let step = (level / 16 - 113.5) / (25 * 1.082) + 3.5
        let nearest = step.rounded()
        return (0...7).contains(nearest) && abs(step - nearest) < 0.4 ? Int(nearest) : nil
    }

    private static func readBlock(_ plane: LumaPlane, _ block: PictureRect) -> Reading? {
        let cellWidth = block.width / Double(IndexCode.columns)
        let cellHeight = block.height / Double(IndexCode.rows)
        // A cell of less than a pixel and a half has no pixel to itself.
        guard cellWidth >= 1.5, cellHeight >= 1.5, block.isInside(plane) else { return nil }
        var means = SIMD32<Int32>()
        for row in 0..<IndexCode.rows {
            let ys = samples(from: block.y + (Double(row) + 0.25) * cellHeight, length: cellHeight / 2)
            for column in 0..<IndexCode.columns {
                let xs = samples(from: block.x + (Double(column) + 0.25) * cellWidth, length: cellWidth / 2)
                means[row * IndexCode.columns + column] = mean(plane, xs, ys)
            }
        }
        return decide(means)
    }

    /// Turns the means of the cells, in sixteenths of a level, into black and white.
    private static func decide(_ means: SIMD32<Int32>) -> Reading? {
        let dark = means.min()
        let bright = means.max()
        guard bright - dark >= Int32(leastContrast * 16) else { return nil }
        let middle = (dark + bright) / 2
        let clearance = Int32(Double(bright - dark) * leastClearance)
        var cells: UInt32 = 0
        for cell in 0..<32 {
            let distance = means[cell] - middle
            guard abs(distance) >= clearance else { return nil }
            if distance > 0 { cells |= 1 << UInt32(cell) }
        }
        return IndexCode(cells: cells)
    }

    /// The samples to take along one axis: first, one past the last, step.
    private typealias Samples = (first: Int, end: Int, step: Int)

    /// The pixels whose centres lie in a stretch, or the one in its middle if there is none. Eight of them
    /// average the grain away, so longer stretches are thinned out.
    private static func samples(from start: Double, length: Double) -> Samples {
        let first = Int((start - 0.5).rounded(.up))
        let end = Int((start + length - 0.5).rounded(.up))
        guard end > first else {
            let middle = Int((start + length / 2).rounded(.down))
            return (middle, middle + 1, 1)
        }
        return (first, end, max(1, (end - first) / 8))
    }

    /// The mean of a cell in sixteenths of a level.
    private static func mean(_ plane: LumaPlane, _ xs: Samples, _ ys: Samples) -> Int32 {
        var sum = 0
        var count = 0
        var y = ys.first
        while y < ys.end {
            let row = plane.base + y * plane.stride
            var x = xs.first
            while x < xs.end {
                sum += Int(row[x])
                count += 1
                x += xs.step
            }
            y += ys.step
        }
        return Int32(sum * 16 / count)
    }
}

extension PictureRect {
    /// Whether every pixel that a block of this shape samples is in the plane. Also false for NaN.
    fileprivate func isInside(_ plane: LumaPlane) -> Bool {
        x >= 0 && y >= 0 && x + width <= Double(plane.width) && y + height <= Double(plane.height)
    }
}
