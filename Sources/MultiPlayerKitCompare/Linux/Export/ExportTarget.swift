#if canImport(CGStreamer)
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// A file that an export writes: complete or not there.
    protocol ExportTarget: StageOutput {
        /// What it was given so far.
        var progress: ExportProgress { get }
        /// Why nothing more can be written.
        var error: PlaybackError? { get }
        /// Writes the sound that belongs to the first frames of the file. Blocks.
        func write(_ sounds: [ExportSound], until frame: Int) throws(PlaybackError)
        /// Writes the file's ending and puts the file in its place. Blocks.
        func complete() throws(PlaybackError)
        /// Removes what was written, unless it is complete.
        func close()
    }

    extension ExportTarget {
        func open(_ format: StageFormat) throws {}

        /// What was begun is removed unless it is complete, so nothing is left to finish.
        func finish() {}
    }

    /// The frames that an export's file has been given.
    struct ExportProgress {
        /// The host time of the first frame; `nil` before it.
        private(set) var start: HostTime?
        private(set) var frames = 0
        /// Frames in which a tile shows an earlier picture.
        private(set) var lateFrames = 0

        /// Counts a tick; returns its number in the file, from 0.
        mutating func count(_ tick: StageTick) -> Int64 {
            defer { frames += 1 }
            if start == nil { start = tick.host }
            if tick.frames.contains(where: { !$0.isDue }) { lateFrames += 1 }
            return Int64(frames)
        }
    }
#endif
