#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKitScreen

    /// The colours of a graph: light on dark, told apart by those who see no red or no green.
    struct GraphColour {
        var red, green, blue: Double

        static let paper = GraphColour(red: 0.063, green: 0.071, blue: 0.086)
        static let text = GraphColour(red: 0.92, green: 0.93, blue: 0.95)
        static let faint = GraphColour(red: 0.58, green: 0.61, blue: 0.66)
        static let grid = GraphColour(red: 0.17, green: 0.18, blue: 0.21)
        static let first = GraphColour(red: 0.36, green: 0.72, blue: 1)
        static let second = GraphColour(red: 0.80, green: 0.56, blue: 0.95)
        static let third = GraphColour(red: 0.49, green: 0.80, blue: 0.62)
        static let mark = GraphColour(red: 1, green: 0.72, blue: 0.10)
    }

    /// A sheet to draw a graph on, with Cairo and Pango. Pixels from the top left.
    final class GraphSheet {
        enum Alignment { case left, centre, right }

        private let surface: OpaquePointer
        private let cairo: OpaquePointer

        init(width: Int32, height: Int32) {
            surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)
            cairo = cairo_create(surface)
            use(.paper)
            cairo_paint(cairo)
        }

        deinit {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }

        func line(from start: CGPoint, to end: CGPoint, _ colour: GraphColour) {
            // Through the middle of pixels, so that a line of one pixel is sharp.
            func sharp(_ value: Double) -> Double { value.rounded(.down) + 0.5 }
            use(colour)
            cairo_set_line_width(cairo, 1)
            cairo_move_to(cairo, sharp(start.x), sharp(start.y))
            cairo_line_to(cairo, sharp(end.x), sharp(end.y))
            cairo_stroke(cairo)
        }

        func polyline(_ points: [CGPoint], _ colour: GraphColour, width: Double) {
            guard let first = points.first else { return }
            use(colour)
            cairo_set_line_width(cairo, width)
            cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
            cairo_move_to(cairo, first.x, first.y)
            for point in points.dropFirst() { cairo_line_to(cairo, point.x, point.y) }
            cairo_stroke(cairo)
        }

        /// - Parameter y: the upper edge of the text.
        func text(
            _ text: String, x: Double, y: Double, points: Int, _ colour: GraphColour, alignment: Alignment = .left,
            isBold: Bool = false
        ) {
            guard let line = TextLine(text, pixels: Double(points), isBold: isBold, on: cairo) else { return }
            let length = line.size.width
            let start = alignment == .left ? x : alignment == .centre ? x - length / 2 : x - length
            use(colour)
            line.draw(on: cairo, x: start, y: y)
        }

        /// Returns whether the file is written.
        func writePNG(to path: String) -> Bool {
            cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS
        }

        private func use(_ colour: GraphColour) {
            cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue)
        }
    }
#endif
