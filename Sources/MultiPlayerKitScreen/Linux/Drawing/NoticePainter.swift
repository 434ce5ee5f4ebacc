#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Text on a stage, above everything: what keys do, what is being waited for. See ``Stage/notice``.
    public struct StageNotice: Hashable, Sendable {
        /// A line in two columns.
        public struct Line: Hashable, Sendable {
            /// What stands to the left; the right column begins behind the longest of these.
            public var label: String
            public var text: String

            public init(_ label: String, _ text: String) {
                (self.label, self.text) = (label, text)
            }
        }

        /// A line of its own above the others, in bold; `nil`: none.
        public var title: String?
        /// From the top. Lines that do not fit beside one another end in an ellipsis; so many that they do not fit below one
        /// another are written smaller.
        public var lines: [Line]

        /// Where a notice stands on the stage.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Place: Hashable, Sendable, CaseIterable {
            /// In the middle, both ways.
            case middle
            /// At the lower edge, above a time line.
            case bottom
        }
        /// Where it stands. Default: ``Place/middle``.
        public var place: Place

        public init(title: String? = nil, lines: [Line], place: Place = .middle) {
            (self.title, self.lines, self.place) = (title, lines, place)
        }
    }

    /// Draws a notice.
    enum NoticePainter {
        /// A line's height, where there is room for all: 26 pixels of 720.
        private static let line = 1.0 / 28
        /// The part of the stage that a notice may take.
        private static let share = 0.94
        /// Left free around the text, and between the columns, in lines.
        private static let (padding, gap) = (0.8, 0.9)
        /// The part of the stage's height that stays free below a notice at the bottom, for a time line.
        private static let bottom = 0.08
        private static let radius = 0.4
        private static let opacity = 0.78

        /// `nil` when there is nothing to be drawn, or no memory.
        static func label(for notice: StageNotice, on stage: CGSize) -> Canvas.PlacedLabel? {
            let count = Double(notice.lines.count + (notice.title == nil ? 0 : 1))
            guard count > 0, let trial = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1),
                let ruler = cairo_create(trial)
            else { return nil }
            defer {
                cairo_destroy(ruler)
                cairo_surface_destroy(trial)
            }
            let height = min(stage.height * line, stage.height * share / (count + 2 * padding))
            let (most, font) = (stage.width * share - 2 * padding * height, height * CaptionStyle.font)
            func text(_ words: String, isBold: Bool = false, width: Double) -> TextLine? {
                TextLine(words, pixels: font, isBold: isBold, width: width, on: ruler)
            }
            let title = notice.title.flatMap { text($0, isBold: true, width: most) }
            let labels = notice.lines.map { text($0.label, isBold: true, width: most / 2) }
            let left = (labels.compactMap { $0?.size.width }.max() ?? 0) + gap * height
            let texts = notice.lines.map { text($0.text, width: most - left) }
            let right = texts.compactMap { $0?.size.width }.max() ?? 0
            let inner = min(max(left + right, title?.size.width ?? 0), most)
            let width = CaptionPainter.even(min(inner + 2 * padding * height, stage.width))
            let whole = CaptionPainter.even(min((count + 2 * padding) * height, stage.height))
            let drawn = CanvasLabel(width: width, height: whole) { cairo in
                CaptionPainter.plate(cairo, Double(width), Double(whole), radius: radius * height, opacity: opacity)
                cairo_set_source_rgba(cairo, 1, 1, 1, 1)
                var top = padding * height
                if let title {
                    title.draw(on: cairo, x: padding * height, y: top)
                    top += height
                }
                for (label, text) in zip(labels, texts) {
                    label?.draw(on: cairo, x: padding * height, y: top)
                    text?.draw(on: cairo, x: padding * height + left, y: top)
                    top += height
                }
            }
            guard let drawn else { return nil }
            func middle(_ whole: Double, _ part: Int) -> Int { Int((whole - Double(part)) / 4) * 2 }
            let top =
                switch notice.place {
                case .middle: middle(stage.height, whole)
                case .bottom: max(Int((stage.height * (1 - bottom) - Double(whole)) / 2) * 2, 0)
                }
            return Canvas.PlacedLabel(label: drawn, x: middle(stage.width, width), y: top)
        }
    }
#endif
