#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// A caption to be drawn.
    package struct StageCaption: Hashable, Sendable {
        var id: MemberID
        var text: String
        /// The visible part of its picture, in pixels of the stage.
        var area: CGRect
        var corner: TileCaptions.Corner
        /// The height of a line in pixels.
        var height: Double
    }

    extension Picture {
        /// How it was coded; `nil`: unknown.
        var codedType: PictureType? {
            PictureType(rawValue: String(UnicodeScalar(UInt8(bitPattern: mpk_buffer_type(buffer)))))
        }
    }

    /// Draws captions, each anew only when its text or its room changes. Used from one thread.
    struct CaptionPainter {
        private struct Key: Equatable {
            var text: String
            var width: Double
            var height: Double
        }

        private var drawn: [MemberID: (key: Key, label: CanvasLabel?)] = [:]

        mutating func labels(for captions: [StageCaption]) -> [Canvas.PlacedLabel] {
            if drawn.count > captions.count {
                let used = Set(captions.map(\.id))
                drawn = drawn.filter { used.contains($0.key) }
            }
            return captions.compactMap { caption in
                let margin = (caption.height * CaptionStyle.margin).rounded()
                let key = Key(text: caption.text, width: caption.area.width - 2 * margin, height: caption.height)
                if drawn[caption.id]?.key != key { drawn[caption.id] = (key, Self.paint(key)) }
                guard let label = drawn[caption.id]?.label else { return nil }
                let (x, y) = Self.place(label, in: caption, margin: margin)
                return Canvas.PlacedLabel(label: label, x: x, y: y)
            }
        }

        /// The least width in lines. A narrower tile gets no caption: nothing could be read in it.
        private static let leastWidth = 3.0

        private static func place(
            _ label: CanvasLabel, in caption: StageCaption, margin: Double
        ) -> (x: Int, y: Int) {
            let area = caption.area.insetBy(dx: margin, dy: margin)
            let isLeft = caption.corner == .topLeft || caption.corner == .bottomLeft
            let isTop = caption.corner == .topLeft || caption.corner == .topRight
            let x = isLeft ? area.minX : area.maxX - Double(label.width)
            let y = isTop ? area.minY : area.maxY - Double(label.height)
            return (Int(x / 2) * 2, Int(y / 2) * 2)
        }

        /// White text on a dark plate, which is read on pictures of any brightness.
        private static func paint(_ key: Key) -> CanvasLabel? {
            guard !key.text.isEmpty, key.width >= key.height * leastWidth,
                let trial = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1), let ruler = cairo_create(trial)
            else { return nil }
            defer {
                cairo_destroy(ruler)
                cairo_surface_destroy(trial)
            }
            let padding = (key.height * CaptionStyle.padding).rounded()
            guard
                let line = TextLine(
                    key.text, pixels: key.height * CaptionStyle.font, width: key.width - 2 * padding,
                    hasEvenDigits: true, on: ruler)
            else { return nil }
            let size = line.size
            let width = even(min(size.width + 2 * padding, key.width))
            let height = even(max(key.height * CaptionStyle.plate, size.height))
            return CanvasLabel(width: width, height: height) { cairo in
                plate(cairo, Double(width), Double(height))
                cairo_set_source_rgba(cairo, 1, 1, 1, 1)
                line.draw(on: cairo, x: padding, y: (Double(height) - size.height) / 2)
            }
        }

        private static func plate(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
            plate(cairo, width, height, radius: height * CaptionStyle.radius, opacity: CaptionStyle.opacity)
        }

        /// A dark plate with round corners.
        static func plate(
            _ cairo: OpaquePointer, _ width: Double, _ height: Double, radius: Double, opacity: Double
        ) {
            cairo_new_sub_path(cairo)
            cairo_arc(cairo, width - radius, radius, radius, -Double.pi / 2, 0)
            cairo_arc(cairo, width - radius, height - radius, radius, 0, Double.pi / 2)
            cairo_arc(cairo, radius, height - radius, radius, Double.pi / 2, Double.pi)
            cairo_arc(cairo, radius, radius, radius, Double.pi, Double.pi * 1.5)
            cairo_close_path(cairo)
            cairo_set_source_rgba(cairo, 0, 0, 0, opacity)
            cairo_fill(cairo)
        }

        static func even(_ value: Double) -> Int { max(Int((value / 2).rounded(.up)) * 2, 2) }
    }
#endif
