import AVFoundation
import MultiPlayerKit

/// `seek.time`, `preroll.time`, and with them `seek.thread`, `preroll.thread` and `preroll.refused`: when AVFoundation's
/// own completions come, and where.
@MainActor
struct CompletionMeasurement {
    private let run: DeviceRun

    private static let repetitions = 5
    /// Seeks in each repetition, to different places.
    private static let seeks = 8
    /// Frames from the key frame to the place of the seek: on it, just behind it, half way and last.
    private static let distances = [0, 1, TestClip.keyFrameInterval / 2, TestClip.keyFrameInterval - 1]

    init(_ run: DeviceRun) {
        self.run = run
    }

    func run() async throws {
        for clip in TestClip.kinds {
            guard let url = DeviceClips.made(clip) else { continue }
            run.say("seek.time and preroll.time, \(clip.name)")
            do {
                let player = try await PlainPlayer(url)
                defer { player.release() }
                for distance in Self.distances { try await measure(player, clip, distance: distance) }
            } catch let failure as PlainPlayer.NotReady {
                run.report.add("note  seek.time  \(clip.conditions)  the item is not ready: \(failure.words)")
            }
        }
    }

    private func measure(_ player: PlainPlayer, _ clip: TestClip, distance: Int) async throws {
        var seeks: [[PlainPlayer.Completion]] = []
        var prerolls: [[PlainPlayer.Completion]] = []
        for repetition in 0...Self.repetitions {
            var (sought, prerolled): ([PlainPlayer.Completion], [PlainPlayer.Completion]) = ([], [])
            for number in 0..<Self.seeks {
                // By leaps of some seconds, so that nothing that is decoded already helps.
                let groups = TestClip.frameCount / TestClip.keyFrameInterval
                let frame = number * 5 % groups * TestClip.keyFrameInterval + distance
                // Inside the frame: at its edge, rounding decides between two.
                let time = CMTime(value: CMTimeValue(2 * frame + 1), timescale: CMTimeScale(2 * TestClip.rate))
                sought.append(await player.seek(to: time))
                prerolled.append(await player.preroll())
                try Task.checkCancellation()
            }
            // The first warms up.
            guard repetition > 0 else { continue }
            seeks.append(sought)
            prerolls.append(prerolled)
        }
        let conditions = "n=1 \(clip.conditions) sound=none distance=\(distance)"
        report("seek", seeks, conditions)
        report("preroll", prerolls, conditions)
    }

    private func report(_ name: String, _ runs: [[PlainPlayer.Completion]], _ conditions: String) {
        let times = runs.map { $0.filter(\.isDone).map(\.took.asMilliseconds) }
        run.report.add(Figure("\(name).time", conditions, in: "ms", runs: times).line)
        let all = runs.flatMap(\.self)
        let onMain = all.filter(\.isOnMain).count
        run.report.add(
            "\(name).thread  \(conditions)  main=\(onMain) other=\(all.count - onMain)"
                + " refused=\(all.filter { !$0.isDone }.count)")
    }
}

extension PlainPlayer.NotReady {
    /// The codes that tell one refusal from another.
    var words: String {
        guard let error else { return "silent" }
        let cause = error.underlyingErrors.first.map { $0 as NSError }
        return "\(error.domain) \(error.code)" + (cause.map { ", \($0.domain) \($0.code)" } ?? "")
    }
}
