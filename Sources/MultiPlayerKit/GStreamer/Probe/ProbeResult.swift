#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// One packet of the video track, in time.
    struct Packet: Sendable {
        /// The segment it came in.
        struct Stretch: Sendable {
            var start: Duration
            var time: Duration
            var stop: Duration?
        }

        var stamp: Duration
        /// When it is to be decoded: no later packet is shown before that; `nil`: not told.
        var decodeStamp: Duration?
        var duration: Duration?
        var segment: Stretch
        var isKeyFrame: Bool
        /// Whether decoding can begin here without earlier packets; `nil` if that is unknown: for codecs other than
        /// H.264 and HEVC, or without lengths in front of their units.
        var isInstantRefresh: Bool?
        /// Whether no other frame refers to it; known for H.264 in MP4 only, else false.
        var isUnreferenced: Bool

        init?(_ sample: OpaquePointer, segment: Stretch) {
            guard let buffer = gst_sample_get_buffer(sample) else { return nil }
            let decodeStamp = mpk_buffer_dts(buffer)
            // AVI has decoding times only; at a constant rate they are the same set as the presentation times.
            let stamp = mpk_buffer_pts(buffer) == GstClockTime.max ? decodeStamp : mpk_buffer_pts(buffer)
            guard stamp != GstClockTime.max else { return nil }
            self.stamp = .nanoseconds(Int64(clamping: stamp))
            self.decodeStamp = decodeStamp == GstClockTime.max ? nil : .nanoseconds(Int64(clamping: decodeStamp))
            let length = mpk_buffer_duration(buffer)
            duration = length == GstClockTime.max || length == 0 ? nil : .nanoseconds(Int64(clamping: length))
            self.segment = segment
            isKeyFrame = mpk_buffer_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0
            let found = isKeyFrame ? mpk_sample_has_idr(sample) : -1
            isInstantRefresh = found < 0 ? nil : found == 1
            isUnreferenced = !isKeyFrame && mpk_is_unreferenced(buffer, gst_sample_get_caps(sample)) == 1
        }

        /// The same packet in a segment whose stream time is zero at this time stamp.
        func counted(from origin: Duration?) -> Packet {
            guard let origin else { return self }
            var packet = self
            packet.segment.time = segment.start - origin
            return packet
        }

        /// Stream time; `nil` for what lies before the segment and is decoded only because others need it.
        var shownTime: Duration? {
            stamp >= segment.start ? stamp - segment.start + segment.time : nil
        }
    }

    /// The result of one probe run, and what follows from it: times in, times out.
    struct ProbeResult: Sendable {
        var head: [Packet]
        var tail: [Packet]
        var facts: StreamFacts
        var video: VideoChoice
        /// The first key frame, for what only parser and decoder tell; `nil`: none was seen.
        var firstKey: KeptSample?
        /// `nil`: not stated.
        var orientation: PictureOrientation?
        var hasAudio: Bool
        var isISOMedia: Bool
        var isSeekable: Bool
        /// Length as the container states it.
        var stated: Duration
        /// The index that the demuxer saw in place of the file's own.
        var index: PlainIndex?
        /// Where the shown part begins in the stored one.
        var shift: Duration
        /// Where it ends there; `nil`: with the last frame.
        var end: Duration?
        /// The time stamp at stream time zero in all segments; `nil`: each states its own.
        var origin: Duration?
        /// Whether the end was not probed; what it would tell is assumed conservatively.
        var isCursory = false
        /// Whether the tail was read to the end of the file.
        var isTailWhole = true

        /// Whether an edit list hides key frames at the front, on which shown frames depend.
        var hidesFrames: Bool { head.contains { $0.shownTime == nil && $0.isKeyFrame } }

        /// Whether a fragmented file's edit list begins with an empty edit, with which the demuxer (1.22) cannot seek.
        func isDelayed(by index: PlainIndex) -> Bool {
            index.isFragmented && index.hasEdits && shift < .zero
        }

        /// Whether some key frame is followed by frames that need the group before it.
        var hasOpenGroups: Bool {
            isCursory || (head + tail).contains { $0.isKeyFrame && $0.isInstantRefresh == false }
        }

        /// Whether some frames can be left out without harm to others.
        var hasUnreferencedFrames: Bool { head.contains(where: \.isUnreferenced) }

        func finding(_ source: MediaSource) throws(PlaybackError) -> MediaProbe.Finding {
            let start = itemTimes(head).min()
            let times = itemTimes(tail).sorted()
            guard let start else { throw ErrorTranslation(source: source).noPackets(nil, hasOtherStreams: false) }
            let cadence = Cadence(times: settledTimes(), stated: facts.rate)
            let bounds = ItemBounds(start: start, end: end(times, from: start, rate: cadence.rate))
            // Frames beyond the stated end are not played, but show what the file claims.
            let ends = head.map { $0.stamp + ($0.duration ?? .zero) }
            let claimed = (ends.max() ?? .zero) - (head.map(\.stamp).min() ?? .zero)
            try ProbeLimits(source: source).check(
                rate: cadence.rate,
                bounds: ItemBounds(start: bounds.start, end: max(bounds.end, bounds.start + claimed)))
            let info = MediaInfo(
                displaySize: facts.displaySize(orientation: orientation), frameRate: cadence.rate, bounds: bounds,
                hasAudio: hasAudio, codec: facts.codec,
                renditions: [
                    MediaInfo.Rendition(
                        size: facts.storedSize(orientation: orientation), bitRate: bitRate(of: source))
                ], colour: facts.colour, bitDepth: facts.bitDepth, chroma: facts.chroma,
                orientation: orientation ?? .rotate0, fieldOrder: facts.fieldOrder, hasAlpha: facts.hasAlpha,
                pixelAspect: facts.pixelAspect, lightLevel: facts.lightLevel)
            return MediaProbe.Finding(
                info: info, mediaType: facts.mediaType, video: video,
                orientation: orientation == .rotate0 ? nil : orientation, index: index,
                shift: index == nil ? .zero : shift, origin: origin,
                // The Matroska demuxer (1.22) compares with the stated length, perhaps still counting from the first
                // block.
                reach: origin != nil && stated > .zero ? max(stated - start, .zero) : nil,
                hasOpenGroups: hasOpenGroups, hasUnreferencedFrames: hasUnreferencedFrames, isISOMedia: isISOMedia,
                isSeekable: isSeekable, isCursory: isCursory)
        }

        /// The bit rate of the whole file, its sound included; `nil` if it is not a file or states no length.
        private func bitRate(of source: MediaSource) -> Double? {
            guard source.url.isFileURL, stated > .zero,
                let size = try? FileManager.default.attributesOfItem(atPath: source.url.path)[.size] as? NSNumber
            else { return nil }
            return size.doubleValue * 8 / stated.seconds
        }

        /// Where the last frame ends.
        private func end(_ times: [Duration], from start: Duration, rate: FrameRate?) -> Duration {
            // Little or nothing could be read there: the file is cut off. Its index says how long it should be.
            guard let last = times.last else {
                let end = segmentEnd() ?? start + stated
                guard isCursory, let rate else { return end }
                return start + rate.time(ofFrame: max(rate.frame(at: end - start + rate.frameDuration / 2), 1))
            }
            let length = LastFrame(
                time: last, before: times.dropLast().last, stated: tail.max { $0.stamp < $1.stamp }?.duration,
                rate: rate, segmentEnd: isISOMedia || !hasAudio ? segmentEnd() : nil,
                fileEnds: hasAudio ? [] : [stated, start + stated]
            ).duration
            if isISOMedia || !isTailWhole, let stated = segmentEnd(), stated - last - length > FrameDecoder.truncation {
                return stated
            }
            guard let rate, length == rate.frameDuration else { return last + length }
            // Counted in frames where the rate is constant, so that no rounding is left over.
            return start + rate.time(ofFrame: rate.frame(at: last - start + rate.frameDuration / 2) + 1)
        }

        /// Times from the start without a gap: in decoding order, frames between the last few are still missing.
        private func settledTimes() -> [Duration] {
            let times = itemTimes(head).sorted()
            if isCursory { return times.dropLast(head.count / 3) }
            return head.count >= MediaProbe.headPackets ? times.dropLast(MediaProbe.headPackets / 3) : times
        }

        /// Item times of those packets that a player shows.
        private func itemTimes(_ packets: [Packet]) -> [Duration] {
            // A file cut at an open group begins with frames whose references are gone.
            let firstKey = packets.first.flatMap { $0.isKeyFrame && $0.isInstantRefresh == false ? $0.stamp : nil }
            return packets.compactMap { packet in
                if let firstKey, packet.stamp < firstKey { return nil }
                if index != nil {
                    guard packet.stamp >= shift - .microseconds(1), end.map({ packet.stamp < $0 }) ?? true else {
                        return nil
                    }
                    return packet.stamp - shift
                }
                if index == nil, let stop = packet.segment.stop, packet.stamp >= stop { return nil }
                return packet.shownTime
            }
        }

        /// Item time at which the container says that the last frame ends.
        private func segmentEnd() -> Duration? {
            if index != nil { return end.map { $0 - shift } }
            guard index == nil, let segment = (isCursory ? head : tail).last?.segment else { return nil }
            if let stop = segment.stop { return stop - segment.start + segment.time }
            // Segments of Matroska files have no end; the file's stated length says where they would have ended.
            return isISOMedia || stated <= .zero ? nil : stated
        }
    }

    /// How long the last frame stays.
    struct LastFrame {
        var time: Duration
        /// Time of the frame before it.
        var before: Duration?
        /// Duration that its packet states.
        var stated: Duration?
        /// The file's constant frame rate, where it has one.
        var rate: FrameRate?
        var segmentEnd: Duration?
        /// Where it may end by the file's stated length, counted from zero or from its first frame; empty if that may
        /// be the length of the sound.
        var fileEnds: [Duration] = []

        /// Container ends are often rounded to milliseconds.
        private static let rounding = Duration.microseconds(1_500)

        /// A stated file length that leaves more than this to the last frame refers to something else.
        private static let longest = Duration.seconds(1)

        var duration: Duration {
            let distance = rate?.frameDuration ?? before.map { time - $0 } ?? stated ?? .milliseconds(40)
            if let segmentEnd {
                let rest = segmentEnd - time
                if (rest - distance).magnitude <= Self.rounding { return distance }
                // In files of variable rate, packet and container may agree on something other than the last distance.
                // A file that ends where its last frame begins tells nothing about that frame.
                if let stated, rest > Self.rounding, (rest - stated).magnitude <= Self.rounding { return stated }
                // Outside these bounds the container's end refers to something else, mostly to the sound.
                if rest >= distance / 2, rest <= distance * 2 { return rest }
            }
            // At a variable rate the last distance tells nothing about the last frame.
            let rests = rate == nil ? fileEnds.map { $0 - time } : []
            return rests.first { $0 > Self.rounding && $0 <= Self.longest } ?? distance
        }
    }

    /// The frame rate that a run of frame times keeps, if it is constant.
    struct Cadence {
        let rate: FrameRate?

        /// Rates in use, tried where a container states none or a wrong one.
        private static let customary: [FrameRate] = [
            FrameRate(24000, 1001), FrameRate(24), FrameRate(25), FrameRate(30000, 1001), FrameRate(30), FrameRate(48),
            FrameRate(50), FrameRate(60000, 1001), FrameRate(60), FrameRate(100), FrameRate(120), FrameRate(240),
        ]

        /// - Parameters:
        ///   - times: frame times in order; fewer than three tell nothing.
        ///   - stated: what the container says; believed when the times agree.
        init(times: [Duration], stated: FrameRate?) {
            guard times.count > 2, let first = times.first, let last = times.last else {
                rate = stated
                return
            }
            let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
            // Two gaps may differ by two roundings to milliseconds.
            guard let least = gaps.min(), let most = gaps.max(), most - least <= .microseconds(2_100) else {
                rate = nil
                return
            }
            let mean = (last - first).seconds / Double(gaps.count)
            func error(_ rate: FrameRate) -> Double { abs(1 / rate.perSecond - mean) * Double(gaps.count) }
            if let stated, error(stated) <= 0.0011 {
                rate = stated
            } else if let near = Self.customary.min(by: { error($0) < error($1) }), error(near) <= 0.0011 {
                rate = near
            } else {
                // Times end after 292 years, so the mean gap is cut off there.
                rate = FrameRate(1_000_000_000, max(Int64(min((mean * 1e9).rounded(), 9e18)), 1))
            }
        }
    }

    extension Duration {
        var magnitude: Duration { self < .zero ? .zero - self : self }
    }
#endif
