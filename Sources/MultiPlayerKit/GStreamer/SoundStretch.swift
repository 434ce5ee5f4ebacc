#if canImport(CGStreamer)
    /// What is heard of a member from a host time on, until its line takes another course.
    package struct SoundStretch: Equatable {
        /// The host time of its first sample.
        package var start: HostTime
        /// The item times that are heard; `nil`: silence.
        package var sound: Range<Duration>?
        /// Item seconds per host second.
        package var speed: Double
        /// When the next stretch begins; `nil`: this one lasts until the line changes.
        package var end: HostTime?

        /// Turns shorter than this are silent: they would be a buzz, and opening outputs would take longer than they
        /// last.
        static let shortestTurn = Duration.milliseconds(200)
        /// Times are rounded, so a stretch may seem to end where it begins; the next one is looked for after this.
        private static let step = Duration.microseconds(1)

        package init(of timeline: MemberTimeline, at host: HostTime) {
            start = max(host, timeline.line.anchor.hostTime)
            let stretch = timeline.stretch(at: start)
            let (position, piece) = (stretch.position, stretch.position.piece)
            speed = stretch.rate
            if speed > 0, position.isVisible, position.itemTime < piece.upperBound - .milliseconds(1),
                (piece.upperBound - piece.lowerBound).unscaled(by: speed) >= Self.shortestTurn
            {
                sound = position.itemTime..<piece.upperBound
            }
            end = stretch.end.map { [start] in max($0, start.advanced(by: Self.step)) }
        }
    }
#endif
