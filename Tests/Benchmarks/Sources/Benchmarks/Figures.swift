#if os(Linux)
    import Foundation

    extension [Double] {
        /// The middle one, or the mean of the middle two.
        var median: Double {
            let sorted = sorted()
            guard !isEmpty else { return .nan }
            return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
        }

        /// The least and the greatest value, as text.
        var spread: String { "\((self.min() ?? .nan).text(2))…\((self.max() ?? .nan).text(2))" }
    }

    extension Double {
        /// The number with this many decimals.
        func text(_ decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
    }

    /// Rows of text under headings, aligned right; printed row by row, because each takes time to measure.
    struct Table {
        private let widths: [Int]

        init(_ title: String, _ headings: [String]) {
            print("\n\(title)")
            widths = headings.map { Swift.max($0.count, 8) }
            row(headings)
        }

        func row(_ cells: [String]) {
            let padded = zip(cells, widths).map { String(repeating: " ", count: Swift.max($1 - $0.count, 0)) + $0 }
            print("  " + padded.joined(separator: "  "))
            // Flush all streams: `stdout` is a mutable global variable, which concurrent code may not name.
            fflush(nil)
        }
    }
#endif
