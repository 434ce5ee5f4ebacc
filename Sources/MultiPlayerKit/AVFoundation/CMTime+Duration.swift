#if canImport(AVFoundation)
    import CoreMedia

    extension CMTime {
        /// Creates a time in nanoseconds from a duration, exact within ±292 years.
        public init(_ duration: Duration) {
            self.init(value: duration.nanoseconds, timescale: 1_000_000_000)
        }

        /// Creates a time on the scale of `CMClock.hostTimeClock` from a reading of the host clock.
        public init(_ host: HostTime) {
            self.init(value: host.nanoseconds, timescale: 1_000_000_000)
        }
    }

    extension Duration {
        /// Creates a duration in whole nanoseconds, rounded down; `nil` for a time that is not numeric (invalid,
        /// indefinite, infinite).
        ///
        /// Beware of rounding down: one thirtieth of a second becomes a time in the frame before. The kit aims ten
        /// microseconds inside a frame wherever it passes a time to AVFoundation.
        public init?(_ time: CMTime) {
            guard time.isNumeric else { return nil }
            let scaled = Int128(time.value) * 1_000_000_000
            let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int128(time.timescale))
            self = .nanoseconds(Int64(clamping: rest < 0 ? whole - 1 : whole))
        }
    }

    extension HostTime {
        /// Creates a host time from a time of `CMClock.hostTimeClock`; `nil` for a time that is not numeric.
        public init?(_ time: CMTime) {
            guard let duration = Duration(time) else { return nil }
            self.init(nanoseconds: duration.nanoseconds)
        }
    }
#endif
