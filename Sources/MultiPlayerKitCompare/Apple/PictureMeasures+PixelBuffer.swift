#if canImport(CoreVideo)
    import CoreVideo
    import MultiPlayerKit
    import MultiPlayerKitScreen

    extension PictureMeasures {
        /// Measures two pictures as they come from a video output: one size, 8 bits, luma and chroma in two planes.
        ///
        /// ```swift
        /// let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
        ///     kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        /// ])
        /// ```
        /// Takes some milliseconds for a picture of 1280x720: not for the main thread. An output converts what it
        /// decodes, 10 bits to 8 for instance.
        ///
        /// - Parameters:
        ///   - buffer: what is measured.
        ///   - reference: what it is measured against, of the same size and pixel format.
        /// - Throws: `PlaybackError` `notComparable` for buffers of another format or of two sizes.
        public init(of buffer: CVPixelBuffer, against reference: CVPixelBuffer) throws(PlaybackError) {
            let formats = [buffer, reference].map(CVPixelBufferGetPixelFormatType)
            guard formats[0] == formats[1],
                [
                    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
                ].contains(formats[0])
            else {
                throw PlaybackError(
                    .notComparable, subject: "measure", reason: "the pictures are not both in 4:2:0 with 8 bits",
                    cure: "ask both outputs for kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange")
            }
            let sizes = [buffer, reference].map { (CVPixelBufferGetWidth($0), CVPixelBufferGetHeight($0)) }
            guard sizes[0] == sizes[1] else {
                throw PlaybackError(
                    .notComparable, subject: "measure",
                    reason: "one picture is \(sizes[0].0)x\(sizes[0].1), the other \(sizes[1].0)x\(sizes[1].1)",
                    cure: "ask both outputs for one size")
            }
            guard let first = LockedPlanes(buffer), let second = LockedPlanes(reference) else {
                throw PlaybackError(
                    .notComparable, subject: "measure", reason: "the pixels of a picture cannot be read",
                    cure: "measure pictures of files that are not protected")
            }
            let comparer = PlaneComparer()
            components = zip(["Y", "U", "V"], zip(first.planes, second.planes)).map { name, planes in
                let result = comparer.compare(planes.0, planes.1, depth: 8)
                let samples = planes.0.width * planes.0.height
                return Component(
                    name: name, samples: samples, meanSquaredError: result.squaredError / Double(samples), peak: 255,
                    ssim: result.similarity)
            }
        }
    }
#endif
