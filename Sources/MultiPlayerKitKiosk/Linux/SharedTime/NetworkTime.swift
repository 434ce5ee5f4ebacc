#if canImport(CGStreamer)
    import CGStreamer
    import Dispatch
    import Glibc
    import MultiPlayerKit
    import Synchronization

    /// The time of a machine that serves it, by GStreamer's network clock, which asks ten times a second.
    ///
    /// The server's name is looked up on a queue until somebody answers: a kiosk may be up before its network is.
    final class NetworkTime: SharedTimeSource {
        private struct State {
            var clock: NetworkClock?
            /// When to look for the server again if it is silent then; `nil`: a look-up is under way.
            var opensAt: HostTime?
            /// How often the server was looked for: each time at the next of its addresses.
            var looks = 0
            var isClosed = false
        }

        private let host: String
        private let port: Int
        private let lookUp: @Sendable (String) -> [String]
        private let queue = DispatchQueue(label: "MultiPlayerKit.network-time")
        private let state = Mutex(State())

        /// After thirty lost packets the server counts as away.
        private static let patience = Duration.seconds(3)
        /// The pause between two look-ups of a name that is unknown.
        private static let lookUpInterval = Duration.seconds(5)
        /// The pause before a silent server is looked for again: it may have another address, and a clock of
        /// GStreamer's whose server went back in time may never report again (1.26 never does). A server with several
        /// addresses may answer at another, which is tried once `patience` is over.
        private static let answerInterval = Duration.seconds(10)

        /// Begins to look for the server; does not wait.
        ///
        /// - Parameter lookUp: finds the numeric addresses of a host; may take its time.
        /// - Throws: `clockUnavailable` for a port outside 1…65535.
        init(
            host: String, port: Int,
            lookUp: @escaping @Sendable (String) -> [String] = { NetworkTime.addresses(of: $0) }
        ) throws(PlaybackError) {
            guard (1...65_535).contains(port), !host.isEmpty else {
                throw .clock(
                    "\(host):\(port)", "a time server has a name or address, and a port from 1 to 65535",
                    cure: "correct the address of the clock")
            }
            self.host = host
            self.port = port
            self.lookUp = lookUp
            look()
        }

        func read() -> (host: HostTime, shared: Duration)? {
            let now = HostTime.now
            let (clock, looks) = state.withLock { state -> (NetworkClock?, Bool) in
                guard !state.isClosed, let opensAt = state.opensAt, now >= opensAt, !Self.hears(state.clock, at: now)
                else { return (state.clock, false) }
                state.opensAt = nil
                return (state.clock, true)
            }
            if looks { look() }
            return clock?.measurement()
        }

        var isSynchronized: Bool {
            let clock = state.withLock { $0.clock }
            return Self.hears(clock, at: .now)
        }

        private static func hears(_ clock: NetworkClock?, at now: HostTime) -> Bool {
            clock?.heardAt.map { $0.duration(to: now) < patience } ?? false
        }

        func close() {
            // Releases the clock outside the lock.
            _ = state.withLock { state -> NetworkClock? in
                state.isClosed = true
                defer { state.clock = nil }
                return state.clock
            }
        }

        private func look() {
            queue.async { [weak self] in self?.open() }
        }

        /// On `queue`: a name may take seconds to look up.
        private func open() {
            let addresses = lookUp(host)
            let turn = state.withLock { state -> Int in
                defer { state.looks += 1 }
                return state.looks
            }
            let clock = addresses.isEmpty ? nil : NetworkClock(address: addresses[turn % addresses.count], port: port)
            let interval =
                clock == nil ? Self.lookUpInterval : addresses.count > 1 ? Self.patience : Self.answerInterval
            let next = HostTime.now.advanced(by: interval)
            _ = state.withLock { state -> NetworkClock? in
                guard !state.isClosed else { return clock }
                state.opensAt = next
                guard let clock else { return nil }
                defer { state.clock = clock }
                return state.clock
            }
        }

        /// The numeric addresses of a host, in the system's order of preference.
        static func addresses(of host: String) -> [String] {
            var wanted = addrinfo()
            wanted.ai_socktype = Int32(SOCK_DGRAM.rawValue)
            // No IPv6 addresses on a machine that has none itself.
            wanted.ai_flags = AI_ADDRCONFIG
            var found: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, nil, &wanted, &found) == 0 else { return [] }
            defer { freeaddrinfo(found) }
            var addresses: [String] = []
            var next = found
            while let entry = next?.pointee {
                next = entry.ai_next
                var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                let status = getnameinfo(
                    entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
                guard status == 0 else { continue }
                addresses.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            return addresses
        }
    }

    /// GStreamer's network clock to one address, and its measurements: each packet there and back.
    ///
    /// The clock's own line through them is a regression over a few seconds, which jitter of 3 ms throws off by up to
    /// 25 ms (measured), and it runs on when its server is gone. `ClockSteering` makes more of the packets themselves.
    ///
    /// Sendable because the pointers never change, and what they point to does its own locking.
    final class NetworkClock: @unchecked Sendable {
        private let clock: ClockReference
        private let bus: UnsafeMutablePointer<GstBus>
        /// Owned by the bus, and freed with it.
        private let exchanges: UnsafeMutablePointer<mpk_exchanges>

        /// 100 ms between two packets, so a caller that asks once a second gets the best of ten. GStreamer's own second
        /// would leave no choice. Less than 2 kB/s between a server and each of its clients.
        private static let interval = GstClockTime(100_000_000)

        /// - Parameter address: numeric: GStreamer looks up a name only once, and blocks meanwhile.
        init?(address: String, port: Int) {
            GStreamerRuntime.start()
            guard let pointer = gst_net_client_clock_new(nil, address, gint(port), 0) else { return nil }
            clock = ClockReference(owning: pointer)
            var exchanges: UnsafeMutablePointer<mpk_exchanges>?
            bus = mpk_clock_watch(pointer, Self.interval, &exchanges)
            guard let exchanges else { preconditionFailure("a watched clock has a place for its packets") }
            self.exchanges = exchanges
        }

        deinit {
            mpk_clock_unwatch(clock.pointer)
            mpk_unref(bus)
        }

        /// The best packet of the last second that has not been taken yet.
        func measurement() -> (host: HostTime, shared: Duration)? {
            let exchange = mpk_exchanges_take(exchanges)
            guard exchange.round_trip > 0 else { return nil }
            return (
                HostTime(nanoseconds: Int64(clamping: exchange.host)), .nanoseconds(Int64(clamping: exchange.shared))
            )
        }

        /// When a packet last came back. GStreamer's own `synced` stays true when a server goes away.
        var heardAt: HostTime? {
            let latest = mpk_exchanges_latest(exchanges)
            return latest > 0 ? HostTime(nanoseconds: Int64(clamping: latest)) : nil
        }
    }

    /// One reference to a `GstClock`, released with its last user.
    ///
    /// Sendable because clocks do their own locking and the pointer never changes.
    final class ClockReference: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<GstClock>

        /// Takes over one reference.
        init(owning pointer: UnsafeMutablePointer<GstClock>) {
            self.pointer = pointer
        }

        /// A system clock that nobody else uses: `CLOCK_REALTIME`, or `CLOCK_MONOTONIC`, which is host time.
        convenience init(systemFrom1970: Bool) {
            GStreamerRuntime.start()
            self.init(owning: mpk_system_clock_new(systemFrom1970 ? 1 : 0))
        }

        deinit {
            mpk_unref(pointer)
        }

        /// The clock's time. It never goes back: when the underlying clock is set back, it stands still.
        var time: Duration { .nanoseconds(Int64(clamping: gst_clock_get_time(pointer))) }

        /// The clock on host time that a network or PTP clock keeps in step with its server's; `nil` without one.
        var inner: ClockReference? { mpk_clock_inner(pointer).map(ClockReference.init(owning:)) }

        /// The mapping from the underlying clock to the time of this one.
        var calibration: Calibration {
            var calibration = Calibration()
            gst_clock_get_calibration(
                pointer, &calibration.internalTime, &calibration.externalTime, &calibration.numerator,
                &calibration.denominator)
            return calibration
        }

        /// A straight line: `externalTime` at `internalTime`, and a rate.
        struct Calibration: Hashable, Sendable {
            var internalTime: GstClockTime = 0
            var externalTime: GstClockTime = 0
            var numerator: GstClockTime = 1
            var denominator: GstClockTime = 1

            /// The time of a clock on host time at `host`, even where its `time` would stand still.
            func time(at host: HostTime) -> Duration {
                let shown = gst_clock_adjust_with_calibration(
                    nil, GstClockTime(max(host.nanoseconds, 0)), internalTime, externalTime, numerator, denominator)
                return .nanoseconds(Int64(clamping: shown))
            }
        }
    }
#endif
