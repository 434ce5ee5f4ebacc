#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKitTestSupport
    import Testing

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitScreen

    /// One group on a stage with its reader: what most tests on real media need.
    @MainActor
    struct Performance {
        let stage: Stage
        let group: PlaybackGroup
        let reader: TileReader

        init(
            size: CGSize = CGSize(width: 1280, height: 720), rate: FrameRate = FrameRate(60), pace: Stage.Pace,
            layout: TileLayout = .besideBackground, budget: DecoderBudget? = nil
        ) throws {
            stage = try Stage(size: size, rate: rate, pace: pace)
            group = PlaybackGroup(on: stage, budget: budget)
            stage.show(group, layout: layout)
            reader = try TileReader(stage)
        }

        /// Adds the clip of a description.
        ///
        /// - Parameter source: what is played for its file.
        func add(
            _ clip: IndexClip, offset: Duration = .zero, speed: Double = 1, end: TimeMap.End = .hold,
            source: (URL) -> MediaSource = { MediaSource(url: $0) }
        ) throws -> Cast {
            let url = try ClipLibrary.shared.url(for: clip)
            let facts = try clip.facts()
            let id = group.add(source: source(url), map: TimeMap(offset: offset, speed: speed, end: end))
            return Cast(
                id: id, clip: clip.id, facts: facts, offset: offset, speed: speed,
                length: end == .loop ? facts.length : nil)
        }

        func addBackground(_ clip: IndexClip) throws -> Cast {
            let url = try ClipLibrary.shared.url(for: clip)
            let facts = try clip.facts()
            group.background = LoopingBackground(url: url)
            let id = try #require(group.snapshot.background?.id)
            return Cast(
                id: id, clip: clip.id, facts: facts, offset: .zero, speed: 1, length: facts.length, isBackground: true)
        }

        /// Runs in real time for `count` ticks from the common start, and returns that start.
        func run(ticks count: Int) async throws -> HostTime {
            let events = group.events
            stage.start()
            try await group.play()
            var start: HostTime?
            for await event in events {
                if case .started(let host, _) = event {
                    start = host
                    break
                }
            }
            let host = try #require(start)
            stage.stopTicks(at: host.advanced(by: stage.rate.time(ofFrame: Int64(count))))
            while stage.isRunning { try await Task.sleep(for: .milliseconds(20)) }
            stage.stop()
            return host
        }
    }

    /// A member as the test knows it: by the clip's facts from another tool, not by what the kit says.
    struct Cast: Sendable {
        var id: MemberID
        /// The number that its frames carry beside their index.
        var clip: Int
        var facts: ClipFacts
        var offset: Duration
        var speed: Double
        /// Length of a turn, for members that loop.
        var length: Duration?
        var isBackground = false

        /// The index that must be seen at a group time.
        func index(atGroupTime time: Duration) -> Int? {
            facts.position(at: place(atGroupTime: time).item).flatMap { facts.indices[$0] }
        }

        /// The indices that may be seen at a group time, if it is known no more exactly than this.
        func indices(atGroupTime time: Duration, within slack: Duration) -> Set<Int?> {
            Set([time - slack, time, time + slack].map { index(atGroupTime: max($0, .zero)) })
        }

        /// The frame that is due at a group time, counted on from turn to turn.
        func frame(atGroupTime time: Duration) -> Int {
            let (turn, item) = place(atGroupTime: time)
            return turn * facts.timesFromFirst.count + (facts.position(at: item) ?? 0)
        }

        private func place(atGroupTime time: Duration) -> (turn: Int, item: Duration) {
            let item = max(offset + .nanoseconds(Int64((Double(time.nanoseconds) * speed).rounded(.down))), .zero)
            guard let length else { return (0, item) }
            let (turn, rest) = item.nanoseconds.flooredDivision(by: length.nanoseconds)
            return (Int(turn), .nanoseconds(rest))
        }

        /// The code that must be read from its tile at a group time.
        func code(atGroupTime time: Duration) -> IndexCode? {
            index(atGroupTime: time).map { IndexCode(index: $0, clip: clip) }
        }
    }

    extension ClipFacts {
        /// By how much `length` may be off: Matroska states the length of a file of variable rate in milliseconds, and
        /// a packet may say more exactly how long the last frame stays.
        func lengthRounding(of clip: IndexClip) -> Duration {
            let isMatroska = clip.container == .mkv || clip.container == .webm
            return isMatroska && !clip.frameDurations.isEmpty ? .milliseconds(1) : .zero
        }

        /// The time from the first frame to the last frame's end. The last frame stays as long as the others or, where
        /// the rate varies, as the track or the file says.
        var length: Duration {
            let times = timesFromFirst
            guard times.count > 1, let last = times.last else { return .nanoseconds(33_333_333) }
            let steps = Set(zip(times.dropFirst(), times).map { ($0 - $1).nanoseconds / 1_000 })
            // ffmpeg 5 states the sum of the decoding steps instead: with B-frames that may be less than the last frame's time.
            if steps.count > 3, let end = trackDuration.map(time(ofTick:)), end > last { return end }
            // Matroska states one length for all tracks; ffmpeg 7 writes the last frame's time, and that frame stays as long as
            // the one before it.
            if steps.count > 3, soundDuration == nil, let fileDuration {
                return fileDuration > last ? fileDuration : last + (last - times[times.count - 2])
            }
            // A fragmented file shows its first frame for longer if sound begins before it. That step says nothing
            // about the last frame.
            let first = times[1]
            let usual = last - times[times.count - 2]
            if first - usual > .milliseconds(2), times.count > 2 { return last + (last - first) / (times.count - 2) }
            // The mean of all steps, because Matroska rounds each time to a millisecond.
            return last + last / (times.count - 1)
        }
    }
#endif
