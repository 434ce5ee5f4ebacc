#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// A picture of a member, for a time line.
    public struct Thumbnail: Sendable {
        /// As it is decoded, in the video's own size; see ``Stage/thumbnail``.
        public let picture: Picture
        /// When the picture is due in the video, from its first frame on.
        public let itemTime: Duration
    }

    extension PlaybackGroup {
        /// A picture of a member near a group time, while the group plays on: the key frame at or before it, which costs
        /// no more than one picture. In fragmented MP4 it is the frame that is due itself.
        ///
        /// Pictures are made one after the other, each with a decoder that nothing else needs: no video is lowered for
        /// one. Cancel the task of a picture that is not wanted any more.
        ///
        /// - Parameter time: a group time; what the member shows then depends on its offset, speed and end.
        /// - Returns: `nil` if there is none: the member is not open or shows nothing then, no decoder is to spare, or the
        ///   task was cancelled.
        /// - Throws: `PlaybackError` for a file that can no longer be read.
        public func thumbnail(of member: MemberID, at time: Duration) async throws -> Thumbnail? {
            guard let entry = runner.lineup.entries.first(where: { $0.id == member }), let info = entry.info,
                let map = timeMap(of: member)
            else { return nil }
            let line = GroupLine(anchor: .held(at: time))
            let position = MemberTimeline(line: line, map: map, bounds: info.bounds).position(at: line.anchor.hostTime)
            guard position.isVisible,
                let loan = await runner.leases.loans.borrow(for: entry.name, info, height: Self.thumbnailHeight)
            else { return nil }
            // The decoder is needed until the picture is made.
            defer { withExtendedLifetime(loan) {} }
            let (source, due) = (entry.source, position.itemTime - info.bounds.start)
            return try await Blocking.run { try Thumbnail(of: source, at: due) }
        }

        /// Lines; of several sizes of a video a small one will do.
        private static var thumbnailHeight: Int { 180 }
    }

    extension Thumbnail {
        /// Opens a video and decodes one picture; blocks.
        ///
        /// - Parameter time: from the first frame on.
        fileprivate init?(of source: MediaSource, at time: Duration) throws(PlaybackError) {
            let media = try OpenedMedia(of: source)
            let chain = media.smallestChain
            let reading = try StreamReading.pictures(of: chain)
            let rate = media.info.frameRate
            // The middle of the frame that is due, because files round times. A pipeline can be sought once it has begun.
            let middle = rate.map { $0.time(ofFrame: $0.frame(at: time)) + $0.frameDuration / 2 } ?? time
            guard try reading.next({ _ in }) != nil, reading.seek(toPicture: middle) else { return nil }
            let found: Thumbnail?? = try reading.next { sample throws(PlaybackError) -> Thumbnail? in
                guard let caps = gst_sample_get_caps(sample), let buffer = gst_sample_get_buffer(sample),
                    let format = PictureFormat(caps: caps, colour: chain.colour, orientation: media.info.orientation),
                    let shown = chain.pictureTime(of: sample)
                else { return nil }
                // In fragmented files the demuxer goes to the very time, to which the decoder cuts the frame's.
                let begin = rate.map { $0.time(ofFrame: $0.frame(at: shown)) } ?? shown
                return Thumbnail(picture: Picture(buffer, format: format), itemTime: begin)
            }
            guard let found = found ?? nil else { return nil }
            self = found
        }
    }
#endif
