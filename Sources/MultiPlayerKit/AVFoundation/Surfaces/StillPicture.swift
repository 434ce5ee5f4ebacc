#if canImport(AVFoundation) && canImport(VideoToolbox)
    import AVFoundation
    import CoreGraphics
    import CoreVideo
    import VideoToolbox

    /// Converts a decoded picture into an image that a plain layer can show.
    enum StillPicture {
        /// How the pictures of an asset's video track are turned for display; `nil` without such a track.
        static func turn(of shared: SharedAsset) async -> CGAffineTransform? {
            try? await shared.asset.playedTrack(.video)?.load(.preferredTransform)
        }

        /// The same picture as it is displayed, or `nil` if its pixel format has no Core Graphics counterpart. The image
        /// may keep the buffer alive, so nothing may write to the buffer any more.
        ///
        /// - Parameter turn: the track's `preferredTransform`: a telephone held upright records pictures that lie on
        ///   their side.
        static func image(of buffer: CVPixelBuffer, turned turn: CGAffineTransform) -> CGImage? {
            var image: CGImage?
            withUnsafeMutablePointer(to: &image) {
                _ = VTCreateCGImageFromCVPixelBuffer(buffer, options: nil, imageOut: $0)
            }
            guard let image else { return nil }
            return turn.isIdentity ? image : turned(image, by: turn)
        }

        private static func turned(_ image: CGImage, by turn: CGAffineTransform) -> CGImage {
            let picture = CGRect(x: 0, y: 0, width: image.width, height: image.height)
            let (size, matrix) = placement(of: picture.size, turned: turn)
            // Not every colour space can be drawn into with eight bits.
            let spaces = [image.colorSpace, CGColorSpace(name: CGColorSpace.sRGB)].compactMap(\.self)
            let context = spaces.lazy.compactMap { space in
                CGContext(
                    data: nil, width: Int(size.width.rounded()), height: Int(size.height.rounded()),
                    bitsPerComponent: 8, bytesPerRow: 0, space: space,
                    bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue)
            }.first
            context?.concatenate(matrix)
            context?.draw(image, in: picture)
            return context?.makeImage() ?? image
        }

        /// The size of a turned picture, and the matrix that draws it there. Tracks count from the upper left, Core
        /// Graphics from the lower left.
        static func placement(
            of size: CGSize, turned turn: CGAffineTransform
        ) -> (size: CGSize, matrix: CGAffineTransform) {
            func flip(_ height: CGFloat) -> CGAffineTransform {
                CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
            }
            let place = CGRect(origin: .zero, size: size).applying(turn)
            let matrix = flip(size.height).concatenating(turn)
                .concatenating(CGAffineTransform(translationX: -place.minX, y: -place.minY))
                .concatenating(flip(place.height))
            return (place.size, matrix)
        }
    }
#endif
