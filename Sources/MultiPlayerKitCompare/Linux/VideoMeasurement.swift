#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// Measures one video against another, pair by pair, as fast as both can be decoded.
    ///
    /// ```swift
    /// let measurement = VideoMeasurement(of: MediaSource(url: small), against: MediaSource(url: original))
    /// let found = try await measurement.run()
    /// print(found.mean?.psnr ?? .infinity, found.worst(3).map(\.time))
    /// ```
    /// There is a pair for each frame of the reference; with it goes the frame of the other that a comparison would
    /// show at that time. Only the time that both videos have is measured.
    public struct VideoMeasurement: Sendable {
        /// What is measured.
        public var source: MediaSource
        /// What it is measured against.
        public var reference: MediaSource
        /// How ``source`` lies on the common line. Its ``TimeMap/end`` is not used.
        public var map = TimeMap()
        /// How ``reference`` lies there.
        public var referenceMap = TimeMap()
        /// The group time that is measured. Default: `nil`, all of it.
        public var range: Range<Duration>?

        /// Creates a measurement of two videos that begin together.
        public init(of source: MediaSource, against reference: MediaSource) {
            (self.source, self.reference) = (source, reference)
        }

        /// Ticks a second for a reference whose rate varies, or whose speed is not the group's: no two of its frames may
        /// lie closer together.
        private static let fineRate = FrameRate(240)
        /// Ticks between two looks at whether the task was cancelled.
        private static let batch = 15
        /// Nobody looks at what is composed, so it is small.
        private static let stageSize = CGSize(width: 64, height: 36)

        /// Decodes and measures.
        ///
        /// - Parameter progress: called on the main actor now and then with the part that is done, 0…1.
        /// - Throws: `PlaybackError` for a video that cannot be played, `notComparable` for pictures that differ in size
        ///   or pixel format; `CancellationError`.
        @MainActor
        public func run(progress: @MainActor (Double) -> Void = { _ in }) async throws -> MeasuredComparison {
            let infos = try await open()
            let rate = referenceMap.speed == 1 ? infos[0].frameRate : nil
            let stage = try Stage(size: Self.stageSize, rate: rate ?? Self.fineRate, pace: .unpaced)
            let group = PlaybackGroup(on: stage, budget: nil)
            stage.show(group, layout: .sideBySide)
            let members = add(to: group)
            let span = try overlap(of: infos, beginningWithFrameAt: rate)
            if span.lowerBound > .zero { group.setRange(span, repeats: false) }
            let meter = PairMeter(reference: members[0], other: members[1])
            try stage.add(meter, from: .groupStart)
            defer { stage.stop() }
            try await group.play()
            let total = Int((span.upperBound - span.lowerBound).seconds * stage.rate.perSecond + 0.5)
            var done = 0
            while done < total {
                try Task.checkCancellation()
                let count = min(Self.batch, total - done)
                // Decoding blocks, and so does measuring.
                try await Blocking.run { stage.advance(ticks: count) }
                done += count
                if let error = meter.error ?? members.compactMap({ group.failures[$0] }).first { throw error }
                progress(Double(done) / Double(total))
            }
            var pairs = meter.pairs
            for index in pairs.indices { pairs[index].time += span.lowerBound }
            return MeasuredComparison(pairs: pairs)
        }

        @MainActor
        private func add(to group: PlaybackGroup) -> [MemberID] {
            [(reference, referenceMap), (source, map)].map { source, map in
                var map = map
                map.end = .blank
                return group.add(source: source, map: map)
            }
        }

        /// What is known of both videos: the ticks have to be the reference's frames.
        @MainActor
        private func open() async throws -> [MediaInfo] {
            let stage = try Stage(size: Self.stageSize, pace: .unpaced)
            let group = PlaybackGroup(on: stage, budget: nil)
            let events = group.events
            let members = add(to: group)
            let infos = try await events.infos(of: members)
            return members.compactMap { infos[$0] }
        }

        /// The group time in which both videos have frames.
        ///
        /// - Parameter rate: of the reference: the time begins with one of its frames.
        private func overlap(
            of infos: [MediaInfo], beginningWithFrameAt rate: FrameRate?
        ) throws -> Range<Duration> {
            var (begin, end) = (range?.lowerBound ?? .zero, range?.upperBound)
            for (info, map) in zip(infos, [referenceMap, map]) {
                let whole = info.bounds.length
                let length = map.range.map { min($0.upperBound, whole) - $0.lowerBound } ?? whole
                func time(at item: Duration) -> Duration { .seconds((item - map.offset).seconds / map.speed) }
                begin = max(begin, time(at: .zero))
                end = min(end ?? time(at: length), time(at: length))
            }
            if let rate {
                let origin = referenceMap.offset + (referenceMap.range?.lowerBound ?? .zero)
                let first = (begin + origin).seconds * rate.perSecond
                // Times are rounded to nanoseconds; a frame that begins within one begins there.
                let frame = Int64((first - 1e-6).rounded(.up))
                begin = max(begin, rate.time(ofFrame: frame) + .nanoseconds(1) - origin)
            }
            guard let end, begin < end else {
                throw PlaybackError(
                    .notComparable, subject: "measure", reason: "the videos have no time in common",
                    cure: "choose other offsets or another range")
            }
            return begin..<end
        }
    }

    /// Measures the frames of two members, tick by tick.
    private final class PairMeter: StageOutput {
        private struct State {
            var pairs: [MeasuredPair] = []
            var start: HostTime?
            var error: PlaybackError?
            let comparer = PictureComparer()
        }

        private let state = Mutex(State())
        private let reference: MemberID
        private let other: MemberID

        init(reference: MemberID, other: MemberID) {
            (self.reference, self.other) = (reference, other)
        }

        var pairs: [MeasuredPair] { state.withLock(\.pairs) }
        var error: PlaybackError? { state.withLock(\.error) }

        let needsWholePictures = true

        func open(_ format: StageFormat) throws {}
        func finish() {}

        func show(_ tick: StageTick) {
            state.withLock { state in
                let start = state.start ?? tick.host
                state.start = start
                guard state.error == nil, let (first, second) = tick.frames(of: reference, other) else { return }
                guard first.isDue, second.isDue else {
                    state.error = PlaybackError(
                        .decodingFailed, subject: "measure",
                        reason: "a frame at \(start.duration(to: tick.host).seconds) s did not come",
                        cure: "check the files; a damaged one cannot be measured")
                    return
                }
                guard state.pairs.last?.referenceTime != first.mediaTime else { return }
                do throws(PlaybackError) {
                    let measures = try state.comparer.compare(first.picture, second.picture)
                    state.pairs.append(
                        MeasuredPair(
                            time: start.duration(to: tick.host), referenceTime: first.mediaTime,
                            otherTime: second.mediaTime, measures: measures))
                } catch {
                    state.error = error
                }
            }
        }
    }

    extension StageTick {
        /// The decoded pictures of two members; `nil` while one of them has none.
        func frames(of reference: MemberID, _ other: MemberID) -> (reference: ShownFrame, other: ShownFrame)? {
            guard let first = frames.first(where: { $0.member == reference }),
                let second = frames.first(where: { $0.member == other })
            else { return nil }
            return (first, second)
        }
    }
#endif
