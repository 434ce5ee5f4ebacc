#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// Measures two members of a group while a stage shows them.
    ///
    /// ```swift
    /// let measures = LiveMeasures(of: copy, against: original)
    /// try stage.add(measures)
    /// // Later, at any time:
    /// print(measures.latest?.measures.psnr ?? .infinity, measures.comparison.worst(3).map(\.time))
    /// ```
    /// What is measured are the decoded pictures that are on the stage together and due together, whole and before any
    /// conversion for a screen. The members then decode their largest rendition, however small their tiles.
    ///
    /// Measuring has a thread of its own, of low priority: it delays no tick. A pair that comes while another is being
    /// measured is passed over and counted; played once more, it is measured then.
    public final class LiveMeasures: StageOutput {
        private struct State {
            /// By the time of the reference's frame.
            var pairs: [Duration: MeasuredPair] = [:]
            var latest: MeasuredPair?
            var skipped = 0
            var isBusy = false
            /// The pair that was given last, so that a frame that stays is measured once.
            var given: [Duration] = []
            var error: PlaybackError?
        }

        /// The member that is measured.
        public let member: MemberID
        /// The member that it is measured against.
        public let reference: MemberID
        private let state = Mutex(State())
        private let thread = WorkerThreads("MultiPlayerKit.measures", most: 1)
        private let comparer = Mutex(PictureComparer())

        /// Pairs that are kept: an hour of 30 a second, some 40 MB.
        private static let mostPairs = 108_000
        /// How far below everything else that runs the thread stands; 19 would be the last of all.
        private static let niceness: CInt = 10

        /// Creates an output to be added to the stage of the members' group.
        public init(of member: MemberID, against reference: MemberID) {
            (self.member, self.reference) = (member, reference)
        }

        /// The pair measured last; `nil` before the first.
        public var latest: MeasuredPair? { state.withLock(\.latest) }

        /// All pairs measured, by group time, each frame of the reference once.
        public var comparison: MeasuredComparison {
            MeasuredComparison(pairs: state.withLock { Array($0.pairs.values) }.sorted { $0.time < $1.time })
        }

        /// Pairs that were shown while another was being measured.
        public var skipped: Int { state.withLock(\.skipped) }

        /// Why the pictures cannot be measured; `nil` if they can.
        public var error: PlaybackError? { state.withLock(\.error) }

        public let needsWholePictures = true

        public func open(_ format: StageFormat) throws {}
        public func finish() {}

        public func show(_ tick: StageTick) {
            guard let (first, second) = tick.frames(of: reference, member), first.isDue, second.isDue else { return }
            let isWanted = state.withLock { state in
                let times = [first.mediaTime, second.mediaTime]
                guard state.error == nil, state.given != times else { return false }
                state.given = times
                guard !state.isBusy else {
                    state.skipped += 1
                    return false
                }
                state.isBusy = true
                return true
            }
            guard isWanted else { return }
            thread.perform { [weak self] in
                // Linux gives each thread a niceness of its own.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
                self?.measure(first, second)
            }
        }

        private func measure(_ first: ShownFrame, _ second: ShownFrame) {
            do throws(PlaybackError) {
                let measures = try comparer.withLock { comparer throws(PlaybackError) in
                    try comparer.compare(first.picture, second.picture)
                }
                let pair = MeasuredPair(
                    time: first.groupTime, referenceTime: first.mediaTime, otherTime: second.mediaTime,
                    measures: measures)
                state.withLock { state in
                    if state.pairs.count >= Self.mostPairs { state.pairs = [:] }
                    state.pairs[first.mediaTime] = pair
                    (state.latest, state.isBusy) = (pair, false)
                }
            } catch {
                state.withLock { ($0.error, $0.isBusy) = (error, false) }
            }
        }
    }
#endif
