#if canImport(CGStreamer)
    import CGStreamer

    /// One line of text of any script, laid out by Pango.
    package final class TextLine {
        private let layout: OpaquePointer

        /// - Parameters:
        ///   - pixels: the size of the font.
        ///   - width: where the line ends in an ellipsis; `nil`: nowhere.
        ///   - hasEvenDigits: whether all digits are of one width, so that a running number does not tremble.
        ///   - cairo: what it will be drawn on.
        package init?(
            _ text: String, pixels: Double, isBold: Bool = false, width: Double? = nil, hasEvenDigits: Bool = false,
            on cairo: OpaquePointer
        ) {
            guard let layout = pango_cairo_create_layout(cairo) else { return nil }
            self.layout = layout
            let font = pango_font_description_from_string(isBold ? "Sans Bold" : "Sans")
            defer { pango_font_description_free(font) }
            pango_font_description_set_absolute_size(font, pixels * Self.unit)
            pango_layout_set_font_description(layout, font)
            pango_layout_set_single_paragraph_mode(layout, 1)
            // From left to right, whatever script the first word has: a line has several parts.
            pango_layout_set_auto_dir(layout, 0)
            if let width {
                pango_layout_set_width(layout, Int32(max(width, 0) * Self.unit))
                pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
            }
            if hasEvenDigits, let attributes = pango_attr_list_new() {
                pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
                pango_layout_set_attributes(layout, attributes)
                pango_attr_list_unref(attributes)
            }
            pango_layout_set_text(layout, text, -1)
        }

        deinit { mpk_layout_free(layout) }

        private static let unit = Double(PANGO_SCALE)

        /// In pixels.
        package var size: (width: Double, height: Double) {
            var (width, height): (Int32, Int32) = (0, 0)
            pango_layout_get_size(layout, &width, &height)
            return (Double(width) / Self.unit, Double(height) / Self.unit)
        }

        /// Draws in Cairo's colour.
        ///
        /// - Parameters:
        ///   - x, y: the upper left corner.
        package func draw(on cairo: OpaquePointer, x: Double, y: Double) {
            cairo_move_to(cairo, x, y)
            pango_cairo_show_layout(cairo, layout)
        }
    }
#endif
