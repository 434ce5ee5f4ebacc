#if canImport(CGStreamer)
    import CGStreamer
    import Glibc
    import MultiPlayerKit

    /// The source of the time that a machine shares with others. It can be asked from any thread.
    protocol SharedTimeSource: Sendable {
        /// Shared time since 1970 at a host time less than about a second ago; `nil` where nothing has been measured
        /// since the last call. Never waits.
        func read() -> (host: HostTime, shared: Duration)?
        /// Whether it is in contact with what it follows. For status: what `read` returns can be used anyway.
        var isSynchronized: Bool { get }
        /// How long readings have to agree before a step of the time is believed.
        var confirmation: Duration { get }
        /// Releases its threads and sockets; `read` returns `nil` from then on. More than once does no harm.
        func close()
    }

    extension SharedTimeSource {
        var confirmation: Duration { SharedTimeEstimate.confirmation }
    }

    enum SharedTime {
        /// The source that a configuration asks for. Does not wait until it is in contact.
        ///
        /// - Throws: `clockUnavailable` for an invalid port or domain, and where there is no PTP.
        static func open(_ clock: KioskConfiguration.Clock) throws(PlaybackError) -> any SharedTimeSource {
            switch clock.source {
            case .system: SystemTime()
            case .network(let host, let port): try NetworkTime(host: host, port: port)
            case .precision(let domain): try PrecisionTime(domain: domain)
            }
        }
    }

    /// The system's own time, which machines share when chrony, ntpd, systemd-timesyncd or ptp4l keep it.
    ///
    /// The kernel slews both its clocks alike, so a daemon's gentle corrections are in host time already, and only a
    /// step of the clock shows here.
    final class SystemTime: SharedTimeSource {
        /// A reading takes well below a microsecond unless the thread is preempted between two clocks, which hardly
        /// happens four times in a row.
        private static let attempts = 4

        /// Nothing between this and the clock can be wrong, so five readings of a kiosk suffice. With the time that
        /// tiles get to prepare, a clock that is set is followed within three seconds.
        let confirmation = Duration.seconds(1)

        /// `CLOCK_REALTIME` in the middle of two readings of the host clock, the closest pair of a few: accurate to
        /// half of their distance.
        func read() -> (host: HostTime, shared: Duration)? {
            var best: (width: Int64, host: HostTime, shared: Duration)?
            for _ in 0..<Self.attempts {
                let before = HostTime.now
                let shared = Self.now()
                let width = before.duration(to: HostTime.now).nanoseconds
                if width < best?.width ?? .max {
                    best = (width, before.advanced(by: .nanoseconds(width / 2)), shared)
                }
            }
            return best.map { ($0.host, $0.shared) }
        }

        /// Whether a daemon has told the kernel that it keeps the time; some can be set up not to say so.
        var isSynchronized: Bool { mpk_system_time_is_kept() != 0 }

        /// There is nothing to release.
        func close() {}

        /// Time since 1970, without leap seconds.
        static func now() -> Duration {
            var reading = timespec()
            clock_gettime(CLOCK_REALTIME, &reading)
            return .seconds(reading.tv_sec) + .nanoseconds(reading.tv_nsec)
        }
    }
#endif
