#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import Synchronization

    /// Makes a kiosk's line follow shared time: measures, steers, and tells the kiosk.
    final class KioskTime: Sendable {
        struct Reading: Sendable {
            var isSynchronized = false
            /// How late the line is.
            var error = Duration.zero
            /// The line's rate over the host clock, in parts per million.
            var correction = 0.0
        }

        private struct State {
            var line: KioskLine
            /// Whether contact with the source is lost; `nil`: not checked yet.
            var isLost: Bool?
            var timer: RepeatingTimer?
        }

        /// How long to wait at the start for a source that is silent: pictures come first.
        private static let patience = Duration.seconds(3)

        private let source: any SharedTimeSource
        private let service: TimeService?
        private let state: Mutex<State>

        /// - Throws: ``PlaybackError`` `clockUnavailable`.
        init(_ clock: KioskConfiguration.Clock, isAudible: Bool) throws(PlaybackError) {
            source = try SharedTime.open(clock)
            service = if let port = clock.serves { try TimeService(port: port) } else { nil }
            state = Mutex(
                State(line: KioskLine(epoch: clock.epoch, isAudible: isAudible, confirmation: source.confirmation)))
        }

        /// The first line, from host time to time since the epoch. Waits for the source for some seconds, and then
        /// takes the system's time until the source answers. Blocks.
        func firstLine() -> LineAnchor {
            let deadline = HostTime.now.advanced(by: Self.patience)
            while HostTime.now < deadline {
                if let reading = source.read() {
                    let line = state.withLock { state in
                        _ = state.line.measured(reading, now: .now)
                        return state.line.line
                    }
                    if let line { return line }
                }
                usleep(20_000)
            }
            let system = SystemTime()
            defer { system.close() }
            let (host, shared) = system.read() ?? (.now, .zero)
            return state.withLock { $0.line.begin(with: shared, at: host, now: host) }
        }

        /// Begins to steer.
        ///
        /// - Parameters:
        ///   - steered: is called when the line has another rate.
        ///   - jumped: is called when another line is to take over at its host time.
        ///   - tell: is called when contact is lost, or found again.
        func start(
            steered: @escaping @Sendable (LineAnchor) -> Void, jumped: @escaping @Sendable (LineAnchor) -> Void,
            tell: @escaping @Sendable (KioskEvent) -> Void
        ) {
            let timer = RepeatingTimer("MultiPlayerKit.kiosk.time", every: KioskLine.interval, atOnce: true) {
                [weak self] in
                self?.measure(steered, jumped, tell)
            }
            state.withLock { $0.timer = timer }
        }

        func stop() {
            let timer = state.withLock { state in
                defer { state.timer = nil }
                return state.timer
            }
            timer?.stop()
            source.close()
            service?.close()
        }

        var reading: Reading {
            state.withLock {
                Reading(
                    isSynchronized: source.isSynchronized, error: $0.line.error, correction: $0.line.correction)
            }
        }

        /// On the timer's queue.
        private func measure(
            _ steered: (LineAnchor) -> Void, _ jumped: (LineAnchor) -> Void, _ tell: (KioskEvent) -> Void
        ) {
            let isLost = !source.isSynchronized
            let (outcome, isNews) = state.withLock { state in
                defer { state.isLost = isLost }
                return (state.line.measured(source.read(), now: .now), state.isLost ?? isLost != isLost)
            }
            if isNews { tell(isLost ? .clockLost : .clockFound) }
            switch outcome {
            case .none: break
            case .steered(let line): steered(line)
            case .jumped(let line): jumped(line)
            }
        }
    }
#endif
