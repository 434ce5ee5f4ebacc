#if canImport(CGStreamer)
    import Foundation
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit

    /// A player whose decoder can be held, and whose answers can be kept back: the faults that a machine has.
    final class FaultyPlayer: SteeredPlayer, FrameSource {
        private struct State {
            var heldUntil = HostTime(nanoseconds: 0)
            var answersLateBy = Duration.zero
            var old: (picture: Picture, time: Duration)?
            /// Until when what it showed before a seek comes instead of what is due.
            var repeatsUntil = HostTime(nanoseconds: 0)
            /// Until when it says that nothing new is decoded.
            var standsStillUntil = HostTime(nanoseconds: 0)
            var deliver: (@Sendable (PlayerEvent) -> Void)?
            var generation = 0
        }

        private let player = GStreamerPlayer()
        private let state = Mutex(State())
        private let queue = DispatchQueue(label: "faulty")

        /// No frame comes for so long.
        func hold(for time: Duration) { state.withLock { $0.heldUntil = .now.advanced(by: time) } }

        /// What it prepares from now on it reports later.
        func answerLate(by time: Duration) { state.withLock { $0.answersLateBy = time } }

        /// For so long it answers with the frame that it had last.
        func repeatOldAnswers(for time: Duration) { state.withLock { $0.repeatsUntil = .now.advanced(by: time) } }

        /// For so long it has no decoder, and what it showed stays.
        func standStill(for time: Duration) { state.withLock { $0.standsStillUntil = .now.advanced(by: time) } }

        /// Gives up for good.
        func fail() {
            let (deliver, generation) = state.withLock { ($0.deliver, $0.generation) }
            let error = PlaybackError(.decodingFailed, subject: "a clip", reason: "the decoder broke", cure: "none")
            deliver?(.failed(error, generation: generation))
        }

        func frame(at position: MemberTimeline.Position, on timeline: MemberTimeline?) -> FrameAnswer<Picture> {
            answer(player.frame(at: position, on: timeline))
        }

        func frame(
            at position: MemberTimeline.Position, on timeline: MemberTimeline?, waitingAtMost timeout: Duration
        ) -> FrameAnswer<Picture> {
            if let answer = fault() { return answer }
            return answer(player.frame(at: position, on: timeline, waitingAtMost: timeout))
        }

        func standIns(in turn: MemberTimeline.Turn) -> [(picture: Picture, time: Duration)] {
            fault() == nil ? player.standIns(in: turn) : []
        }

        private func fault() -> FrameAnswer<Picture>? {
            state.withLock { state in
                if state.heldUntil > .now { return .late }
                if state.standsStillUntil > .now { return .still }
                guard state.repeatsUntil > .now, let old = state.old else { return nil }
                return .reduced(old.picture, time: old.time)
            }
        }

        private func answer(_ real: FrameAnswer<Picture>) -> FrameAnswer<Picture> {
            if let fault = fault() { return fault }
            if case .exact(let picture, let time) = real { state.withLock { $0.old = (picture, time) } }
            return real
        }

        var traits: PlayerTraits { player.traits }
        func attach(deliver: @escaping @Sendable (PlayerEvent) -> Void) {
            state.withLock { $0.deliver = deliver }
            player.attach { [self] event in
                if case .loaded(_, let generation) = event { state.withLock { $0.generation = generation } }
                let delay = state.withLock(\.answersLateBy)
                guard delay > .zero, case .prepared = event else { return deliver(event) }
                queue.asyncAfter(deadline: .now() + delay.seconds) { deliver(event) }
            }
        }
        func load(_ source: MediaSource, generation: Int) { player.load(source, generation: generation) }
        func prepare(_ timeline: MemberTimeline, at host: HostTime, allowsPreview: Bool, generation: Int) {
            player.prepare(timeline, at: host, allowsPreview: allowsPreview, generation: generation)
        }
        func follow(_ timeline: MemberTimeline, from host: HostTime) { player.follow(timeline, from: host) }
        func decode(_ grant: DecodeGrant) { player.decode(grant) }
        func display(at size: CGSize) { player.display(at: size) }
        func setCompared(_ compared: Bool) { player.setCompared(compared) }
        func prioritize(_ priority: PlaybackPriority) { player.prioritize(priority) }
        func setAudible(_ audible: Bool) { player.setAudible(audible) }
        func release() { player.release() }
        func line() -> MemberTimeline? { player.line() }
        func frameTimes(around position: MemberTimeline.Position) -> [Duration] { player.frameTimes(around: position) }
        func decodingTime() -> Duration? { player.decodingTime() }
    }
#endif
