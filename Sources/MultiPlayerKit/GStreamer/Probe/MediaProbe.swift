#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// Probes a video before anything is decoded: what it is, and the times of its first and last frames.
    ///
    /// Demuxes only: the first packets and the last group of pictures are read, so it costs milliseconds however long
    /// the file is. Container lengths are not used, because B-frames, edit lists and audio tails make them wrong by one
    /// to four frames.
    struct MediaProbe {
        /// What the probe found, and what else a decoder needs to know.
        struct Finding: Sendable {
            var info: MediaInfo
            var mediaType: String
            /// The video stream that was probed.
            var video: VideoChoice
            /// `nil`: as stored.
            var orientation: PictureOrientation?
            /// The index for the demuxer to see in place of the file's own; `nil`: the file's own.
            var index: PlainIndex?
            /// Subtracted from stream times to get item times: the edit list's shift, if the list is hidden.
            var shift: Duration
            /// The time stamp at stream time zero, for the whole file; `nil`: each segment states its own.
            var origin: Duration?
            /// The stream time beyond which its demuxer refuses to seek; `nil`: no limit.
            var reach: Duration?
            /// Whether key frames are followed by frames that need the group before.
            var hasOpenGroups: Bool
            /// Whether some frames can be left out without harm to others.
            var hasUnreferencedFrames: Bool
            var isISOMedia: Bool
            /// Whether its packets are described fragment by fragment, between them.
            var isFragmented = false
            var isSeekable: Bool
            /// Whether only its beginning was probed, because the rest is still to be fetched.
            var isCursory: Bool
            /// Added to item times to get those of the file's other tracks.
            var delay = Duration.zero
            /// The copy played in its place, because its container has no index.
            var copy: IndexedCopy?
            /// What is less exact than for other files, and why.
            var limit: PlaybackError?
        }

        /// Reads at most this many packets at the start: more than any reordering of H.264 or HEVC (16 frames).
        static let headPackets = 24
        /// If every packet has to be fetched first: enough to tell the frame rate, if the first frame is among them.
        static let fetchedHeadPackets = 8
        /// Packets of one tail read: a minute of video. Where the last group of pictures has more, the end is taken from
        /// the container.
        private static let tailPackets = 2_000
        /// How long a source may take to deliver its first packet. Servers on slow lines need seconds.
        private static let patience = Duration.seconds(8)

        /// Some demuxers read a damaged file to its end and report nothing. If the disk has answered and then nothing
        /// has been read for this long, the disk is not the cause.
        private static let silence = Duration.seconds(3)

        let source: MediaSource

        /// Blocks until the result is there. Errors name the file, what is wrong and the cure.
        func run() throws(PlaybackError) -> Finding {
            try SourceCheck(source: source).run()
            let copied = IndexedCopies.shared.copy(of: source)
            if case .success(let copy) = copied { return try finding(in: copy) }
            var finding = try findingInPlace()
            if case .failure(let refusal) = copied { finding.limit = ErrorTranslation(source: source).noIndex(refusal) }
            if finding.losesLastFrame { finding.limit = ErrorTranslation(source: source).lastFrameLost() }
            return finding
        }

        /// Probes the copy of a file that has no index.
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

        /// Probes the file itself.
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
            // The file's own edit list or length would make the demuxer lose frames: probe again, with a plain index.
            var second = try look(isISOMedia: isISO, through: index, shift: index.hasEdits ? first.shift : .zero)
            second.end = index.hasEdits && !isDelayed ? first.end : nil
            second.stated = first.stated
            (second.facts, second.orientation) = (first.facts, first.orientation)
            return try second.finding(source).fromFirstFrame(index.isFragmented)
        }

        /// Adds what parser and decoder tell about the pictures, and the boxes that GStreamer's demuxer does not read.
        private func learn(_ result: inout ProbeResult, _ movie: ISOMovie?) throws(PlaybackError) {
            // Neither size nor decoder is known: report the codec, because only that error can be cured.
            if CodecName.unknown.contains(result.facts.mediaType) {
                let failure = GStreamerFailure(domain: .missingPlugin, code: 0, text: "no decoder")
                throw ErrorTranslation(source: source).translate(failure, codec: result.facts.codec)
            }
            if let key = result.firstKey, ProbeLimits.isDecodable(result.facts) {
                let picture = FirstPicture(of: key.pointer, facts: result.facts)
                switch picture.size {
                case .known: break
                case .hidden: throw ProbeLimits(source: source).hiddenSize
                case .late: throw ErrorTranslation(source: source).pictureLate(FirstPicture.patience)
                }
                if let parsed = picture.parsed { result.facts.add(parsed) }
                if let decoded = picture.decoded { result.facts.add(decoded) }
                if let order = picture.fieldOrder { result.facts.add(fieldOrder: order) }
            }
            try ProbeLimits(source: source).check(result.facts, isAll: true)
            guard let movie else { return }
            // The stream id ends with the number of the track.
            let track = movie.tracks.first { $0.id == UInt32(result.video.streamID) } ?? movie.tracks.first
            guard let track else { return }
            result.facts.containerColour = track.colour
            result.orientation = track.orientation
        }

        /// Runs a pipeline once, for the first packets and the last.
        ///
        /// - Parameters:
        ///   - index: the index for the demuxer to see in place of the file's own.
        ///   - shift: where the shown part begins with that index.
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
            var (tail, isTailWhole) = (head, true)
            // The last group of pictures would have to be fetched before the first is seen; the file's index says where
            // it ends.
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
                isTailWhole =
                    mpk_appsink_is_eos(watch.packets.pointer) != 0 || watch.failure != nil || watch.hasEnded
                // A fragmented file's length grows with the fragments that have been read, which are all of them now.
                stated = max(stated, .nanoseconds(Int64(mpk_query_duration(pipeline.pointer))))
            }
            // The Matroska demuxer (1.22, 1.26) counts stream time from the first block in the file, until an earlier
            // block of another stream corrects that. It has seen enough blocks by now.
            let latest = watch.segment ?? segment
            let origin = mpk_reads_matroska(pipeline.pointer) != 0 ? latest.start - latest.time : nil
            return ProbeResult(
                head: head.map { $0.counted(from: origin) }, tail: tail.map { $0.counted(from: origin) }, facts: facts,
                video: video, firstKey: firstKey, orientation: watch.orientation, hasAudio: watch.hasAudio,
                isISOMedia: isISOMedia, isSeekable: isSeekable, stated: stated, index: index,
                shift: index == nil ? segment.start - segment.time : shift, end: segment.stop,
                origin: origin, isCursory: isCursory, isTailWhole: isTailWhole)
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
            let time = ReadingTime(from: .now, patience: patience, longest: max(patience, Self.patience))
            while shown < limit {
                if watch.streamCount > ProbeLimits.tracks {
                    try ProbeLimits(source: source).check(trackCount: watch.streamCount)
                }
                if let sample = mpk_appsink_try_pull(watch.packets.pointer, 20_000_000) {
                    defer { mpk_sample_unref(sample) }
                    watch.intake.took()
                    switch time.verdict(shown: shown, at: .now) {
                    case .goOn: break
                    case .enough: return result
                    case .nothingShown: throw ErrorTranslation(source: source).nothingShown(time.longest)
                    }
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
                } else if time.isIdleTooLong(at: .now) {
                    guard result.isEmpty else { break }
                    if watch.hasOtherStreams, !watch.hasVideo { throw explanation(of: watch) }
                    throw ErrorTranslation(source: source).tooSlow(patience)
                }
            }
            return result
        }
    }

    /// How long a probe takes packets, as a value.
    struct ReadingTime {
        let from: HostTime
        /// How long nothing may come.
        let patience: Duration
        /// How long packets may come: a stream may go on for hours without one that counts.
        let longest: Duration

        enum Verdict { case goOn, enough, nothingShown }

        /// What to do with a packet.
        ///
        /// - Parameter shown: Packets before it whose frames are shown.
        func verdict(shown: Int, at now: HostTime) -> Verdict {
            guard from.duration(to: now) > longest else { return .goOn }
            return shown > 0 ? .enough : .nothingShown
        }

        /// Whether to give up, at a moment without a packet.
        func isIdleTooLong(at now: HostTime) -> Bool { from.duration(to: now) > patience }
    }
#endif
