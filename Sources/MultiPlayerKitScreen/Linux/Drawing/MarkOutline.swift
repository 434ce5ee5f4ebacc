#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit

    extension Canvas.Mark {
        /// Pixels of each of the two lines of an outline.
        static let outlineThickness = 2.0

        /// A white line around a rectangle, and a dark one around that: seen on bright and on dark pictures.
        static func outline(of rect: CGRect, on area: CGRect) -> [Canvas.Mark] {
            let thickness = outlineThickness
            let lines = [(thickness * 2, StageColour.black), (thickness, StageColour.white)]
            return lines.flatMap { distance, colour -> [Canvas.Mark] in
                let outer = rect.insetBy(dx: -distance, dy: -distance)
                let edges = [
                    CGRect(x: outer.minX, y: outer.minY, width: outer.width, height: thickness),
                    CGRect(x: outer.minX, y: outer.maxY - thickness, width: outer.width, height: thickness),
                    CGRect(x: outer.minX, y: outer.minY, width: thickness, height: outer.height),
                    CGRect(x: outer.maxX - thickness, y: outer.minY, width: thickness, height: outer.height),
                ]
                return edges.map { $0.intersection(area) }.filter { !$0.isEmpty }
                    .map { Canvas.Mark(rect: $0, colour: colour, opacity: 1) }
            }
        }
    }
#endif
