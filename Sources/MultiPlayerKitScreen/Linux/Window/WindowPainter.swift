#if canImport(CGStreamer)
    import CGStreamer
    import CGStreamer.Window
    import Foundation
    import MultiPlayerKit

    /// Draws pictures of one format into a window's surface. Used on ``WindowThread`` only.
    ///
    /// Scaling comes before the conversion, where a picture has less than half the bytes.
    final class WindowPainter {
        private let format: PictureFormat
        private var area = CGRect.null
        private var layout = GST_VIDEO_FORMAT_UNKNOWN
        /// The picture in the window's size; `nil`: it has that size already.
        private var scaled: Picture?
        private var scaler: OpaquePointer?
        private var converter: OpaquePointer?

        init(_ format: PictureFormat) { self.format = format }

        deinit { release() }

        /// - Parameter area: where the picture goes; even sides, inside the surface.
        func paint(_ picture: Picture, onto pixels: mpk_window_pixels, in area: CGRect) {
            let (x, y) = (Int32(area.minX), Int32(area.minY))
            // The window may have been resized meanwhile; an event of that is on its way.
            guard x >= 0, y >= 0, area.maxX <= Double(pixels.width), area.maxY <= Double(pixels.height) else { return }
            let known = pixels.format == GST_VIDEO_FORMAT_UNKNOWN ? GST_VIDEO_FORMAT_BGRx : pixels.format
            if area != self.area || known != layout { prepare(area, known) }
            guard let converter, let source = mpk_map(picture.format.info, picture.buffer, 0) else { return }
            defer { mpk_unmap(source) }
            withUnsafePointer(to: pixels) { pixels in
                guard let scaled else { return mpk_convert_to_screen(converter, source, pixels, known, x, y) }
                guard let target = mpk_map(scaled.format.info, scaled.buffer, 1) else { return }
                defer { mpk_unmap(target) }
                mpk_scale(scaler, source, target, 0, 0, Int32(scaled.format.width), Int32(scaled.format.height))
                mpk_convert_to_screen(converter, target, pixels, known, x, y)
            }
        }

        private func prepare(_ area: CGRect, _ layout: GstVideoFormat) {
            release()
            (self.area, self.layout) = (area, layout)
            let (width, height) = (Int(area.width), Int(area.height))
            guard width != format.width || height != format.height else {
                converter = mpk_rgb_converter(format.info, format.info, layout)
                return
            }
            guard let scaled = format.blank(width: width, height: height) else { return }
            scaler = mpk_scaler(format.info, 0, 0, Int32(format.width), Int32(format.height), scaled.format.info)
            converter = scaler == nil ? nil : mpk_rgb_converter(scaled.format.info, format.info, layout)
            self.scaled = scaled
        }

        private func release() {
            for used in [scaler, converter].compactMap({ $0 }) { gst_video_converter_free(used) }
            (scaler, converter, scaled) = (nil, nil, nil)
        }
    }
#endif
