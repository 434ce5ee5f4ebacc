#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// A rectangle in whole pixels.
    package struct PixelRect: Hashable {
        package var x, y, width, height: Int32

        package init(x: Int32, y: Int32, width: Int32, height: Int32) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        package init(_ rect: CGRect) {
            self.init(x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(rect.width), height: Int32(rect.height))
        }
    }

    /// Part of a picture that is magnified, which may begin and end within a pixel.
    package struct PictureDetail: Hashable {
        /// In pixels of the stored picture.
        package var area: CGRect
        /// Whether pixels stay squares of one colour; otherwise they blend into each other.
        package var isPixelated: Bool

        package init(_ area: CGRect, isPixelated: Bool) { (self.area, self.isPixelated) = (area, isPixelated) }
    }

    /// Builds the steps that bring a picture to its tile.
    package struct ConversionPath {
        package private(set) var steps: [any PictureStep] = []
        /// The output format of the steps so far.
        package private(set) var format: PictureFormat
        /// The visible part of that output.
        package private(set) var area: PixelRect

        /// Begins with what every further step needs: planar pictures of a single instant.
        package init?(from original: PictureFormat, _ area: PixelRect) {
            (format, self.area) = (original, area)
            if mpk_is_planar(format.info) == 0 {
                guard
                    let planar = Picture(
                        blank: mpk_planar_sibling(format.info), width: format.width, height: format.height, like: format
                    ),
                    let step = ScaleStep(from: format, format.whole, to: planar)
                else { return nil }
                add(step, PictureFormat(planar.format, scannedAs: original))
            }
            if original.scan != .progressive {
                guard let step = FieldStep(from: format) else { return nil }
                add(step, step.format)
            }
        }

        package mutating func add(_ step: some PictureStep, _ result: PictureFormat) {
            steps.append(step)
            if result.width != format.width || result.height != format.height { area = result.whole }
            format = result
        }

        /// Crops to the visible area if its rows begin at addresses that GStreamer's converter cannot handle.
        package mutating func cropUnalignedArea() -> Bool {
            // Chroma rows are half as long.
            guard area.x % (2 * Int32(MPK_ROW_ALIGNMENT)) != 0 else { return true }
            guard let step = CropStep(from: format, area) else { return false }
            add(step, step.format)
            area = step.format.whole
            return true
        }

        /// Halves the picture while it stays at least as large as the target, except where a halving would reach
        /// exactly the target, since the last step does that.
        ///
        /// GStreamer's converter has a special path for halving both sides (720p to 640x360 in 23 µs); other scales
        /// cost an order of magnitude more (306 µs to 320x180, 428 µs to 426x240). With as many halvings first as
        /// possible, these take 29 and 251 µs, and no pixel of the original is skipped. Sides must be divisible by
        /// four, so that the half has whole chroma samples.
        package mutating func halve(towards width: Int, _ height: Int, _ halves: HalfPictures) {
            while area.width % 4 == 0, area.height % 4 == 0, area.width / 2 >= width, area.height / 2 >= height,
                (Int(area.width) / 2, Int(area.height) / 2) != (width, height),
                let half = halves.picture(like: format, width: Int(area.width) / 2, height: Int(area.height) / 2),
                let step = ScaleStep(from: format, area, to: half)
            {
                add(step, half.format)
                area = half.format.whole
            }
        }

        /// Adds the conversion to the canvas's colours and layout at this size; returns whether that is possible.
        ///
        /// - Parameter detail: what is seen of the picture. Default: its visible part.
        package mutating func addColours(_ width: Int, _ height: Int, of detail: PictureDetail? = nil) -> Bool {
            let hasAlpha = format.hasAlpha
            var detail = detail
            func seen(_ area: PixelRect) -> PictureDetail { detail ?? PictureDetail(CGRect(area), isPixelated: false) }
            if let map = ToneMap(from: format.colour) {
                guard
                    let light = Picture(
                        blank: hasAlpha ? GST_VIDEO_FORMAT_GBRA_12LE : GST_VIDEO_FORMAT_GBR_12LE, width: width,
                        height: height, colour: .components, like: format),
                    let step = ColourStep(from: format, seen(area), to: light)
                else { return false }
                add(step, light.format)
                add(ToneStep(ToneTable.of(map), light.format), light.format)
                area = light.format.whole
                detail = nil
            }
            if detail == nil, format.width == width, format.height == height, !hasAlpha,
                let tile = Picture(
                    blank: GST_VIDEO_FORMAT_I420, width: width, height: height, colour: .canvas, like: format),
                let step = MatrixStep(from: format, to: tile)
            {
                add(step, tile.format)
                return true
            }
            guard
                let tile = Picture(
                    blank: hasAlpha ? GST_VIDEO_FORMAT_A420 : GST_VIDEO_FORMAT_I420, width: width, height: height,
                    colour: .canvas, like: format),
                let step = ColourStep(from: format, seen(area), to: tile)
            else { return false }
            add(step, tile.format)
            return true
        }
    }

    extension CGRect {
        init(_ rect: PixelRect) {
            self.init(x: Int(rect.x), y: Int(rect.y), width: Int(rect.width), height: Int(rect.height))
        }
    }

    extension PictureFormat {
        /// Whether GStreamer's converter scales it plane by plane, on its fast paths.
        package var isScaledByItsPlanes: Bool { mpk_is_canvas_layout(info) != 0 && !colour.transfer.isHDR }
    }

    /// The pictures between two scaling steps, one of each kind: all tiles of a canvas share them, so that they stay in
    /// the processor's cache.
    package final class HalfPictures {
        /// The number of kinds kept: more than a stage of different videos uses. Dragging a boundary makes a new kind
        /// every tick.
        private static let capacity = 16
        private var pictures: [Picture] = []

        package init() {}

        /// A picture in the pixel format and colours of `format`, at the given size.
        func picture(like format: PictureFormat, width: Int, height: Int) -> Picture? {
            if let known = pictures.first(where: {
                $0.format.width == width && $0.format.height == height && $0.format.pixelFormat == format.pixelFormat
                    && $0.format.colour == format.colour && $0.format.orientation == format.orientation
            }) {
                return known
            }
            guard let picture = format.blank(width: width, height: height) else { return nil }
            // Converters retain the pictures that they use.
            if pictures.count >= Self.capacity { pictures.removeAll() }
            pictures.append(picture)
            return picture
        }
    }
#endif
