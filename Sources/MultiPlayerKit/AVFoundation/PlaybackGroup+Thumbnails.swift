#if canImport(AVFoundation)
    import AVFoundation

    /// A small picture of a member, for a scrubber or a strip of scenes.
    ///
    /// Sendable because an image never changes once it is made.
    public struct Thumbnail: @unchecked Sendable {
        /// In the video's display orientation.
        public let image: CGImage
        /// When the picture is due in the video, from its first frame on.
        public let itemTime: Duration
    }

    extension PlaybackGroup {
        /// A picture of a member near a group time, while the group plays on.
        ///
        /// Pictures are made one after the other, each with a decoder that nothing else needs: no video is lowered for
        /// one. Cancel the task of a picture that is not wanted any more.
        ///
        /// - Parameters:
        ///   - time: a group time; what the member shows then depends on its offset, speed and end.
        ///   - size: the largest size in pixels. The picture keeps its shape, and is never enlarged.
        ///   - tolerance: how far the picture may lie from the time, in either direction, as item time. Key frames are
        ///     by far the cheapest. Default: one second, the distance of key frames that phones record.
        /// - Returns: `nil` if there is none: the member is not open or shows nothing then, no decoder is to spare, it
        ///   is an HTTP live stream, or its pixels may not be read.
        public func thumbnail(
            of member: MemberID, at time: Duration, fitting size: CGSize, tolerance: Duration = .seconds(1)
        ) async -> Thumbnail? {
            guard let map = timeMap(of: member), let open = steered(member)?.openAsset, open.canCompose else {
                return nil
            }
            let line = GroupLine(anchor: .held(at: time))
            let position = MemberTimeline(line: line, map: map, bounds: open.info.bounds)
                .position(at: line.anchor.hostTime)
            guard position.isVisible else { return nil }
            let maker = ThumbnailMaker(size: size, tolerance: tolerance)
            guard
                let loan = await runner.leases.loans.borrow(
                    for: name(of: member), open.info, height: Int(size.height.rounded(.up)))
            else { return nil }
            // The decoder is needed until the picture is made.
            defer { withExtendedLifetime(loan) {} }
            return await maker.thumbnail(of: open, loan.grant.rendition, at: position.itemTime)
        }
    }

    /// Makes a picture with a decoder that has been borrowed for it.
    private struct ThumbnailMaker {
        /// A server that delivers nothing must not hold up the other members' pictures.
        private static let patience = Duration.seconds(5)

        /// Sendable because all that others call is `cancelAllCGImageGeneration()`, which is made to be called while a
        /// picture is under way.
        private struct Generator: @unchecked Sendable {
            let generator: AVAssetImageGenerator
        }

        let size: CGSize
        let tolerance: Duration

        func thumbnail(of open: OpenAsset, _ rendition: Int, at time: Duration) async -> Thumbnail? {
            let generator = AVAssetImageGenerator(asset: open.rendition(rendition, sound: false).asset)
            generator.appliesPreferredTrackTransform = true
            generator.maximumSize = size
            generator.requestedTimeToleranceBefore = CMTime(tolerance)
            generator.requestedTimeToleranceAfter = CMTime(tolerance)
            let shared = Generator(generator: generator)
            let limit = Task {
                try await Task.sleep(for: Self.patience)
                shared.generator.cancelAllCGImageGeneration()
            }
            defer { limit.cancel() }
            return await withTaskCancellationHandler {
                guard let (image, actual) = try? await shared.generator.image(at: CMTime(time)),
                    let at = Duration(actual)
                else { return nil }
                return Thumbnail(image: image, itemTime: at - open.info.bounds.start)
            } onCancel: {
                shared.generator.cancelAllCGImageGeneration()
            }
        }
    }
#endif
