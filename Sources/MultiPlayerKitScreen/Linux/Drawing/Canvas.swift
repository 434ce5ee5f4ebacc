#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Composes pictures into one, redrawing only what has changed since the last time.
    ///
    /// GStreamer's converter scales, zimg converts colours: one ``TileConverter`` per tile. Used from one thread.
    package final class Canvas {
        /// One picture at its position; later layers lie above earlier ones.
        package struct Layer: Sendable {
            package enum Blend: Hashable {
                case normal
                case difference
                /// Fades in over what lies below; the weight is 0…256.
                case fading(weight: Int)
            }

            var id: Int
            var picture: Picture
            /// The visible part of the picture, as a unit rectangle.
            var crop: CGRect
            /// Where it is drawn, in whole pixels of the canvas.
            var target: CGRect
            var blend = Blend.normal

            package init(id: Int, picture: Picture, crop: CGRect, target: CGRect, blend: Blend = Blend.normal) {
                (self.id, self.picture, self.crop, self.target, self.blend) = (id, picture, crop, target, blend)
            }

            /// Whether drawing it requires what lies below.
            var needsWhatIsBelow: Bool { blend != .normal || picture.format.hasAlpha }
        }

        /// A filled rectangle above all layers.
        package struct Mark: Hashable, Sendable {
            var rect: CGRect
            var colour: StageColour
            /// 0…1.
            var opacity: Double

            package init(rect: CGRect, colour: StageColour, opacity: Double) {
                (self.rect, self.colour, self.opacity) = (rect, colour, opacity)
            }
        }

        package let format: PictureFormat
        let caps: UnsafeMutablePointer<GstCaps>
        private let background: StageColour
        private let pool: PicturePool
        private var converters: [Int: (key: ConverterKey, converter: TileConverter?)] = [:]
        private var shown: (picture: Picture, layers: [Layer], marks: [Mark])?
        private var scratch: Picture?
        private let halves = HalfPictures()
        private let guardian: CanvasGuard?
        /// Tiles that were not drawn because their converter wrote outside its rectangle.
        private(set) var offences: Set<Int> = []

        private struct ConverterKey: Equatable {
            var format: ObjectIdentifier
            var crop: CGRect
            var target: CGRect
            var scratch: Bool
        }

        /// - Parameters:
        ///   - width: even pixels.
        ///   - height: even pixels.
        ///   - isGuarded: whether each drawing is checked for changes outside its tile, which costs some milliseconds a
        ///     tick. Default: in debug builds.
        package init(
            width: Int, height: Int, rate: FrameRate, background: StageColour,
            isGuarded: Bool = _isDebugAssertConfiguration()
        ) throws(PlaybackError) {
            GStreamerRuntime.start()
            let text =
                "video/x-raw,format=I420,width=\(width),height=\(height),framerate=\(rate.numerator)/\(rate.denominator),"
                + "pixel-aspect-ratio=1/1,interlace-mode=progressive,colorimetry=bt709,chroma-site=mpeg2"
            guard let caps = gst_caps_from_string(text), let format = PictureFormat(caps: caps, isCanvas: true),
                let pool = mpk_picture_pool(caps, format.info)
            else {
                throw PlaybackError(
                    .outputFailed, subject: "stage", reason: "no canvas of \(width)x\(height) can be made",
                    cure: "choose an even size up to 7680 pixels a side")
            }
            self.caps = caps
            self.format = format
            self.pool = PicturePool(pool)
            self.background = background
            guardian = isGuarded ? CanvasGuard(format) : nil
        }

        deinit {
            mpk_caps_unref(caps)
        }

        /// The composed picture; the same object as before when nothing changed. `nil` when out of memory.
        package func compose(_ layers: [Layer], marks: [Mark] = []) -> Picture? {
            if let shown, shown.marks == marks, Self.same(shown.layers, layers) { return shown.picture }
            guard let buffer = mpk_pool_take(pool.buffer) else { return nil }
            let picture = Picture(owning: buffer, format: format)
            var first = 0
            // A blended layer needs what lies below it unblended, which a picture already shown no longer has.
            if let shown, marks.isEmpty, shown.marks.isEmpty, Self.samePlaces(shown.layers, layers),
                layers.allSatisfy({ !$0.needsWhatIsBelow }),
                let changed = zip(shown.layers, layers).enumerated().first(where: { $1.0.picture !== $1.1.picture })?
                    .offset,
                changed > 0
            {
                // Everything below the lowest changed layer is copied as it is.
                _ = mpk_copy_picture(format.info, shown.picture.buffer, buffer)
                first = changed
                for index in first..<layers.count where redraws(index, layers, shown.layers) {
                    draw(layers[index], buffer)
                }
            } else {
                if !(layers.first.map { covers($0) } ?? false) {
                    fill(buffer, CGRect(x: 0, y: 0, width: format.width, height: format.height), background, 1)
                }
                for layer in layers { draw(layer, buffer) }
            }
            PictureFill.apply(marks, to: buffer, format: format)
            forgetConverters(except: layers)
            shown = (picture, layers, marks)
            return picture
        }

        private static func samePlaces(_ old: [Layer], _ new: [Layer]) -> Bool {
            old.count == new.count
                && zip(old, new).allSatisfy {
                    $0.id == $1.id && $0.crop == $1.crop && $0.target == $1.target && $0.blend == $1.blend
                }
        }

        private static func same(_ old: [Layer], _ new: [Layer]) -> Bool {
            samePlaces(old, new) && zip(old, new).allSatisfy { $0.picture === $1.picture }
        }

        /// Whether a layer has to be drawn again: it changed, or something below it that it overlaps did.
        private func redraws(_ index: Int, _ new: [Layer], _ old: [Layer]) -> Bool {
            (0...index).contains { below in
                new[below].picture !== old[below].picture
                    && (below == index || new[below].target.intersects(new[index].target))
            }
        }

        private func covers(_ layer: Layer) -> Bool {
            !layer.needsWhatIsBelow && layer.target == CGRect(x: 0, y: 0, width: format.width, height: format.height)
        }

        private func draw(_ layer: Layer, _ buffer: UnsafeMutablePointer<GstBuffer>) {
            guard let guardian else { return drawUnguarded(layer, buffer) }
            if guardian.watch(buffer, PixelRect(layer.target), drawing: { drawUnguarded(layer, buffer) }) {
                offences.insert(layer.id)
            }
        }

        private func drawUnguarded(_ layer: Layer, _ buffer: UnsafeMutablePointer<GstBuffer>) {
            switch layer.blend {
            case .normal:
                convert(layer, into: buffer, isScratch: false)
            case .difference, .fading:
                if scratch == nil, let taken = mpk_pool_take(pool.buffer) {
                    scratch = Picture(owning: taken, format: format)
                }
                guard let scratch else { return }
                // A picture with alpha lets what lies below it show through.
                if layer.picture.format.hasAlpha { _ = mpk_copy_picture(format.info, buffer, scratch.buffer) }
                convert(layer, into: scratch.buffer, isScratch: true)
                PictureMix.apply(layer.blend, scratch.buffer, onto: buffer, format: format, in: layer.target)
            }
        }

        private func convert(_ layer: Layer, into buffer: UnsafeMutablePointer<GstBuffer>, isScratch: Bool) {
            // A tile that was drawn before and only moves, as in a feed, is copied.
            if layer.picture.format.isCanvas, !isScratch {
                let source = pixels(of: layer.crop, in: layer.picture.format)
                let target = PixelRect(layer.target)
                if source.width == target.width, source.height == target.height {
                    return PictureCopy.apply(layer.picture, source, onto: buffer, format: format, at: target)
                }
            }
            let key = ConverterKey(
                format: ObjectIdentifier(layer.picture.format), crop: layer.crop, target: layer.target,
                scratch: isScratch)
            if converters[layer.id]?.key != key {
                let source = pixels(of: layer.crop, in: layer.picture.format)
                let target = PixelRect(layer.target)
                converters[layer.id] = (
                    key, TileConverter(from: layer.picture.format, source, to: format, target, halves: halves)
                )
            }
            converters[layer.id]?.converter?.convert(layer.picture, into: buffer)
        }

        /// Converts a unit rectangle of the shown picture to pixels of the stored one, on whole chroma samples.
        private func pixels(of crop: CGRect, in format: PictureFormat) -> PixelRect {
            let stored = format.orientation.storedArea(ofShown: crop)
            func span(_ low: Double, _ length: Double, _ whole: Int) -> (Int32, Int32) {
                guard length < 1 else { return (0, Int32(whole)) }
                let start = Int((low * Double(whole) / 2).rounded()) * 2
                let end = min(Int(((low + length) * Double(whole) / 2).rounded()) * 2, whole)
                let first = min(max(start, 0), max(whole - 2, 0))
                return (Int32(first), Int32(max(end - first, min(2, whole))))
            }
            let (x, width) = span(stored.minX, stored.width, format.width)
            let (y, height) = span(stored.minY, stored.height, format.height)
            return PixelRect(x: x, y: y, width: width, height: height)
        }

        private func fill(
            _ buffer: UnsafeMutablePointer<GstBuffer>, _ rect: CGRect, _ colour: StageColour, _ opacity: Double
        ) {
            PictureFill.apply(colour, opacity: opacity, to: buffer, format: format, in: rect)
        }

        private func forgetConverters(except layers: [Layer]) {
            guard converters.count > layers.count else { return }
            let used = Set(layers.map(\.id))
            converters = converters.filter { used.contains($0.key) }
        }
    }

    /// Owns one reference to a buffer pool.
    final class PicturePool {
        let buffer: UnsafeMutablePointer<GstBufferPool>
        init(_ pool: UnsafeMutablePointer<GstBufferPool>) { buffer = pool }
        deinit {
            gst_buffer_pool_set_active(buffer, 0)
            mpk_unref(buffer)
        }
    }

    extension PictureOrientation {
        /// The area of the stored picture that an area of the shown one comes from; both as unit rectangles.
        func storedArea(ofShown area: CGRect) -> CGRect {
            var (x, y, width, height) = (area.minX, area.minY, area.width, area.height)
            switch degrees {
            case 90: (x, y, width, height) = (y, 1 - x - width, height, width)
            case 180: (x, y) = (1 - x - width, 1 - y - height)
            case 270: (x, y, width, height) = (1 - y - height, x, height, width)
            default: break
            }
            // The picture was mirrored before it was turned, so undo the turn first.
            return CGRect(x: isMirrored ? 1 - x - width : x, y: y, width: width, height: height)
        }
    }
#endif
