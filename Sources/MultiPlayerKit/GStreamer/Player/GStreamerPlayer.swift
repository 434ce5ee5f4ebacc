#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import Synchronization

    /// A video on Linux behind the kit's player protocol. It decodes ahead and answers which frame is due.
    ///
    /// It follows the line exactly: start, pause, rate change and loop are changes of arithmetic, not of pipelines.
    public final class GStreamerPlayer: SteeredPlayer, FrameSource {
        private struct State {
            var deliver: (@Sendable (PlayerEvent) -> Void)?
            var source: MediaSource?
            var generation = 0
            /// The generation under which the video was loaded.
            var loading = 0
            /// The preparation that has not been answered yet.
            var unanswered: Int?
            var media: OpenedMedia?
            var decoding = Decoding()
            var timeline: MemberTimeline?
            var isAudible = false
            var sound: Sound?
            var lateSince: HostTime?
            var isStalled = false

            var moves: Bool { (timeline?.line.anchor.rate ?? 0) != 0 }
        }

        /// A picture missing this long is a stall and not a hiccup: ten ticks at 60 a second, the least that viewers
        /// report as a freeze.
        private static let stallThreshold = Duration.milliseconds(170)

        private let state = Mutex(State())
        private let control = DispatchQueue(label: "MultiPlayerKit.player")
        private let meter = DecodeMeter()

        public init() {
            GStreamerRuntime.start()
        }

        deinit {
            state.withLock { state in
                state.decoding.close()
                state.sound?.close()
            }
        }

        public var traits: PlayerTraits {
            // Frames are chosen when a tick is composed, so a change needs no lead. One core decodes a small video at
            // up to sixteen times its speed.
            PlayerTraits(
                rates: -16...16, followsLineExactly: true, lead: .zero,
                tiers: state.withLock { $0.media?.tiers } ?? [.full, .still])
        }

        public func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
            state.withLock { $0.deliver = deliver }
        }

        public func load(_ source: MediaSource, generation: Int) {
            load(source, generation: generation) { source throws(PlaybackError) in try OpenedMedia(of: source) }
        }

        /// - Parameter open: opens it, in a way that may know the video already; blocks.
        package func load(_ source: MediaSource, generation: Int, open: @escaping Opening) {
            state.withLock { ($0.source, $0.generation, $0.loading) = (source, generation, generation) }
            let open = { @Sendable [weak self] in
                do throws(PlaybackError) {
                    self?.opened(try open(source), of: source, generation: generation)
                } catch {
                    self?.send(.failed(error, generation: generation))
                }
            }
            // A server may take its time: the next video must not wait for it.
            if source.url.isFileURL { control.async(execute: open) } else { Self.openings.perform(open) }
        }
        package typealias Opening = @Sendable (MediaSource) throws(PlaybackError) -> OpenedMedia
        /// As many threads as there are videos that wait for their servers.
        private static let openings = WorkerThreads("MultiPlayerKit.opening")

        /// Takes a video that has been probed already.
        package func load(_ source: MediaSource, media: OpenedMedia, generation: Int) {
            state.withLock {
                ($0.source, $0.generation, $0.loading, $0.media) = (source, generation, generation, media)
            }
        }

        /// Adds another size of the video that is open. If a tile is small enough for it, the budget switches to it, on an
        /// exact frame. What is not the same video in another size changes nothing.
        package func offer(_ url: URL) {
            control.async { [self] in
                let (known, open, loading) = state.withLock { ($0.source, $0.media, $0.loading) }
                guard var source = known, let open, source.url != url, !source.otherSizes.contains(url) else { return }
                source.otherSizes.append(url)
                // An original that is gone by now plays on from what is open.
                guard let media = try? OpenedMedia(of: source, extending: open),
                    media.info.renditions.count > open.info.renditions.count
                else { return }
                let isCurrent = state.withLock { state in
                    guard state.loading == loading, state.source == known else { return false }
                    (state.source, state.media) = (source, media)
                    return true
                }
                if isCurrent { send(.loaded(media.info, generation: loading)) }
            }
        }

        /// The size at which it is shown, in pixels; `nil`: not known.
        package var tileSize: CGSize? { state.withLock(\.decoding.terms.size) }
        /// The video's sizes; `nil`: it is not open.
        package var sizes: [CGSize]? { state.withLock { $0.media?.info.renditions.map(\.size) } }

        public func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
            let position = timeline.position(at: host)
            let order = state.withLock { state -> Decoding.Order in
                state.generation = max(state.generation, generation)
                state.unanswered = generation
                return state.decoding.prepare(timeline, at: position, make: maker(state.media))
            }
            for decoders in order.present {
                decoders.prepare(timeline, at: position, allowsPreview: allowsPreview, generation: generation)
            }
            order.started?.prepare(timeline, at: position, allowsPreview: allowsPreview, generation: generation)
            begin(order)
        }

        public func follow(_ timeline: MemberTimeline, from host: HostTime) {
            let position = timeline.position(at: host)
            let (present, sound, visit, generation) = state.withLock { state in
                state.timeline = timeline
                state.decoding.follow(timeline)
                let present = state.decoding.present
                let visit = state.moves ? nil : state.decoding.visit(timeline, at: position, make: maker(state.media))
                return (present, state.sound, visit, state.generation)
            }
            for one in present { one.follow(timeline, at: position) }
            if let visit {
                visit.started?.prepare(timeline, at: position, allowsPreview: false, generation: generation)
                begin(visit)
            }
            sound?.follow(timeline)
        }

        public func decode(_ grant: DecodeGrant) {
            let (order, unanswered) = state.withLock { state in
                let order = state.decoding.take(grant, now: .now, make: maker(state.media))
                return (order, state.unanswered)
            }
            if let unanswered, let started = order.started, let (timeline, position) = order.aim {
                started.prepare(timeline, at: position, allowsPreview: false, generation: unanswered)
            }
            begin(order)
            // A player that releases its decoders has nothing more to prepare. Not from within this call: whoever grants
            // may hold a lock that the listener needs.
            if let unanswered, order.settled?.tier.decodes == false {
                control.async { [weak self] in self?.take(.prepared(generation: unanswered), from: nil) }
            }
        }

        public func display(at size: CGSize) {
            change { $0.size = size }
        }

        public func prioritize(_ priority: PlaybackPriority) {
            change { $0.priority = priority }
        }

        public func setCompared(_ compared: Bool) {
            change { $0.isCompared = compared }
        }

        private func change(_ body: (inout DecodeTerms) -> Void) {
            let changed = state.withLock { state in
                body(&state.decoding.terms)
                return state.decoding.decoders
            }
            for (decoders, terms) in changed { decoders.decode(on: terms) }
        }

        public func decodingTime() -> Duration? { meter.time }

        public func setAudible(_ audible: Bool) {
            let (old, new, timeline) = state.withLock { state -> (Sound?, Sound?, MemberTimeline?) in
                state.isAudible = audible
                let old = state.sound
                if audible, let source = state.source, state.media?.info.hasAudio == true {
                    if old == nil {
                        let finding = state.media?.finding(of: source)
                        state.sound = Sound(source: source, copy: finding?.copy, delay: finding?.delay ?? .zero) {
                            [weak self] in self?.send(.sound($0))
                        }
                    }
                    return (nil, state.sound, state.timeline)
                }
                state.sound = nil
                return (old, nil, nil)
            }
            old?.close()
            if let timeline { new?.follow(timeline) }
        }

        public func release() {
            let sound = state.withLock { state in
                defer {
                    state.sound = nil
                    state.timeline = nil
                }
                state.decoding.close()
                return state.sound
            }
            sound?.close()
        }

        public func line() -> MemberTimeline? {
            state.withLock(\.timeline)
        }

        /// The video whose pictures it would show now.
        package var pictureSource: MediaSource? { state.withLock(\.decoding.current)?.decoders.source }

        func withPipeline(_ body: @escaping @Sendable (Element) -> Void) {
            state.withLock(\.decoding.present).first?.withPipeline(body)
        }

        /// Whether it plays sound now.
        var hasSound: Bool { state.withLock { $0.sound != nil } }

        public func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            state.withLock(\.decoding.present).first?.frameTimes(around: position) ?? []
        }

        // MARK: Frames

        public func frame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
            answer(at: position, on: timeline) { $0.frame(at: position, on: timeline) }
        }

        public func frame(
            at position: MemberTimeline.Position, on timeline: MemberTimeline?, waitingAtMost timeout: Duration
        ) -> FrameAnswer<Picture> {
            answer(at: position, on: timeline) { $0.frame(at: position, on: timeline, waitingAtMost: timeout) }
        }

        public func exactFrame(
            at position: MemberTimeline.Position, on timeline: MemberTimeline?
        ) -> FrameAnswer<Picture> {
            answer(at: position, on: timeline) { $0.exactFrame(at: position, on: timeline) }
        }

        public func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)] {
            let (current, next) = state.withLock { ($0.decoding.current, $0.decoding.next) }
            return (current ?? next)?.decoders.standIns(in: turn) ?? []
        }

        /// The next track takes over on the tick for which it has the frame; until then the current one goes on.
        private func answer(
            at position: MemberTimeline.Position, on timeline: MemberTimeline?,
            _ ask: (DecoderPair) -> FrameAnswer<Picture>
        ) -> FrameAnswer<Picture> {
            let (current, next) = state.withLock { ($0.decoding.current, $0.decoding.next) }
            if let next {
                let found = next.decoders.frame(at: position, on: timeline)
                if found.isDue, current == nil || next.decoders.isReady {
                    next.decoders.comeIntoView()
                    begin(
                        state.withLock { state in
                            // A visit that was sent elsewhere meanwhile is not over.
                            let isAwaited = state.decoding.next?.isVisit == true && state.unanswered != nil
                            return isAwaited ? Decoding.Order() : state.decoding.arrived(next, found, at: position)
                        })
                    return judge(found)
                }
            }
            guard let current else { return state.withLock { $0.decoding.keptPicture(at: position) } }
            let found = ask(current.decoders)
            if !current.hasShown, found.isPicture {
                current.decoders.comeIntoView()
                state.withLock { $0.decoding.noteShown(current) }
            }
            return judge(found)
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
                // A paused line does not stall: its picture is only still being decoded.
                guard !state.isStalled, state.moves, since.duration(to: now) > Self.stallThreshold else { return nil }
                state.isStalled = true
                return .stalled
            }
            if let event { send(event) }
            return answer
        }

        // MARK: Inside

        private func maker(_ media: OpenedMedia?) -> Decoding.Maker? {
            media.map { media in
                { [meter] grant, terms, timeline, position in
                    DecoderPair(
                        chain: media.chain(grant.rendition), terms: terms, timeline: timeline, position: position,
                        meter: meter
                    ) { [weak self] in self?.take($1, from: $0) }
                }
            }
        }

        /// Starts what an order begins, closes what it ends, and reports what is settled by that.
        private func begin(_ order: Decoding.Order) {
            if let started = order.started {
                if state.withLock({ $0.decoding.terms.priority == .focused }) { DecodeGate.shared.hurry() }
                if let ticket = order.ticket {
                    ticket.begin { started.start() }
                } else {
                    started.start()
                }
            }
            for (decoders, terms) in order.changed { decoders.decode(on: terms) }
            let closing = DispatchGroup()
            for decoders in order.ended {
                closing.enter()
                decoders.close { closing.leave() }
            }
            guard let settled = order.settled else { return }
            // By then what was held is given back. Closing takes a while: a newer grant may have been settled first.
            closing.notify(queue: control) { [weak self] in
                guard let self, state.withLock({ $0.decoding.acting == settled }) else { return }
                send(.settled(settled))
            }
        }

        private func opened(_ media: OpenedMedia, of source: MediaSource, generation: Int) {
            // Another source may have been loaded meanwhile.
            state.withLock { if $0.source == source { $0.media = media } }
            send(.loaded(media.info, generation: generation))
            for error in media.mismatches + media.limits { send(.damaged(error, media.info.bounds)) }
        }

        /// The preparation that a report answers; `nil`: none, because a new grant has ended the decoders that report.
        ///
        /// A visit that has its picture ends with that and answers the latest preparation: if a request crosses the report of
        /// an earlier one, no decoder is left that could. All in one step, so that no grant comes in between.
        private func answered(_ generation: Int, by decoders: DecoderPair?) -> Int? {
            let visit = state.withLock(\.decoding.next).flatMap { track in
                track.isVisit ? (track, track.decoders.frame(at: track.aim, on: nil)) : nil
            }
            let (order, answered) = state.withLock { state -> (Decoding.Order?, Int?) in
                if let decoders, !state.decoding.present.contains(where: { $0 === decoders }) { return (nil, nil) }
                let order = visit.flatMap { state.decoding.visited($0, $1) }
                let answered = order == nil ? generation : state.unanswered ?? generation
                if state.unanswered == answered { state.unanswered = nil }
                return (order, answered)
            }
            if let order { begin(order) }
            return answered
        }

        /// - Parameter decoders: who reports; `nil`: the player itself.
        private func take(_ report: FrameDecoder.Report, from decoders: DecoderPair?) {
            switch report {
            case .began: break
            case .prepared(let generation):
                guard let answered = answered(generation, by: decoders) else { return }
                send(.prepared(generation: answered))
            case .previewed(let generation): send(.previewed(generation: generation))
            case .endedEarly(let time, let end):
                let (source, bounds) = state.withLock { ($0.source, $0.media?.info.bounds) }
                let error = PlaybackError(
                    .truncated, subject: source?.name ?? "",
                    reason: "ends at \(String(format: "%.2f", time.seconds)) s although its index goes on",
                    cure: "copy or download it again; its last frame stays")
                send(.damaged(error, ItemBounds(start: bounds?.start ?? .zero, end: end)))
            case .failed(let error):
                send(.failed(error, generation: state.withLock(\.generation)))
            }
        }

        private func send(_ event: PlayerEvent) {
            state.withLock(\.deliver)?(event)
        }
    }
#endif
