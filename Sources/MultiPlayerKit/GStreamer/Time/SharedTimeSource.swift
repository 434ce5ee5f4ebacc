#if canImport(CGStreamer)
    /// Where a machine gets the time that it shares with others. Any thread may ask.
    protocol SharedTimeSource: Sendable {
        /// Shared time since 1970 at a host time less than about a second ago; `nil` where nothing has been measured
        /// since the last call. Never waits.
        func read() -> (host: HostTime, shared: Duration)?
        /// Whether it is in contact with what it follows. For status: what `read` returns can be used anyway.
        var isSynchronized: Bool { get }
        /// For how long readings have to agree that the time was set, before that is believed.
        var confirmation: Duration { get }
        /// Gives its threads and sockets back; `read` returns `nil` from then on. More than once does no harm.
        func close()
    }

    extension SharedTimeSource {
        var confirmation: Duration { SharedTimeEstimate.confirmation }
    }

    enum SharedTime {
        /// The source that a configuration asks for. Does not wait until it is in contact.
        ///
        /// - Throws: `clockUnavailable` for a port or domain that cannot be, and where there is no PTP.
        static func open(_ clock: KioskConfiguration.Clock) throws(PlaybackError) -> any SharedTimeSource {
            switch clock.source {
            case .system: SystemTime()
            case .network(let host, let port): try NetworkTime(host: host, port: port)
            case .precision(let domain): try PrecisionTime(domain: domain)
            }
        }
    }
#endif
