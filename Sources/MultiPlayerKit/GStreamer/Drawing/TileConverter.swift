#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// A rectangle in whole pixels.
    struct PixelRect: Hashable {
        var x, y, width, height: Int32

        init(x: Int32, y: Int32, width: Int32, height: Int32) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        init(_ rect: CGRect) {
            self.init(x: Int32(rect.minX), y: Int32(rect.minY), width: Int32(rect.width), height: Int32(rect.height))
        }
    }

    /// Brings the pictures of one format into one rectangle of a canvas: crops, scales, turns, and converts their colours.
    ///
    /// What already means the canvas's colours is scaled straight into the canvas. Everything else becomes a picture of the
    /// tile's own first, and its rows are copied: whatever the steps on the way do, they cannot reach outside the tile. That
    /// picture is kept, so that a tile is converted once for each of its frames, however often it is drawn.
    final class TileConverter {
        private let steps: [any PictureStep]
        /// The last step, where it may draw into the canvas itself.
        private let direct: ScaleStep?
        private let canvas: PictureFormat
        private let place: PixelRect
        private let orientation: PictureOrientation
        private var latest: (source: Picture, result: Picture)?

        /// `nil` when a picture of this format cannot be converted.
        ///
        /// - Parameters:
        ///   - area: what of the stored picture is seen.
        ///   - place: where, in even pixels of the canvas.
        ///   - halves: where the pictures between two steps of scaling lie.
        init?(
            from original: PictureFormat, _ area: PixelRect, to canvas: PictureFormat, _ place: PixelRect,
            halves: HalfPictures
        ) {
            guard var path = ConversionPath(from: original, area) else { return nil }
            // As large as the tile, not yet turned.
            let (width, height) =
                original.orientation.swapsSides
                ? (Int(place.height), Int(place.width)) : (Int(place.width), Int(place.height))
            if path.format.isScaledByItsPlanes {
                guard path.cropUnalignedArea() else { return nil }
                path.halve(towards: width, height, halves)
                let isPlain = path.format.colour.isCanvas
                guard let scaled = path.format.blank(width: width, height: height),
                    let scale = ScaleStep(from: path.format, path.area, to: scaled)
                else { return nil }
                if isPlain, original.orientation == .rotate0 {
                    direct = scale
                } else {
                    direct = nil
                    path.add(scale, scaled.format)
                }
                if !isPlain { guard path.addColours(width, height) else { return nil } }
            } else {
                direct = nil
                guard path.addColours(width, height) else { return nil }
            }
            steps = path.steps
            (self.canvas, self.place, orientation) = (canvas, place, original.orientation)
        }

        /// Draws a picture into a canvas's buffer.
        func convert(_ picture: Picture, into buffer: UnsafeMutablePointer<GstBuffer>) {
            if let direct {
                var source = picture
                for step in steps {
                    guard let next = step.run(source) else { return }
                    source = next
                }
                _ = direct.run(source, into: buffer, canvas, at: place)
                return
            }
            if latest?.source !== picture {
                var result = picture
                for step in steps {
                    guard let next = step.run(result) else { return }
                    result = next
                }
                latest = (picture, result)
            }
            guard let result = latest?.result else { return }
            TilePlacing.place(result, orientation, onto: buffer, canvas, at: place)
        }
    }

    /// The steps that bring a picture to its tile, as they are put together.
    struct ConversionPath {
        private(set) var steps: [any PictureStep] = []
        /// What the steps so far make.
        private(set) var format: PictureFormat
        /// What of it is seen.
        private(set) var area: PixelRect

        /// Begins with what every further step needs: planes, and one instant.
        init?(from original: PictureFormat, _ area: PixelRect) {
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

        mutating func add(_ step: some PictureStep, _ result: PictureFormat) {
            steps.append(step)
            if result.width != format.width || result.height != format.height { area = result.whole }
            format = result
        }

        /// Takes out what is seen where its rows begin at addresses that GStreamer's converter cannot be given.
        mutating func cropUnalignedArea() -> Bool {
            // Rows of colour are half as long.
            guard area.x % (2 * Int32(MPK_ROW_ALIGNMENT)) != 0 else { return true }
            guard let step = CropStep(from: format, area) else { return false }
            add(step, step.format)
            area = step.format.whole
            return true
        }

        /// Halves the picture as often as it stays at least as large as the goal, but not the last time where that is the
        /// goal itself, which the last step reaches at once.
        ///
        /// GStreamer's converter halves both sides on a path of its own (720p to 640x360 in 23 µs); other scales are an
        /// order of magnitude dearer (to 320x180 306 µs, to 426x240 428 µs). Halved first, as often as it goes, these
        /// take 29 and 251 µs, and no pixel of the original is passed over. Sides divide by four, so that the half's
        /// colour samples are whole.
        mutating func halve(towards width: Int, _ height: Int, _ halves: HalfPictures) {
            while area.width % 4 == 0, area.height % 4 == 0, area.width / 2 >= width, area.height / 2 >= height,
                (Int(area.width) / 2, Int(area.height) / 2) != (width, height),
                let half = halves.picture(like: format, width: Int(area.width) / 2, height: Int(area.height) / 2),
                let step = ScaleStep(from: format, area, to: half)
            {
                add(step, half.format)
                area = half.format.whole
            }
        }

        /// Brings it into the canvas's colours and layout at this size, and says whether that can be done.
        mutating func addColours(_ width: Int, _ height: Int) -> Bool {
            let hasAlpha = format.hasAlpha
            if let map = ToneMap(from: format.colour) {
                guard
                    let light = Picture(
                        blank: hasAlpha ? GST_VIDEO_FORMAT_GBRA_12LE : GST_VIDEO_FORMAT_GBR_12LE, width: width,
                        height: height, colour: .components, like: format),
                    let step = ColourStep(from: format, area, to: light)
                else { return false }
                add(step, light.format)
                add(ToneStep(ToneTable.of(map), light.format), light.format)
                area = light.format.whole
            }
            if format.width == width, format.height == height, !hasAlpha,
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
                let step = ColourStep(from: format, area, to: tile)
            else { return false }
            add(step, tile.format)
            return true
        }
    }

    extension PictureFormat {
        /// Whether GStreamer's converter scales it plane by plane, on its fast paths.
        var isScaledByItsPlanes: Bool { mpk_is_canvas_layout(info) != 0 && !colour.transfer.isHDR }
    }

    /// The pictures between two steps of scaling, one of each kind: all tiles of a canvas use them in turn, so that they
    /// stay in the processor's cache.
    final class HalfPictures {
        /// Kinds kept: more than a stage of unlike videos uses. A boundary that is dragged makes a new one every tick.
        private static let capacity = 16
        private var pictures: [Picture] = []

        /// A picture in the pixel format and colours of another, at a size of its own.
        func picture(like format: PictureFormat, width: Int, height: Int) -> Picture? {
            if let known = pictures.first(where: {
                $0.format.width == width && $0.format.height == height && $0.format.pixelFormat == format.pixelFormat
                    && $0.format.colour == format.colour && $0.format.orientation == format.orientation
            }) {
                return known
            }
            guard let picture = format.blank(width: width, height: height) else { return nil }
            // Converters keep those that they use.
            if pictures.count >= Self.capacity { pictures.removeAll() }
            pictures.append(picture)
            return picture
        }
    }
#endif
