#if canImport(AVFoundation)
    import AVFoundation

    extension DecoderLoan.Counter {
        /// A picture of a video, made with a borrowed decoder.
        ///
        /// - Parameters:
        ///   - name: of the video, for the budget's reports.
        ///   - time: item time.
        ///   - size: the largest size in pixels.
        ///   - tolerance: how far the picture may lie from the time, in either direction.
        ///   - patience: how long it may take; a server that delivers nothing must not hold up the other videos'
        ///     pictures.
        /// - Returns: `nil` if no decoder is to spare, or its pixels may not be read.
        package func thumbnail(
            of open: OpenAsset, name: String, at time: Duration, fitting size: CGSize, tolerance: Duration,
            patience: Duration = .seconds(5)
        ) async -> Thumbnail? {
            guard let loan = await borrow(for: name, open.info, height: Int(size.height.rounded(.up))) else {
                return nil
            }
            // The decoder is needed until the picture is made.
            defer { withExtendedLifetime(loan) {} }
            return await ThumbnailMaker(size: size, tolerance: tolerance, patience: patience)
                .thumbnail(of: open, loan.grant.rendition, at: time)
        }
    }

    private struct ThumbnailMaker {
        /// Sendable because all that others call is `cancelAllCGImageGeneration()`, which is made to be called while a
        /// picture is under way.
        private struct Generator: @unchecked Sendable {
            let generator: AVAssetImageGenerator
        }

        let size: CGSize
        let tolerance: Duration
        let patience: Duration

        func thumbnail(of open: OpenAsset, _ rendition: Int, at time: Duration) async -> Thumbnail? {
            let generator = AVAssetImageGenerator(asset: open.rendition(rendition, sound: false).asset)
            generator.appliesPreferredTrackTransform = true
            generator.maximumSize = size
            generator.requestedTimeToleranceBefore = CMTime(tolerance)
            generator.requestedTimeToleranceAfter = CMTime(tolerance)
            let shared = Generator(generator: generator)
            let limit = Task {
                try await Task.sleep(for: patience)
                shared.generator.cancelAllCGImageGeneration()
            }
            defer { limit.cancel() }
            return await withTaskCancellationHandler {
                // A generator that has not begun would not hear of it.
                guard !Task.isCancelled, let (image, actual) = try? await shared.generator.image(at: CMTime(time)),
                    let at = Duration(actual)
                else { return nil }
                return Thumbnail(image: image, itemTime: at - open.info.bounds.start)
            } onCancel: {
                shared.generator.cancelAllCGImageGeneration()
            }
        }
    }
#endif
