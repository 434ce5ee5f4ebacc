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
        /// Steps before it, and where their results lie.
        private let first: [(step: Step, between: Picture)]

        /// `nil` when GStreamer cannot convert between the two.
        ///
        /// - Parameter halves: where the pictures between two steps of scaling lie.
        init?(
            from original: PictureFormat, _ area: PixelRect, to: PictureFormat, _ target: PixelRect,
            halves: HalfPictures
        ) {
            var (from, source) = (original, area)
            var first: [(step: Step, between: Picture)] = []
            while Self.isFarAbove(target, source), mpk_is_planar_yuv(from.info) != 0,
                let half = halves.picture(like: from, width: source.width / 2, height: source.height / 2),
                let step = Step(from: from, source, to: half.format, half.format.whole)
            {
                first.append((step, half))
                (from, source) = (half.format, half.format.whole)
            }
            // GStreamer (1.22) leaves the range alone where nothing else differs; by way of RGB it is converted.
            if mpk_differ_in_range_only(from.info, to.info) != 0 {
                guard let between = Self.rgb(width: target.width, height: target.height),
                    let step = Step(from: from, source, to: between.format, between.format.whole)
                else { return nil }
                first.append((step, between))
                (from, source) = (between.format, between.format.whole)
            }
            guard let last = Step(from: from, source, to: to, target) else { return nil }
            (self.last, self.first) = (last, first)
        }

        /// One step, from a whole picture to its half.
        init?(halving whole: PictureFormat, to half: PictureFormat) {
            guard let step = Step(from: whole, whole.whole, to: half, half.whole) else { return nil }
            (last, first) = (step, [])
        }

        func convert(_ picture: Picture, into buffer: UnsafeMutablePointer<GstBuffer>) {
            var source = picture.buffer
            for (step, between) in first {
                step.run(source, into: between.buffer)
                source = between.buffer
            }
            last.run(source, into: buffer)
        }

        /// Whether a picture is to be halved first: its half is still at least as large as the goal, and not the goal
        /// itself, which the last step reaches at once.
        ///
        /// GStreamer's converter halves both sides on a path of its own (720p to 640x360 in 23 µs); other scales are an
        /// order of magnitude dearer (to 320x180 306 µs, to 426x240 428 µs). Halved first, as often as it goes, these
        /// take 29 and 251 µs, and no pixel of the original is passed over. Sides divide by four, so that the half's
        /// colour samples are whole.
        private static func isFarAbove(_ goal: PixelRect, _ area: PixelRect) -> Bool {
            let (width, height) = (area.width / 2, area.height / 2)
            return width >= goal.width && height >= goal.height && (width, height) != (goal.width, goal.height)
                && area.width % 4 == 0 && area.height % 4 == 0
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

    /// The pictures between two steps of scaling, one of each kind: all tiles of a canvas use them in turn, so that they
    /// stay in the processor's cache.
    final class HalfPictures {
        /// Kinds kept: more than a stage of unlike videos uses. A boundary that is dragged makes a new one every tick.
        private static let capacity = 16
        private var pictures: [Picture] = []

        /// A picture in the pixel format and colours of another, at a size of its own.
        func picture(like format: PictureFormat, width: Int32, height: Int32) -> Picture? {
            guard let wanted = mpk_info_resized(format.info, width, height) else { return nil }
            return picture(in: PictureFormat(owning: wanted))
        }

        /// A picture of a format of its own.
        func picture(in half: PictureFormat) -> Picture? {
            if let known = pictures.first(where: { gst_video_info_is_equal($0.format.info, half.info) != 0 }) {
                return known
            }
            guard let buffer = gst_buffer_new_allocate(nil, half.info.pointee.size, nil) else { return nil }
            let picture = Picture(owning: buffer, format: half)
            // Converters keep those that they use.
            if pictures.count >= Self.capacity { pictures.removeAll() }
            pictures.append(picture)
            return picture
        }
    }

    extension PictureFormat {
        fileprivate var whole: PixelRect { PixelRect(x: 0, y: 0, width: Int32(width), height: Int32(height)) }
    }
#endif
