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
            return await runner.leases.loans.thumbnail(
                of: open, name: name(of: member), at: position.itemTime, fitting: size, tolerance: tolerance)
        }
    }
#endif
