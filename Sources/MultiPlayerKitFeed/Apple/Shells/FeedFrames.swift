#if canImport(AVFoundation) && canImport(SwiftUI)
    import Foundation
    import MultiPlayerKit

    /// The frames of a lazy stack's cells: those that were reported, and guesses beyond them.
    ///
    /// A lazy stack makes views as they come near, so the next cell, which is to be prepared, has no frame yet. It gets
    /// one that continues the last rows, until it reports its own.
    struct FeedFrames {
        /// Rows guessed beyond the known ones. By default the third cell ahead is the last one that is fetched.
        static let rowsAhead = 4
        /// Cells that begin less than this many points apart are in one row: views round to pixels.
        private static let tolerance = 1.0

        /// All cells in reading order; empty if the app does not say.
        var order: [FeedCellID] = [] {
            didSet {
                places = [:]
                for (index, cell) in order.enumerated() { places[cell] = index }
                if !order.isEmpty { known = known.filter { places[$0.key] != nil } }
            }
        }

        private(set) var known: [FeedCellID: CGRect] = [:]
        private var places: [FeedCellID: Int] = [:]

        /// Takes in a frame; returns whether it is new.
        mutating func place(_ cell: FeedCellID, _ frame: CGRect) -> Bool {
            guard known[cell] != frame else { return false }
            known[cell] = frame
            return true
        }

        mutating func remove(_ cell: FeedCellID) -> Bool { known.removeValue(forKey: cell) != nil }

        func layout(_ orientation: FeedOrientation) -> FeedLayout {
            var cells = known.map { (id: $0.key, frame: $0.value) }
            for (cell, frame) in guesses(orientation) { cells.append((id: cell, frame: orientation.rect(frame))) }
            return .frames(cells, orientation: orientation)
        }

        private func guesses(_ orientation: FeedOrientation) -> [(FeedCellID, FeedFrame)] {
            let ordered = known.compactMap { cell, frame in places[cell].map { ($0, orientation.frame(frame)) } }
                .filter { $0.1.isUsable }.sorted { $0.0 < $1.0 }
            guard let first = ordered.first?.0, let last = ordered.last?.0 else { return [] }
            let rows = Self.rows(of: ordered.map(\.1))
            guard let model = rows.max(by: { $0.count < $1.count }), let top = rows.first?.first, let end = rows.last
            else { return [] }
            let pitch = rows.count > 1 ? rows[rows.count - 1][0].lead - rows[rows.count - 2][0].lead : end[0].length
            guard pitch > 0 else { return [] }
            var guesses: [(FeedCellID, FeedFrame)] = []
            func add(_ index: Int, lead: Double, column: Int) {
                var frame = model[column]
                (frame.lead, frame.trail) = (lead, lead + frame.length)
                guesses.append((order[index], frame))
            }
            let most = Self.rowsAhead * model.count
            for step in 0..<min(most, order.count - 1 - last) {
                let (row, column) = (end.count + step).quotientAndRemainder(dividingBy: model.count)
                add(last + 1 + step, lead: end[0].lead + Double(row) * pitch, column: column)
            }
            for step in 0..<min(most, first) {
                let (row, column) = step.quotientAndRemainder(dividingBy: model.count)
                add(first - 1 - step, lead: top.lead - Double(row + 1) * pitch, column: model.count - 1 - column)
            }
            return guesses
        }

        /// Frames in reading order, row by row.
        private static func rows(of frames: [FeedFrame]) -> [[FeedFrame]] {
            frames.reduce(into: []) { rows, frame in
                if let lead = rows.last?.first?.lead, abs(frame.lead - lead) < tolerance {
                    rows[rows.count - 1].append(frame)
                } else {
                    rows.append([frame])
                }
            }
        }
    }
#endif
