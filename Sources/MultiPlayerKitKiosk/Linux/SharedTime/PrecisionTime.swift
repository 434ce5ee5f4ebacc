#if canImport(CGStreamer)
    import CGStreamer
    import MultiPlayerKit
    import Synchronization

    /// The time of a PTP domain (IEEE 1588), through GStreamer's own client.
    ///
    /// Needs GStreamer's `gst-ptp-helper` with the right to bind ports 319 and 320. Where ptp4l and phc2sys keep the
    /// system's time instead, `SystemTime` is that time already, and better: it has the network card's time stamps.
    /// A PTP grandmaster counts in TAI, ahead of the system's time by the leap seconds since 1970, which does not
    /// matter among machines that all follow it.
    final class PrecisionTime: SharedTimeSource {
        private struct State {
            var clock: ClockReference?
            var last: ClockReference.Calibration?
            var heardAt: HostTime?
        }

        private let state: Mutex<State>

        /// A master sends once a second by default; after four lost messages it counts as away.
        private static let patience = Duration.seconds(4)

        /// Joins a domain; does not wait until a master is heard.
        ///
        /// - Throws: `clockUnavailable` for a domain outside 0…255, and where GStreamer has no PTP or may not use it.
        init(domain: Int) throws(PlaybackError) {
            let subject = "PTP domain \(domain)"
            guard (0...255).contains(domain) else {
                throw .clock(subject, "PTP domains go from 0 to 255", cure: "correct the domain of the clock")
            }
            GStreamerRuntime.start()
            guard gst_ptp_is_supported() != 0 else {
                throw .clock(
                    subject, "this GStreamer was built without PTP",
                    cure: "let ptp4l and phc2sys keep the system's time, and follow that")
            }
            // All ones: the clock takes its identity from a network card's address.
            guard gst_ptp_init(guint64.max, nil) != 0, let clock = gst_ptp_clock_new(nil, guint(domain)) else {
                throw .clock(
                    subject, "GStreamer's PTP helper does not start, or may not bind ports 319 and 320",
                    cure: "give gst-ptp-helper the capabilities cap_net_bind_service and cap_net_admin, or let ptp4l "
                        + "and phc2sys keep the system's time, and follow that")
            }
            state = Mutex(State(clock: ClockReference(owning: clock)))
        }

        /// GStreamer's clock runs on when its master is gone, so only a new calibration is a measurement.
        func read() -> (host: HostTime, shared: Duration)? {
            let now = HostTime.now
            return state.withLock { state in
                guard let calibration = state.clock?.inner?.calibration, calibration != state.last else { return nil }
                state.last = calibration
                state.heardAt = now
                return (now, calibration.time(at: now))
            }
        }

        /// Whether `read` has found a new calibration within `patience`.
        var isSynchronized: Bool {
            let now = HostTime.now
            return state.withLock { state in
                guard state.clock != nil, let heardAt = state.heardAt else { return false }
                return heardAt.duration(to: now) < Self.patience
            }
        }

        func close() {
            // Releases the clock outside the lock.
            _ = state.withLock { state -> ClockReference? in
                defer { state.clock = nil }
                return state.clock
            }
        }
    }
#endif
