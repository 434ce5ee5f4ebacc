#if os(Linux)
    /// The texts that are served, at most a quarter of a second old.
    ///
    /// For the one thread that serves.
    struct WatchPages {
        private let status: @Sendable () -> KioskStatus
        private var readAt: HostTime?
        private var current: KioskStatus?
        private var jsonBytes: [UInt8]?
        private var metricsBytes: [UInt8]?

        /// Four times a second: people do not read faster, and looking takes locks that playing needs.
        private static let freshness = Duration.milliseconds(250)

        init(_ status: @escaping @Sendable () -> KioskStatus) {
            self.status = status
        }

        mutating func json() -> [UInt8] {
            let status = fresh()
            let bytes = jsonBytes ?? Array(status.json())
            jsonBytes = bytes
            return bytes
        }

        mutating func metrics() -> [UInt8] {
            let status = fresh()
            let bytes = metricsBytes ?? Array(status.prometheusText.utf8)
            metricsBytes = bytes
            return bytes
        }

        private mutating func fresh() -> KioskStatus {
            if let current, let readAt, readAt.duration(to: .now) < Self.freshness { return current }
            let status = status()
            (current, readAt) = (status, .now)
            (jsonBytes, metricsBytes) = (nil, nil)
            return status
        }
    }
#endif
