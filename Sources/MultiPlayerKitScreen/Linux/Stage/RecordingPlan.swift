#if canImport(CGStreamer)
    import MultiPlayerKit

    /// Decides when a recording warns that its disk is nearly full, ends a file before it is full, and begins another.
    ///
    /// It is given a reading once a second, and told at once when writing fails. It holds no file and reads no clock.
    struct RecordingPlan {
        enum Command: Hashable {
            /// Say how long the current file can still grow.
            case warn(left: Duration)
            /// Complete the current file: there is only room left for its ending.
            case end
            /// Begin another file.
            case begin
        }

        /// The state of the disk at one check.
        struct Reading {
            /// Bytes that may still be written in the folder; `nil` if unknown.
            var room: Int64?
            /// Bytes of the current file so far.
            var written: Int64 = 0
            /// Bytes that its ending will take.
            var ending: Int64 = 0
        }

        private enum State: Hashable {
            case writing(since: HostTime)
            case waiting(triedAt: HostTime)
        }

        /// Warn when less time than this is left.
        static let notice = Duration.seconds(60)
        /// Once more time than this is left, the next shortage is warned of again.
        static let relief = Duration.seconds(90)
        /// A file is ended while there is room for this much more: two seconds of pictures may be queued for the
        /// encoder, checks come once a second, and other programs write as well.
        static let reserve = Duration.seconds(6)
        /// The minimum reserve in bytes, for files that hardly grow.
        static let leastReserve: Int64 = 4 << 20
        /// The time between two attempts while writing is not possible; a little less than between two checks.
        static let pause = Duration.milliseconds(900)
        /// A file that was written for at least this long before it failed is followed by another at once.
        static let longLife = Duration.seconds(10)
        /// The number of checks over which the rate is measured: still pictures take a hundredth of the bytes of moving
        /// ones.
        private static let memory = 10
        /// Checks closer together than this give no rate: the file grows in chunks.
        private static let closest = Duration.milliseconds(500)

        private var state: State
        private var isWarned = false
        private var looks: [(at: HostTime, written: Int64)] = []
        /// Bytes a second when last writing: the highest rate of the latest checks, so that a quiet scene does not
        /// mislead.
        private(set) var bytesPerSecond: Double = 0

        /// A plan whose first file has just been begun.
        init(at now: HostTime) {
            state = .writing(since: now)
        }

        /// The remaining room at which a file is ended.
        private func reserve(_ ending: Int64) -> Int64 {
            max(Self.leastReserve, Int64(bytesPerSecond * Double(Self.reserve.components.seconds))) + ending
        }

        /// The room required to begin a file: twice the reserve, or files of a few seconds would follow one another.
        var least: Int64 { reserve(0) * 2 }

        mutating func look(_ reading: Reading, at now: HostTime) -> [Command] {
            switch state {
            case .writing:
                measure(reading.written, at: now)
                guard let room = reading.room else { return [] }
                let reserve = reserve(reading.ending)
                if room < reserve {
                    state = .waiting(triedAt: now)
                    looks = []
                    isWarned = true
                    return [.end]
                }
                return warn(beyond: room - reserve)
            case .waiting(let last):
                guard last.duration(to: now) >= Self.pause, reading.room.map({ $0 >= least }) ?? true else { return [] }
                begin(at: now)
                return [.begin]
            }
        }

        /// Handles a failure of writing; the file has been ended as far as it went.
        mutating func failed(at now: HostTime) -> [Command] {
            guard case .writing(let since) = state else { return [] }
            looks = []
            guard since.duration(to: now) >= Self.longLife else {
                state = .waiting(triedAt: now)
                return []
            }
            begin(at: now)
            return [.begin]
        }

        /// Notes that no file could be begun.
        mutating func refused(at now: HostTime) {
            state = .waiting(triedAt: now)
        }

        private mutating func begin(at now: HostTime) {
            state = .writing(since: now)
            looks = []
        }

        private mutating func warn(beyond room: Int64) -> [Command] {
            guard bytesPerSecond > 0 else { return [] }
            let seconds = Double(room) / bytesPerSecond
            if seconds > Double(Self.relief.components.seconds) { isWarned = false }
            guard !isWarned, seconds < Double(Self.notice.components.seconds) else { return [] }
            isWarned = true
            return [.warn(left: .seconds(Int64(seconds)))]
        }

        private mutating func measure(_ written: Int64, at now: HostTime) {
            if let last = looks.last, last.at.duration(to: now) < Self.closest { return }
            looks.append((now, written))
            if looks.count > Self.memory + 1 { looks.removeFirst() }
            guard looks.count > 1 else { return }
            let rates = zip(looks, looks.dropFirst()).map { before, after in
                Double(after.written - before.written) / (Double(before.at.duration(to: after.at).nanoseconds) / 1e9)
            }
            bytesPerSecond = max(rates.max() ?? 0, 0)
        }
    }
#endif
