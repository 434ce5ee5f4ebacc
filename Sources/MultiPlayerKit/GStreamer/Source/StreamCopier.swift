#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// Copies the coded streams of a transport or program stream into a Matroska file, which has an index.
    ///
    /// Nothing is decoded, except sound in a format that Matroska does not hold. Blocks; runs once.
    ///
    /// Sendable because everything that changes is in `state`.
    final class StreamCopier: @unchecked Sendable {
        /// The elements between demuxer and multiplexer for one stream; they hold its packets back until all streams
        /// are there.
        private struct Branch: Sendable {
            var element: Element
            var block: gulong
        }

        private struct State {
            var branches: [Branch] = []
            var hasVideo = false
            var hasJoined = false
            var bytesRead = 0
            var hasFailed = false
            var hasEnded = false
            var order = PictureOrder()
            var lastTime: Duration?
            var times: [Duration] = []
        }

        /// Time stamps in the copy are multiples of this. They count from the beginning of a cluster in 16 bits, so
        /// they reach 1.6 s back: the deepest reordering there is, 16 frames, at 10 frames a second. The list of times
        /// restores what rounding loses.
        static let resolution = Duration.microseconds(50)
        /// The length of frames that state none, as those of MPEG-4. The file states its own length by its last frame,
        /// and the demuxer (1.22) drops what begins at or after that end, as a rounded time may, with all that follows
        /// it.
        private static let leastLength = resolution * 2
        /// The copy is given up when no byte was read or written for this long: no disk in use is slower.
        private static let patience = Duration.seconds(5)
        /// Bytes read before the list of streams is taken to be complete: a program stream does not list them at its
        /// beginning, and no stream that is heard or seen is silent for this many bytes.
        private static let lookout = 16_000_000
        /// Holds packets until then, and while sound and pictures lie apart in the file.
        private static let queue = "queue name=wait max-size-bytes=67108864 max-size-buffers=0 max-size-time=0"

        private let pipeline: Element
        private let demuxer: Element
        private let multiplexer: Element
        private let target: Int32
        private let state = Mutex(State())

        init?(of container: IndexedCopy.Container, from source: URL, to target: Int32) {
            let line =
                "filesrc name=source blocksize=1048576 ! \(container.demuxer) name=streams "
                + "matroskamux name=mux timecodescale=\(Self.resolution.nanoseconds) ! filesink name=target"
            guard let pipeline = try? Element(launch: line), let demuxer = pipeline.child("streams"),
                let multiplexer = pipeline.child("mux")
            else { return nil }
            (self.pipeline, self.demuxer, self.multiplexer, self.target) = (pipeline, demuxer, multiplexer, target)
            pipeline.child("source")?.set("location", source.path)
            pipeline.child("target")?.set("location", IndexedCopy.path(of: target))
        }

        /// Makes the copy and returns the times of its frames, in order; `nil` if there is no usable copy.
        func run() -> [Duration]? {
            let context = Unmanaged.passUnretained(self).toOpaque()
            mpk_on_pad_added(
                demuxer.pointer,
                { _, pad, context in
                    guard let pad, let context else { return }
                    Unmanaged<StreamCopier>.fromOpaque(context).takeUnretainedValue().add(pad)
                }, context)
            watchReading(context)
            let route = BusRoute(pipeline) { [weak self] message in
                switch message {
                case .failed, .missingPlugin: self?.state.withLock { $0.hasFailed = true }
                case .ended: self?.state.withLock { $0.hasEnded = true }
                }
            }
            pipeline.play()
            let isDone = waitForEnd()
            pipeline.stop()
            mpk_disconnect(demuxer.pointer, context)
            route.close()
            let times = state.withLock(\.times)
            return isDone && !times.isEmpty ? times.sorted() : nil
        }

        private func waitForEnd() -> Bool {
            var progress = 0
            var deadline = HostTime.now.advanced(by: Self.patience)
            while true {
                let (hasEnded, hasFailed, read) = state.withLock { ($0.hasEnded, $0.hasFailed, $0.bytesRead) }
                if hasFailed { return false }
                if hasEnded { return true }
                var facts = stat()
                _ = fstat(target, &facts)
                if read + Int(facts.st_size) != progress {
                    progress = read + Int(facts.st_size)
                    deadline = HostTime.now.advanced(by: Self.patience)
                }
                if HostTime.now > deadline { return false }
                usleep(2_000)
            }
        }

        // MARK: In the streaming threads

        /// Demuxers pull what they read, and some read the end of the file first: bytes are counted, not positions.
        private func watchReading(_ context: UnsafeMutableRawPointer) {
            pipeline.child("source")?.probeBytes(context: context) { _, info, context in
                guard let info, let context, let buffer = mpk_probe_buffer(info) else { return GST_PAD_PROBE_OK }
                Unmanaged<StreamCopier>.fromOpaque(context).takeUnretainedValue().read(gst_buffer_get_size(buffer))
                return GST_PAD_PROBE_OK
            }
        }

        private func read(_ count: gsize) {
            let isEnough = state.withLock { state in
                state.bytesRead += Int(count)
                return state.bytesRead >= Self.lookout && !state.hasJoined
            }
            if isEnough { join() }
        }

        /// A short file ends before enough has been read.
        private func watchEnd(of pad: UnsafeMutablePointer<GstPad>) {
            _ = mpk_add_probe(
                pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
                { _, info, context in
                    guard let info, let context, let event = mpk_probe_event(info),
                        mpk_event_type(event) == GST_EVENT_EOS
                    else { return GST_PAD_PROBE_OK }
                    Unmanaged<StreamCopier>.fromOpaque(context).takeUnretainedValue().join()
                    return GST_PAD_PROBE_OK
                }, Unmanaged.passUnretained(self).toOpaque(), nil)
        }

        private func add(_ pad: UnsafeMutablePointer<GstPad>) {
            guard let name = mpk_pad_media_type(pad) else { return }
            defer { g_free(name) }
            let type = String(cString: name)
            let isVideo = type.hasPrefix("video/")
            let isFirst = state.withLock { state in
                defer { if isVideo { state.hasVideo = true } }
                return !state.hasVideo
            }
            guard isVideo ? isFirst : type.hasPrefix("audio/") else { return }
            let version = mpk_pad_mpeg_version(pad)
            let parser = isVideo ? Self.parser(ofVideo: type, version) : Self.parser(ofAudio: type, version)
            var block: gulong = 0
            guard let parser, let branch = mpk_branch(pipeline.pointer, pad, "\(Self.queue) ! \(parser)", &block) else {
                return state.withLock { $0.hasFailed = true }
            }
            if isVideo { watch(branch, isMPEG: type == "video/mpeg" && version < 4) }
            gst_object_ref(branch)
            let new = Branch(element: Element(owning: branch), block: block)
            let isLate = state.withLock { state in
                state.branches.append(new)
                return state.hasJoined
            }
            // Better no copy than one without this stream.
            if isLate { state.withLock { $0.hasFailed = true } }
            watchEnd(of: pad)
        }

        /// The multiplexer writes its header with the first packet: by then it must know every stream.
        private func join() {
            let branches = state.withLock { state in
                defer { (state.branches, state.hasJoined) = ([], true) }
                return state.hasJoined ? [] : state.branches
            }
            // Link all branches before any packet passes: the first packet closes the list of streams.
            for branch in branches
            where gst_element_link_pads(branch.element.pointer, "src", multiplexer.pointer, nil) == 0 {
                state.withLock { $0.hasFailed = true }
            }
            for branch in branches {
                guard let wait = branch.element.child("wait"), let pad = gst_element_get_static_pad(wait.pointer, "src")
                else { continue }
                gst_pad_remove_probe(pad, branch.block)
                mpk_unref(pad)
            }
        }

        private static func parser(ofVideo type: String, _ version: Int32) -> String? {
            switch type {
            case "video/x-h264": "h264parse"
            case "video/x-h265": "h265parse"
            case "video/mpeg": version == 4 ? "mpeg4videoparse" : "mpegvideoparse"
            case "video/x-wmv": "vc1parse"
            default: nil
            }
        }

        private static func parser(ofAudio type: String, _ version: Int32) -> String? {
            // For packings that Matroska does not know: the sound is coded again, without loss.
            let coding = "audioconvert ! audioresample ! flacenc quality=0"
            return switch type {
            case "audio/mpeg" where version == 1: "mpegaudioparse"
            case "audio/mpeg" where version > 1: "aacparse"
            case "audio/x-ac3", "audio/x-eac3": "ac3parse"
            case "audio/x-dts": "dcaparse"
            case "audio/x-opus": "opusparse"
            case "audio/mpeg" where version == -4: "aacparse ! avdec_aac_latm ! \(coding)"
            case "audio/x-lpcm", "audio/x-private1-lpcm", "audio/x-private-ts-lpcm": "dvdlpcmdec ! \(coding)"
            default: nil
            }
        }

        /// Completes the frames' times as they pass, and records them.
        private func watch(_ branch: UnsafeMutablePointer<GstElement>, isMPEG: Bool) {
            guard let pad = gst_element_get_static_pad(branch, "src") else { return }
            let context = Unmanaged.passUnretained(self).toOpaque()
            let call: GstPadProbeCallback =
                isMPEG
                ? { pad, info, context in StreamCopier.note(pad, info, context, isMPEG: true) }
                : { pad, info, context in StreamCopier.note(pad, info, context, isMPEG: false) }
            _ = mpk_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, call, context, nil)
            mpk_unref(pad)
        }

        private static func note(
            _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
            _ context: UnsafeMutableRawPointer?, isMPEG: Bool
        ) -> GstPadProbeReturn {
            guard let pad, let info, let context, let buffer = mpk_probe_buffer(info) else { return GST_PAD_PROBE_OK }
            let copier = Unmanaged<StreamCopier>.fromOpaque(context).takeUnretainedValue()
            let stamp = duration(mpk_buffer_pts(buffer))
            let isKeyFrame = mpk_buffer_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT) == 0
            let picture =
                isMPEG ? mpk_mpeg_picture_of(buffer) : mpk_mpeg_picture(temporal_reference: -1, begins_group: 0)
            let length = duration(mpk_buffer_duration(buffer))
            let decodeStamp = duration(mpk_buffer_dts(buffer))
            let found = copier.state.withLock { state -> Duration? in
                var time = stamp
                if picture.temporal_reference >= 0 {
                    time = state.order.time(
                        reference: Int(picture.temporal_reference), beginsGroup: picture.begins_group != 0,
                        stamp: stamp, length: length ?? .zero)
                }
                // The second field of a frame carries no time of its own.
                time = time ?? decodeStamp ?? state.lastTime
                state.lastTime = time
                return time
            }
            guard let time = found else { return GST_PAD_PROBE_DROP }
            let running = Duration.nanoseconds(mpk_pad_running_time(pad, GstClockTime(clamping: time.nanoseconds)))
            let isKept = copier.state.withLock { state -> Bool in
                // A recording may begin in the middle of a group: frames before its first key frame, and those shown
                // before that, refer to frames that are not there.
                guard running >= .zero, state.times.first.map({ $0 <= running }) ?? isKeyFrame else { return false }
                state.times.append(running)
                return true
            }
            guard isKept else { return GST_PAD_PROBE_DROP }
            if time != stamp || length == nil {
                mpk_probe_set_times(
                    info, GstClockTime(clamping: time.nanoseconds),
                    GstClockTime(clamping: (length ?? leastLength).nanoseconds))
            }
            return GST_PAD_PROBE_OK
        }

        private static func duration(_ time: GstClockTime) -> Duration? {
            time == GstClockTime.max ? nil : .nanoseconds(Int64(clamping: time))
        }
    }
#endif
