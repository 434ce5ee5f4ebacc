import FoundationApple

@available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, watchOS 6.0, *)
public protocol CMSyncProtocol: Sendable {
    var time: CMTime { get }
    func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime
    func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double
    func rateAndAnchorTime<T: CMSyncProtocol>(
        relativeTo clockOrTimebase: T
    ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime)
    func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool
    /// Used between the stand-ins; Apple's protocol has no such requirement.
    var _reading: SyncReading { get }
}

/// A clock or timebase, expressed as functions of host nanoseconds.
public struct SyncReading: Sendable {
    let time: @Sendable (Int64) -> CMTime
    /// Seconds per host second; 0 while stopped.
    let rate: @Sendable (Int64) -> Double
    let root: ObjectIdentifier
}

/// The host clock, which the double moves.
@_spi(Double)
public final class HostNanoseconds: @unchecked Sendable {
    public static let shared = HostNanoseconds()
    private let lock = NSLock()
    private var source: @Sendable () -> Int64 = { Int64(ProcessInfo.processInfo.systemUptime * 1e9) }

    public func read() -> Int64 {
        lock.withLock { source }()
    }

    public func set(_ source: @escaping @Sendable () -> Int64) {
        lock.withLock { self.source = source }
    }
}

extension CMSyncProtocol {
    public func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime {
        let now = HostNanoseconds.shared.read()
        let (mine, other) = (_reading, clockOrTimebase._reading)
        let away = time - mine.time(now)
        let rate = mine.rate(now)
        if away == .zero { return other.time(now) }
        guard rate != 0, away.isNumeric else { return .indefinite }
        return other.time(now + Int64((away.seconds / rate * 1e9).rounded()))
    }

    public func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double {
        let now = HostNanoseconds.shared.read()
        let (mine, other) = (_reading.rate(now), clockOrTimebase._reading.rate(now))
        return other == 0 ? (mine == 0 ? 0 : .nan) : mine / other
    }

    public func rateAndAnchorTime<T: CMSyncProtocol>(
        relativeTo clockOrTimebase: T
    ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
        let now = HostNanoseconds.shared.read()
        let (mine, other) = (_reading, clockOrTimebase._reading)
        guard other.rate(now) != 0 else { throw CMTimebase.Error.rateMustBeNonZero }
        return (mine.rate(now) / other.rate(now), mine.time(now), other.time(now))
    }

    public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool {
        _reading.root != clockOrTimebase._reading.root
    }
}

@available(iOS 6.0, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public final class CMClock: CMSyncProtocol, Hashable, Sendable {
    private let origin: Int64
    private let offset: Int64
    private let speed: Double

    /// A device's clock, which is `partsPerMillion` fast against the host clock and has its own origin.
    @_spi(Double)
    public init(partsPerMillion: Double, from origin: Int64, reading offset: Int64) {
        self.origin = origin
        self.offset = offset
        speed = 1 + partsPerMillion / 1e6
    }

    private static let host = CMClock(partsPerMillion: 0, from: 0, reading: 0)

    public static var hostTimeClock: CMClock { host }

    public var time: CMTime { _reading.time(HostNanoseconds.shared.read()) }

    public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
        UInt64(max(0, hostTime.convertScale(1_000_000_000, method: .default).value))
    }

    public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
        CMTime(value: Int64(systemUnits), timescale: 1_000_000_000)
    }

    public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
        let now = HostNanoseconds.shared.read()
        return (_reading.time(now), CMTime(value: now, timescale: 1_000_000_000))
    }

    public func invalidate() {}

    @_spi(Double)
    public func nanoseconds(atHost host: Int64) -> Int64 {
        speed == 1 ? offset + (host - origin) : offset + Int64((Double(host - origin) * speed).rounded())
    }

    @_spi(Double) public var hostRate: Double { speed }

    public var _reading: SyncReading {
        SyncReading(
            time: { [self] in CMTime(value: nanoseconds(atHost: $0), timescale: 1_000_000_000) },
            rate: { [speed] _ in speed }, root: ObjectIdentifier(self))
    }

    public static func == (left: CMClock, right: CMClock) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

@available(iOS 6.0, macOS 10.8, tvOS 9.0, visionOS 1.0, watchOS 6.0, *)
public final class CMTimebase: CMSyncProtocol, Hashable, @unchecked Sendable {
    public struct Error: Sendable {
        public static var readOnly: NSError { NSError(domain: NSOSStatusErrorDomain, code: -12757) }
        public static var rateMustBeNonZero: NSError { NSError(domain: NSOSStatusErrorDomain, code: -12755) }
    }

    public enum NotificationKey: Sendable {
        public static let eventTime = "EventTime"
    }

