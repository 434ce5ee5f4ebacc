import MultiPlayerKit

#if THREAD_SANITIZER
    import struct MultiPlayerKit.Mutex
#else
    import Synchronization
#endif

/// A player without a video: takes a group's commands, answers after set delays on a ``ManualClock``, misbehaves where
/// told to, and tells which frame would be on the screen at any host time.
///
/// ```swift
/// let group = PlaybackGroup(clock: clock) {
///     SimulatedPlayer(clock: clock) { source in
///         var video = SimulatedVideo(frameRate: FrameRate(30_000, 1_001))
///         if source.name == "slow.mp4" { video.prerollDelay = .seconds(2) }
///         return video
///     }
/// }
/// ```
public final class SimulatedPlayer: SteeredPlayer {
    /// One command, as received.
    public enum Command: Hashable, Sendable {
        case load(name: String, generation: Int)
        case prepare(MemberTimeline, at: HostTime, allowsPreview: Bool, generation: Int)
        case follow(MemberTimeline, from: HostTime)
        case setAudible(Bool)
        case release
    }

    /// What is on the screen at one instant.
    public struct Showing: Hashable, Sendable {
        /// Number of the frame, counted from the video's first.
        public var frame: Int64
        /// The position that the timeline asks for.
        public var position: MemberTimeline.Position
    }

    private struct State {
        var video: SimulatedVideo?
        var deliver: (@Sendable (PlayerEvent) -> Void)?
        var generation = 0
        var hasPrepared = false
        var isReleased = false
        var isAudible = false
        /// Timelines with the host times from which they apply, in the order of commands.
        var timelines: [(from: HostTime, timeline: MemberTimeline)] = []
        var stalledAt: HostTime?
        var commands: [Command] = []
        var reading: LineReading?
    }

    public let traits: PlayerTraits
    private let clock: ManualClock
    private let choose: @Sendable (MediaSource) -> SimulatedVideo
    private let state = Mutex(State())

    /// - Parameters:
    ///   - clock: the group's clock.
    ///   - traits: default: any rate, exact, no lead.
    ///   - video: the video that each source turns out to be; called at `load`.
    public init(
        clock: ManualClock,
        traits: PlayerTraits = PlayerTraits(rates: -16...16, followsLineExactly: true, lead: .zero),
        video: @escaping @Sendable (MediaSource) -> SimulatedVideo = { _ in SimulatedVideo() }
    ) {
        self.clock = clock
        self.traits = traits
        choose = video
    }

    // MARK: For tests

    /// The simulated video; set it to change how later commands are answered. `nil` before `load`.
    public var video: SimulatedVideo? {
        get { state.withLock(\.video) }
        set { state.withLock { $0.video = newValue } }
    }

    /// All commands since the last ``forgetCommands()``, oldest first.
    public var commands: [Command] { state.withLock(\.commands) }

    /// Empties ``commands``. A test that runs for weeks does so now and then.
    public func forgetCommands() {
        state.withLock { $0.commands = [] }
    }

    /// Whether its sound is heard.
    public var isAudible: Bool { state.withLock(\.isAudible) }

    /// Whether it has been told to release everything.
    public var isReleased: Bool { state.withLock(\.isReleased) }

    /// Whether frames have stopped arriving.
    public var isStalled: Bool { state.withLock { $0.stalledAt != nil } }

    /// The frame on the screen at a host time from now on: by the timeline that applies then or, while stalled, the
    /// frame of the stall. `nil` before the first frame was prepared and followed; the frame shown last stays after
    /// `release`.
    public func showing(at host: HostTime) -> Showing? {
        state.withLock { state in
            guard state.hasPrepared, let video = state.video else { return nil }
            let host = min(host, state.stalledAt ?? host)
            guard let timeline = state.timelines.last(where: { $0.from <= host })?.timeline else { return nil }
            let position = timeline.position(at: host)
            return Showing(frame: video.frame(at: position), position: position)
        }
    }

    /// Stops frames from arriving, and tells the group.
    public func stall() {
        let now = clock.now
        state.withLock { $0.stalledAt = $0.stalledAt ?? now }
        report(.stalled)
    }

    /// Lets frames arrive again, first the one that is due, and tells the group.
    public func resume() {
        state.withLock { $0.stalledAt = nil }
        report(.resumed)
    }

