#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// Looks into a video before anything is decoded: what it is, and the times of its first and last frames.
    ///
    /// Demuxes only: the first packets and the last group of pictures are read, so it costs milliseconds however long
    /// the file. Container lengths are not used, because B-frames, edit lists and audio tails make them wrong by one
    /// to four frames.
    struct MediaProbe {
        /// What the probe found, and what a decoder needs to know beyond it.
        struct Finding: Sendable {
            var info: MediaInfo
            var mediaType: String
            /// Which video stream it is about.
            var video: VideoChoice
            /// `nil`: as stored.
            var orientation: PictureOrientation?
            /// What the demuxer is to see in place of the file's own index; `nil`: that one.
            var index: PlainIndex?
            /// What to take away from stream times to get item times: the edit list's shift, where it is hidden.
            var shift: Duration
            /// Time stamp at stream time zero, for all of the file; `nil`: as each segment says.
            var origin: Duration?
            /// Stream time beyond which its demuxer refuses to seek; `nil`: there is none.
            var reach: Duration?
            /// Whether key frames are followed by frames that need the group before.
            var hasOpenGroups: Bool
            /// Whether some frames can be left out without harm to others.
            var hasUnreferencedFrames: Bool
            var isISOMedia: Bool
            /// Whether its packets are described piece by piece, between them.
            var isFragmented = false
            var isSeekable: Bool
            /// Whether only its beginning was looked at, because the rest is still to be fetched.
            var isCursory: Bool
            /// What to add to item times to get those of the file's other tracks.
            var delay = Duration.zero
            /// What is played in its place, because its container has no index.
            var copy: IndexedCopy?
            /// What is not as exact as it is for other files, and why.
            var limit: PlaybackError?
        }

        /// Reads at most this many packets at the start: more than any reordering of H.264 or HEVC (16 frames).
        static let headPackets = 24
        /// Where every packet has to be fetched first, as many as tell the frame rate, if the first frame is among them.
        static let fetchedHeadPackets = 8
        /// Packets of one tail read; a group of pictures is rarely longer, and a longer one is read from its last part.
        private static let tailPackets = 2_000
        /// How long a source may take to show its first packet. Servers on slow lines need seconds.
        private static let patience = Duration.seconds(8)

        /// Some demuxers of damaged files read to the end and say nothing. A disk that has answered, and from which then nothing
        /// has been read for so long, has nothing to do with it.
        private static let silence = Duration.seconds(3)

        let source: MediaSource

        /// Blocks until the answer is there. Errors name the file, what is wrong and the cure.
        func run() throws(PlaybackError) -> Finding {
            try SourceCheck(source: source).run()
            let copied = IndexedCopies.shared.copy(of: source)
            if case .success(let copy) = copied { return try finding(in: copy) }
            var finding = try findingInPlace()
            if case .failure(let refusal) = copied { finding.limit = ErrorTranslation(source: source).noIndex(refusal) }
            if finding.losesLastFrame { finding.limit = ErrorTranslation(source: source).lastFrameLost() }
            return finding
        }

        /// Looks into the copy of a file that has no index.
        private func finding(in copy: IndexedCopy) throws(PlaybackError) -> Finding {
            var result = try look(isISOMedia: false, through: nil, copy: copy)
            result.head = copy.exact(result.head)
            result.tail = copy.exact(result.tail)
            try learn(&result, nil)
            result.firstKey = nil
            var finding = try result.finding(source)
            finding.copy = copy
            return finding
        }

        /// Looks into the file itself.
        private func findingInPlace() throws(PlaybackError) -> Finding {
            let bytes = SourceBytes(of: source)
            defer { bytes?.close() }
            let isISO = bytes?.isISOMedia ?? false
            let limits = ProbeLimits(source: source)
            let movie = isISO ? bytes.map(ISOMovie.init(of:)) : nil
            if let movie { try limits.check(movie) }
            if !isISO, let count = bytes.flatMap({ MatroskaTracks(of: $0).count }) {
                try limits.check(trackCount: count)
            }
            let index = isISO ? bytes.map(PlainIndex.init(of:)) : nil
            var first = try look(isISOMedia: isISO, through: nil)
            try learn(&first, movie)
            first.firstKey = nil
            let isDelayed = index.map(first.isDelayed) ?? false
            guard let index, first.hidesFrames || isDelayed || !index.hasEdits else {
                return try first.finding(source).fromFirstFrame(index?.isFragmented ?? false)
            }
            // Its own edit list or length would make the demuxer lose frames: once more, with a plain index.
            var second = try look(isISOMedia: isISO, through: index, shift: index.hasEdits ? first.shift : .zero)
            second.end = index.hasEdits && !isDelayed ? first.end : nil
            second.stated = first.stated
            (second.facts, second.orientation) = (first.facts, first.orientation)
            return try second.finding(source).fromFirstFrame(index.isFragmented)
        }

        /// What the pictures are: by parser and decoder, and by the boxes that GStreamer's demuxer does not read.
        private func learn(_ result: inout ProbeResult, _ movie: ISOMovie?) throws(PlaybackError) {
            // Neither size nor decoder: the error that can be mended is the codec's.
            if CodecName.unknown.contains(result.facts.mediaType) {
                let failure = GStreamerFailure(domain: .missingPlugin, code: 0, text: "no decoder")
                throw ErrorTranslation(source: source).translate(failure, codec: result.facts.codec)
            }
            if let key = result.firstKey, ProbeLimits.isDecodable(result.facts) {
                let picture = FirstPicture(of: key.pointer, facts: result.facts)
                if picture.hidesSize { throw ProbeLimits(source: source).hiddenSize }
                if let parsed = picture.parsed { result.facts.add(parsed) }
                if let decoded = picture.decoded { result.facts.add(decoded) }
                if let order = picture.fieldOrder { result.facts.add(fieldOrder: order) }
            }
            try ProbeLimits(source: source).check(result.facts, isAll: true)
            guard let movie else { return }
            // The number of the track stands at the end of the stream id.
            let track = movie.tracks.first { $0.id == UInt32(result.video.streamID) } ?? movie.tracks.first
            guard let track else { return }
            result.facts.containerColour = track.colour
            result.orientation = track.orientation
        }

        /// One run of a pipeline: the first packets and the last.
        ///
        /// - Parameters:
        ///   - index: what the demuxer is to see in place of the file's own index.
        ///   - shift: where the shown part begins then.
        private func look(
            isISOMedia: Bool, through index: PlainIndex?, shift: Duration = .zero, copy: IndexedCopy? = nil
        ) throws(PlaybackError) -> ProbeResult {
            let reader = SourceReader(source, copy: copy, index: index)
            let pipeline: Element
            do {
                pipeline = try Element(launch: Self.launchLine(reader, isISOMedia: isISOMedia))
            } catch {
                throw ErrorTranslation(source: source).translate(error)
            }
            reader.attach(to: pipeline)
            let watch = ProbeWatch(pipeline)
            defer {
                reader.close()
                watch.close()
            }
            pipeline.play()
            let isFetching = isISOMedia && reader.isFetching
            var firstKey: KeptSample?
            let head = try packets(
                watch, isISOMedia: isISOMedia, firstKey: &firstKey, limit: Self.headPackets,
                orAfter: isFetching ? Self.fetchedHeadPackets : nil, from: shift,
                patience: Self.patience)
            guard let facts = watch.facts, let video = watch.video, let segment = head.first?.segment else {
                throw explanation(of: watch)
            }
            let isSeekable = mpk_query_seekable(pipeline.pointer) != 0
            var stated = Duration.nanoseconds(Int64(mpk_query_duration(pipeline.pointer)))
            var tail = head
            // The last group of pictures would have to be fetched before the first is seen; its index says where it ends.
            let isCursory = isFetching && isSeekable && !watch.hasEnded
            if isCursory {
                tail = []
            } else if isSeekable, stated > .zero, !watch.hasDelivered {
                _ = pipeline.seek(
                    to: stated - .nanoseconds(1),
                    flags: GstSeekFlags(rawValue: GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue))
                watch.forgetEnd()
                tail =
                    (try? packets(
                        watch, isISOMedia: isISOMedia, firstKey: &firstKey, limit: Self.tailPackets, from: .zero,
                        patience: .seconds(2))) ?? []
                // A fragmented file's length grows with the fragments that have been read, which are all of them now.
                stated = max(stated, .nanoseconds(Int64(mpk_query_duration(pipeline.pointer))))
            }
            // The demuxer of Matroska (1.22, 1.26) counts stream time from the first block in the file, until an earlier one of
            // another stream tells it better. It has seen enough of them by now.
            let latest = watch.segment ?? segment
            let origin = mpk_reads_matroska(pipeline.pointer) != 0 ? latest.start - latest.time : nil
            return ProbeResult(
                head: head.map { $0.counted(from: origin) }, tail: tail.map { $0.counted(from: origin) }, facts: facts,
                video: video, firstKey: firstKey, orientation: watch.orientation, hasAudio: watch.hasAudio,
                isISOMedia: isISOMedia, isSeekable: isSeekable, stated: stated, index: index,
                shift: index == nil ? segment.start - segment.time : shift, end: segment.stop,
                origin: origin, isCursory: isCursory)
        }

        /// Whether no packet that follows can be shown before the first of these.
        private static func hasFirstFrame(_ packets: [Packet]) -> Bool {
            guard let last = packets.last?.decodeStamp, let first = packets.map(\.stamp).min() else { return false }
            return last >= first
        }

        /// An MP4's packets come straight from its demuxer: a parser behind it would cut them off at the stated end.
        private static func launchLine(_ reader: SourceReader, isISOMedia: Bool) -> String {
            "\(reader.element) name=source ! \(isISOMedia ? "qtdemux" : "parsebin") name=streams "
                + "appsink name=packets sync=false async=false wait-on-eos=false enable-last-sample=false"
        }

        /// The best explanation of a failure: the first message is often only that data stopped flowing.
        private func explanation(of watch: ProbeWatch) -> PlaybackError {
            let translation = ErrorTranslation(source: source)
            if watch.wasLedAway { return translation.leadsAway }
            if watch.hasOtherStreams, !watch.hasVideo { return translation.noPackets(nil, hasOtherStreams: true) }
            // The cause is posted by another thread, a moment later at most.
            let deadline = HostTime.now.advanced(by: .milliseconds(200))
            while !source.url.isFileURL, watch.failure?.domain != .resource, HostTime.now < deadline { usleep(5_000) }
            return translation.noPackets(watch.failure, hasOtherStreams: false)
        }

        private func packets(
            _ watch: ProbeWatch, isISOMedia: Bool, firstKey: inout KeptSample?, limit: Int, orAfter few: Int? = nil,
            from start: Duration, patience: Duration
        ) throws(PlaybackError) -> [Packet] {
            var result: [Packet] = []
            var shown = 0
            let deadline = HostTime.now.advanced(by: patience)
            while shown < limit {
                if watch.streamCount > ProbeLimits.tracks {
                    try ProbeLimits(source: source).check(trackCount: watch.streamCount)
                }
                if let sample = mpk_appsink_try_pull(watch.packets.pointer, 20_000_000) {
                    defer { mpk_sample_unref(sample) }
                    watch.intake.took()
                    if watch.facts == nil {
                        watch.note(sample, isISOMedia: isISOMedia)
                        if let facts = watch.facts { try ProbeLimits(source: source).check(facts, isAll: false) }
                    }
                    guard let segment = watch.segment, let packet = Packet(sample, segment: segment) else { continue }
                    if firstKey == nil, packet.isKeyFrame { firstKey = KeptSample(sample) }
                    if packet.shownTime != nil, packet.stamp >= start { shown += 1 }
                    result.append(packet)
                    if let few, shown >= few, Self.hasFirstFrame(result) { break }
                } else if watch.failure != nil, result.isEmpty {
                    throw explanation(of: watch)
                } else if mpk_appsink_is_eos(watch.packets.pointer) != 0 || watch.failure != nil || watch.hasEnded {
                    break
                } else if result.isEmpty, source.url.isFileURL, let idle = watch.idle, idle > Self.silence {
                    throw ErrorTranslation(source: source)
                        .noPackets(nil, hasOtherStreams: watch.hasOtherStreams && !watch.hasVideo)
                } else if HostTime.now > deadline {
                    guard result.isEmpty else { break }
                    if watch.hasOtherStreams, !watch.hasVideo { throw explanation(of: watch) }
                    throw ErrorTranslation(source: source).tooSlow(patience)
                }
            }
            return result
        }
    }
#endif
