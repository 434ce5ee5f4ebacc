#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// A video on Linux behind the kit's player protocol: decodes ahead and answers which frame is due.
    ///
    /// It follows the line exactly: start, pause, rate change and loop are changes of arithmetic, not of pipelines.
    public final class GStreamerPlayer: SteeredPlayer, FrameSource {
        private struct State {
            var deliver: (@Sendable (PlayerEvent) -> Void)?
            var source: MediaSource?
            var generation = 0
            var finding: MediaProbe.Finding?
            var reels: Reels?
            var timeline: MemberTimeline?
            var isAudible = false
            var sound: Sound?
            var lateSince: HostTime?
            var isStalled = false
        }

        /// A picture missing this long is a stall and not a hiccup: ten ticks at 60 a second, the least that viewers
        /// report as a freeze.
        private static let stallThreshold = Duration.milliseconds(170)

        private let state = Mutex(State())
        private let control = DispatchQueue(label: "MultiPlayerKit.player")

        public init() {
            GStreamerRuntime.start()
        }

        deinit {
            state.withLock { state in
                state.reels?.close()
                state.sound?.close()
            }
        }

        public var traits: PlayerTraits {
            // Frames are chosen when a tick is composed, so a change needs no lead. Sixteen times is where decoding
            // a small video on one core ends.
            PlayerTraits(rates: 0...16, followsLineExactly: true, lead: .zero)
        }

        public func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
            state.withLock { $0.deliver = deliver }
        }

        public func load(_ source: MediaSource, generation: Int) {
            state.withLock { state in
                state.source = source
                state.generation = generation
            }
            control.async { [weak self] in
                do throws(PlaybackError) {
                    let finding = try MediaProbe(source: source).run()
                    self?.opened(finding, generation: generation)
                } catch {
                    self?.send(.failed(error, generation: generation))
                }
            }
        }

        public func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
            let position = timeline.position(at: host)
            let (reels, isNew) = state.withLock { state -> (Reels?, Bool) in
                state.generation = max(state.generation, generation)
                if let reels = state.reels { return (reels, false) }
                guard let source = state.source, let finding = state.finding else { return (nil, false) }
                let reels = Reels(
                    chain: DecodeChain(source: source, finding: finding), timeline: timeline, position: position,
                    control: control
                ) { [weak self] in self?.take($0) }
                state.reels = reels
                return (reels, true)
            }
            reels?.prepare(timeline, at: position, allowsPreview: allowsPreview, generation: generation)
            if isNew { reels?.start() }
        }

        public func follow(_ timeline: MemberTimeline, from host: HostTime) {
            let (reels, sound) = state.withLock { state in
                state.timeline = timeline
                return (state.reels, state.sound)
            }
            reels?.follow(timeline, at: timeline.position(at: host))
            sound?.follow(timeline)
        }

        public func setAudible(_ audible: Bool) {
            let (old, new, timeline) = state.withLock { state -> (Sound?, Sound?, MemberTimeline?) in
                state.isAudible = audible
                let old = state.sound
                if audible, let source = state.source, state.finding?.info.hasAudio == true {
                    if old == nil { state.sound = Sound(source: source) }
                    return (nil, state.sound, state.timeline)
                }
                state.sound = nil
                return (old, nil, nil)
            }
            old?.close()
            if let timeline { new?.follow(timeline) }
        }

        public func release() {
            let (reels, sound) = state.withLock { state in
                defer {
                    state.reels = nil
                    state.sound = nil
                    state.timeline = nil
                }
                return (state.reels, state.sound)
            }
            reels?.close()
            sound?.close()
        }

        public func line() -> MemberTimeline? {
            state.withLock(\.timeline)
        }

        /// Whether it plays sound now.
        var hasSound: Bool { state.withLock { $0.sound != nil } }

        public func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            state.withLock(\.reels)?.frameTimes(around: position) ?? []
        }

        // MARK: Frames

        public func frame(at position: MemberTimeline.Position) -> FrameAnswer<Picture> {
            guard let reels = state.withLock(\.reels) else { return .late }
            return judge(reels.frame(at: position))
        }

        public func frame(
            at position: MemberTimeline.Position, waitingAtMost timeout: Duration
        ) -> FrameAnswer<Picture> {
            guard let reels = state.withLock(\.reels) else { return .late }
            return judge(reels.frame(at: position, waitingAtMost: timeout))
        }

        /// Tells a stall from a hiccup.
        private func judge(_ answer: FrameAnswer<Picture>) -> FrameAnswer<Picture> {
            let now = HostTime.now
            let event = state.withLock { state -> PlayerEvent? in
                guard case .late = answer else {
                    state.lateSince = nil
                    defer { state.isStalled = false }
                    return state.isStalled ? .resumed : nil
                }
                guard let since = state.lateSince else {
                    state.lateSince = now
                    return nil
                }
                guard !state.isStalled, since.duration(to: now) > Self.stallThreshold else { return nil }
                state.isStalled = true
                return .stalled
            }
            if let event { send(event) }
            return answer
        }

        // MARK: Reports

        private func opened(_ finding: MediaProbe.Finding, generation: Int) {
            state.withLock { $0.finding = finding }
            send(.loaded(finding.info, generation: generation))
        }

        private func take(_ report: Reel.Report) {
            switch report {
            case .prepared(let generation): send(.prepared(generation: generation))
            case .previewed(let generation): send(.previewed(generation: generation))
            case .endedEarly(let time, let end):
                let (source, bounds) = state.withLock { ($0.source, $0.finding?.info.bounds) }
                let error = PlaybackError(
                    .truncated, subject: source?.name ?? "",
                    reason: "ends at \(String(format: "%.2f", time.seconds)) s although its index goes on",
                    cure: "copy or download it again; its last frame stays")
                send(.damaged(error, ItemBounds(start: bounds?.start ?? .zero, end: end)))
            case .began: break
            case .failed(let error):
                send(.failed(error, generation: state.withLock(\.generation)))
            }
        }

        private func send(_ event: PlayerEvent) {
            state.withLock(\.deliver)?(event)
        }
    }

#endif