    /// Sends any event, in any order that a test expects the group to survive.
    public func report(_ event: PlayerEvent) {
        state.withLock(\.deliver)?(event)
    }

    // MARK: SteeredPlayer

    public func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
        state.withLock { $0.deliver = deliver }
    }

    public func load(_ source: MediaSource, generation: Int) {
        let video = choose(source)
        state.withLock { state in
            state.commands.append(.load(name: source.name, generation: generation))
            state.video = video
            state.generation = generation
            state.isReleased = false
        }
        let answer =
            video.loadFailure.map { PlayerEvent.failed($0, generation: generation) }
            ?? .loaded(video.info, generation: generation)
        send(answer, after: video.loadDelay, generation: generation)
    }

    public func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
        guard
            let video = state.withLock({ state -> SimulatedVideo? in
                state.commands.append(
                    .prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation))
                state.generation = generation
                return state.video
            })
        else { return }
        if allowsPreview, let delay = video.previewDelay, delay < video.prerollDelay {
            send(.previewed(generation: generation), after: delay, generation: generation)
        }
        let answer =
            video.refusal.map { PlayerEvent.refused($0, generation: generation) } ?? .prepared(generation: generation)
        send(answer, after: video.prerollDelay, generation: generation)
    }

    public func follow(_ timeline: MemberTimeline, from host: HostTime) {
        let now = clock.now
        state.withLock { state in
            state.commands.append(.follow(timeline, from: host))
            // Of the timelines that already apply, only the last can be asked for again.
            if let first = state.timelines.lastIndex(where: { $0.from <= now }) {
                state.timelines.removeFirst(first)
            }
            // A later command replaces all that would have begun to apply at the same time or after it.
            state.timelines.removeAll { $0.from >= host }
            state.timelines.append((host, timeline))
        }
    }

    public func setAudible(_ audible: Bool) {
        state.withLock { state in
            state.commands.append(.setAudible(audible))
            state.isAudible = audible
        }
    }

    public func release() {
        state.withLock { state in
            state.commands.append(.release)
            state.isReleased = true
            state.isAudible = false
        }
    }

    public func line() -> MemberTimeline? {
        state.withLock { $0.isReleased ? nil : $0.timelines.last?.timeline }
    }

    /// Where the player says that it is; set it to simulate one that cannot follow its timeline by arithmetic.
    public var lineReading: LineReading? {
        get { state.withLock(\.reading) }
        set { state.withLock { $0.reading = newValue } }
    }

    public func reading() -> LineReading? { state.withLock(\.reading) }

    public func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
        guard let video, !video.frameTimes.isEmpty else { return [] }
        let frame = Int(video.frame(at: position))
        return Array(video.frameTimes[max(frame - 4, 0)..<min(frame + 4, video.frameTimes.count)])
    }

    // MARK: Inside

    private func send(_ event: PlayerEvent, after delay: Duration, generation: Int) {
        guard let video, !video.isSilent else { return }
        let now = clock.now
        for copy in 1...(video.duplicates + 1) {
            clock.wake(at: now.advanced(by: delay * copy)) { [weak self] in
                self?.arrive(event, generation: generation)
            }
        }
    }

    private func arrive(_ event: PlayerEvent, generation: Int) {
        let isHeard = state.withLock { state -> Bool in
            guard let video = state.video else { return false }
            let isCurrent = generation == state.generation && !state.isReleased
            guard isCurrent || video.answersLate else { return false }
            if isCurrent {
                switch event {
                case .prepared:
                    state.hasPrepared = true
                    // The requested frame is there, so a stall is over.
                    state.stalledAt = nil
                case .previewed:
                    state.hasPrepared = true
                default: break
                }
            }
            return true
        }
        if isHeard { report(event) }
    }
}

extension SimulatedVideo {
    /// Number of the frame that is shown at a position: the newest of its piece at or before it.
    func frame(at position: MemberTimeline.Position) -> Int64 {
        // In the last microsecond of a piece the next frame's time is within the grace, but not in the piece.
        let grace = Duration.microseconds(1)
        let last = max(position.piece.upperBound - grace * 2, position.piece.lowerBound)
        let time = min(position.itemTime, last)
        guard frameTimes.isEmpty else { return Int64(frameTimes.lastIndex { $0 <= time + grace } ?? 0) }
        return (info.frameRate ?? FrameRate(30)).frame(at: time - info.bounds.start)
    }
}
