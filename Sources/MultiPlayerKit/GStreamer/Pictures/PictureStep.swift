#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// One step on a picture's way to its tile. Used from one thread.
    package protocol PictureStep: AnyObject {
        /// Processes a picture; `nil` when out of memory. The next run overwrites the result.
        func run(_ picture: Picture) -> Picture?
    }

    /// Scales part of a picture, or changes its layout, with GStreamer's converter; its colours stay unchanged.
    package final class ScaleStep: PictureStep {
        private let scaler: OpaquePointer
        private let from: PictureFormat
        private let result: Picture

        package init?(from: PictureFormat, _ area: PixelRect, to result: Picture) {
            guard
                let scaler = mpk_scaler(from.info, area.x, area.y, area.width, area.height, result.format.info)
            else { return nil }
            (self.scaler, self.from, self.result) = (scaler, from, result)
        }

        deinit { gst_video_converter_free(scaler) }

        package func run(_ picture: Picture) -> Picture? {
            guard run(picture, into: result.buffer, result.format, at: result.format.whole) else { return nil }
            mpk_copy_flags(picture.buffer, result.buffer)
            return result
        }

        /// Does the same into a rectangle of another picture in the result's layout.
        package func run(
            _ picture: Picture, into buffer: UnsafeMutablePointer<GstBuffer>, _ format: PictureFormat,
            at place: PixelRect
        ) -> Bool {
            guard let source = mpk_map(from.info, picture.buffer, 0) else { return false }
            defer { mpk_unmap(source) }
            guard let target = mpk_map(format.info, buffer, 1) else { return false }
            defer { mpk_unmap(target) }
            mpk_scale(scaler, source, target, place.x, place.y, place.width, place.height)
            return true
        }
    }

    /// Crops a picture.
    ///
    /// GStreamer's converter accepts a rectangle, but its halving loops (generated at run time by Orc, 0.4.33) read
    /// rows with instructions that trap unless a row is aligned to 16 bytes, which a rectangle's rows need not be.
    final class CropStep: PictureStep {
        private let from: PictureFormat
        private let area: PixelRect
        private let result: Picture

        init?(from: PictureFormat, _ area: PixelRect) {
            guard let result = from.blank(width: Int(area.width), height: Int(area.height)) else { return nil }
            (self.from, self.area, self.result) = (from, area, result)
        }

        var format: PictureFormat { result.format }

        func run(_ picture: Picture) -> Picture? {
            guard let source = mpk_map(from.info, picture.buffer, 0) else { return nil }
            defer { mpk_unmap(source) }
            guard let target = mpk_map(result.format.info, result.buffer, 1) else { return nil }
            defer { mpk_unmap(target) }
            mpk_crop(source, area.x, area.y, area.width, area.height, target)
            return result
        }
    }

    /// Turns the two fields of an interlaced picture into one instant, that of the first field. Progressive pictures
    /// pass unchanged.
    final class FieldStep: PictureStep {
        private let from: PictureFormat
        private let result: Picture

        init?(from: PictureFormat) {
            guard
                let result = from.blank(width: from.width, height: from.height)
            else { return nil }
            (self.from, self.result) = (from, result)
        }

        var format: PictureFormat { result.format }

        func run(_ picture: Picture) -> Picture? {
            guard let source = mpk_map(from.info, picture.buffer, 0) else { return nil }
            defer { mpk_unmap(source) }
            guard let target = mpk_map(result.format.info, result.buffer, 1) else { return nil }
            defer { mpk_unmap(target) }
            // Use the source's scan: a repacked picture is described as progressive.
            if Picture(picture.buffer, format: from).isInterlaced {
                mpk_join_fields(source, target, mpk_buffer_is_top_first(from.info, picture.buffer))
            } else {
                mpk_copy_extending(source, target)
            }
            return result
        }
    }

    /// Converts matrix, range, depth, subsampling and size in one pass, with zimg.
    final class ColourStep: PictureStep {
        private let graph: OpaquePointer
        private let from: PictureFormat
        private let result: Picture
        private let scratch: UnsafeMutableRawPointer
        /// The copy for pictures that zimg cannot read in place: odd sizes, unaligned rows.
        private var aligned: Picture?

        /// - Parameters:
        ///   - from: a planar format.
        ///   - detail: the part of the picture that becomes the whole result.
        ///   - result: a planar picture with aligned rows.
        init?(from: PictureFormat, _ detail: PictureDetail, to result: Picture) {
            guard let whole = mpk_info_aligned(from.pixelFormat, from.evenWidth, from.evenHeight)
            else { return nil }
            defer { gst_video_info_free(whole) }
            whole.pointee.chroma_site = from.info.pointee.chroma_site
            guard
                let graph = mpk_graph_new(
                    whole, from.colour.numbers, detail.area.minX, detail.area.minY, detail.area.width,
                    detail.area.height, detail.isPixelated ? 1 : 0, result.format.info, result.format.colour.numbers)
            else { return nil }
            (self.graph, self.from, self.result) = (graph, from, result)
            scratch = .allocate(
                byteCount: max(mpk_graph_scratch_size(graph), 1), alignment: Int(MPK_ROW_ALIGNMENT))
        }

        deinit {
            zimg_filter_graph_free(graph)
            scratch.deallocate()
        }

        func run(_ picture: Picture) -> Picture? {
            guard let source = mpk_map(from.info, picture.buffer, 0) else { return nil }
            defer { mpk_unmap(source) }
            guard let target = mpk_map(result.format.info, result.buffer, 1) else { return nil }
            defer { mpk_unmap(target) }
            if from.width == from.evenWidth, from.height == from.evenHeight, mpk_is_aligned(source) != 0 {
                return mpk_graph_run(graph, source, target, scratch) != 0 ? result : nil
            }
            if aligned == nil { aligned = from.blank(width: Int(from.evenWidth), height: Int(from.evenHeight)) }
            guard let aligned, let copy = mpk_map(aligned.format.info, aligned.buffer, 1) else { return nil }
            defer { mpk_unmap(copy) }
            mpk_copy_extending(source, copy)
            return mpk_graph_run(graph, copy, target, scratch) != 0 ? result : nil
        }
    }

    /// Maps light that the canvas cannot show into its range.
    final class ToneStep: PictureStep {
        private let table: ToneTable
        private let format: PictureFormat

        /// - Parameter format: planar red, green and blue of 12 bits. Pictures are changed in place.
        init(_ table: ToneTable, _ format: PictureFormat) { (self.table, self.format) = (table, format) }

        func run(_ picture: Picture) -> Picture? {
            guard let frame = mpk_map(format.info, picture.buffer, 1) else { return nil }
            defer { mpk_unmap(frame) }
            table.apply(to: frame)
            return picture
        }
    }

    extension PictureFormat {
        /// zimg only accepts pictures of whole chroma samples.
        fileprivate var evenWidth: Int32 { (Int32(width) + chromaWidth - 1) / chromaWidth * chromaWidth }
        fileprivate var evenHeight: Int32 { (Int32(height) + chromaHeight - 1) / chromaHeight * chromaHeight }
        private var chromaWidth: Int32 { mpk_chroma_width(info) }
        private var chromaHeight: Int32 { mpk_chroma_height(info) }

    }
#endif
