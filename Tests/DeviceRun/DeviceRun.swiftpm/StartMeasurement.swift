import AVFoundation
import MultiPlayerKit

/// `start.before` and `start.error`: what a timebase does before its start, and how close to it members start.
@MainActor
struct StartMeasurement {
    private let run: DeviceRun

    private static let repetitions = 5
    /// Members' lines are read this long after the start.
    private static let settling = Duration.milliseconds(500)

    init(_ run: DeviceRun) {
        self.run = run
    }

    func run() async throws {
        try await measureBefore()
        for count in [2, 4, 8] {
            try await measureStarts(of: count, isAudible: false)
        }
        try Sound.claim()
        defer { Sound.giveBack() }
        for count in [2, 4, 8] {
            try await measureStarts(of: count, isAudible: true)
        }
    }

    // MARK: Before the start

    /// Where the timebase of a plain player is, half a second before a start that is a second ahead.
    private func measureBefore() async throws {
        run.say("start.before")
        guard let url = DeviceClips.made(.silent) else { return }
        var positions: [[Double]] = []
        for repetition in 0...Self.repetitions {
            let player = try await PlainPlayer(url)
            defer { player.release() }
            guard await player.preroll().isDone else { continue }
            let start = HostTime.now.advanced(by: .seconds(1))
            player.player.setRate(1, time: .zero, atHostTime: CMTime(start))
            try await start.advanced(by: .milliseconds(-500)).reached()
            // The first warms up.
            if repetition > 0, let time = player.item.timebase.flatMap({ Duration($0.time) }) {
                positions.append([time.asMilliseconds])
            }
            try await start.advanced(by: .milliseconds(100)).reached()
        }
        // 0 is a timebase that holds at its start, -500 one that runs up to it.
        let conditions = "n=1 \(TestClip.silent.conditions) sound=none lead=1000 before=500"
        run.report.add(Figure("start.before", conditions, in: "ms", runs: positions).line)
    }

    // MARK: Common starts

    private func measureStarts(of count: Int, isAudible: Bool) async throws {
        guard let loud = DeviceClips.made(.loud), let silent = DeviceClips.made(.silent) else { return }
        let group = PlaybackGroup(budget: nil)
        let ids = (0..<count).map { group.add(url: $0 == 0 ? loud : silent) }
        if isAudible { group.audibleMember = ids[0] }
        run.show(group)
        defer {
            for id in ids { group.remove(id) }
            run.show(nil)
        }
        let sound = isAudible ? "one route=\(DeviceFacts.route)" : "none"
        for lead in [50, 100, 300, 1000] {
            run.say("start.error, \(count) members, \(lead) ms ahead, sound: \(sound)")
            var errors: [[Double]] = []
            var moved = 0
            for repetition in 0...Self.repetitions {
                let (values, wasMoved) = try await start(group, ids, after: .milliseconds(lead))
                // The first warms up.
                guard repetition > 0 else { continue }
                errors.append(values)
                if wasMoved { moved += 1 }
            }
            let conditions = "n=\(count) \(TestClip.silent.conditions) sound=\(sound) lead=\(lead)"
            run.report.add(Figure("start.error", conditions, in: "ms", runs: errors).line)
            let values = errors.flatMap(\.self).count
            run.report.add(
                "looks  \(conditions)  starts=\(errors.count) lines=\(values)"
                    + " absent=\(errors.count * count - values) moved=\(moved)")
        }
    }

    /// Starts all from the beginning. Gives how far each is from the line, in milliseconds, and whether the group
    /// started at another time than it was asked to.
    private func start(
        _ group: PlaybackGroup, _ ids: [MemberID], after lead: Duration
    ) async throws -> (errors: [Double], wasMoved: Bool) {
        group.pause()
        try await group.seek(to: .zero)
        let start = HostTime.now.advanced(by: lead)
        try await group.play(at: start)
        try await start.advanced(by: Self.settling).reached()
        let now = HostTime.now
        let look = GroupLook(group: group, turn: nil)
        let errors = ids.compactMap { look.lateness(of: $0, at: now).map { abs($0.asMilliseconds) } }
        return (errors, abs((group.time(at: now) - start.duration(to: now)).asMilliseconds) > 1)
    }
}
