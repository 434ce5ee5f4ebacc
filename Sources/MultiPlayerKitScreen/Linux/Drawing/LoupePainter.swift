#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// The glass of a loupe in one tile.
    package struct StageGlass: Sendable {
        var id: MemberID
        var picture: Picture
        var glass: Loupe.Glass
    }

    extension Loupe {
        /// The glasses of the pictures that are seen.
        func glasses(
            over frames: [ShownFrame], at placements: [MemberID: TilePlacement], in frame: StageFrame
        ) -> [StageGlass] {
            var seen = 0
            return frames.compactMap { shown in
                guard let place = placements[shown.member], !place.isHidden else { return nil }
                let (width, height) = shown.picture.format.shownPixels
                defer { seen += 1 }
                return glass(
                    width: width, height: height, at: place, index: frame.layout.overlays ? seen : nil,
                    on: frame.size.height
                ).map { StageGlass(id: shown.member, picture: shown.picture, glass: $0) }
            }
        }
    }

    extension StageGlass {
        /// The pixels, each a square of one colour.
        var layer: Canvas.Layer {
            // Members are numbered from 0.
            Canvas.Layer(
                id: ~id.number, picture: picture, crop: glass.view.crop, target: glass.place, isPixelated: true)
        }

        /// The edge of the glass, the pixel in it, and the spot in the tile, which are seen on bright and on dark pictures.
        func marks(in area: CGRect) -> [Canvas.Mark] {
            let (place, view, spot) = (glass.place, glass.view, glass.spot)
            let middle = CGRect(
                x: place.minX + view.middle.minX * place.width, y: place.minY + view.middle.minY * place.height,
                width: view.middle.width * place.width, height: view.middle.height * place.height)
            // No smaller than can be found.
            let least = Canvas.Mark.outlineThickness * 4
            let seen = spot.insetBy(
                dx: min((spot.width - least) / 2, 0), dy: min((spot.height - least) / 2, 0))
            return [place, middle, seen].flatMap { Canvas.Mark.outline(of: $0, on: area) }
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
            return glasses.compactMap { seen in
                let glass = seen.glass
                let (column, row) = (glass.view.column, glass.view.row)
                guard let values = PixelValues(of: seen.picture, column: column, row: row) else { return nil }
                let key = Key(lines: values.lines(column: column, row: row), width: glass.place.width)
                if drawn[seen.id]?.key != key { drawn[seen.id] = (key, Self.paint(key)) }
                guard let label = drawn[seen.id]?.label else { return nil }
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
