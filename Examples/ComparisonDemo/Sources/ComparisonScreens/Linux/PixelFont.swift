#if os(Linux)
    import Foundation

    /// Capitals, digits and a few signs of three by five dots, as rectangles: the stage draws nothing else.
    enum PixelFont {
        static let width = 3
        static let height = 5
        /// From one sign to the next, in dots.
        static let advance = 4

        /// Five rows of three dots each, an octal digit a row, from the top.
        private static let signs: [Character: Int] = [
            "0": 0o75557, "1": 0o26227, "2": 0o71747, "3": 0o71317, "4": 0o55711, "5": 0o74717, "6": 0o74757,
            "7": 0o71122, "8": 0o75757, "9": 0o75717, "A": 0o25755, "B": 0o65656, "C": 0o34443, "D": 0o65556,
            "E": 0o74647, "F": 0o74644, "G": 0o34553, "H": 0o55755, "I": 0o72227, "J": 0o11152, "K": 0o55655,
            "L": 0o44447, "M": 0o57755, "N": 0o65555, "O": 0o25552, "P": 0o65644, "Q": 0o25573, "R": 0o65655,
            "S": 0o34216, "T": 0o72222, "U": 0o55557, "V": 0o55552, "W": 0o55775, "X": 0o55255, "Y": 0o55222,
            "Z": 0o71247, "/": 0o11244, ".": 0o00002, "-": 0o00700,
        ]

        /// Width of a text in dots.
        static func length(of text: String) -> Int { max(text.count * advance - 1, 0) }

        /// What is filled, in dots from the text's top left; signs that are not known are gaps.
        static func dots(of text: String) -> [CGRect] {
            text.uppercased().enumerated().flatMap { index, sign in
                (signs[sign].map(bars) ?? []).map { $0.offsetBy(dx: Double(index * advance), dy: 0) }
            }
        }

        /// A sign's dots in as few rectangles as come out by joining rows that are alike.
        private static func bars(_ pattern: Int) -> [CGRect] {
            var bars: [CGRect] = []
            for row in 0..<height {
                for run in runs[pattern >> (3 * (height - 1 - row)) & 0o7] {
                    let above = bars.firstIndex {
                        $0.minX == run.x && $0.width == run.width && $0.maxY == Double(row)
                    }
                    if let above {
                        bars[above].size.height += 1
                    } else {
                        bars.append(CGRect(x: run.x, y: Double(row), width: run.width, height: 1))
                    }
                }
            }
            return bars
        }

        /// Where dots lie beside one another in a row of three.
        private static let runs: [[(x: Double, width: Double)]] = [
            [], [(2, 1)], [(1, 1)], [(1, 2)], [(0, 1)], [(0, 1), (2, 1)], [(0, 2)], [(0, 3)],
        ]
    }
#endif
