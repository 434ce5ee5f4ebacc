#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import MultiPlayerKitFeed

    /// What lies over a feed's cells: round corners, a line of progress, a play button, a caption below.
    struct FeedDecoration: Sendable {
        /// What lies around the cells; the corners take its colour.
        static let background = StageColour(red: 0.06, green: 0.065, blue: 0.08)
        private static let accent = StageColour(red: 1.0, green: 0.62, blue: 0.18)
        private static let caption = StageColour(red: 0.62, green: 0.65, blue: 0.7)
        /// Pixels of one dot of the caption, and the room that a caption takes.
        private static let dot = 2.0
        static let captionHeight = 24.0
        /// Corner rows: how far each is cut, in pixels from the edge; even, like the colour samples below.
        private static let corner: [Double] = [6, 4, 2, 2]

        let names: [String]

        func marks(_ look: StageFeed.Look) -> [StageMark] {
            var marks = corners(look.frame)
            if let progress = look.progress, look.isPlaying { marks += line(progress, look.frame) }
            if look.offer != .nothing { marks += button(in: look.frame) }
            return marks + title(of: look)
        }

        private func corners(_ frame: CGRect) -> [StageMark] {
            Self.corner.enumerated().flatMap { row, cut -> [StageMark] in
                let (top, bottom) = (frame.minY + Double(row) * 2, frame.maxY - Double(row + 1) * 2)
                return [top, bottom].flatMap { y in
                    [frame.minX, frame.maxX - cut].map { x in
                        StageMark(CGRect(x: x, y: y, width: cut, height: 2), colour: Self.background)
                    }
                }
            }
        }

        private func line(_ progress: Double, _ frame: CGRect) -> [StageMark] {
            let width = ((frame.width - 16) / 2).rounded() * 2
            let played = (width * min(max(progress, 0), 1) / 2).rounded() * 2
            let y = frame.maxY - 10
            return [
                StageMark(CGRect(x: frame.minX + 8, y: y, width: width, height: 2), colour: .white, opacity: 0.35),
                StageMark(CGRect(x: frame.minX + 8, y: y, width: played, height: 2), colour: Self.accent),
            ]
        }

        /// A triangle on a dark plate.
        private func button(in frame: CGRect) -> [StageMark] {
            let middle = CGPoint(x: (frame.midX / 2).rounded() * 2, y: (frame.midY / 2).rounded() * 2)
            let plate = CGRect(x: middle.x - 24, y: middle.y - 24, width: 48, height: 48)
            let rows = (0..<12).map { row -> StageMark in
                let reach = Double(row < 6 ? row + 1 : 12 - row) * 4
                return StageMark(
                    CGRect(x: middle.x - 10, y: middle.y - 12 + Double(row) * 2, width: reach, height: 2),
                    colour: .white)
            }
            return [StageMark(plate, colour: .black, opacity: 0.55)] + rows
        }

        private func title(of look: StageFeed.Look) -> [StageMark] {
            guard let number = Int(look.cell.description), !names.isEmpty else { return [] }
            let text = "\(number + 1)  \(names[number % names.count])"
            let room = Int((look.frame.width - 8) / Self.dot) / PixelFont.advance
            let colour = look.isPlaying ? Self.accent : Self.caption
            return PixelFont.dots(of: String(text.prefix(room))).map {
                let rect = CGRect(
                    x: look.frame.minX + 4 + $0.minX * Self.dot, y: look.frame.maxY + 8 + $0.minY * Self.dot,
                    width: $0.width * Self.dot, height: $0.height * Self.dot)
                return StageMark(rect, colour: colour)
            }
        }
    }
#endif
