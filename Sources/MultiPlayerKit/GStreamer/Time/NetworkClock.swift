#if canImport(CGStreamer)
    import CGStreamer

    /// GStreamer's network clock to one address, and what it measures: its packets there and back, one by one.
    ///
    /// The clock's own line through them is a regression over a few seconds, which jitter of 3 ms throws off by up to
    /// 25 ms (measured), and it counts on when its server is gone. `ClockSteering` makes more of the packets themselves.
    ///
    /// Sendable because the pointers never change, and what they lead to locks for itself.
    final class NetworkClock: @unchecked Sendable {
        private let clock: ClockReference
        private let bus: UnsafeMutablePointer<GstBus>
        /// The bus's; goes with it.
        private let exchanges: UnsafeMutablePointer<mpk_exchanges>

        /// Between two packets, 100 ms: so the best is that of ten for who asks once a second. GStreamer's own second
        /// would leave no choice. Less than 2 kB/s for a server and each of its clients.
        private static let interval = GstClockTime(100_000_000)

        /// - Parameter address: numeric: GStreamer looks a name up only once, and meanwhile waits.
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

        /// The best packet of the last second that nobody has asked for yet.
        func measurement() -> (host: HostTime, shared: Duration)? {
            let exchange = mpk_exchanges_take(exchanges)
            guard exchange.round_trip > 0 else { return nil }
            return (
                HostTime(nanoseconds: Int64(clamping: exchange.host)), .nanoseconds(Int64(clamping: exchange.shared))
            )
        }

        /// When a packet last came back. GStreamer's own `synced` never ends when a server goes away.
        var heardAt: HostTime? {
            let latest = mpk_exchanges_latest(exchanges)
            return latest > 0 ? HostTime(nanoseconds: Int64(clamping: latest)) : nil
        }
    }
#endif
