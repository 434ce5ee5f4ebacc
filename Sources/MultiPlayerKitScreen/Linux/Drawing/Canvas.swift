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
                /// The layer is the second picture of a difference, or the first if that is drawn later; the other is
                /// right below it.
                case difference(TileLayout.Difference, isFirst: Bool)
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
            /// Whether magnified pixels stay squares of one colour.
            var isPixelated = false

            package init(
                id: Int, picture: Picture, crop: CGRect, target: CGRect, blend: Blend = Blend.normal,
                isPixelated: Bool = false
            ) {
                (self.id, self.picture, self.crop, self.target, self.blend) = (id, picture, crop, target, blend)
                self.isPixelated = isPixelated
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
        /// The layers as composed last.
        private var layers: [Layer] = []
        /// A picture of the layers alone; `nil` if the only one there was has marks and labels on it.
        private var base: Picture?
        /// The picture returned last, and what lies above its layers.
        private var shown: (marks: [Mark], labels: [PlacedLabel], picture: Picture)?
        private var keeping = BaseKeeping()
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
            var isPixelated: Bool
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

        /// Whether the layers are the ones composed last.
        func isShowing(_ layers: [Layer]) -> Bool { shown != nil && Self.same(self.layers, layers) }

        /// The composed picture; the same object as before when nothing changed. `nil` when out of memory.
        package func compose(_ layers: [Layer], marks: [Mark] = [], labels: [PlacedLabel] = []) -> Picture? {
            let isSame = isShowing(layers)
            if isSame, let shown, shown.marks == marks, Self.same(shown.labels, labels) { return shown.picture }
            let hasOverlay = !marks.isEmpty || !labels.isEmpty
            keeping.note(isSame ? .overlay : isReplaced(by: layers) ? .everything : .some)
            if !isSame || base == nil, !composeLayers(layers) { return nil }
            guard let base else { return nil }
            guard hasOverlay else {
                shown = (marks, labels, base)
                return base
            }
            var picture = base
            if keeping.keepsBase {
                guard let buffer = mpk_pool_take(pool.buffer) else { return nil }
                picture = Picture(owning: buffer, format: format)
                _ = mpk_copy_picture(format.info, base.buffer, buffer)
            } else {
                self.base = nil
            }
            PictureFill.apply(marks, to: picture.buffer, format: format)
            draw(labels, picture.buffer)
            shown = (marks, labels, picture)
            return picture
        }

        /// Whether nothing of the layers composed last could be used for these.
        private func isReplaced(by new: [Layer]) -> Bool {
            !Self.samePlaces(layers, new) || zip(layers, new).allSatisfy { $0.picture !== $1.picture }
        }

        private static func same(_ old: [PlacedLabel], _ new: [PlacedLabel]) -> Bool {
            old.count == new.count
                && zip(old, new).allSatisfy { $0.label === $1.label && $0.x == $1.x && $0.y == $1.y }
        }

        private func draw(_ labels: [PlacedLabel], _ buffer: UnsafeMutablePointer<GstBuffer>) {
            guard !labels.isEmpty, let frame = mpk_map(format.info, buffer, 1) else { return }
            defer { mpk_unmap(frame) }
            for label in labels { label.label.draw(on: frame, of: format, x: label.x, y: label.y) }
        }

        /// Makes a new ``base``, from the old one where it can; false when out of memory.
        private func composeLayers(_ layers: [Layer]) -> Bool {
            guard let buffer = mpk_pool_take(pool.buffer) else { return false }
            let picture = Picture(owning: buffer, format: format)
            var first = 0
            // A blended layer needs what lies below it unblended, which a picture already shown no longer has.
            if let base, Self.samePlaces(self.layers, layers), layers.allSatisfy({ !$0.needsWhatIsBelow }),
                let changed = zip(self.layers, layers).enumerated().first(where: { $1.0.picture !== $1.1.picture })?
                    .offset,
                changed > 0
            {
                // Everything below the lowest changed layer is copied as it is.
                _ = mpk_copy_picture(format.info, base.buffer, buffer)
                first = changed
                for index in first..<layers.count where redraws(index, layers, self.layers) {
                    draw(layers[index], buffer)
                }
            } else {
                if !cover(layers) { fill(buffer, area, background, 1) }
                for layer in layers { draw(layer, buffer) }
            }
            forgetConverters(except: layers)
            (base, self.layers, shown) = (picture, layers, nil)
            return true
        }

        private static func samePlaces(_ old: [Layer], _ new: [Layer]) -> Bool {
            old.count == new.count
                && zip(old, new).allSatisfy {
                    $0.id == $1.id && $0.crop == $1.crop && $0.target == $1.target && $0.blend == $1.blend
                        && $0.isPixelated == $1.isPixelated
                }
        }

        private static func same(_ old: [Layer], _ new: [Layer]) -> Bool {
            samePlaces(old, new) && zip(old, new).allSatisfy { $0.picture === $1.picture }
        }

        /// Whether a layer has to be drawn again: it changed, or something below it that it overlaps did.
        func redraws(_ index: Int, _ new: [Layer], _ old: [Layer]) -> Bool {
            (0...index).contains { below in
                new[below].picture !== old[below].picture
                    && (below == index || new[below].target.overlaps(new[index].target))
            }
        }

        private var area: CGRect { CGRect(x: 0, y: 0, width: format.width, height: format.height) }

        /// Whether nothing of the background is seen: the lowest layer covers it, or layers side by side do.
        func cover(_ layers: [Layer]) -> Bool {
            let solid = layers.filter { !$0.needsWhatIsBelow }.map(\.target)
            guard let lowest = solid.first, !(layers.first?.needsWhatIsBelow ?? true) else { return false }
            if lowest == area { return true }
            let overlaps = solid.indices.contains { index in
                solid[..<index].contains { $0.overlaps(solid[index]) } || !area.contains(solid[index])
            }
            return !overlaps && solid.reduce(0) { $0 + $1.width * $1.height } == area.width * area.height
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
                scratch: isScratch, isPixelated: layer.isPixelated)
            if converters[layer.id]?.key != key {
                let source = pixels(of: layer.crop, in: layer.picture.format)
                let target = PixelRect(layer.target)
                converters[layer.id] = (
                    key,
                    TileConverter(
                        from: layer.picture.format, source, magnifying: detail(of: layer, beside: source), to: format,
                        target,
                        halves: halves)
                )
            }
            guard let converter = converters[layer.id]?.converter else {
                // The memory holds an earlier picture.
                return fill(buffer, layer.target, background, 1)
            }
            converter.convert(layer.picture, into: buffer)
        }

        /// What a layer shows of a picture that it magnifies; `nil` where that can be told in whole chroma samples, which are
        /// scaled in less time. Where it does not magnify, half a sample more or less is at most a pixel of the canvas.
        private func detail(of layer: Layer, beside whole: PixelRect) -> PictureDetail? {
            let format = layer.picture.format
            let stored = format.orientation.storedArea(ofShown: layer.crop)
            let area = CGRect(
                x: stored.minX * Double(format.width), y: stored.minY * Double(format.height),
                width: stored.width * Double(format.width), height: stored.height * Double(format.height))
            let size = layer.target.size
            let (width, height) =
                format.orientation.swapsSides ? (size.height, size.width) : (size.width, size.height)
            guard area.width > 0, area.height > 0, width > area.width || height > area.height else { return nil }
            let differences = [
                area.minX - Double(whole.x), area.minY - Double(whole.y), area.width - Double(whole.width),
                area.height - Double(whole.height),
            ]
            guard layer.isPixelated || differences.contains(where: { abs($0) > Self.unseen }) else { return nil }
            return PictureDetail(area, isPixelated: layer.isPixelated)
        }

        /// Pixels of a picture by which a magnified part may be off: less than one of the stage up to 16 times.
        private static let unseen = 1.0 / 16

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

    extension CGRect {
        /// Whether they have points in common inside both. Rectangles that only touch have none; Foundation's
        /// `intersects(_:)` says on Linux that they do.
        fileprivate func overlaps(_ other: CGRect) -> Bool { !intersection(other).isEmpty }
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
