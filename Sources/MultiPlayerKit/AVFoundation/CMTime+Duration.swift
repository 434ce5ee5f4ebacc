#if canImport(AVFoundation)
    import CoreMedia

    extension CMTime {
        /// A duration in nanoseconds, exact within ±292 years.
        public init(_ duration: Duration) {
            self.init(value: duration.nanoseconds, timescale: 1_000_000_000)
        }

        /// A reading of the host clock, on the scale of `CMClock.hostTimeClock`.
        public init(_ host: HostTime) {
            self.init(value: host.nanoseconds, timescale: 1_000_000_000)
        }
    }

    extension Duration {
        /// A time in whole nanoseconds, rounded down; `nil` for one that is not a number (invalid, indefinite, infinite).
        ///
        /// Beware of what rounding down does: one thirtieth of a second becomes a time in the frame before. The kit aims
        /// ten microseconds inside a frame wherever it hands a time to AVFoundation.
        public init?(_ time: CMTime) {
            guard time.isNumeric else { return nil }
            let scaled = Int128(time.value) * 1_000_000_000
            let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int128(time.timescale))
            self = .nanoseconds(Int64(clamping: rest < 0 ? whole - 1 : whole))
        }
    }

    extension HostTime {
        /// A time of `CMClock.hostTimeClock`; `nil` for one that is not a number.
        public init?(_ time: CMTime) {
            guard let duration = Duration(time) else { return nil }
            self.init(nanoseconds: duration.nanoseconds)
        }
    }
#endif
