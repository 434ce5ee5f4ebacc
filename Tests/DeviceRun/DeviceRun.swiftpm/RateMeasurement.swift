import AVFoundation
import MultiPlayerKit

/// `rate.quantised`: the rate that a line gets for one that is asked for, with each way of keeping the pitch.
@MainActor
struct RateMeasurement {
    private let run: DeviceRun

    private static let algorithms: [(name: String, value: AVAudioTimePitchAlgorithm)] = [
        ("timeDomain", .timeDomain), ("spectral", .spectral), ("varispeed", .varispeed),
    ]

    init(_ run: DeviceRun) {
        self.run = run
    }

    func run() async throws {
        guard let url = DeviceClips.made(.loud) else { return }
        try Sound.claim()
        defer { Sound.giveBack() }
        for algorithm in Self.algorithms {
            for rate in [0.999, 1.001, 1.05] as [Float] {
                run.say("rate.quantised, \(algorithm.name), \(rate)")
                let item = AVPlayerItem(url: url)
                item.audioTimePitchAlgorithm = algorithm.value
                let player = try await PlainPlayer(item)
                defer { player.release() }
                // The pitch is kept only for what is heard.
                player.player.isMuted = false
                player.player.rate = rate
                try await pause(for: .seconds(2))
                let got = item.timebase.map { "\($0.rate)" } ?? "none"
                let byHost = item.timebase.flatMap(HostLine.of).map { "\($0.rate)" } ?? "none"
                run.report.add(
                    "rate.quantised  n=1 \(TestClip.loud.conditions) sound=one route=\(DeviceFacts.route)"
                        + " pitch=\(algorithm.name)  asked=\(rate) got=\(got) byHostClock=\(byHost)")
            }
        }
    }
}
