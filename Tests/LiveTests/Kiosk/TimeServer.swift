#if canImport(CGStreamer)
    import CGStreamer

    @testable import MultiPlayerKit
    @testable import MultiPlayerKitKiosk

    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    /// A time server whose clock runs at another rate than this machine's, and whose time at any host time is known.
    final class TimeServer: Sendable {
        private let provider: Mutex<TimeProvider?>
        let port: Int
        private let ppm: Int

        /// - Parameter ppm: parts per million by which its clock is fast.
        init?(ppm: Int) {
            let clock = Self.clock(ppm: ppm, at: HostTime.now, shows: .seconds(1_800_000_000))
            guard let provider = TimeProvider(clock: clock, port: 0) else { return nil }
            port = provider.port
            self.ppm = ppm
            self.provider = Mutex(provider)
        }

        /// What its clock shows at a host time.
        func shared(at host: HostTime) -> Duration {
            provider.withLock { $0?.clock.calibration.time(at: host) } ?? .zero
        }

        /// Sets its clock forwards or back. A GStreamer clock never goes back, so another one takes over on the same
        /// port.
        func set(by step: Duration) {
            let now = HostTime.now
            let clock = Self.clock(ppm: ppm, at: now, shows: shared(at: now) + step)
            provider.withLock { $0 = nil }
            let provider = TimeProvider(clock: clock, port: port)
            self.provider.withLock { $0 = provider }
        }

        private static func clock(ppm: Int, at host: HostTime, shows shared: Duration) -> ClockReference {
            let clock = ClockReference(systemFrom1970: false)
            gst_clock_set_calibration(
                clock.pointer, GstClockTime(host.nanoseconds), GstClockTime(shared.nanoseconds),
                GstClockTime(1_000_000 + ppm), 1_000_000)
            return clock
        }
    }
#endif
