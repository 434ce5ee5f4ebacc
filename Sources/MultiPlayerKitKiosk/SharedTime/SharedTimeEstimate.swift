import MultiPlayerKit

/// What a machine knows of shared time: a straight line over the host clock, laid through what was measured.
///
/// It looks at shared time only and never at what follows it, so no delay in here can make a control loop swing. Each
/// measurement passes a median of nine, which shrugs off wild ones, and a low-pass of one second. What the line has to
/// be moved by again and again is what its frequency lacks, and is learned; without measurements the line runs on at
/// that frequency.
///
/// - Note: Source of median and low-pass: mpv's and Snapcast's drift control. The frequency is learned as in an
///   alpha-beta filter whose second gain falls with the time it has learned for.
struct SharedTimeEstimate: Hashable, Sendable {
    /// What a measurement did.
    enum Change {
        /// Nothing: too few to begin with, or not to be believed.
        case none
        /// The line was moved a little.
        case followed
        /// The line is a new one: the first, or that of a clock that has been set.
        case began
    }

    struct Sample: Hashable, Sendable {
        var host: HostTime
        var shared: Duration
    }

    /// Shared time over host time; `nil` before enough is known.
    private(set) var line: LineAnchor?
    /// What shared time gains on the host clock: seconds a second, −0.001…0.001.
    private(set) var frequency = 0.0
    /// When the latest measurement was taken that was believed.
    private(set) var lastMeasured: HostTime?

    /// The latest that were believed, oldest first.
    private var recent: [Sample] = []
    /// The latest, as far as all of them were too far off to be believed.
    private var strays: [Sample] = []
    private var newest: HostTime?
    /// Seconds for which the frequency has been learned.
    private var experience = 0.0
    private let confirmation: Duration

    /// Five: two wild ones leave the median among the others.
    static let least = 5
    /// Nine: the median shrugs off four wild ones.
    static let most = 9
    /// Nine samples at one a second. Of rarer ones five do, or the median would look too far back.
    static let window = 9.0
    /// The time constant of the low-pass, seconds.
    static let smoothing = 1.0
    /// More than this is not drift: the clock has been set, or the measurement is wrong. Three frames at 30 fps.
    static let farthest = Duration.milliseconds(100)
    /// Strays that agree to this show a clock that has been set; half of what makes them strays, and ten times the
    /// jitter of a wireless network. A clock that is being slewed by more than 1 % does not agree with itself so long.
    static let agreement = Duration.milliseconds(50)
    /// Strays that come over a network have to agree for so long: a burst of traffic is over by then.
    static let confirmation = Duration.seconds(3)
    /// No two clocks are further apart: a kernel disciplines its own within 500 ppm, and there are two of them.
    static let farthestFrequency = 1e-3
    /// Bounds of the time constant with which the frequency is learned, seconds. The lower one takes 500 ppm away in a
    /// minute. The upper one turns jitter of 5 ms into about 1 ppm, so 1 ms after ten minutes without measurements, and
    /// lags behind a crystal that warms up by 10 °C in an hour and a half (1 ppm/°C) by 2 ppm, so by 30 µs.
    static let learning = (quickest: 20.0, slowest: 1_000.0)

    /// - Parameter confirmation: how long strays have to agree before they show a clock that was set.
    init(confirmation: Duration = Self.confirmation) {
        self.confirmation = confirmation
    }

    /// Takes one measurement: shared time was `shared` at `host`. One that is not later than the one before counts for
    /// nothing.
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
            // The latest may be the first of a set clock.
            strays = [sample]
            return .none
        }
        guard strays.count >= Self.least, strays[0].host.duration(to: sample.host) >= confirmation else {
            return .none
        }
        lay(through: Array(strays.suffix(Self.most)))
        return .began
    }

    /// A line through the middle of some samples, at the frequency that is known: setting a clock does not change it.
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
        // Against the line as it is now, so that each counts as if it had been taken now.
        let ahead = recent.map { line.ahead($0) }.sorted()[recent.count / 2].seconds
        // A low-pass of one pole, backward Euler: stable for any interval.
        let pace = ahead / (passed + Self.smoothing)
        learn(from: pace, for: passed)
        self.line = LineAnchor(
            hostTime: sample.host, time: line.time(at: sample.host) + .nearest(seconds: pace * passed),
            rate: 1 + frequency)
        lastMeasured = sample.host
    }

    /// `pace`: what the line had to be moved by, seconds a second.
    private mutating func learn(from pace: Double, for passed: Double) {
        experience += passed
        // With half the experience as time constant, what was wrong at first fades with its square. The median is
        // (most − 1) / 2 intervals old; the loop of frequency and median is stable for more than 5 intervals and
        // well damped from 10 on. That also keeps the first measurement after an absence from counting for all of it.
        let span = max(Self.learning.quickest, min(experience / 2, Self.learning.slowest), 10 * passed)
        // More than any clock can be off by is no frequency: a step of 80 ms would else leave 80 ppm behind.
        let limit = Self.farthestFrequency
        frequency += min(max(pace, -limit), limit) * passed / span
        frequency = min(max(frequency, -limit), limit)
    }
}

extension LineAnchor {
    /// By how much a sample is ahead of the line; also for one from before the line's start.
    fileprivate func ahead(_ sample: SharedTimeEstimate.Sample) -> Duration {
        sample.shared - time - hostTime.duration(to: sample.host).scaled(by: rate)
    }
}

extension PlaybackError.Code {
    /// The time that is to be followed, or served, cannot be had on this machine.
    public static let clockUnavailable = PlaybackError.Code(.sync, "clockUnavailable")
}

extension PlaybackError {
    static func clock(_ subject: String, _ reason: String, cure: String) -> PlaybackError {
        PlaybackError(.clockUnavailable, subject: subject, reason: reason, cure: cure)
    }
}
