#if canImport(CGStreamer)
    import CGStreamer

    /// One reference to a `GstClock`, given back when the last user goes.
    ///
    /// Sendable because clocks lock for themselves and the pointer never changes.
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

        /// What it shows. Never goes back: where the clock below is set back, it stands still.
        var time: Duration { .nanoseconds(Int64(clamping: gst_clock_get_time(pointer))) }

        /// The clock on host time that a network or PTP clock keeps along its server's; `nil` while there is none.
        var inner: ClockReference? { mpk_clock_inner(pointer).map(ClockReference.init(owning:)) }

        /// How it gets from the clock below to what it shows.
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

            /// What a clock on host time shows at `host`, also where its `time` would stand still.
            func time(at host: HostTime) -> Duration {
                let shown = gst_clock_adjust_with_calibration(
                    nil, GstClockTime(max(host.nanoseconds, 0)), internalTime, externalTime, numerator, denominator)
                return .nanoseconds(Int64(clamping: shown))
            }
        }
    }
#endif
