import Foundation
import MultiPlayerKit

/// The viewport in the feed's own terms.
struct FeedWindow: Hashable, Sendable {
    /// The whole viewport, with what lies under bars.
    var full: FeedFrame
    /// The part that no bar covers.
    var clear: FeedFrame
    /// Where `full` begins at both ends of scrolling; `nil`: not known.
    var range: ClosedRange<Double>?

    /// `nil` if the viewport is not a usable rectangle, or bars cover all of it.
    init?(_ viewport: FeedViewport, in layout: FeedLayout) {
        let rect = viewport.visible
        let bars = viewport.bars
        let orientation = layout.orientation
        full = orientation.frame(rect)
        guard full.isUsable else { return nil }
        let inside = CGRect(
            x: rect.minX + Self.bar(bars.left), y: rect.minY + Self.bar(bars.top),
            width: rect.width - Self.bar(bars.left) - Self.bar(bars.right),
            height: rect.height - Self.bar(bars.top) - Self.bar(bars.bottom))
        // CGRect would silently mirror a negative size.
        guard inside.size.width > 0, inside.size.height > 0 else { return nil }
        clear = orientation.frame(inside)
        if let told = viewport.scrollRange {
            guard told.lowerBound.isFinite, told.upperBound.isFinite else { return }
            range =
                orientation.isMirrored
                ? -(told.upperBound + rect.width)...(-(told.lowerBound + rect.width))
                : Double(told.lowerBound)...Double(told.upperBound)
        } else if let content = layout.content {
            let beginning = orientation.isMirrored ? content.lowerBound : min(content.lowerBound, 0)
            let first = beginning - (clear.lead - full.lead)
            range = first...max(first, content.upperBound + (full.trail - clear.trail) - full.length)
        }
    }

    private static func bar(_ length: CGFloat) -> CGFloat { length.isFinite ? max(length, 0) : 0 }

    /// The visible share of a cell, 0…1 of what can be visible.
    func visibility(of cell: FeedFrame) -> Double {
        let along = min(cell.trail, clear.trail) - max(cell.lead, clear.lead)
        let across = min(cell.far, clear.far) - max(cell.near, clear.near)
        let possible = mostAlong(of: cell)
        guard along > 0, across > 0, possible > 0 else { return 0 }
        return min(along / possible, 1) * min(across / min(cell.width, clear.width), 1)
    }

    /// The greatest length of a cell that scrolling can make visible.
    private func mostAlong(of cell: FeedFrame) -> Double {
        let whole = min(cell.length, clear.length)
        guard let range else { return whole }
        let bar = clear.lead - full.lead
        let first = range.lowerBound + bar
        let last = range.upperBound + bar
        // While the clear part begins between these two positions, as much of the cell as possible is visible.
        let ends = (cell.lead, cell.trail - clear.length)
        if last < min(ends.0, ends.1) { return max(last + clear.length - cell.lead, 0) }
        if first > max(ends.0, ends.1) { return max(cell.trail - first, 0) }
        return whole
    }

    /// The position of the reading line: 0 at the beginning of the clear part, 1 at its end, `rest` away from the ends
    /// of the content.
    ///
    /// Near an end of the content the line moves to that end, so that a whole scroll takes it through all of the
    /// content: it meets each cell once while as much of the cell as possible is visible.
    func readingLine(rest: Double) -> Double {
        guard let range else { return rest }
        let travel = range.upperBound - range.lowerBound
        guard travel > 0 else { return 0 }
        let opening = min(rest * clear.length, rest * travel)
        let ending = min((1 - rest) * clear.length, (1 - rest) * travel)
        let gone = full.lead - range.lowerBound
        let left = range.upperBound - full.lead
        var line = rest
        if opening > 0, gone < opening { line -= rest * (1 - max(gone, 0) / opening) }
        if ending > 0, left < ending { line += (1 - rest) * (1 - max(left, 0) / ending) }
        return min(max(line, 0), 1)
    }

    /// The distance of a cell from the reading line. The same share of cell and clear part is compared, so a cell that
    /// exactly fits is at 0.
    func distance(of cell: FeedFrame, line: Double) -> Double {
        abs(cell.lead + line * cell.length - clear.lead - line * clear.length)
    }
}
