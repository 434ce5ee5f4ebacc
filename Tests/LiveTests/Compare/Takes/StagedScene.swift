import Foundation
import MultiPlayerKitTestSupport

/// Something that happens in front of several cameras: things that move at irregular times before a still background.
///
/// A function of time, so that cameras of any frame rate see it exactly. Equal seeds make equal scenes.
struct StagedScene: Sendable {
    static let (width, height) = (480, 270)

    /// In seconds.
    let length: Double
    let seed: UInt64
    private let background: [UInt8]
    private let movers: [Mover]

    init(seed: UInt64, length: Double = 130) {
        (self.seed, self.length) = (seed, length)
        var random = SplitMix(seed: seed &* 31 &+ 7)
        background = Self.texture(&random)
        movers = (0..<5).map { _ in Mover(length: length, &random) }
    }

    /// The luma of the whole scene.
    func picture(at time: Double) -> [UInt8] {
        var picture = background
        for mover in movers { mover.draw(into: &picture, at: time) }
        return picture
    }

    /// Noise of several sizes, from dark to bright.
    private static func texture(_ random: inout SplitMix) -> [UInt8] {
        var sum = [Double](repeating: 90, count: width * height)
        for (cell, amplitude) in [(80, 55.0), (31, 35.0), (11, 22.0), (4, 9.0)] {
            let (columns, rows) = (width / cell + 3, height / cell + 3)
            let grid = (0..<columns * rows).map { _ in Double.random(in: -1...1, using: &random) }
            for y in 0..<height {
                let (row, fy) = (y / cell, Double(y % cell) / Double(cell))
                for x in 0..<width {
                    let (column, fx) = (x / cell, Double(x % cell) / Double(cell))
                    let at = row * columns + column
                    let top = grid[at] * (1 - fx) + grid[at + 1] * fx
                    let bottom = grid[at + columns] * (1 - fx) + grid[at + columns + 1] * fx
                    sum[y * width + x] += amplitude * (top * (1 - fy) + bottom * fy)
                }
            }
        }
        return sum.map { UInt8(min(max($0, 16), 235)) }
    }
}

/// Rests and moves in turn, by irregular times and ways.
private struct Mover: Sendable {
    private struct Way {
        var start, end: Double
        var from, to: (x: Double, y: Double)
    }

    private let ways: [Way]
    private let width, height: Double
    private let level, contrast, period: Double

    init(length: Double, _ random: inout SplitMix) {
        width = .random(in: 24...70, using: &random)
        height = .random(in: 24...80, using: &random)
        level =
            Bool.random(using: &random) ? .random(in: 30...70, using: &random) : .random(in: 170...220, using: &random)
        contrast = .random(in: 5...30, using: &random)
        period = .random(in: 8...20, using: &random)
        var ways: [Way] = []
        var time = 0.0
        func place(_ random: inout SplitMix) -> (x: Double, y: Double) {
            (.random(in: 80...400, using: &random), .random(in: 45...225, using: &random))
        }
        var here = place(&random)
        while time < length {
            time += -log(Double.random(in: 0.02...1, using: &random)) * 1.1
            let there = place(&random)
            let duration = Double.random(in: 0.3...1.6, using: &random)
            ways.append(Way(start: time, end: time + duration, from: here, to: there))
            time += duration
            here = there
        }
        self.ways = ways
    }

    func draw(into picture: inout [UInt8], at time: Double) {
        var (low, high) = (0, ways.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ways[middle].end < time { low = middle + 1 } else { high = middle }
        }
        let way = ways[low]
        let part = min(max((time - way.start) / (way.end - way.start), 0), 1)
        let eased = part * part * (3 - 2 * part)
        let x = way.from.x + (way.to.x - way.from.x) * eased
        let y = way.from.y + (way.to.y - way.from.y) * eased
        let (left, top) = (x - width / 2, y - height / 2)
        let columns = max(Int(left) - 1, 0)...min(Int(left + width) + 1, StagedScene.width - 1)
        let rows = max(Int(top) - 1, 0)...min(Int(top + height) + 1, StagedScene.height - 1)
        let stripes = columns.map { level + contrast * sin((Double($0) - left) * 2 * .pi / period) }
        picture.withUnsafeMutableBufferPointer { pixels in
            for row in rows {
                let fy = min(max(min(Double(row) - top + 0.5, top + height - Double(row) + 0.5), 0), 1)
                for column in columns {
                    let fx = min(max(min(Double(column) - left + 0.5, left + width - Double(column) + 0.5), 0), 1)
                    let at = row * StagedScene.width + column
                    let under = Double(pixels[at])
                    pixels[at] = UInt8(under + (stripes[column - columns.lowerBound] - under) * fx * fy)
                }
            }
        }
    }
}
