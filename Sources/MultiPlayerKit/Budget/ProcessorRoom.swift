/// How much the processor can decode, estimated from its measured use.
///
/// It feeds forward: what other processes use is known within one reading, so room is given up before frames are late.
/// What they give back is believed slowly, because they may take it again.
struct ProcessorRoom: Equatable, Sendable {
    /// Processor seconds per unit of work.
    private(set) var secondsPerWork: Double
    /// The share of the room that can be relied on; below 1 after frames were late though there should have been room.
    private(set) var trust = 1.0
    private(set) var cores: Double?
    /// Cores used by this process, and (`total`) by all.
    private(set) var use = 0.0
    private(set) var total = 0.0
    /// Cores used by other processes: rises at once, falls slowly.
    private var others = 0.0
    /// Cores used by this process for anything but decoding: a mean, because which thread has its turn within one
    /// interval is chance.
    private var overhead = 0.0
    private var goal: Double?
    private var timer = ProbeTimer(first: .seconds(10))
    private var learnedFor = Duration.zero
    /// The `secondsPerWork` that a later run should expect; `nil`: not measured for long enough.
    private(set) var heaviest: Double?
    private let heaviestBefore: Double
    private var lateInARow = 0
    /// Work that was done for a while without late frames.
    private(set) var proven = 0.0
    private var wellFor = Duration.zero

    /// Use is lowered to this share when there is too much. The rest is for what a plan does not know: the screen, the
    /// system, one large frame.
    static let goalShare = 0.85
    /// What is already granted may come to this share before any stream is lowered.
    static let wallShare = 0.90
    /// Beyond what has gone well before, streams are added only up to this share (JVB's load reducer recovers below
    /// 0.72). Processors that are half idle work a quarter faster than busy ones (measured: two threads of one core),
    /// and a raised stream first decodes from its key frame to where the others are.
    static let riseShare = 0.72
    /// This long without a late frame is proof.
    static let proof = Duration.seconds(5)
    /// A fair scheduler leaves half to each of two processes that would take all; a part of that is relied on.
    static let floorShare = 0.3
    /// With demuxers, queues and copies on top of decoding proper (measured: 25 %).
    static let priorSecondsPerWork = DecodeCost.secondsPerMacroblock * 1.25
    /// The fastest and the slowest machine expected, as factors of the seconds per work on the one that was measured.
    static let factors = 0.25...8.0
    /// The share of the remembered cost that is kept after a run in which decoding was cheaper. Drawings cost a third
    /// of what camera footage does: a start that expects their cost would be over the limit with the next footage.
    static let fading = 0.9
    /// Below this much decoding the ratio is noise.
    static let leastDecoding = 0.1
    /// Seconds in which smoothed values come down to about a third.
    static let release = 2.0
    /// A stream that begins or is raised decodes from its key frame to where the others are. For this long afterwards,
    /// decoding may take up to this factor more than planned and is no dearer (measured: 1.3 to 1.8 times for 0.75 s).
    static let catchUp = (time: Duration.seconds(1), factor: 1.5)
    /// Growth of room per reading: four fifths of a machine are given back within 10 s, in observable steps.
    static let growth = 1.08
    /// If all processes together use less than this share, there is room.
    static let idleShare = 0.5
    /// From this share on the processor counts as full: whoever wants more has to wait.
    static let saturation = 0.95

    /// - Parameter remembered: Processor seconds per unit of work, remembered from an earlier run.
    init(secondsPerWork remembered: Double? = nil) {
        let prior = Self.priorSecondsPerWork
        secondsPerWork = min(
            max(remembered ?? prior, Self.factors.lowerBound * prior), Self.factors.upperBound * prior)
        heaviestBefore = remembered.map { $0 * Self.fading } ?? 0
    }

    /// Whether anything was measured yet.
    var isKnown: Bool { cores != nil }

    /// Work to lower to, to add up to, and that may stay; `nil`: not measured.
    var work: (goal: Double, rise: Double, wall: Double)? {
        guard let cores, let goal else { return nil }
        func work(_ share: Double) -> Double { (goal + (share - Self.goalShare) * cores * trust) / secondsPerWork }
        let planned = work(Self.goalShare)
        return (planned, min(max(work(Self.riseShare), proven), planned), work(Self.wallShare))
    }

