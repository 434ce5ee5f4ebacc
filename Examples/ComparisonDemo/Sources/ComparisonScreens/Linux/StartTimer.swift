#if os(Linux)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// Sets what hangs on the instant of the start: the script, and the last tick.
    struct StartTimer: Sendable {
        private let stage: Stage
        private let group: PlaybackGroup
        private let deliver: AsyncStream<ScreenRun.Happening>.Continuation
        private let script: [(time: Duration, action: ScheduledAction)]
        private let duration: Duration?
        private let range: ScreenOptions.TimeRange?
        private let rate: Double
        /// Whether nothing can change when the group ends.
        private let endIsKnown: Bool

        /// - Parameter run: its members are known, and nothing plays yet.
        @MainActor
        init(_ run: ScreenRun, _ deliver: AsyncStream<ScreenRun.Happening>.Continuation) {
            stage = run.stage
            group = run.model.group
            self.deliver = deliver
            let members = run.model.group.members
            script = run.options.script.compactMap { entry in
                entry.action.scheduled(among: members).map { (entry.time, $0) }
            }
            duration = run.options.duration
            range = run.options.range
            rate = run.options.rate
            endIsKnown = run.endsWithGroup && run.options.script.isEmpty && !run.isSteered
        }

        /// - Parameters:
        ///   - host: when the group started.
        ///   - time: where in group time it started.
        func start(at host: HostTime, time: Duration) {
            for entry in script { group.schedule(entry.action, at: host.advanced(by: entry.time)) }
            if let duration {
                end(at: host.advanced(by: duration))
            } else if endIsKnown, let last = rate < 0 ? range?.start ?? .zero : range?.end ?? group.length {
                // So that a recording ends with the last frame, and not a few ticks later.
                end(at: host.advanced(by: (last - time) / rate))
            }
        }

        private func end(at host: HostTime) {
            stage.stopTicks(at: host)
            let deliver = deliver
            Task.detached {
                // A tick's work is done a little after its time.
                try? await Task.sleep(for: HostTime.now.duration(to: host) + .milliseconds(50))
                deliver.yield(.over)
            }
        }
    }
#endif
