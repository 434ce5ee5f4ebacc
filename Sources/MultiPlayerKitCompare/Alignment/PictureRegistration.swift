import Foundation

/// Which part of one camera's picture another camera shows: how much larger, and where.
struct PictureRegistration: Equatable {
    /// Cells of the other per cell of the reference.
    var scale = 1.0
    /// Where the reference's top left corner lies in the other, in cells.
    var (x, y) = (0.0, 0.0)

    /// How far apart both cameras' zooms may be.
    private static let scales = 0.55...1.8
    /// The least part of the reference's cells that the other has to show.
    private static let leastShared = 0.22

    /// How alike what both show is, up to 1, and how much that is worth: few cells are easily alike.
    private struct Likeness {
        var value = -1.0
        var worth = -1.0
    }

    /// The best registration, and how alike what both show is, up to 1.
    static func best(of other: SmallPicture, on reference: SmallPicture) -> (PictureRegistration, likeness: Double) {
        let (own, theirs) = (reference.detail, other.detail)
        var best = (PictureRegistration(), likeness: Likeness())
        let columns = Double(SmallPicture.columns)
        var scale = scales.lowerBound
        while scale <= scales.upperBound {
            let (width, height) = (Double(SmallPicture.columns) * scale, Double(reference.rows) * scale)
            let (limitX, limitY) = (0.6 * max(width, columns), 0.6 * max(height, Double(other.rows)))
            let middle = (x: (columns - width) / 2, y: (Double(other.rows) - height) / 2)
            for dx in stride(from: -limitX, through: limitX, by: 1.5) {
                for dy in stride(from: -limitY, through: limitY, by: 1.5) {
                    let tried = PictureRegistration(scale: scale, x: middle.x + dx, y: middle.y + dy)
                    let likeness = tried.likeness(of: theirs, to: own, step: 2)
                    if likeness.worth > best.likeness.worth { best = (tried, likeness) }
                }
            }
            scale *= 1.06
        }
        return best.0.refined(for: other, on: reference)
    }

    /// The best registration near this one, to a twentieth of a cell.
    func refined(
        for other: SmallPicture, on reference: SmallPicture
    ) -> (PictureRegistration, likeness: Double) {
        var best = (self, likeness: closeLikeness(of: other, to: reference))
        var (step, zoom) = (1.0, 1.03)
        while step > 0.02 {
            var isBetter = false
            for change in [(step, 0, 1), (-step, 0, 1), (0, step, 1), (0, -step, 1), (0, 0, zoom), (0, 0, 1 / zoom)] {
                var tried = best.0
                // Zooming holds the middle.
                let (centreX, centreY) = (Double(SmallPicture.columns) / 2, Double(reference.rows) / 2)
                tried.x += change.0 + centreX * tried.scale * (1 - change.2)
                tried.y += change.1 + centreY * tried.scale * (1 - change.2)
                tried.scale *= change.2
                guard Self.scales.contains(tried.scale) else { continue }
                let likeness = tried.closeLikeness(of: other, to: reference)
                if likeness > best.likeness { (best, isBetter) = ((tried, likeness), true) }
            }
            if !isBetter { (step, zoom) = (step / 2, 1 + (zoom - 1) / 2) }
        }
        return best
    }

    /// How alike what both show is, in the cells of the reference.
    ///
    /// To take slow changes out of each in its own cells, and to value how much is shared, would each draw the scale by 1 or
    /// 2 %: half a cell at the edges.
    private func closeLikeness(of other: SmallPicture, to reference: SmallPicture) -> Double {
        let seen = applied(to: other, rows: reference.rows)
        let both = SmallPicture(
            time: 0, rows: reference.rows, cells: zip(reference.cells, seen.cells).map { $1.isNaN ? $1 : $0 })
        let pairs = zip(both.detail.cells, seen.detail.cells).filter { !$0.0.isNaN }
        guard Double(pairs.count) >= Self.leastShared * Double(reference.cells.count) else { return -1 }
        var (aa, bb, ab): (Float, Float, Float) = (0, 0, 0)
        for (a, b) in pairs { (aa, bb, ab) = (aa + a * a, bb + b * b, ab + a * b) }
        return aa > 0 && bb > 0 ? Double(ab / (aa * bb).squareRoot()) : -1
    }

    /// Where a cell of the reference lies in the other: the cell to its upper left, and how far it lies from that one.
    private func place(column: Int, row: Int, rows: Int) -> (at: Int, right: Float, down: Float)? {
        let u = (Double(column) + 0.5) * scale + x - 0.5
        let v = (Double(row) + 0.5) * scale + y - 0.5
        guard u >= 0, v >= 0, u < Double(SmallPicture.columns - 1), v < Double(rows - 1) else { return nil }
        return (Int(v) * SmallPicture.columns + Int(u), Float(u - u.rounded(.down)), Float(v - v.rounded(.down)))
    }

    private func likeness(of other: SmallPicture, to reference: SmallPicture, step: Int) -> Likeness {
        var (count, a, b, aa, bb, ab): (Float, Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0, 0)
        var all: Float = 0
        reference.cells.withUnsafeBufferPointer { own in
            other.cells.withUnsafeBufferPointer { theirs in
                for row in stride(from: 0, to: reference.rows, by: step) {
                    for column in stride(from: 0, to: SmallPicture.columns, by: step) {
                        all += 1
                        guard let place = place(column: column, row: row, rows: other.rows) else { continue }
                        let p = own[row * SmallPicture.columns + column]
                        let below = place.at + SmallPicture.columns
                        let top = theirs[place.at] * (1 - place.right) + theirs[place.at + 1] * place.right
                        let bottom = theirs[below] * (1 - place.right) + theirs[below + 1] * place.right
                        let q = top * (1 - place.down) + bottom * place.down
                        count += 1
                        (a, b) = (a + p, b + q)
                        (aa, bb, ab) = (aa + p * p, bb + q * q, ab + p * q)
                    }
                }
            }
        }
        guard Double(count) >= Self.leastShared * Double(all) else { return Likeness() }
        let (va, vb) = (aa - a * a / count, bb - b * b / count)
        guard va > 0, vb > 0 else { return Likeness() }
        let value = (ab - a * b / count) / (va * vb).squareRoot()
        return Likeness(value: Double(value), worth: Double(value * (count / all).squareRoot()))
    }

    /// The other's picture in the cells of the reference; not a number where it shows nothing.
    func applied(to other: SmallPicture, rows: Int) -> SmallPicture {
        var cells = [Float](repeating: .nan, count: rows * SmallPicture.columns)
        let theirs = other.cells
        for row in 0..<rows {
            for column in 0..<SmallPicture.columns {
                guard let place = place(column: column, row: row, rows: other.rows) else { continue }
                let (at, right, down) = place
                let below = at + SmallPicture.columns
                let top = theirs[at] * (1 - right) + theirs[at + 1] * right
                let bottom = theirs[below] * (1 - right) + theirs[below + 1] * right
                cells[row * SmallPicture.columns + column] = top * (1 - down) + bottom * down
            }
        }
        return SmallPicture(time: other.time, rows: rows, cells: cells)
    }
}
