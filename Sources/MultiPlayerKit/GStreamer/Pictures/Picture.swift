#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// How the lines of a picture were captured.
    enum PictureScan: Hashable, Sendable {
        case progressive
        /// Every picture consists of two fields.
        case interlaced
        /// Each buffer states whether it is interlaced.
        case mixed
    }

    /// The layout of a picture in memory and the meaning of its values: size, pixel format, pixel aspect ratio, colours
    /// and orientation.
    ///
    /// Sendable because the described value never changes after `init`.
    package final class PictureFormat: @unchecked Sendable {
        package let info: UnsafeMutablePointer<GstVideoInfo>
        /// Whether this is the format of a canvas, whatever its size.
        package let isCanvas: Bool
        package let colour: PictureColour
        package let orientation: PictureOrientation
        let scan: PictureScan

        /// Reads raw video caps; `nil` for anything else.
        ///
        /// - Parameters:
        ///   - colour: the colour known from elsewhere; `nil`: as the caps state, completed by ``ColourRule``.
        ///   - orientation: how pictures are to be turned before they are shown.
        package init?(
            caps: UnsafeMutablePointer<GstCaps>, colour: PictureColour? = nil,
            orientation: PictureOrientation = .rotate0,
            isCanvas: Bool = false
        ) {
            guard let info = gst_video_info_new_from_caps(caps) else { return nil }
            self.info = info
            self.isCanvas = isCanvas
            self.colour = isCanvas ? .canvas : colour ?? PictureColour(of: info, caps: caps)
            self.orientation = orientation
            scan =
                switch info.pointee.interlace_mode {
                case GST_VIDEO_INTERLACE_MODE_INTERLEAVED: .interlaced
                case GST_VIDEO_INTERLACE_MODE_MIXED: .mixed
                default: .progressive
                }
        }

        /// Takes ownership of the description of a progressive picture.
        init(
            owning info: UnsafeMutablePointer<GstVideoInfo>, colour: PictureColour = .canvas,
            orientation: PictureOrientation = .rotate0
        ) {
            self.info = info
            self.colour = colour
            self.orientation = orientation
            isCanvas = false
            scan = .progressive
        }

        /// A layout with the scan of another picture.
        init(_ layout: PictureFormat, scannedAs other: PictureFormat) {
            info = gst_video_info_copy(layout.info)
            mpk_copy_scan(other.info, info)
            (colour, orientation, isCanvas, scan) = (layout.colour, layout.orientation, false, other.scan)
        }

        deinit {
            gst_video_info_free(info)
        }

        package var width: Int { Int(info.pointee.width) }
        package var height: Int { Int(info.pointee.height) }
        var whole: PixelRect { PixelRect(x: 0, y: 0, width: Int32(width), height: Int32(height)) }

        /// Size in square pixels, upright.
        package var displaySize: CGSize {
            let size = CGSize(
                width: Double(width) * Double(max(info.pointee.par_n, 1)) / Double(max(info.pointee.par_d, 1)),
                height: Double(height))
            return orientation.swapsSides ? CGSize(width: size.height, height: size.width) : size
        }

        var pixelFormat: GstVideoFormat { info.pointee.finfo.pointee.format }

        /// A picture to draw into, with this layout and these colours, at another size.
        package func blank(width: Int, height: Int) -> Picture? {
            Picture(blank: pixelFormat, width: width, height: height, like: self)
        }

        /// Whether pixels have alpha.
        package var hasAlpha: Bool { mpk_has_alpha(info) != 0 }
    }

    /// One decoded picture, as the decoder left it, for a stage to compose. Once released, its memory returns to the
    /// decoder.
    ///
    /// Sendable because the buffer is never written after decoding and reference counts are atomic.
    public final class Picture: @unchecked Sendable {
        package let buffer: UnsafeMutablePointer<GstBuffer>
        package let format: PictureFormat

        /// Adds its own reference to `buffer`.
        package init(_ buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat) {
            self.buffer = mpk_buffer_ref(buffer)
            self.format = format
        }

        /// Takes over the caller's reference to `buffer`.
        package init(owning buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat) {
            self.buffer = buffer
            self.format = format
        }

        /// A picture to draw into, with rows aligned for zimg; `nil` if there is no such layout, or no memory.
        ///
        /// - Parameter model: the format whose colours, chroma siting and orientation it gets; default: the canvas's
        ///   colours, upright.
        package init?(
            blank format: GstVideoFormat, width: Int, height: Int, colour: PictureColour? = nil,
            like model: PictureFormat? = nil
        ) {
            guard let info = mpk_info_aligned(format, Int32(clamping: width), Int32(clamping: height)) else {
                return nil
            }
            if let model {
                // A picture that is converted for the canvas gets the canvas's chroma siting.
                if colour == nil { info.pointee.chroma_site = model.info.pointee.chroma_site }
                info.pointee.par_n = model.info.pointee.par_n
                info.pointee.par_d = model.info.pointee.par_d
            }
            self.format = PictureFormat(
                owning: info, colour: colour ?? model?.colour ?? .canvas, orientation: model?.orientation ?? .rotate0)
            guard let buffer = mpk_buffer_aligned(info) else { return nil }
            self.buffer = buffer
        }

        deinit {
            mpk_buffer_unref(buffer)
        }

        /// Whether it consists of two interleaved fields.
        var isInterlaced: Bool {
            switch format.scan {
            case .progressive: false
            case .interlaced: true
            case .mixed: mpk_buffer_is_interlaced(buffer) != 0
            }
        }
    }
#endif
