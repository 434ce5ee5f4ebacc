#if canImport(AVFoundation)
    import AVFoundation
    import Testing

    @testable import MultiPlayerKit

    /// Measures sixty times a second how far each member's line is off in a playing group, and which frame it shows.
    ///
    /// Ticks come from sleeping rather than from a display, because a test process has no screen. Like those of a
    /// display link they come one period before their instant. That instant lies in the middle between two sixtieths of
    /// group time, so that no frame of 25 or 30 a second changes within 1.6 ms of it, and a line that is off by less
    /// than that shows no other frame.
    ///
    /// A frame is what an `AVPlayerItemVideoOutput` hands over for the instant, read from the picture's own index. What
    /// a layer shows at that refresh is not measured: only a recording of the screen tells.
    @MainActor
    final class SkewMeasurement<World: StoryWorld> {
        private let world: World
        private let members: [MeasuredMember]
        private var outputs: [MemberID: (item: AVPlayerItem, output: AVPlayerItemVideoOutput)] = [:]
        /// The frame of each member that was handed over last. It stays until there is another.
        private var shown: [MemberID: Int] = [:]
        private var report = SkewReport()

        /// A sixtieth of a second, the refresh of most screens, in nanoseconds.
        private static var period: Int64 { 16_666_667 }

        init(_ world: World, _ members: [MeasuredMember]) {
            self.world = world
            self.members = members
        }

        /// Measures a playing group for a duration.
        func run(for duration: Duration) async -> SkewReport {
            for member in members { attach(member) }
            // Items have to notice their outputs first.
            await world.advance(by: .milliseconds(500))
            let end = world.now.advanced(by: duration)
            var count: Int64 = 0
            while let tick = nextTick(), tick < end {
                await world.advance(by: world.now.duration(to: tick) - .nanoseconds(Self.period))
                look(at: tick)
                count += 1
            }
            detach()
            report.ticks = Int(count)
            return report
        }

        /// The first tick that is at least a period away; `nil` while the line stands.
        private func nextTick() -> HostTime? {
            let anchor = world.group.runner.lineup.line.anchor
            guard anchor.rate > 0 else { return nil }
            // More than a period ahead, so that the tick just looked at does not come again.
            let earliest = world.now.advanced(by: .nanoseconds(Self.period + Self.period / 4))
            let past = anchor.hostTime.duration(to: earliest).nanoseconds
            let (ticks, _) = (past + Self.period / 2).flooredDivision(by: Self.period)
            return anchor.hostTime.advanced(by: .nanoseconds(ticks * Self.period + Self.period / 2))
        }

        private func look(at tick: HostTime) {
            let lineup = world.group.runner.lineup
            var errors: [Double] = []
            var frames: [Int] = []
            for member in members {
                guard lineup.phases[member.id] == .following,
                    let reading = world.group.runner.player(member.id)?.reading()
                else {
                    report.absent += 1
                    continue
                }
                errors.append(reading.error.seconds * 1_000)
                guard var timeline = lineup.entries.first(where: { $0.id == member.id })?.timeline else { continue }
                timeline.line = lineup.line
                let due = timeline.position(at: tick).itemTime - timeline.bounds.start
                if let index = index(of: member, at: tick) {
                    // A thousandth of a frame, because both are rounded to nanoseconds.
                    frames.append(index - Int((due.seconds * member.clip.rate + 0.001).rounded(.down)))
                } else {
                    report.unread += 1
                }
            }
            report.add(errors: errors, frames: frames)
        }

        private func index(of member: MeasuredMember, at tick: HostTime) -> Int? {
            // The item is another one after a handover or a repair.
            if outputs[member.id]?.item !== world.group.player(of: member.id)?.currentItem { attach(member) }
            guard let output = outputs[member.id]?.output else { return nil }
            let time = output.itemTime(forHostTime: Double(tick.nanoseconds) / 1e9)
            // An output hands each frame over once: without a new one the last stays.
            if let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) {
                shown[member.id] = world.frameIndex(in: buffer)
            }
            return shown[member.id]
        }

        private func attach(_ member: MeasuredMember) {
            if let old = outputs.removeValue(forKey: member.id) { old.item.remove(old.output) }
            shown[member.id] = nil
            guard let item = world.group.player(of: member.id)?.currentItem else { return }
            let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            ])
            item.add(output)
            outputs[member.id] = (item, output)
        }

        private func detach() {
            for (item, output) in outputs.values { item.remove(output) }
            outputs = [:]
        }
    }

    /// A member and the clip it plays.
    struct MeasuredMember: Sendable {
        var id: MemberID
        var clip: SmallClip
    }

    /// What was seen, as distributions.
    struct SkewReport: Sendable {
        var ticks = 0
        /// Looks at members that were not on the line.
        var absent = 0
        /// Looks at members whose picture could not be read.
        var unread = 0
        /// The error of every member's line at every tick, without sign, in milliseconds.
        private(set) var lineErrors: [Double] = []
        /// The skew at every tick, from the member furthest behind to the one furthest ahead, in milliseconds.
        private(set) var lineSkews: [Double] = []
        /// Frames between the one shown and the one due, of every member at every tick, without sign.
        private(set) var frameErrors: [Double] = []
        /// The spread of these differences at every tick, with their signs.
        private(set) var frameSkews: [Double] = []

        mutating func add(errors: [Double], frames: [Int]) {
            lineErrors += errors.map(abs)
            if let low = errors.min(), let high = errors.max() { lineSkews.append(high - low) }
            frameErrors += frames.map { Double(abs($0)) }
            if let low = frames.min(), let high = frames.max() { frameSkews.append(Double(high - low)) }
        }

        /// The smallest value that `percent` of the values do not exceed; 0 if there are none.
        static func percentile(_ percent: Int, of values: [Double]) -> Double {
            guard !values.isEmpty else { return 0 }
            let sorted = values.sorted()
            return sorted[max((sorted.count * percent + 99) / 100 - 1, 0)]
        }

        /// One line for each figure, in the form of `Tests/DeviceRun/README.md`.
        ///
        /// - Parameter conditions: what it was measured on, as `name=value`.
        func lines(_ conditions: String) -> [String] {
            func line(_ name: String, _ values: [Double], _ unit: String, digits: Double) -> String {
                let figures = [("p50", 50), ("p99", 99), ("max", 100)].map { name, percent in
                    "\(name)=\((Self.percentile(percent, of: values) * digits).rounded() / digits)"
                }
                return "\(name)  \(conditions)  \(figures.joined(separator: " ")) \(unit)"
            }
            return [
                line("line.error", lineErrors, "ms", digits: 10_000),
                line("skew", lineSkews, "ms", digits: 10_000),
                line("frame.error", frameErrors, "frames", digits: 1),
                line("frame.skew", frameSkews, "frames", digits: 1),
                "looks  \(conditions)  ticks=\(ticks) lines=\(lineErrors.count) frames=\(frameErrors.count)"
                    + " absent=\(absent) unread=\(unread)",
            ]
        }
    }

    /// Plays four members, two of each clip, and measures them for a duration.
    ///
    /// - Parameter isAudible: whether one of them is audible and so runs on its sound device's clock.
    @MainActor
    func measureSkew(
        in world: some StoryWorld, for duration: Duration, isAudible: Bool = false
    ) async throws -> SkewReport {
        let clips = [SmallClip.loud, .silent, .silent, .loud]
        let group = world.group
        // Each loops by itself, so that the measurement may be longer than the clips.
        let ids = try clips.map { group.add(url: try world.clip($0), end: .loop) }
        if isAudible { group.audibleMember = ids[0] }
        await world.play()
        let members = zip(ids, clips).map { MeasuredMember(id: $0, clip: $1) }
        let report = await SkewMeasurement(world, members).run(for: duration)
        group.pause()
        #expect(group.failures.isEmpty, "\(group.failures)")
        let sound = isAudible ? "one" : "none"
        let conditions = "n=\(ids.count) codec=h264 size=320x180 sound=\(sound) seconds=\(Int(duration.seconds))"
        for line in report.lines(conditions) { print(line) }
        return report
    }
#endif