    /// - Parameters:
    ///   - granted: Mean granted work over the interval of the reading.
    ///   - untold: The part of the decoding, in cores, that says nothing about the cost of playing.
    ///   - isSteady: Whether no stream was moved in the interval and the plan was within the room, so that no lateness
    ///     was expected.
    ///   - catchesUp: Whether a stream was raised shortly before.
    ///   - isTelling: Whether decoding takes what was planned for it, so that its cost can be learned.
    mutating func take(
        _ reading: LoadReading.Processor, span: Duration, granted: Double,
        untold: Double = 0, isLate: Bool, isSteady: Bool,
        catchesUp: Bool = false, isTelling: Bool = true, at now: HostTime
    ) {
        let cores = max(reading.cores, 0.1)
        let isSaturated = reading.own + reading.others >= Self.saturation * cores
        use = reading.own
        total = reading.own + reading.others
        // All processes that share a full processor get the same part of what they want: what decoding should take and
        // does not get tells what the others would take if they could.
        let expected = granted * secondsPerWork
        let served = isSaturated && expected > Self.leastDecoding ? min(max(reading.decoding / expected, 0.5), 1) : 1
        if isTelling {
            learn(
                reading.decoding - untold, granted: granted, span: span, isSaturated: isSaturated,
                catchesUp: catchesUp)
        } else if total < Self.idleShare * cores {
            // The learned cost keeps streams from being tried although there is room: it may be too high.
            let share = span.seconds / (span.seconds + 2 * Self.release)
            secondsPerWork += share * (min(secondsPerWork, Self.priorSecondsPerWork) - secondsPerWork)
        }
        let isFirst = self.cores == nil
        let falling = span.seconds / (span.seconds + Self.release)
        let theirs = max(reading.others, 0) / served
        others = theirs >= others || isFirst ? theirs : others + falling * (theirs - others)
        let ours = max(reading.own - reading.decoding, 0)
        overhead = isFirst ? ours : overhead + falling * (ours - overhead)
        self.cores = cores
        judge(isOverloaded: isLate, isSteady, at: now)
        prove(granted, span: span, isLate: isLate, isSteady: isSteady)
        let room = max(Self.goalShare * cores - others - overhead, Self.floorShare * cores) * trust
        goal = min(room, goal.map { max($0 * Self.growth, Self.floorShare * cores) } ?? room)
    }

    private mutating func learn(
        _ decoding: Double, granted: Double, span: Duration, isSaturated: Bool, catchesUp: Bool
    ) {
        guard decoding > Self.leastDecoding, granted > 0, span > .zero else { return }
        var measured = decoding / granted
        // Where frames wait for the processor the ratio comes out too small.
        guard !isSaturated || measured > secondsPerWork else { return }
        if catchesUp || learnedFor < Self.catchUp.time {
            measured = max(min(measured, secondsPerWork), measured / Self.catchUp.factor)
        }
        learnedFor += span
        // Mean of all at first, later of the last few seconds: a change of content is noticed, one key frame is not.
        let share = max(span.seconds / learnedFor.seconds, span.seconds / (span.seconds + 2 * Self.release))
        let prior = Self.priorSecondsPerWork
        let limited = min(max(measured, Self.factors.lowerBound * prior), Self.factors.upperBound * prior)
        secondsPerWork += min(share, 1) * (limited - secondsPerWork)
        if learnedFor >= Self.proof { heaviest = max(heaviest ?? heaviestBefore, secondsPerWork) }
    }

    private mutating func prove(_ granted: Double, span: Duration, isLate: Bool, isSteady: Bool) {
        if isLate { proven = min(proven, granted * LearnedLimit.decrease) }
        wellFor = isLate || !isSteady ? .zero : wellFor + span
        if wellFor >= Self.proof { proven = max(proven, granted) }
    }

    private mutating func judge(isOverloaded: Bool, _ isSteady: Bool, at now: HostTime) {
        lateInARow = isOverloaded && isSteady ? lateInARow + 1 : 0
        if lateInARow >= 2 {
            lateInARow = 0
            // Trust never falls so far that nothing at all is decoded.
            trust = max(trust * LearnedLimit.decrease, 0.2)
            timer.failed(at: now)
        } else if trust < 1, !isOverloaded, let cores, total < Self.riseShare * cores {
            // With so much of the processor idle, trust returns without waiting for a probe.
            trust = min(trust * LearnedLimit.increase, 1)
        } else if trust < 1, !isOverloaded, timer.allows(at: now) {
            trust = min(trust * LearnedLimit.increase, 1)
            timer.probed(at: now)
        }
    }
}

/// Mean of the work granted between two readings.
struct WorkMeter: Equatable, Sendable {
    /// Work that is granted now.
    private(set) var work = 0.0
    /// When grants last changed.
    private(set) var changedAt: HostTime?
    /// When more was last granted.
    private(set) var raisedAt: HostTime?
    private var sum = 0.0
    private var elapsed = 0.0
    private var last: HostTime?

    mutating func pass(to now: HostTime) {
        if let last {
            let seconds = max(last.duration(to: now), .zero).seconds
            sum += work * seconds
            elapsed += seconds
        }
        last = now
    }

    mutating func add(_ difference: Double, at now: HostTime) {
        // Differences add up to rounding errors; the work is never below zero.
        work = max(work + difference, 0)
        changedAt = now
        if difference > 0 { raisedAt = now }
    }

    /// Returns the mean since the last call.
    mutating func take() -> Double {
        defer { (sum, elapsed) = (0, 0) }
        return elapsed > 0 ? sum / elapsed : work
    }
}
