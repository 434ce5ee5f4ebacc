#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// Composes pictures into one, doing only what has changed since the last time.
    ///
    /// All scaling, cropping and colour conversion is GStreamer's own converter, one a tile. Used from one thread.
    final class Canvas {
        /// One picture in its place; later layers lie above earlier ones.
        struct Layer {
            enum Blend { case normal, difference }

            var id: Int
            var picture: Picture
            /// The part of the picture that is seen, as a unit rectangle.
            var crop: CGRect
            /// Where it is seen, in whole pixels of the canvas.
            var target: CGRect
            var blend = Blend.normal
        }

        /// A filled rectangle above all layers.
        struct Mark: Hashable {
            var rect: CGRect
            var colour: StageColour
            /// 0…1.
            var opacity: Double
        }

        let format: PictureFormat
        let caps: UnsafeMutablePointer<GstCaps>
        private let background: StageColour
        private let pool: PicturePool
        private var converters: [Int: (key: ConverterKey, converter: OpaquePointer)] = [:]
        private var shown: (picture: Picture, layers: [Layer], marks: [Mark])?
        private var scratch: Picture?

        private struct ConverterKey: Equatable {
            var format: ObjectIdentifier
            var crop: CGRect
            var target: CGRect
            var scratch: Bool
        }

        /// - Parameter size: whole, even pixels.
        init(width: Int, height: Int, rate: FrameRate, background: StageColour) throws(PlaybackError) {
            GStreamerRuntime.start()
            let text =
                "video/x-raw,format=I420,width=\(width),height=\(height),framerate=\(rate.numerator)/\(rate.denominator),"
                + "pixel-aspect-ratio=1/1,interlace-mode=progressive,colorimetry=bt709,chroma-site=mpeg2"
            guard let caps = gst_caps_from_string(text), let format = PictureFormat(caps: caps),
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
        }

        deinit {
            converters.values.forEach { gst_video_converter_free($0.converter) }
            mpk_caps_unref(caps)
        }

        /// The composed picture; the same object as before when nothing changed. `nil` when memory is out.
        func compose(_ layers: [Layer], marks: [Mark] = []) -> Picture? {
            if let shown, shown.marks == marks, Self.same(shown.layers, layers) { return shown.picture }
            guard let buffer = mpk_pool_take(pool.buffer) else { return nil }
            let picture = Picture(owning: buffer, format: format)
            var first = 0
            if let shown, marks.isEmpty, shown.marks.isEmpty, Self.samePlaces(shown.layers, layers),
                let changed = zip(shown.layers, layers).enumerated().first(where: { $1.0.picture !== $1.1.picture })?.offset,
                changed > 0
            {
                // What lies below the lowest changed layer is taken over as it is.
                _ = mpk_copy_picture(format.info, shown.picture.buffer, buffer)
                first = changed
                for index in first..<layers.count where redraws(index, layers, shown.layers) { draw(layers[index], buffer) }
            } else {
                if !(layers.first.map { covers($0) } ?? false) { fill(buffer, CGRect(x: 0, y: 0, width: format.width, height: format.height), background, 1) }
                for layer in layers { draw(layer, buffer) }
            }
            for mark in marks { fill(buffer, mark.rect, mark.colour, mark.opacity) }
            forgetConverters(except: layers)
            shown = (picture, layers, marks)
            return picture
        }

        private static func samePlaces(_ old: [Layer], _ new: [Layer]) -> Bool {
            old.count == new.count
                && zip(old, new).allSatisfy { $0.id == $1.id && $0.crop == $1.crop && $0.target == $1.target && $0.blend == $1.blend }
        }

        private static func same(_ old: [Layer], _ new: [Layer]) -> Bool {
            samePlaces(old, new) && zip(old, new).allSatisfy { $0.picture === $1.picture }
        }

        /// Whether a layer has to be drawn again: it changed, or something below it that it overlaps did.
        private func redraws(_ index: Int, _ new: [Layer], _ old: [Layer]) -> Bool {
            (0...index).contains { below in
                new[below].picture !== old[below].picture && (below == index || new[below].target.intersects(new[index].target))
            }
        }

        private func covers(_ layer: Layer) -> Bool {
            layer.blend == .normal && layer.target == CGRect(x: 0, y: 0, width: format.width, height: format.height)
        }

        private func draw(_ layer: Layer, _ buffer: UnsafeMutablePointer<GstBuffer>) {
            switch layer.blend {
            case .normal:
                convert(layer, into: buffer, isScratch: false)
            case .difference:
                if scratch == nil, let taken = mpk_pool_take(pool.buffer) { scratch = Picture(owning: taken, format: format) }
                guard let scratch else { return }
                convert(layer, into: scratch.buffer, isScratch: true)
                PictureDifference.apply(scratch.buffer, onto: buffer, format: format, in: layer.target)
            }
        }

        private func convert(_ layer: Layer, into buffer: UnsafeMutablePointer<GstBuffer>, isScratch: Bool) {
            let key = ConverterKey(
                format: ObjectIdentifier(layer.picture.format), crop: layer.crop, target: layer.target, scratch: isScratch)
            if converters[layer.id]?.key != key {
                converters.removeValue(forKey: layer.id).map { gst_video_converter_free($0.converter) }
                let source = pixels(of: layer.crop, in: layer.picture.format)
                guard
                    let converter = mpk_tile_converter(
                        layer.picture.format.info, format.info, source.x, source.y, source.width, source.height,
                        Int32(layer.target.minX), Int32(layer.target.minY), Int32(layer.target.width),
                        Int32(layer.target.height))
                else { return }
                converters[layer.id] = (key, converter)
            }
            guard let converter = converters[layer.id]?.converter else { return }
            _ = mpk_convert(converter, layer.picture.format.info, layer.picture.buffer, format.info, buffer)
        }

        /// A unit rectangle in a picture's own pixels, on even places because of 4:2:0 chroma.
        private func pixels(of crop: CGRect, in format: PictureFormat) -> (x: Int32, y: Int32, width: Int32, height: Int32) {
            func span(_ low: Double, _ length: Double, _ whole: Int) -> (Int32, Int32) {
                guard length < 1 else { return (0, Int32(whole)) }
                let start = Int((low * Double(whole) / 2).rounded()) * 2
                let end = min(Int(((low + length) * Double(whole) / 2).rounded()) * 2, whole)
                let first = min(max(start, 0), max(whole - 2, 0))
                return (Int32(first), Int32(max(end - first, min(2, whole))))
            }
            let (x, width) = span(crop.minX, crop.width, format.width)
            let (y, height) = span(crop.minY, crop.height, format.height)
            return (x, y, width, height)
        }

        private func fill(_ buffer: UnsafeMutablePointer<GstBuffer>, _ rect: CGRect, _ colour: StageColour, _ opacity: Double) {
            PictureFill.apply(colour, opacity: opacity, to: buffer, format: format, in: rect)
        }

        private func forgetConverters(except layers: [Layer]) {
            guard converters.count > layers.count else { return }
            let used = Set(layers.map(\.id))
            for id in converters.keys where !used.contains(id) {
                converters.removeValue(forKey: id).map { gst_video_converter_free($0.converter) }
            }
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

    /// A colour in BT.709 limited range, as the canvas stores it.
    public struct StageColour: Hashable, Sendable {
        /// Luma 16…235 and the two chroma parts 16…240.
        public var y, u, v: UInt8

        public init(y: UInt8, u: UInt8, v: UInt8) {
            (self.y, self.u, self.v) = (y, u, v)
        }

        /// From red, green and blue, 0…1 each (ITU-R BT.709, limited range).
        public init(red: Double, green: Double, blue: Double) {
            let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            func clamp(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
            y = clamp(16 + 219 * luma)
            u = clamp(128 + 224 * (blue - luma) / 1.8556)
            v = clamp(128 + 224 * (red - luma) / 1.5748)
        }

        public static let black = StageColour(y: 16, u: 128, v: 128)
        public static let white = StageColour(y: 235, u: 128, v: 128)
    }

    /// Fills part of an I420 picture; chroma in steps of two pixels.
    enum PictureFill {
        static func apply(
            _ colour: StageColour, opacity: Double, to buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat,
            in rect: CGRect
        ) {
            let area = rect.integral.intersection(CGRect(x: 0, y: 0, width: format.width, height: format.height))
            guard !area.isEmpty, let frame = mpk_map(format.info, buffer, 1) else { return }
            defer { mpk_unmap(frame) }
            let weight = Int(min(max(opacity, 0), 1) * 256)
            for (plane, value) in [colour.y, colour.u, colour.v].enumerated() {
                let shift = plane == 0 ? 0 : 1
                guard let base = mpk_plane(frame, Int32(plane)) else { continue }
                let stride = Int(mpk_plane_stride(frame, Int32(plane)))
                let columns = (Int(area.minX) >> shift)..<((Int(area.maxX) + shift) >> shift)
                for row in (Int(area.minY) >> shift)..<((Int(area.maxY) + shift) >> shift) {
                    let line = base + row * stride
                    if weight == 256 {
                        (line + columns.lowerBound).update(repeating: value, count: columns.count)
                    } else {
                        for column in columns {
                            line[column] = UInt8((Int(line[column]) * (256 - weight) + Int(value) * weight) >> 8)
                        }
                    }
                }
            }
        }
    }

    /// The difference of two I420 pictures: equal parts become black, and what differs shows by how much.
    ///
    /// GStreamer has no element for it outside OpenGL, so this is the one loop over pixels that is ours.
    enum PictureDifference {
        static func apply(
            _ other: UnsafeMutablePointer<GstBuffer>, onto buffer: UnsafeMutablePointer<GstBuffer>,
            format: PictureFormat, in rect: CGRect
        ) {
            guard let upper = mpk_map(format.info, other, 0) else { return }
            defer { mpk_unmap(upper) }
            guard let lower = mpk_map(format.info, buffer, 1) else { return }
            defer { mpk_unmap(lower) }
            for plane in 0..<3 {
                let shift = plane == 0 ? 0 : 1
                guard let from = mpk_plane(upper, Int32(plane)), let to = mpk_plane(lower, Int32(plane)) else { continue }
                let fromStride = Int(mpk_plane_stride(upper, Int32(plane)))
                let toStride = Int(mpk_plane_stride(lower, Int32(plane)))
                let columns = (Int(rect.minX) >> shift)..<((Int(rect.maxX) + shift) >> shift)
                for row in (Int(rect.minY) >> shift)..<((Int(rect.maxY) + shift) >> shift) {
                    let a = from + row * fromStride
                    let b = to + row * toStride
                    if plane == 0 {
                        // Luma: the distance, above black.
                        for column in columns {
                            let (x, y) = (a[column], b[column])
                            b[column] = min((x > y ? x &- y : y &- x), 219) &+ 16
                        }
                    } else {
                        // Chroma: half the distance, around grey.
                        for column in columns { b[column] = UInt8(128 + (Int(b[column]) - Int(a[column])) / 2) }
                    }
                }
            }
        }
    }
#endif
