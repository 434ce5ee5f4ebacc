#if canImport(CGStreamer)
    import CGStreamer
    import Dispatch
    import Glibc
    import MultiPlayerKit
    import Synchronization

    /// Serves this machine's system time to others, on a UDP port of all its IPv4 addresses, until it is closed.
    final class TimeService: Sendable {
        private struct State {
            var provider: TimeProvider?
            var renewals = 0
            var isClosed = false
        }

        /// The UDP port.
        let port: Int
        private let state: Mutex<State>
        private let now: @Sendable () -> Duration
        private let queue = DispatchQueue(label: "MultiPlayerKit.time-service")

        /// Seconds between two checks of the clock.
        private static let interval = 1.0
        /// Reading two clocks one after the other never takes so long that it would look like a clock set back twice.
        private static let tolerance = Duration.milliseconds(20)

        /// - Parameters:
        ///   - port: 1…65535; 0: one that is free.
        ///   - now: what the served clock is compared with; tests set it back.
        /// - Throws: `clockUnavailable` if the port is not available.
        init(port: Int, now: @escaping @Sendable () -> Duration = { SystemTime.now() }) throws(PlaybackError) {
            let clock = ClockReference(systemFrom1970: true)
            guard (0...65_535).contains(port), Self.isFree(port),
                let provider = TimeProvider(clock: clock, port: port)
            else {
                throw .clock(
                    "time service on UDP port \(port)", "the port cannot be had",
                    cure: "choose a port from 1024 to 65535 that no other program uses")
            }
            self.port = provider.port
            self.now = now
            state = Mutex(State(provider: provider))
            watch()
        }

        /// How often the system's clock was set back since the start.
        var renewals: Int { state.withLock { $0.renewals } }

        func close() {
            _ = state.withLock { state -> TimeProvider? in
                state.isClosed = true
                defer { state.provider = nil }
                return state.provider
            }
        }

        /// Whether no other program has a port: GStreamer would share it, and packets would go to one of the two.
        private static func isFree(_ port: Int) -> Bool {
            let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            guard descriptor >= 0 else { return false }
            defer { Glibc.close(descriptor) }
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = in_port_t(port).bigEndian
            return withUnsafePointer(to: &name) { name in
                name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }

        private func watch() {
            queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
                guard let self, !state.withLock({ $0.isClosed }) else { return }
                if isBehind { renew() }
                watch()
            }
        }

        /// Whether the served clock stands still because the system's was set back below it: a GStreamer clock never
        /// goes back. Also `true` when there is none.
        private var isBehind: Bool {
            guard let provider = state.withLock({ $0.provider }) else { return true }
            return provider.clock.time - now() > Self.tolerance
        }

        /// Serves another clock on the same port; followers see a server that has gone back, and look for it again.
        private func renew() {
            // The port is free once the old one is gone.
            _ = state.withLock { state -> TimeProvider? in
                defer { state.provider = nil }
                return state.provider
            }
            let provider = TimeProvider(clock: ClockReference(systemFrom1970: true), port: port)
            _ = state.withLock { state -> TimeProvider? in
                guard !state.isClosed else { return provider }
                state.provider = provider
                state.renewals += provider == nil ? 0 : 1
                return nil
            }
        }
    }

    /// One reference to a `GstNetTimeProvider`, which answers on its own thread until its last user goes.
    ///
    /// Sendable because it has no state that others may change, and the pointer never changes.
    final class TimeProvider: @unchecked Sendable {
        /// The clock that is served.
        let clock: ClockReference
        private let pointer: UnsafeMutablePointer<GstNetTimeProvider>

        /// - Parameter port: 0: one that is free.
        /// - Returns: `nil` if the port is not available.
        init?(clock: ClockReference, port: Int) {
            guard let pointer = gst_net_time_provider_new(clock.pointer, nil, gint(port)) else { return nil }
            self.clock = clock
            self.pointer = pointer
        }

        deinit {
            mpk_unref(pointer)
        }

        var port: Int { Int(mpk_time_provider_port(pointer)) }
    }
#endif
