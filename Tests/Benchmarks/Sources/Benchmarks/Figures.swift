#if os(Linux)
    import Foundation

    extension [Double] {
        /// The middle one, or the mean of the middle two.
        var median: Double {
            let sorted = sorted()
            guard !isEmpty else { return .nan }
            return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
        }

        /// Least and greatest, for people.
        var spread: String { "\((self.min() ?? .nan).text(2))…\((self.max() ?? .nan).text(2))" }
    }

    extension Double {
        /// With so many decimals.
        func text(_ decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
    }

    /// Rows of text under headings, numbers to the right; printed row by row, because each takes its time to measure.
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
            // All streams, for the program's own is a variable that no thread may name.
            fflush(nil)
        }
    }
#endif
