#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// The few thin marks above the tiles: time line, wipe handle, frame of the selected member.
    ///
    /// All sizes are in stage pixels and even, like the chroma below them.
    struct ScreenOverlay {
        private static let accent = StageColour(red: 1.0, green: 0.62, blue: 0.18)
        private static let line = 4.0
        private static let heldLine = 8.0
        /// Height above the lower edge in which the mouse takes hold of the time line.
        private static let reach = 28.0
        private static let frame = 2.0

        private let stage: CGSize
        private(set) var marks: [StageMark] = []

        init(stage: CGSize) {
            self.stage = stage
        }

        /// A line along the lower edge, the part that has been played in the accent colour.
        mutating func addTimeLine(progress: Double, isHeld: Bool) {
            let height = isHeld ? Self.heldLine : Self.line
            let top = stage.height - height
            let played = (stage.width * progress / 2).rounded() * 2
            marks.append(
                StageMark(
                    CGRect(x: played, y: top, width: stage.width - played, height: height), colour: .white,
                    opacity: 0.25))
            marks.append(
                StageMark(CGRect(x: 0, y: top, width: played, height: height), colour: Self.accent, opacity: 0.95))
        }

        /// A notch in the time line, higher than it, so that it is seen on either part.
        mutating func addMarker(at fraction: Double) {
            let x = min(max((stage.width * fraction / 2).rounded() * 2 - 2, 0), stage.width - 4)
            marks.append(StageMark(CGRect(x: x, y: stage.height - 12, width: 4, height: 12), colour: .white))
        }

        /// The boundary of a wipe: a thin line with a short, thicker grip in its middle.
        mutating func addWipe(_ boundary: TileLayout.WipeBoundary, isHeld: Bool) {
            let area = boundary.area
            let colour = isHeld ? Self.accent : .white
            marks.append(
                StageMark(
                    CGRect(x: boundary.x - 1, y: area.minY, width: 2, height: area.height), colour: colour, opacity: 0.8
                ))
            let grip = CGRect(x: boundary.x - 3, y: (area.midY / 2).rounded() * 2 - 24, width: 6, height: 48)
            marks.append(StageMark(grip, colour: colour))
        }

        /// A thin frame just inside a rectangle.
        mutating func addFrame(around rect: CGRect) {
            guard rect.width > 0, rect.height > 0 else { return }
            let width = Self.frame
            let sides = [
                CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: width),
                CGRect(x: rect.minX, y: rect.maxY - width, width: rect.width, height: width),
                CGRect(x: rect.minX, y: rect.minY + width, width: width, height: rect.height - 2 * width),
                CGRect(x: rect.maxX - width, y: rect.minY + width, width: width, height: rect.height - 2 * width),
            ]
            marks += sides.map { StageMark($0, colour: Self.accent) }
        }

        /// Whether the mouse takes hold of the time line here.
        func isOnTimeLine(_ point: CGPoint) -> Bool {
            point.y >= stage.height - Self.reach
        }

        /// How far along the time line a point lies, 0…1.
        func fraction(at point: CGPoint) -> Double {
            min(max(point.x / stage.width, 0), 1)
        }
    }
#endif