    public static let effectiveRateChanged = NSNotification.Name("EffectiveRateChanged")
    public static let timeJumped = NSNotification.Name("TimeJumped")

    /// From host time `from` on, the timebase shows `anchor` at source time `reference` and moves at `rate`.
    @_spi(Double)
    public struct Stretch: Sendable {
        public var from: Int64
        public var anchor: CMTime
        public var reference: Int64
        public var rate: Double
        public var clock: CMClock

        public init(from: Int64, anchor: CMTime, reference: Int64, rate: Double, clock: CMClock) {
            self.from = from
            self.anchor = anchor
            self.reference = reference
            self.rate = rate
            self.clock = clock
        }

        public func time(atHost host: Int64) -> CMTime {
            let elapsed = clock.nanoseconds(atHost: host) - reference
            guard rate != 0, elapsed != 0 else { return anchor }
            let moved = rate == 1 ? elapsed : Int64((Double(elapsed) * rate).rounded())
            return anchor + CMTime(value: moved, timescale: 1_000_000_000)
        }
    }

    // Guarded by `lock`.
    private let lock = NSLock()
    private var stretches: [Stretch]
    private let isReadOnly: Bool

    public init(sourceClock: CMClock) throws {
        isReadOnly = false
        stretches = [Stretch(from: .min, anchor: .zero, reference: 0, rate: 0, clock: sourceClock)]
    }

    /// A player item's timebase, which only its player drives.
    @_spi(Double)
    public init(driven clock: CMClock, at time: CMTime) {
        isReadOnly = true
        stretches = [Stretch(from: .min, anchor: time, reference: 0, rate: 0, clock: clock)]
    }

    /// Replaces all stretches from `now` on. Keeps some past ones, so that a test can ask what was shown.
    @_spi(Double)
    public func drive(_ coming: [Stretch], now: Int64) {
        lock.withLock {
            var past = stretches.filter { $0.from < now }
            if past.count > 64 { past.removeFirst(past.count - 64) }
            stretches = past + coming
        }
    }

    @_spi(Double)
    public func stretch(atHost host: Int64) -> Stretch {
        lock.withLock { stretches.last { $0.from <= host } ?? stretches[0] }
    }

    @_spi(Double)
    public var lastStretch: Stretch { lock.withLock { stretches[stretches.count - 1] } }

    @_spi(Double)
    public func time(atHost host: Int64) -> CMTime {
        stretch(atHost: host).time(atHost: host)
    }

    public var time: CMTime { time(atHost: HostNanoseconds.shared.read()) }

    public func time(
        withTimescale timescale: CMTimeScale, rounding method: CMTimeRoundingMethod = .default
    ) -> CMTime {
        time.convertScale(timescale, method: method)
    }

    public var rate: Double { stretch(atHost: HostNanoseconds.shared.read()).rate }

    public var effectiveRate: Double { rate }

    public var timeAndRate: (time: CMTime, rate: Double) {
        let now = HostNanoseconds.shared.read()
        return (time(atHost: now), stretch(atHost: now).rate)
    }

    public var source: any CMSyncProtocol { ultimateSourceClock }
    public var sourceClock: CMClock? { ultimateSourceClock }
    public var sourceTimebase: CMTimebase? { nil }
    public var ultimateSourceClock: CMClock { lastStretch.clock }

    public func setTime(_ time: CMTime) throws {
        try write { now in
            var stretch = stretch(atHost: now)
            stretch.anchor = time
            stretch.reference = stretch.clock.nanoseconds(atHost: now)
            return stretch
        }
    }

    public func setRate(_ rate: Double) throws {
        try write { now in
            var stretch = stretch(atHost: now)
            stretch.anchor = stretch.time(atHost: now)
            stretch.reference = stretch.clock.nanoseconds(atHost: now)
            stretch.rate = rate
            return stretch
        }
    }

    public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
        try setRateAndAnchorTime(rate: rate, anchorTime: anchorTime, referenceTime: referenceTime)
    }

    public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
        try write { now in
            let reference = referenceTime.convertScale(1_000_000_000, method: .default).value
            return Stretch(
                from: now, anchor: anchorTime, reference: reference, rate: rate, clock: ultimateSourceClock)
        }
    }

    private func write(_ change: (Int64) -> Stretch) throws {
        guard !isReadOnly else { throw Error.readOnly }
        var stretch = change(HostNanoseconds.shared.read())
        stretch.from = .min
        lock.withLock { [stretch] in stretches = [stretch] }
    }

    public var _reading: SyncReading {
        let root = ObjectIdentifier(ultimateSourceClock)
        return SyncReading(
            time: { [self] in time(atHost: $0) },
            rate: { [self] in stretch(atHost: $0).rate * ultimateSourceClock.hostRate }, root: root)
    }

    public static func == (left: CMTimebase, right: CMTimebase) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
