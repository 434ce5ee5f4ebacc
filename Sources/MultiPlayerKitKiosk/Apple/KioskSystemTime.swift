#if canImport(AVFoundation)
    import Foundation
    import MultiPlayerKit

    /// Makes a kiosk's line follow the system's time.
    struct KioskSystemTime {
        private let clock: any GroupClock
        private let system: @Sendable () -> Duration
        private(set) var line: KioskLine

        /// - Parameter system: time since 1970.
        init(
            clock: any GroupClock, epoch: Duration, isAudible: Bool,
            system: @escaping @Sendable () -> Duration = { .nearest(seconds: Date().timeIntervalSince1970) }
        ) {
            (self.clock, self.system) = (clock, system)
            line = KioskLine(epoch: epoch, isAudible: isAudible)
        }

        /// - Throws: ``PlaybackError`` `clockUnavailable` for what only Linux has.
        static func check(_ clock: KioskConfiguration.Clock) throws(PlaybackError) {
            let cure = "set the clock's source to system; Apple's systems keep it in step by themselves"
            switch clock.source {
            case .system: break
            case .network(let host, let port):
                throw .clock("clock \(host):\(port)", "GStreamer's network clock is only on Linux", cure: cure)
            case .precision(let domain):
                throw .clock("clock, PTP domain \(domain)", "the precision time protocol is only on Linux", cure: cure)
            }
            if let port = clock.serves {
                throw .clock(
                    "time service on UDP port \(port)", "only a kiosk on Linux serves its time",
                    cure: "leave serves out")
            }
        }

        /// Starts the line anew from the system's present time, at a host time, and forgets all earlier measurements.
        /// For the start, and for when the host clock may have stood still.
        ///
        /// - Returns: from host time to time since the epoch.
        mutating func begin(at host: HostTime) -> LineAnchor {
            let (measured, time) = read()
            return line.begin(with: time, at: measured, now: host)
        }

        mutating func measure() -> KioskLine.Outcome { line.measured(read(), now: clock.present) }

        /// Reads the system's time, in the middle of two readings of the host clock.
        private func read() -> (host: HostTime, shared: Duration) {
            let before = clock.present
            let time = system()
            return (before.advanced(by: before.duration(to: clock.present) / 2), time)
        }
    }
#endif
