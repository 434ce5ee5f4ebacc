#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    extension LiveMeasures: StageOutput {
        public var needsWholePictures: Bool { true }

        public func open(_ format: StageFormat) throws {}
        public func finish() {}

        public func show(_ tick: StageTick) {
            guard let (first, second) = tick.frames(of: reference, member), first.isDue, second.isDue else { return }
            let moment = Moment(time: first.groupTime, referenceTime: first.mediaTime, otherTime: second.mediaTime)
            take(moment) { worker throws(PlaybackError) in
                try worker.comparer.withLock { comparer throws(PlaybackError) in
                    try comparer.compare(first.picture, second.picture)
                }
            }
        }
    }

    /// The thread that measures.
    final class MeasureWorker: Sendable {
        let comparer = Mutex(PictureComparer())
        private let thread = WorkerThreads("MultiPlayerKit.measures", most: 1)
        /// How far below everything else that runs the thread stands; 19 would be the last of all.
        private static let niceness: CInt = 10

        func perform(_ work: @escaping @Sendable (MeasureWorker) -> Void) {
            thread.perform { [weak self] in
                guard let self else { return }
                // Linux gives each thread a niceness of its own.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
                work(self)
            }
        }
    }
#endif
