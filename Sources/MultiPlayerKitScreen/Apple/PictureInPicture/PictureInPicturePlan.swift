#if canImport(AVFoundation)
    import MultiPlayerKit

    /// Decides what the system's floating window is told of a group: how its time runs, which range it shows, and whether
    /// it plays.
    ///
    /// The window's time is the count of the group's line, which runs on through the turns of a loop. So pictures are
    /// queued in ascending order, and only a jump has to drop any. It reads no clock and knows no system.
    struct PictureInPicturePlan {
        enum Command: Equatable {
            /// From now on the window's time runs like this.
            case run(LineAnchor)
            /// The pictures that are queued will not be due.
            case flush
            /// What the system was told is no longer right: it has to ask again.
            case refresh
        }

        /// What the system asks for.
        struct Answer: Equatable {
            /// Whether there is anything to show.
            var hasContent: Bool
            /// The count at which the group's time is 0.
            var start: Duration
            /// `nil`: the group has no end.
            var duration: Duration?
            var isPaused: Bool
        }

        /// How the window's time runs.
        private(set) var anchor = LineAnchor.held(at: .zero)
        /// When a line will begin that the window does not follow yet; `nil`: there is none.
        private(set) var start: HostTime?
        private var told: (answer: Answer, at: HostTime)?

        /// A count that is off by more than this was moved; less is what following the clock of a sound device amounts
        /// to. Half a frame at 60 a second.
        private static let jump = Duration.milliseconds(8)
        /// The turns of a loop that is shorter than this are not told one by one: nobody can read them.
        private static let shortestTurn = Duration.seconds(1)

        /// - Parameter lead: how far ahead pictures are queued.
        mutating func handle(_ course: GroupCourse, at now: HostTime, lead: Duration) -> [Command] {
            var out: [Command] = []
            let next = motion(of: course, at: now, lead: lead)
            if next != anchor {
                let moment = next.rate > 0 ? max(now, next.hostTime) : now
                let error = anchor.time(at: moment) - next.time(at: moment)
                // A line that stops has pictures queued for after it.
                if error > Self.jump || error < .zero - Self.jump || next.rate == 0 { out.append(.flush) }
                anchor = next
                out.append(.run(next))
            }
            let answer = Self.answer(course, at: now)
            if isNews(answer, at: now) {
                told = (answer, now)
                out.append(.refresh)
            }
            return out
        }

        private func isNews(_ answer: Answer, at now: HostTime) -> Bool {
            guard var last = told?.answer, let since = told?.at.duration(to: now) else { return true }
            if since < Self.shortestTurn, !answer.isPaused { last.start = answer.start }
            return answer != last
        }

        /// A line says what is to come. Until then the window goes on as it did if that leads there, and otherwise waits
        /// at its beginning.
        private mutating func motion(of course: GroupCourse, at now: HostTime, lead: Duration) -> LineAnchor {
            let line = course.line
            start = nil
            if let end = Self.end(of: course, at: now) { return .held(at: end) }
            guard line.anchor.rate > 0 else { return .held(at: line.anchor.time) }
            guard line.anchor.hostTime > now.advanced(by: lead) else { return line.anchor }
            start = line.anchor.hostTime
            let error = anchor.time(at: line.anchor.hostTime) - line.anchor.time
            let leadsThere = anchor.rate > 0 && error <= Self.jump && error >= .zero - Self.jump
            return leadsThere ? anchor : .held(at: line.anchor.time)
        }

        /// Where a line that has been played to its end stands; its anchor counts on.
        private static func end(of course: GroupCourse, at now: HostTime) -> Duration? {
            course.line.hasEnded(at: now) ? course.line.time(at: now) : nil
        }

        static func answer(_ course: GroupCourse, at now: HostTime) -> Answer {
            let count = end(of: course, at: now) ?? course.line.anchor.time(at: now)
            return Answer(
                hasContent: !course.live.isEmpty, start: count - course.line.time(at: now), duration: course.duration,
                isPaused: !course.wantsToPlay || course.hasEnded)
        }

        /// When a frame is due, as a count of the line.
        ///
        /// - Parameters:
        ///   - host: an instant at which the frame is due.
        ///   - age: how long it has been due by then, in item time.
        ///   - rate: item seconds per host second.
        static func count(at host: HostTime, on line: LineAnchor, age: Duration, rate: Double) -> Duration {
            guard rate > 0 else { return line.time(at: host) }
            return line.time(at: host) - age.scaled(by: line.rate / rate)
        }
    }
#endif
