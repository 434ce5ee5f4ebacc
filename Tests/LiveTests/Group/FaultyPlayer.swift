#if canImport(CGStreamer)
    import Foundation
    #if THREAD_SANITIZER
        import struct MultiPlayerKit.Mutex
    #else
        import Synchronization
    #endif

    @testable import MultiPlayerKit

    /// A player that simulates a machine's faults: its decoder can be held, and its answers can be delayed.
    final class FaultyPlayer: SteeredPlayer, FrameSource {
        private struct State {
            var heldUntil = HostTime(nanoseconds: 0)
            var answersLateBy = Duration.zero
            var old: (picture: Picture, time: Duration)?
            /// Until then, the last exact frame is returned instead of the frame due.
            var repeatsUntil = HostTime(nanoseconds: 0)
            /// Until then, answers say that no new frame is decoded.
            var standsStillUntil = HostTime(nanoseconds: 0)
            var deliver: (@Sendable (PlayerEvent) -> Void)?
            var generation = 0
        }

        private let player = GStreamerPlayer()
        private let state = Mutex(State())
        private let queue = DispatchQueue(label: "faulty")

        /// Returns no frame for this long.
        func hold(for time: Duration) { state.withLock { $0.heldUntil = .now.advanced(by: time) } }

        /// From now on, reports of finished preparations come this much later.
        func answerLate(by time: Duration) { state.withLock { $0.answersLateBy = time } }

        /// Answers with the last exact frame for this long.
        func repeatOldAnswers(for time: Duration) { state.withLock { $0.repeatsUntil = .now.advanced(by: time) } }

        /// Has no decoder for this long: the tile keeps its picture.
        func standStill(for time: Duration) { state.withLock { $0.standsStillUntil = .now.advanced(by: time) } }

        /// Reports that decoding has failed for good.
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
