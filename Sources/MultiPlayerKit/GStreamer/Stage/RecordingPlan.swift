#if canImport(CGStreamer)
    /// When a recording says that its disk is nearly full, ends a file before it is, and begins another.
    ///
    /// Told once a second what it sees, and at once when writing fails. Holds no file and reads no clock.
    struct RecordingPlan {
        enum Command: Hashable {
            /// Say how long the present file can still grow.
            case warn(left: Duration)
            /// Complete the present file: there is no more room than that takes.
            case end
            /// Begin another file.
            case begin
        }

        /// What a look at the disk shows.
        struct Reading {
            /// Bytes that may be written in the folder; `nil`: it cannot be told.
            var room: Int64?
            /// Bytes of the present file.
            var written: Int64 = 0
            /// Bytes that its ending takes.
            var ending: Int64 = 0
        }

        private enum State: Hashable {
            case writing(since: HostTime)
            case waiting(triedAt: HostTime)
        }

        /// Less time than this is told.
        static let notice = Duration.seconds(60)
        /// More than this, and the next shortage is told again.
        static let relief = Duration.seconds(90)
        /// A file is ended with room for so much more: two seconds of pictures may wait for the encoder, a look comes once a
        /// second, and other programs write as well.
        static let reserve = Duration.seconds(6)
        /// The least room to end with, for files that hardly grow.
        static let leastReserve: Int64 = 4 << 20
        /// Between two attempts while writing is not possible; a little less than the time between two looks.
        static let pause = Duration.milliseconds(900)
        /// A file that was written for so long before it failed is followed by another at once.
        static let longLife = Duration.seconds(10)
        /// Looks over which the rate is taken: pictures that stand still take a hundredth of those that move.
        private static let memory = 10
        /// Looks closer than this tell no rate: the file grows in pieces.
        private static let closest = Duration.milliseconds(500)

        private var state: State
        private var isWarned = false
        private var looks: [(at: HostTime, written: Int64)] = []
        /// Bytes a second while last written; the most of the newest looks, so that a quiet scene does not mislead.
        private(set) var bytesPerSecond: Double = 0

        /// A plan whose first file has just been begun.
        init(at now: HostTime) {
            state = .writing(since: now)
        }

        /// Room with which a file is ended.
        private func reserve(_ ending: Int64) -> Int64 {
            max(Self.leastReserve, Int64(bytesPerSecond * Double(Self.reserve.components.seconds))) + ending
        }

        /// Room without which none is begun: twice as much, or files of a few seconds would follow one another.
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

        /// Writing failed, and the file has been ended as far as it went.
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

        /// No file could be begun.
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
