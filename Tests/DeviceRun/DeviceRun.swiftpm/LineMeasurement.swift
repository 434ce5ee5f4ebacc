import AVFoundation
import MultiPlayerKit

/// `line.error`, `skew`, `frame.error`, `frame.skew`, `drift` and `silent.drift`: four members that loop, looked at
/// sixty times a second, first silent and then with one that is heard.
///
/// Ticks come one period before their instant, as those of a display link do. That instant lies in the middle between
/// two sixtieths of group time, where no frame of thirty a second changes within 8 ms. What a layer shows at a refresh
/// is not measured: only a recording of the screen tells.
@MainActor
struct LineMeasurement {
    private let run: DeviceRun
    private let seconds: Int

    /// A sixtieth of a second, in nanoseconds.
    private static let period: Int64 = 16_666_667
    private static let turn = Duration.seconds(TestClip.seconds)

    init(_ run: DeviceRun, seconds: Int) {
        self.run = run
        self.seconds = seconds
    }

    func run() async throws {
        try await measure(isAudible: false)
        try Sound.claim()
        defer { Sound.giveBack() }
        try await measure(isAudible: true)
    }

    private func measure(isAudible: Bool) async throws {
        guard let loud = DeviceClips.made(.loud), let silent = DeviceClips.made(.silent) else { return }
        let group = PlaybackGroup(budget: nil)
        let ids = [loud, silent, silent, loud].map {
            group.add(url: $0, range: .zero..<Self.turn, end: .loop)
        }
        if isAudible { group.audibleMember = ids[0] }
        run.show(group)
        defer {
            group.pause()
            for id in ids { group.remove(id) }
            run.show(nil)
        }
        let sound = isAudible ? "one route=\(DeviceFacts.route)" : "none"
        run.say("line.error and skew for \(seconds) s, sound: \(sound)")
        try await group.play()
        let outputs = MemberOutputs(group)
        for id in ids { outputs.attach(to: id) }
        defer { outputs.detach() }
        // Items have to notice their outputs, and the start is a measurement of its own.
        try await pause(for: .seconds(2))

        var looks = LineLooks()
        let end = HostTime.now.advanced(by: .seconds(seconds))
        while HostTime.now < end {
            guard let tick = nextTick(of: group) else {
                // A call, a change of route, a new common start: what the group waits for passes, or the report says so.
                looks.standing += 1
                try await pause(for: .milliseconds(100))
                continue
            }
            try await tick.advanced(by: .nanoseconds(-Self.period)).reached()
            looks.ticks += 1
            look(at: tick, group, ids, outputs, isAudible ? ids[0] : nil, &looks)
        }
        report(looks, of: group, "n=\(ids.count) \(TestClip.silent.conditions) sound=\(sound) seconds=\(seconds)")
    }

    /// The first tick that is more than a period away; `nil` while the group does not play.
    private func nextTick(of group: PlaybackGroup) -> HostTime? {
        guard group.state == .playing else { return nil }
        let earliest = HostTime.now.advanced(by: .nanoseconds(Self.period + Self.period / 4))
        let time = Int64((group.time(at: earliest).asSeconds * 1e9).rounded())
        let next = (time / Self.period + 1) * Self.period + Self.period / 2
        return earliest.advanced(by: .nanoseconds(next - time))
    }

    private func look(
        at tick: HostTime, _ group: PlaybackGroup, _ ids: [MemberID], _ outputs: MemberOutputs, _ audible: MemberID?,
        _ looks: inout LineLooks
    ) {
        let look = GroupLook(group: group, turn: Self.turn)
        let due = look.frame(at: tick)
        var latenesses: [Double] = []
        var frames: [Int] = []
        for id in ids {
            guard let lateness = look.lateness(of: id, at: tick), let line = look.line(of: id) else {
                looks.absent += 1
                continue
            }
            latenesses.append(lateness.asMilliseconds)
            let ppm = (line.rate / group.rate - 1) * 1e6
            if id == audible { looks.audibleDrift.append(ppm) } else { looks.silentDrift.append(ppm) }
            if let frame = outputs.frame(of: id, at: tick) {
                // By the shorter way around the loop.
                let ahead = (frame - due + TestClip.frameCount * 3 / 2) % TestClip.frameCount - TestClip.frameCount / 2
                frames.append(ahead)
            } else {
                looks.unread += 1
            }
        }
        looks.add(latenesses: latenesses, frames: frames)
    }

    private func report(_ looks: LineLooks, of group: PlaybackGroup, _ conditions: String) {
        var figures = [
            Figure("line.error", conditions, in: "ms", runs: [looks.lineErrors]),
            Figure("skew", conditions, in: "ms", runs: [looks.skews]),
            Figure("frame.error", conditions, in: "frames", runs: [looks.frameErrors]),
            Figure("frame.skew", conditions, in: "frames", runs: [looks.frameSkews]),
            Figure("silent.drift", conditions, in: "ppm", runs: [looks.silentDrift]),
        ]
        if !looks.audibleDrift.isEmpty {
            figures.append(Figure("drift", conditions, in: "ppm", runs: [looks.audibleDrift]))
        }
        for figure in figures { run.report.add(figure.line) }
        let snapshot = group.snapshot
        run.report.add(
            "looks  \(conditions)  ticks=\(looks.ticks) lines=\(looks.lineErrors.count)"
                + " frames=\(looks.frameErrors.count) absent=\(looks.absent) unread=\(looks.unread)"
                + " standing=\(looks.standing)"
                + " corrections=\(snapshot.corrections) stalls=\(snapshot.stalls)")
    }
}

/// What was seen, as distributions.
struct LineLooks {
    var ticks = 0
    /// Tenths of a second in which the group did not play.
    var standing = 0
    /// Looks at members whose timebase stood still or was missing.
    var absent = 0
    /// Looks at members whose picture could not be read.
    var unread = 0
    private(set) var lineErrors: [Double] = []
    private(set) var skews: [Double] = []
    private(set) var frameErrors: [Double] = []
    private(set) var frameSkews: [Double] = []
    /// How much faster than the group's rate the host clock sees each line, in millionths.
    var silentDrift: [Double] = []
    var audibleDrift: [Double] = []

    mutating func add(latenesses: [Double], frames: [Int]) {
        lineErrors += latenesses.map(abs)
        if let least = latenesses.min(), let most = latenesses.max() { skews.append(most - least) }
        frameErrors += frames.map { Double(abs($0)) }
        if let least = frames.min(), let most = frames.max() { frameSkews.append(Double(most - least)) }
    }
}
