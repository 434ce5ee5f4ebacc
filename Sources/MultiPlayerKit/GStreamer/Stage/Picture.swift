#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// The layout of a picture in memory: size, pixel format, pixel aspect ratio, colours.
    ///
    /// Sendable because the described value never changes after `init`.
    final class PictureFormat: @unchecked Sendable {
        let info: UnsafeMutablePointer<GstVideoInfo>
        /// Whether it is that of every canvas, but for the size.
        let isCanvas: Bool

        /// Reads raw video caps; `nil` for anything else.
        init?(caps: UnsafeMutablePointer<GstCaps>, isCanvas: Bool = false) {
            guard let info = gst_video_info_new_from_caps(caps) else { return nil }
            self.info = info
            self.isCanvas = isCanvas
        }

        /// Takes over a description.
        init(owning info: UnsafeMutablePointer<GstVideoInfo>) {
            self.info = info
            isCanvas = false
        }

        deinit {
            gst_video_info_free(info)
        }

        var width: Int { Int(info.pointee.width) }
        var height: Int { Int(info.pointee.height) }

        /// Size in square pixels.
        var displaySize: CGSize {
            CGSize(
                width: Double(width) * Double(info.pointee.par_n) / Double(max(info.pointee.par_d, 1)),
                height: Double(height))
        }
    }

    /// One decoded picture, as the decoder left it, for a stage to compose. Let go, its memory returns to the decoder.
    ///
    /// Sendable because the buffer is never written after decoding and reference counts are atomic.
    public final class Picture: @unchecked Sendable {
        let buffer: UnsafeMutablePointer<GstBuffer>
        let format: PictureFormat

        /// Adds a reference of its own to `buffer`.
        init(_ buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat) {
            self.buffer = mpk_buffer_ref(buffer)
            self.format = format
        }

        /// Takes over the caller's reference to `buffer`.
        init(owning buffer: UnsafeMutablePointer<GstBuffer>, format: PictureFormat) {
            self.buffer = buffer
            self.format = format
        }

        deinit {
            mpk_buffer_unref(buffer)
        }
    }
#endif
