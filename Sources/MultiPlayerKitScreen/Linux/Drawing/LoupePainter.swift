#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// The glass of a loupe in one tile.
    package struct StageGlass: Sendable {
        var id: MemberID
        var picture: Picture
        var view: Loupe.View
        /// In pixels of the stage, without the lines below it.
        var place: CGRect
        /// The pixel under the spot as its tile shows it, in pixels of the stage.
        var spot: CGRect
    }

    extension Loupe {
        /// The glasses of the pictures that are seen.
        func glasses(
            over frames: [ShownFrame], at placements: [MemberID: TilePlacement], in frame: StageFrame
        ) -> [StageGlass] {
            var seen = 0
            return frames.compactMap { shown in
                guard let place = placements[shown.member], !place.isHidden else { return nil }
                let picture = shown.picture
                let (width, height) = picture.format.shownPixels
                let index = frame.layout.overlays ? seen : nil
                seen += 1
                let area = index == nil ? place.visible : place.picture.intersection(place.tile)
                guard let view = view(width: width, height: height),
                    let glass = self.place(in: area, index: index, on: frame.size.height)
                else { return nil }
                let (across, down) = (place.picture.width / Double(width), place.picture.height / Double(height))
                let spot = CGRect(
                    x: place.picture.minX + Double(view.column) * across,
                    y: place.picture.minY + Double(view.row) * down, width: across, height: down)
                return StageGlass(id: shown.member, picture: picture, view: view, place: glass, spot: spot)
            }
        }
    }

    extension StageGlass {
        /// The pixels, each a square of one colour.
        var layer: Canvas.Layer {
            // Members are numbered from 0.
            Canvas.Layer(id: ~id.number, picture: picture, crop: view.crop, target: place, isPixelated: true)
        }

        /// The edge of the glass, the pixel in it, and the spot in the tile, which are seen on bright and on dark pictures.
        func marks(in area: CGRect) -> [Canvas.Mark] {
            let middle = CGRect(
                x: place.minX + view.middle.minX * place.width, y: place.minY + view.middle.minY * place.height,
                width: view.middle.width * place.width, height: view.middle.height * place.height)
            // No smaller than can be found.
            let least = Self.thickness * 4
            let seen = spot.insetBy(
                dx: min((spot.width - least) / 2, 0), dy: min((spot.height - least) / 2, 0))
            return Self.outline(place, on: area) + Self.outline(middle, on: area) + Self.outline(seen, on: area)
        }

        private static let thickness = 2.0

        /// A white line around a rectangle, and a dark one around that.
        private static func outline(_ rect: CGRect, on area: CGRect) -> [Canvas.Mark] {
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

    /// Writes the values below the glasses, each anew only when they change. Used from one thread.
    struct LoupePainter {
        private struct Key: Equatable {
            var lines: [String]
            var width: Double
        }

        private var drawn: [MemberID: (key: Key, label: CanvasLabel?)] = [:]

        mutating func labels(for glasses: [StageGlass]) -> [Canvas.PlacedLabel] {
            if drawn.count > glasses.count {
                let used = Set(glasses.map(\.id))
                drawn = drawn.filter { used.contains($0.key) }
            }
            return glasses.compactMap { glass in
                let (column, row) = (glass.view.column, glass.view.row)
                guard let values = PixelValues(of: glass.picture, column: column, row: row) else { return nil }
                let key = Key(lines: values.lines(column: column, row: row), width: glass.place.width)
                if drawn[glass.id]?.key != key { drawn[glass.id] = (key, Self.paint(key)) }
                guard let label = drawn[glass.id]?.label else { return nil }
                return Canvas.PlacedLabel(label: label, x: Int(glass.place.minX), y: Int(glass.place.maxY))
            }
        }

        private static func paint(_ key: Key) -> CanvasLabel? {
            let line = key.width * Loupe.line
            let lines = key.lines.filter { !$0.isEmpty }
            let height = CaptionPainter.even(line * Double(lines.count))
            return CanvasLabel(width: Int(key.width), height: height) { cairo in
                CaptionPainter.plate(cairo, key.width, Double(height), radius: 0, opacity: CaptionStyle.opacity)
                cairo_set_source_rgba(cairo, 1, 1, 1, 1)
                let padding = line * CaptionStyle.padding
                for (index, text) in lines.enumerated() {
                    let text = TextLine(
                        text, pixels: line * CaptionStyle.font, width: key.width - 2 * padding, hasEvenDigits: true,
                        on: cairo)
                    text?.draw(on: cairo, x: padding, y: line * Double(index))
                }
            }
        }
    }
#endif
