#if canImport(AVFoundation) && canImport(VideoToolbox)
    import CoreGraphics
    import CoreVideo
    import VideoToolbox

    /// Turns a decoded picture into one that a plain layer can hold.
    enum StillPicture {
        /// The same picture, or `nil` where its pixel format has no Core Graphics counterpart. It may keep the buffer
        /// alive, so nobody writes into that any more.
        static func image(of buffer: CVPixelBuffer) -> CGImage? {
            var image: CGImage?
            let status = withUnsafeMutablePointer(to: &image) {
                VTCreateCGImageFromCVPixelBuffer(buffer, options: nil, imageOut: $0)
            }
            return status == 0 ? image : nil
        }
    }
#endif
