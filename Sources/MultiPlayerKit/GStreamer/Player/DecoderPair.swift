#if canImport(CGStreamer)
    import Foundation
    import Synchronization

    /// The frames of one video, from one decoder, or from two in turn.
    ///
    /// A decoder that loops goes back by itself while its last frames are still shown. If the loop begins far after a
    /// key frame, that takes longer than those frames last; then a second decoder has the next turn's first frames
    /// decoded and waiting, and the two swap at the seam.
    ///
    /// Sendable because everything that changes is in `state`.
    final class DecoderPair: Sendable {
        private struct State {
            var front: FrameDecoder
            /// The decoder prepared for the next turn, and the position it waits at.
            var spare: (decoder: FrameDecoder, position: MemberTimeline.Position)?
            /// Whether the spare decoder has its first frames.
            var isSpareReady = false
            /// The generation of the latest preparation requested.
            var asked = 0
            /// A preparation to be answered when the spare decoder is ready, too.
            var unanswered: Int?
            /// True from a preparation until its timeline is followed. Meanwhile the previous line is shown, whose
            /// turns may have the same numbers.
            var isAway = false
            var timeline: MemberTimeline
            var terms: DecodeTerms
            var isClosed = false

            /// Whether this turn is played backwards, or the next one is: stretches of those are decoded ahead anyway.
            func runsBackwards(after position: MemberTimeline.Position) -> Bool {
                timeline.line.alternates || timeline.descends(in: position.turn)
            }
        }

        /// A loop whose first frame lies further after its key frame than this gets a second decoder: a quarter of a
        /// second is eight frames at 30, 20 ms of decoding at 720p, an eighth of what the window covers.
        private static let farBehindKeyFrame = Duration.milliseconds(250)
        /// The queue on which closing is reported; nothing waits there.
        private static let closings = DispatchQueue(label: "MultiPlayerKit.closings")
        /// The generation of preparations that nobody waits for.
        static let unasked = -1

        private let chain: DecodeChain
        private let meter: DecodeMeter
        private let report: @Sendable (DecoderPair, FrameDecoder.Report) -> Void
        private let state: Mutex<State>

        init(
            chain: DecodeChain, terms: DecodeTerms, timeline: MemberTimeline, position: MemberTimeline.Position,
            meter: DecodeMeter, report: @escaping @Sendable (DecoderPair, FrameDecoder.Report) -> Void
        ) {
            self.chain = chain
            self.meter = meter
            self.report = report
            let link = WeakLink()
            let front = FrameDecoder(
                chain: chain, terms: terms, timeline: timeline, position: position, meter: meter
            ) { link.decoders?.take($0, report) }
            state = Mutex(State(front: front, timeline: timeline, terms: terms))
            link.decoders = self
        }

        var source: MediaSource { chain.source }

        func start() {
            state.withLock(\.front).start()
        }

        /// The frame due at a position; at a seam the decoders swap.
        func frame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
            decoder(for: position, on: timeline).frame(at: position, on: timeline)
        }

        /// The exact frame due at a position, even if the terms leave it out.
        func exactFrame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
            decoder(for: position, on: timeline).exactFrame(at: position, on: timeline)
        }

        /// The frame due at a position; waits for the exact frame.
        func frame(
            at position: MemberTimeline.Position, on timeline: MemberTimeline?, waitingAtMost timeout: Duration
        ) -> FrameAnswer<Picture> {
            decoder(for: position, on: timeline).frame(at: position, on: timeline, waitingAtMost: timeout)
        }

        func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)] {
            state.withLock(\.front).standIns(in: turn)
        }

        func withPipeline(_ body: @escaping @Sendable (Element) -> Void) {
            state.withLock(\.front).withPipeline(body)
        }

        /// Whether it can take over from others without being late on the next ticks.
        var isReady: Bool { state.withLock(\.front).isReady }

        /// Notes that its pictures are visible from now on.
        func comeIntoView() {
            state.withLock(\.front).comeIntoView()
        }

        func frameTimes(around position: MemberTimeline.Position) -> [Duration] {
            state.withLock(\.front).frameTimes(around: position)
        }

        func prepare(
            _ timeline: MemberTimeline, at position: MemberTimeline.Position, allowsPreview: Bool, generation: Int
        ) {
            let front = state.withLock { state -> FrameDecoder? in
                // Two requests may race: the later generation wins, whichever arrives first.
                guard generation >= state.asked else { return nil }
                state.asked = generation
                state.timeline = timeline
                state.unanswered = nil
                state.isAway = true
                return state.front
            }
            guard let front else { return }
            front.prepare(timeline, at: position, allowsPreview: allowsPreview, generation: generation)
            renewSpare(after: position)
        }

        func follow(_ timeline: MemberTimeline, at position: MemberTimeline.Position) {
            let front = state.withLock { state in
                state.timeline = timeline
                state.isAway = false
                return state.front
            }
            front.follow(timeline, at: position)
            renewSpare(after: position)
        }

        /// Decodes on other terms from now on.
        func decode(on terms: DecodeTerms) {
            let (decoders, spare, unanswered) = state.withLock { state -> ([FrameDecoder], FrameDecoder?, Int?) in
                state.terms = terms
                // Key frames alone are in time without a second pipeline.
                guard terms.frames == .key, let spare = state.spare?.decoder else {
                    return ([state.front] + (state.spare.map { [$0.decoder] } ?? []), nil, nil)
                }
                defer { (state.spare, state.unanswered) = (nil, nil) }
                return ([state.front], spare, state.unanswered)
            }
            for decoder in decoders { decoder.decode(on: terms) }
            guard let spare else { return }
            spare.close {}
            decoders.first?.turnsByItself(true)
            if let unanswered { report(self, .prepared(generation: unanswered)) }
        }

        /// Releases both decoders and calls `done` when they are gone.
        func close(then done: @escaping @Sendable () -> Void) {
            let decoders = state.withLock { state -> [FrameDecoder] in
                state.isClosed = true
                defer { state.spare = nil }
                return [state.front] + (state.spare.map { [$0.decoder] } ?? [])
            }
            let closing = DispatchGroup()
            for decoder in decoders {
                closing.enter()
                decoder.close { closing.leave() }
            }
            closing.notify(queue: Self.closings, execute: done)
        }

        private func decoder(for position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameDecoder {
            let (front, needsSpare) = state.withLock { state in
                // Turns of the previous line may have the same numbers.
                guard !state.isAway, timeline.map({ $0 == state.timeline }) ?? true, let spare = state.spare,
                    spare.position.turn <= position.turn
                else { return (state.front, false) }
                // If nobody asked for a whole turn, the spare decoder waits at one that is over.
                guard spare.position.turn == position.turn else { return (state.front, true) }
                (state.front, state.spare) = (spare.decoder, (state.front, spare.position))
                state.isSpareReady = false
                // Under the lock, so that a line followed concurrently comes after it.
                spare.decoder.takeOver(on: state.timeline)
                return (spare.decoder, true)
            }
            if needsSpare { renewSpare(after: position) }
            return front
        }

        /// Sends the spare decoder to the turn that follows `position`, unless it waits there already.
        private func renewSpare(after position: MemberTimeline.Position) {
            var unanswered: Int?
            let order = state.withLock { state -> (FrameDecoder, MemberTimeline, MemberTimeline.Position)? in
                guard let spare = state.spare else { return nil }
                guard !state.runsBackwards(after: position), let next = state.timeline.turn(after: position) else {
                    // No further turn, or one that is played backwards: the front decoder goes on alone.
                    state.spare = nil
                    unanswered = state.unanswered
                    state.unanswered = nil
                    state.front.turnsByItself(true)
                    spare.decoder.close {}
                    return nil
                }
                guard next != spare.position else { return nil }
                state.spare?.position = next
                state.isSpareReady = false
                return (spare.decoder, state.timeline, next)
            }
            if let unanswered { report(self, .prepared(generation: unanswered)) }
            guard let (decoder, timeline, next) = order else { return }
            decoder.prepare(timeline, at: next, allowsPreview: false, generation: Self.unasked)
        }

        /// Handles a decoder's report, or passes it on.
        private func take(_ news: FrameDecoder.Report, _ report: @Sendable (DecoderPair, FrameDecoder.Report) -> Void) {
            switch news {
            case .prepared(Self.unasked):
                let answered = state.withLock { state -> Int? in
                    state.isSpareReady = true
                    defer { state.unanswered = nil }
                    return state.unanswered
                }
                if let answered { report(self, .prepared(generation: answered)) }
            case .previewed(Self.unasked): break
            case .prepared(let generation):
                // A member about to play is ready only when its first seam is, too: the second decoder takes as long as
                // the first did, and at a start all members decode at once.
                let waits = state.withLock { state -> Bool in
                    guard state.spare != nil, !state.isSpareReady, state.timeline.line.anchor.rate != 0 else {
                        return false
                    }
                    state.unanswered = generation
                    return true
                }
                if !waits { report(self, news) }
            case .began(let position, let distance):
                if distance > Self.farBehindKeyFrame { addSpare(after: position) }
            default: report(self, news)
            }
        }

        private func addSpare(after position: MemberTimeline.Position) {
            let new = state.withLock { state -> (FrameDecoder, MemberTimeline, MemberTimeline.Position)? in
                guard !state.isClosed, state.spare == nil, state.terms.frames != .key,
                    !state.runsBackwards(after: position),
                    let next = state.timeline.turn(after: position),
                    next.itemTime == position.itemTime
                else { return nil }
                let link = WeakLink()
                link.decoders = self
                let decoder = FrameDecoder(
                    chain: chain, terms: state.terms, timeline: state.timeline, position: next, meter: meter
                ) { [report] in link.decoders?.take($0, report) }
                decoder.turnsByItself(false)
                state.front.turnsByItself(false)
                state.spare = (decoder, next)
                state.isSpareReady = false
                return (decoder, state.timeline, next)
            }
            guard let (decoder, timeline, position) = new else { return }
            decoder.prepare(timeline, at: position, allowsPreview: false, generation: Self.unasked)
            decoder.start()
        }

        /// Lets a decoder report to its owner without keeping it alive.
        private final class WeakLink: Sendable {
            private let box = Mutex<Weak>(Weak())
            private struct Weak { weak var decoders: DecoderPair? }

            var decoders: DecoderPair? {
                get { box.withLock(\.decoders) }
                set { box.withLock { $0.decoders = newValue } }
            }
        }
    }
#endif
