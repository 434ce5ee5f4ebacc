#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// A rectangle in whole pixels.
    struct PixelRect {
        var x, y, width, height: Int32

        init(x: Int32, y: Int32, width: Int32, height: Int32) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        init(_ rect: CGRect) {
            self.init(x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(rect.width), height: Int32(rect.height))
        }
    }

    /// Scales, crops and converts the pictures of one format into one rectangle of a canvas.
    final class TileConverter {
        /// One of GStreamer's converters.
        private final class Step {
            private let converter: OpaquePointer
            private let from: PictureFormat
            private let to: PictureFormat

            init?(from: PictureFormat, _ source: PixelRect, to: PictureFormat, _ target: PixelRect) {
                guard
                    let converter = mpk_tile_converter(
                        from.info, to.info, source.x, source.y, source.width, source.height, target.x, target.y,
                        target.width, target.height)
                else { return nil }
                (self.converter, self.from, self.to) = (converter, from, to)
            }

            deinit { gst_video_converter_free(converter) }

            func run(_ source: UnsafeMutablePointer<GstBuffer>, into target: UnsafeMutablePointer<GstBuffer>) {
                _ = mpk_convert(converter, from.info, source, to.info, target)
            }
        }

        private let last: Step
        /// A step before it, and where its result lies.
        private let first: (step: Step, between: Picture)?

        /// `nil` when GStreamer cannot convert between the two.
        init?(from: PictureFormat, _ source: PixelRect, to: PictureFormat, _ target: PixelRect) {
            guard mpk_differ_in_range_only(from.info, to.info) != 0 else {
                guard let step = Step(from: from, source, to: to, target) else { return nil }
                (last, first) = (step, nil)
                return
            }
            // GStreamer (1.22) leaves the range alone where nothing else differs; by way of RGB it is converted.
            let whole = PixelRect(x: 0, y: 0, width: target.width, height: target.height)
            guard let between = Self.rgb(width: target.width, height: target.height),
                let one = Step(from: from, source, to: between.format, whole),
                let two = Step(from: between.format, whole, to: to, target)
            else { return nil }
            (last, first) = (two, (one, between))
        }

        func convert(_ picture: Picture, into buffer: UnsafeMutablePointer<GstBuffer>) {
            guard let first else { return last.run(picture.buffer, into: buffer) }
            first.step.run(picture.buffer, into: first.between.buffer)
            last.run(first.between.buffer, into: buffer)
        }

        private static func rgb(width: Int32, height: Int32) -> Picture? {
            let text = "video/x-raw,format=BGRx,width=\(width),height=\(height),framerate=0/1,colorimetry=sRGB"
            guard let caps = gst_caps_from_string(text) else { return nil }
            defer { mpk_caps_unref(caps) }
            guard let format = PictureFormat(caps: caps),
                let buffer = gst_buffer_new_allocate(nil, format.info.pointee.size, nil)
            else { return nil }
            return Picture(owning: buffer, format: format)
        }
    }
#endif
