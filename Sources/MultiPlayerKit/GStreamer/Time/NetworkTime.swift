#if canImport(CGStreamer)
    import Dispatch
    import Glibc
    import Synchronization

    /// The time of a machine that serves it: GStreamer's network clock, which asks ten times a second.
    ///
    /// Its name is looked up on a queue, again and again until somebody answers: a kiosk may be up before its network is.
    final class NetworkTime: SharedTimeSource {
        private struct State {
            var clock: NetworkClock?
            /// When to look for the server anew, should it be silent then; `nil`: somebody is at it.
            var opensAt: HostTime?
            /// How often it was looked for: each time at the next of its addresses.
            var looks = 0
            var isClosed = false
        }

        private let host: String
        private let port: Int
        private let lookUp: @Sendable (String) -> [String]
        private let queue = DispatchQueue(label: "MultiPlayerKit.network-time")
        private let state = Mutex(State())

        /// With thirty packets lost the server is away.
        private static let patience = Duration.seconds(3)
        /// Between two look-ups of a name that is unknown.
        private static let lookUpInterval = Duration.seconds(5)
        /// A server that is silent may have got another address, and a clock of GStreamer's that has seen its server go back in
        /// time may never speak again (1.26 never does). One with several addresses may answer at another: that is tried once
        /// `patience` is over.
        private static let answerInterval = Duration.seconds(10)

        /// Begins to look for the server; does not wait.
        ///
        /// - Parameter lookUp: finds the numeric addresses of a host; may take its time.
        /// - Throws: `clockUnavailable` for a port outside 1…65535.
        init(
            host: String, port: Int, lookUp: @escaping @Sendable (String) -> [String] = { NetworkTime.addresses(of: $0) }
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
            // The clock goes outside of the lock.
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

        /// The addresses of a host, as numbers, the system's favourite first.
        static func addresses(of host: String) -> [String] {
            var wanted = addrinfo()
            wanted.ai_socktype = Int32(SOCK_DGRAM.rawValue)
            // None of IPv6 on a machine that has no such address itself.
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
#endif
