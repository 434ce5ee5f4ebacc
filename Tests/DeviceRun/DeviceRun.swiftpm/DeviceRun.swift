import AVFoundation
import MultiPlayerKit
import Observation
import UIKit

/// Everything that is measured, one after the other, without anybody's help.
@MainActor
@Observable
final class DeviceRun {
    /// Ten minutes are what the figures of `README.md` ask for.
    static let fullSeconds = 600
    /// Enough to see whether the run works, too short for what drifts.
    static let shortSeconds = 60

    let report = RunReport()
    /// What is going on, for the person who watches.
    private(set) var step = "no run has been made"
    /// The group that is measured now, to be shown.
    private(set) var group: PlaybackGroup?
    private var task: Task<Void, Never>?

    var isRunning: Bool { task != nil }

    func start(seconds: Int) {
        guard task == nil else { return }
        // Seen by nobody for half an hour, the screen would go dark and take the app out of the foreground.
        UIApplication.shared.isIdleTimerDisabled = true
        task = Task {
            await measure(seconds: seconds)
            UIApplication.shared.isIdleTimerDisabled = false
            group = nil
            task = nil
        }
    }

    func stop() {
        task?.cancel()
    }

    /// A run that was not in front measures nothing: the report has to say so.
    func noteScene(isActive: Bool) {
        if isRunning { report.add("note  the app was \(isActive ? "active again" : "not active")") }
    }

    private func measure(seconds: Int) async {
        let facts = DeviceFacts()
        report.begin(named: facts.fileName, head: facts.head)
        do {
            try await makeClips()
            try await attempt { try await StartMeasurement(self).run() }
            try await attempt { try await LineMeasurement(self, seconds: seconds).run() }
            try await attempt { try await CompletionMeasurement(self).run() }
            try await attempt { try await RateMeasurement(self).run() }
            // The last, because it exhausts what the others need.
            try await attempt { try await DecoderMeasurement(self).run() }
            step = "done"
        } catch {
            report.add("note  stopped by hand: \(step)")
            step = "stopped"
        }
        report.add("thermal state after: \(DeviceFacts.thermalState), power: \(DeviceFacts.power)")
    }

    /// A device that cannot encode a kind of clip is measured with the others.
    private func makeClips() async throws {
        for clip in TestClip.all {
            step = "making \(clip.name)"
            try await attempt { _ = try await DeviceClips.url(for: clip) }
        }
    }

    /// Whoever looks after half an hour wants to find all that could be measured, so a failure ends only its own part.
    private func attempt(_ work: @MainActor () async throws -> Void) async throws {
        do {
            try await work()
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            report.add("note  given up at \"\(step)\": \(error)")
        }
        try Task.checkCancellation()
    }

    // MARK: For the measurements

    func say(_ step: String) {
        self.step = step
    }

    func show(_ group: PlaybackGroup?) {
        self.group = group
    }
}
