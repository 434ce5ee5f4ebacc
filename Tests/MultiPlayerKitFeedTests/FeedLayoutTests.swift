import Foundation
import MultiPlayerKitTestSupport
import Testing

@testable import MultiPlayerKit
@testable import MultiPlayerKitFeed
@testable import TestTools

@Suite struct FeedLayoutTests {
    /// Cells as a waterfall of columns, a list of unequal cells, or anywhere.
    private func frames(_ count: Int, _ numbers: inout SplitMix) -> [(FeedCellID, CGRect)] {
        let columns = Int.random(in: 1...4, using: &numbers)
        var ends = [CGFloat](repeating: 0, count: columns)
        let isWild = numbers.oneIn(3)
        return (0..<count).map { index in
            let column = index % columns
            let height = exp(CGFloat.random(in: 1...(numbers.oneIn(40) ? 10 : 6.5), using: &numbers))
            let y = isWild ? CGFloat.random(in: -500...20_000, using: &numbers) : ends[column]
            ends[column] = y + height + 8
            let width = 400 / CGFloat(columns)
            return (FeedCellID(index), CGRect(x: CGFloat(column) * width, y: y, width: width, height: height))
        }
    }

    private func brute(_ cells: [(FeedCellID, CGRect)], _ rect: CGRect) -> Set<FeedCellID> {
        Set(
            cells.filter {
                $0.1.minY < rect.maxY && rect.minY < $0.1.maxY && $0.1.minX < rect.maxX && rect.minX < $0.1.maxX
            }.map(\.0))
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `cells of any size are found as by a search through all of them`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var cells = frames(Int.random(in: 0...300, using: &numbers), &numbers)
        var layout = FeedLayout.frames(cells)
        for round in 0..<60 {
            let rect = CGRect(
                x: CGFloat.random(in: -50...300, using: &numbers),
                y: CGFloat.random(in: -900...22_000, using: &numbers),
                width: CGFloat.random(in: 1...400, using: &numbers),
                height: CGFloat.random(in: 1...2_000, using: &numbers))
            let found = layout.cells(in: rect)
            #expect(Set(found) == brute(cells, rect) && found.count == Set(found).count)
            let keys = found.compactMap { layout.entry(of: $0)?.key }
            #expect(keys == keys.sorted())

            let all = cells.compactMap { layout.entry(of: $0.0) }.sorted { $0.key < $1.key }
            let key = FeedEntry.Key.start(of: rect.minY)
            var touched = 0
            let next = layout.cells(startingAt: key, count: 5, touched: &touched)
            #expect(next.map(\.id) == all.filter { !($0.key < key) }.prefix(5).map(\.id))
            let previous = layout.cells(before: key, count: 5, touched: &touched)
            #expect(previous.map(\.id) == all.filter { $0.key < key }.suffix(5).reversed().map(\.id))

            // Move or remove a cell.
            guard round % 3 == 0, !cells.isEmpty else { continue }
            let index = Int.random(in: 0..<cells.count, using: &numbers)
            if numbers.oneIn(2) {
                cells[index].1.origin.y += CGFloat.random(in: -900...900, using: &numbers)
                cells[index].1.size.height = exp(CGFloat.random(in: 1...7, using: &numbers))
                let moved = (1...2).map { _ in layout.place(cells[index].0, cells[index].1) }
                #expect(moved == [true, false])
            } else {
                let isGone = layout.displace(cells[index].0)
                #expect(isGone)
                cells.remove(at: index)
            }
            #expect(layout.count == cells.count)
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `a computed grid finds the same cells as a list of its frames`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let orientation = FeedOrientation(numbers.oneIn(2) ? .vertical : .horizontal, isRightToLeft: numbers.oneIn(2))
        let count = Int.random(in: 0...60, using: &numbers)
        let grid = FeedLayout.grid(
            count: count, columns: Int.random(in: 1...5, using: &numbers),
            cell: CGSize(
                width: CGFloat.random(in: 5...300, using: &numbers),
                height: CGFloat.random(in: 5...300, using: &numbers)),
            spacing: CGSize(width: numbers.oneIn(2) ? 0 : 11.3, height: numbers.oneIn(2) ? 0 : 7.1),
            origin: CGPoint(x: 33, y: -20), orientation: orientation)
        let cells = (0..<count).compactMap { index in grid.frame(of: FeedCellID(index)).map { (FeedCellID(index), $0) }
        }
        #expect(cells.count == count && grid.frame(of: FeedCellID(count)) == nil && grid.frame(of: "x") == nil)
        let frames = FeedLayout.frames(cells, orientation: orientation)
        for _ in 0..<40 {
            let rect = CGRect(
                x: CGFloat.random(in: -2_000...2_000, using: &numbers),
                y: CGFloat.random(in: -900...9_000, using: &numbers),
                width: CGFloat.random(in: 1...400, using: &numbers),
                height: CGFloat.random(in: 1...2_000, using: &numbers))
            #expect(Set(grid.cells(in: rect)) == Set(frames.cells(in: rect)))
            let key = FeedEntry.Key.start(of: orientation.frame(rect).lead)
            var touched = 0
            #expect(
                grid.cells(startingAt: key, count: 7, touched: &touched).map(\.id)
                    == frames.cells(startingAt: key, count: 7, touched: &touched).map(\.id))
            #expect(
                grid.cells(before: key, count: 7, touched: &touched).map(\.id)
                    == frames.cells(before: key, count: 7, touched: &touched).map(\.id))
        }
    }

    @Test func `the last of two cells with one identifier counts`() {
        let layout = FeedLayout.frames([
            ("a", CGRect(x: 0, y: 0, width: 10, height: 10)), ("a", CGRect(x: 0, y: 50, width: 10, height: 10)),
        ])
        #expect(layout.count == 1 && layout.frame(of: "a")?.minY == 50)
        #expect(layout.cells(in: CGRect(x: 0, y: 0, width: 100, height: 100)) == ["a"])
    }

    /// Finds the most that can be visible of a cell by scrolling through all positions, point by point.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `visibility is a share of what scrolling can make visible`(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let bars = FeedViewport.Bars(
            top: CGFloat(Int.random(in: 0...100, using: &numbers)),
            bottom: CGFloat(Int.random(in: 0...100, using: &numbers)))
        let low = Int.random(in: -100...50, using: &numbers)
        let high = low + Int.random(in: 0...900, using: &numbers)
        let cell = FeedFrame(
            lead: Double(Int.random(in: -200...1_400, using: &numbers)), trail: 0, near: 0, far: 400)
        var frame = cell
        frame.trail = cell.lead + Double(Int.random(in: 1...900, using: &numbers))
        func seen(at place: Int) -> Double {
            max(min(frame.trail, Double(place + 500) - bars.bottom) - max(frame.lead, Double(place) + bars.top), 0)
        }
        let most = (low...high).map(seen).max() ?? 0
        for place in stride(from: low, through: high, by: 7) {
            let viewport = FeedViewport(
                visible: CGRect(x: 0, y: place, width: 400, height: 500), bars: bars,
                scrollRange: CGFloat(low)...CGFloat(high))
            guard let window = FeedWindow(viewport, in: .grid(count: 0, cell: .zero)) else { continue }
            let expected = most > 0 ? seen(at: place) / most : 0
            #expect(abs(window.visibility(of: frame) - expected) < 1e-9)
        }
    }
}
