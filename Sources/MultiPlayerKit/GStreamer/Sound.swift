#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// The sound of the one audible member: separate pipelines, on the host clock and on the member's line.
    ///
    /// Sound must be clocked whereas pictures are pulled, so it never shares a pipeline with them: a video queue that
    /// nobody empties would hold up the sound. Each stretch of the line (a turn of a loop, a new rate, a seek) is one
    /// *output* with its own start on the host clock; the next turn's output is prerolled before the seam.
    ///
    /// Sendable because anything that changes does so only on `queue`, which is serial.
    final class Sound: @unchecked Sendable {
        private let source: MediaSource
        private let copy: IndexedCopy?
        private let delay: Duration
        private let sink: String
        private let queue = DispatchQueue(label: "MultiPlayerKit.sound")
        /// The outputs that play or are about to, with the end of each.
        private var outputs: [(output: AudioOutput, end: HostTime?)] = []
        private let tell: @Sendable (PlaybackError?) -> Void
        private var timeline: MemberTimeline?
        private var serial = 0
        /// Whether sound was heard at the last report; `nil` if nothing has been reported yet.
        private var isHeard: Bool?

        /// How long before its start an output is opened: enough to open a file, seek and preroll on a busy machine.
        private static let lead = Duration.milliseconds(400)
        /// How often a missing device is looked for: a sound server that comes back is heard within three seconds,
        /// including the time to open the file. A check opens only the device.
        private static let retryInterval = DispatchTimeInterval.seconds(2)

        /// - Parameters:
        ///   - copy: what to play instead of the source.
        ///   - delay: the time in the sound that corresponds to item time zero.
        ///   - sink: launch text of the sink; tests listen with their own.
        ///   - tell: called whenever sound becomes heard, with `nil`, or stops being heard, with the reason.
        init(
            source: MediaSource, copy: IndexedCopy? = nil, delay: Duration = .zero, sink: String = Sound.defaultSink,
            tell: @escaping @Sendable (PlaybackError?) -> Void = { _ in }
        ) {
            self.source = source
            self.copy = copy
            self.delay = delay
            self.sink = sink
            self.tell = tell
        }

        /// The system's default output.
        static let defaultSink = ProcessInfo.processInfo.environment["MULTIPLAYERKIT_AUDIO_SINK"] ?? "autoaudiosink"

        /// Follows the timeline from now on.
        func follow(_ timeline: MemberTimeline) {
            queue.async { [self] in
                guard timeline != self.timeline else { return }
                self.timeline = timeline
                fallSilent()
                if timeline.line.anchor.rate > 0 {
                    speak(from: HostTime.now.advanced(by: .milliseconds(60)), serial: serial)
                }
            }
        }

        /// Falls silent and leaves nothing running.
        func close() {
            queue.async { [self] in
                timeline = nil
                fallSilent()
            }
        }

        /// On `queue`. Also cancels what was scheduled for later.
        private func fallSilent() {
            serial += 1
            AudioOutput.close(outputs.map(\.output))
            outputs = []
        }

        /// On `queue`. Opens the output that is due at `host`, and schedules the opening of the next one in time.
        private func speak(from host: HostTime, serial: Int) {
            guard serial == self.serial, let timeline else { return }
            let now = HostTime.now
            AudioOutput.close(outputs.filter { $0.end.map { $0 < now } ?? false }.map(\.output))
            outputs.removeAll { $0.end.map { $0 < now } ?? false }
            let stretch = SoundStretch(of: timeline, at: host)
            if let sound = stretch.sound { open(sound, of: stretch, serial: serial) }
            guard serial == self.serial, let next = stretch.end else { return }
            let wait = HostTime.now.duration(to: next.advanced(by: .zero - Self.lead))
            queue.asyncAfter(deadline: .now() + max(wait.seconds, 0)) { [weak self] in
                self?.speak(from: next, serial: serial)
            }
        }

        /// On `queue`.
        private func open(_ sound: Range<Duration>, of stretch: SoundStretch, serial: Int) {
            let output = AudioOutput(
                source: source, copy: copy, sink: sink, from: sound.lowerBound + delay, to: sound.upperBound + delay,
                at: stretch.start, speed: stretch.speed
            ) { [weak self] failure in
                guard let self else { return }
                queue.async { [self] in self.failed(failure, serial: serial) }
            }
            guard let output else { return }
            outputs.append((output, stretch.end))
            if output.hasDevice { note(nil) } else { failed(AudioOutput.noDevice, serial: serial) }
        }

        // MARK: Devices that come and go

        /// On `queue`. Looks again for a device that is gone; sound that cannot be decoded stays silent until the next
        /// turn.
        private func failed(_ failure: GStreamerFailure, serial: Int) {
            guard serial == self.serial, failure.isOfSink else { return }
            note(
                PlaybackError(
                    .outputFailed, subject: "sound",
                    reason: "there is no device or server that takes it: \(failure.text)",
                    cure: "connect a device or start the sound server; it is looked for every two seconds",
                    underlying: failure))
            fallSilent()
            lookAgain(serial: self.serial)
        }

        /// On `queue`. Reports a change.
        private func note(_ loss: PlaybackError?) {
            guard isHeard != (loss == nil) else { return }
            isHeard = loss == nil
            tell(loss)
        }

        private func lookAgain(serial: Int) {
            queue.asyncAfter(deadline: .now() + Self.retryInterval) { [weak self] in
                guard let self, serial == self.serial, let timeline, timeline.line.anchor.rate > 0 else { return }
                if AudioOutput.canBeHeard(by: sink) {
                    speak(from: HostTime.now.advanced(by: .milliseconds(60)), serial: serial)
                } else {
                    lookAgain(serial: serial)
                }
            }
        }
    }

    /// One stretch of sound: item times `from` to `to`, its first sample heard at a host time.
    final class AudioOutput {
        let pipeline: Element
        private let reader: SourceReader
        private let route: BusRoute

        /// - Parameter failed: called when it is no longer heard, or never was; on any thread, also from within this
        ///   call.
        init?(
            source: MediaSource, copy: IndexedCopy? = nil, sink: String, from: Duration, to: Duration,
            at host: HostTime, speed: Double, failed: @escaping @Sendable (GStreamerFailure) -> Void = { _ in }
        ) {
            let stretch = speed == 1 ? "" : "scaletempo ! "
            reader = SourceReader(source, copy: copy)
            let line =
                "\(reader.decoding("audio/x-raw")) ! audioconvert ! audioresample ! \(stretch)audioconvert ! "
                + "audioresample ! \(sink)"
            guard let pipeline = try? Element(launch: line) else { return nil }
            self.pipeline = pipeline
            route = BusRoute(pipeline) { message in
                if case .failed(let failure) = message { failed(failure) }
            }
            reader.attachDecoding(to: pipeline, .sound)
            mpk_use_system_clock(pipeline.pointer)
            // The base time is set here: running time 0 is the host time at which the first sample is due.
            gst_element_set_start_time(pipeline.pointer, GstClockTime.max)
            pipeline.pause()
            let patience = GstClockTime(3_000_000_000)
            guard gst_element_get_state(pipeline.pointer, nil, nil, patience) != GST_STATE_CHANGE_FAILURE,
                pipeline.seek(to: from, until: to, rate: speed, flags: GST_SEEK_FLAG_ACCURATE)
            else {
                close()
                return nil
            }
            _ = gst_element_get_state(pipeline.pointer, nil, nil, patience)
            // A sink on a clock that is not its own starts its device under its own lock. If its server has gone,
            // PulseAudio's sink (GStreamer 1.22) reports that under the lock, waits for itself for ever, and holds what
            // all others in the process need. A device that already runs is not started there.
            guard mpk_start_devices(pipeline.pointer) != 0 else {
                close()
                failed(Self.noDevice)
                return nil
            }
            gst_element_set_base_time(pipeline.pointer, GstClockTime(max(host.nanoseconds, 0)))
            pipeline.play()
        }

        func close() { Self.close([self]) }

        /// Closes outputs in parallel, and waits a moment at most: one whose server has gone may take long.
        static func close(_ outputs: [AudioOutput]) {
            let closing = DispatchGroup()
            for output in outputs {
                DispatchQueue(label: "MultiPlayerKit.output").async(group: closing) {
                    [route = output.route, reader = output.reader, pipeline = output.pipeline] in
                    route.close()
                    reader.close()
                    pipeline.stop()
                }
            }
            _ = closing.wait(timeout: .now() + patience)
        }
        /// A sink that plays stops within a few milliseconds.
        private static let patience = DispatchTimeInterval.milliseconds(200)

        // MARK: Devices

        /// The automatic sink's name for its stand-in when it finds no device. That keeps time and is heard by nobody.
        private static let silentSink = "fake-audio-sink"

        static let noDevice = GStreamerFailure(
            domain: .resource, code: 0, text: "none was found", isOfSink: true)

        /// Whether its sound can be heard.
        var hasDevice: Bool { pipeline.child(Self.silentSink) == nil }

        /// Whether a sink finds its device now, without playing.
        static func canBeHeard(by sink: String) -> Bool {
            guard let pipeline = try? Element(launch: "bin.( \(sink) )") else { return false }
            defer { pipeline.stop() }
            return gst_element_set_state(pipeline.pointer, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE
                && pipeline.child(silentSink) == nil
        }
    }
#endif
