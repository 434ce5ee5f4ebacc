import MultiPlayerKit

/// A machine's estimate of shared time: a straight line over the host clock, fitted to the measurements.
///
/// It depends on shared time only and never on what follows it, so no delay in it can make a control loop oscillate.
/// Each measurement passes a median of nine, which rejects outliers, and a low-pass of one second. What the line has to
/// be moved by again and again is the error of its frequency, and is learned; without measurements the line runs on at
/// that frequency.
///
/// - Note: Source of median and low-pass: mpv's and Snapcast's drift control. The frequency is learned as in an
///   alpha-beta filter whose second gain falls with the time it has learned for.
struct SharedTimeEstimate: Hashable, Sendable {
    /// What a measurement did.
    enum Change {
        /// Nothing: there are too few to begin with, or this one was not believed.
        case none
        /// The line was moved a little.
        case followed
        /// The line is new: the first, or one for a clock that has been set.
        case began
    }

    struct Sample: Hashable, Sendable {
        var host: HostTime
        var shared: Duration
    }

    /// Shared time over host time; `nil` before enough is known.
    private(set) var line: LineAnchor?
    /// The gain of shared time on the host clock in seconds per second, −0.001…0.001.
    private(set) var frequency = 0.0
    /// When the latest believed measurement was taken.
    private(set) var lastMeasured: HostTime?

    /// The latest believed samples, oldest first.
    private var recent: [Sample] = []
    /// The latest samples in a row that were too far off to be believed.
    private var strays: [Sample] = []
    private var newest: HostTime?
    /// Seconds for which the frequency has been learned.
    private var experience = 0.0
    private let confirmation: Duration

    /// The fewest samples: of five, two outliers leave the median among the others.
    static let least = 5
    /// The most samples: of nine, the median rejects four outliers.
    static let most = 9
    /// The span of the samples, seconds: nine at one a second. Of sparser ones five do, else the median is too old.
    static let window = 9.0
    /// The time constant of the low-pass, seconds.
    static let smoothing = 1.0
    /// More than this is not drift: the clock has been set, or the measurement is wrong. Three frames at 30 fps.
    static let farthest = Duration.milliseconds(100)
    /// Strays that agree within this show a clock that has been set: half of what makes them strays, and ten times the
    /// jitter of a wireless network. A clock slewed by more than 1 % does not agree with itself that long.
    static let agreement = Duration.milliseconds(50)
    /// Strays that come over a network have to agree for this long: a burst of traffic is over by then.
    static let confirmation = Duration.seconds(3)
    /// No two clocks differ by more: a kernel disciplines its own within 500 ppm, and there are two of them.
    static let farthestFrequency = 1e-3
    /// Bounds of the time constant with which the frequency is learned, seconds. The lower one takes 500 ppm away in a
    /// minute. The upper one turns jitter of 5 ms into about 1 ppm, so 1 ms after ten minutes without measurements, and
    /// lags behind a crystal that warms up by 10 °C in an hour and a half (1 ppm/°C) by 2 ppm, so by 30 µs.
    static let learning = (quickest: 20.0, slowest: 1_000.0)

    /// - Parameter confirmation: how long strays have to agree before they show a clock that was set.
    init(confirmation: Duration = Self.confirmation) {
        self.confirmation = confirmation
    }

    /// Takes one measurement: shared time was `shared` at `host`. One that is not later than the one before is ignored.
    mutating func add(_ shared: Duration, at host: HostTime) -> Change {
        guard newest.map({ $0 < host }) ?? true else { return .none }
        newest = host
        let sample = Sample(host: host, shared: shared)
        guard let line else { return begin(with: sample) }
        let ahead = line.ahead(sample)
        guard max(ahead, .zero - ahead) <= Self.farthest else { return stray(sample, from: line) }
        strays = []
        follow(sample, line)
        return .followed
    }

    private mutating func begin(with sample: Sample) -> Change {
        recent.append(sample)
        guard recent.count >= Self.least else { return .none }
        lay(through: recent)
        return .began
    }

    private mutating func stray(_ sample: Sample, from line: LineAnchor) -> Change {
        strays.append(sample)
        let ahead = strays.map { line.ahead($0) }
        guard let low = ahead.min(), let high = ahead.max(), high - low <= Self.agreement else {
            // The latest stray may be the first one of a set clock.
            strays = [sample]
            return .none
        }
        guard strays.count >= Self.least, strays[0].host.duration(to: sample.host) >= confirmation else {
            return .none
        }
        lay(through: Array(strays.suffix(Self.most)))
        return .began
    }

    /// Lays a line through the median of the samples, at the known frequency: setting a clock does not change it.
    private mutating func lay(through samples: [Sample]) {
        guard let last = samples.last else { return }
        let through = LineAnchor(hostTime: last.host, time: last.shared, rate: 1 + frequency)
        let ahead = samples.map { through.ahead($0) }.sorted()[samples.count / 2]
        line = LineAnchor(hostTime: last.host, time: last.shared + ahead, rate: 1 + frequency)
        recent = samples
        strays = []
        lastMeasured = last.host
    }

    private mutating func follow(_ sample: Sample, _ line: LineAnchor) {
        let passed = line.hostTime.duration(to: sample.host).seconds
        recent.append(sample)
        while recent.count > Self.most
            || recent.count > Self.least && recent[0].host.duration(to: sample.host).seconds > Self.window
        {
            recent.removeFirst()
        }
        // Compares all samples with the present line, so that each counts as if it had been taken now.
        let ahead = recent.map { line.ahead($0) }.sorted()[recent.count / 2].seconds
        // A low-pass of one pole, backward Euler: stable for any interval.
        let pace = ahead / (passed + Self.smoothing)
        learn(from: pace, for: passed)
        self.line = LineAnchor(
            hostTime: sample.host, time: line.time(at: sample.host) + .nearest(seconds: pace * passed),
            rate: 1 + frequency)
        lastMeasured = sample.host
    }

    /// - Parameter pace: how far the line had to be moved, in seconds per second.
    private mutating func learn(from pace: Double, for passed: Double) {
        experience += passed
        // With half the experience as time constant, initial errors fade with its square. The median is (most − 1) / 2
        // intervals old; the loop of frequency and median is stable for more than 5 intervals and well damped from 10
        // on. That also keeps the first measurement after an absence from counting for all of it.
        let span = max(Self.learning.quickest, min(experience / 2, Self.learning.slowest), 10 * passed)
        // A pace beyond any clock's error is not frequency: a step of 80 ms would otherwise leave 80 ppm behind.
        let limit = Self.farthestFrequency
        frequency += min(max(pace, -limit), limit) * passed / span
        frequency = min(max(frequency, -limit), limit)
    }
}

extension LineAnchor {
    /// How far a sample is ahead of the line; also for a sample from before the line's start.
    fileprivate func ahead(_ sample: SharedTimeEstimate.Sample) -> Duration {
        sample.shared - time - hostTime.duration(to: sample.host).scaled(by: rate)
    }
}

extension PlaybackError.Code {
    /// The time to follow, or to serve, is not available on this machine.
    public static let clockUnavailable = PlaybackError.Code(.sync, "clockUnavailable")
}

extension PlaybackError {
    static func clock(_ subject: String, _ reason: String, cure: String) -> PlaybackError {
        PlaybackError(.clockUnavailable, subject: subject, reason: reason, cure: cure)
    }
}
