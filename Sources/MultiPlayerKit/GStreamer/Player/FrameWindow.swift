#if canImport(CGStreamer)
    /// The few decoded frames around the one that is due, and the rule for which one that is.
    ///
    /// Frames are kept in order of (turn, item time), whichever way they are played. A frame is due from its own time until the next frame's; so it is only
    /// *known* to be the right one once its successor, or the end of its turn, is known: durations that decoders claim are
    /// wrong in files of variable frame rate.
    struct FrameWindow<Picture> {
        struct Frame {
            var turn: MemberTimeline.Turn
            var time: Duration
            var picture: Picture
        }

        struct Due {
            var frame: Frame
            /// Whether no later frame can turn out to be the due one.
            var isExact: Bool
        }

        static var grace: Duration { FrameRate.grace }

        /// In order of turn and time.
        private(set) var frames: [Frame] = []
        /// The end, in item time, of each turn whose frames have all been delivered.
        private var ends: [MemberTimeline.Turn: Duration] = [:]
        /// Whether the frames form one whole turn and all turns are alike, so that nothing more needs decoding.
        private(set) var repeatsForever = false

        /// Frames kept behind the due one, so that a nudge or a step back by a frame needs no seek.
        static var history: Int { 2 }

        mutating func removeAll() {
            frames.removeAll(keepingCapacity: true)
            ends = [:]
            repeatsForever = false
        }

        /// Adds a decoded frame. A frame that is not later than the last one of its turn is dropped (broken time stamps).
        ///
        /// - Parameters:
        ///   - start: the target of decoding; of the frames before it only the newest can be due.
        ///   - keepsHistory: whether frames before the target arrive without gaps too, so that a few of them may stay.
        mutating func append(
            _ picture: Picture, turn: MemberTimeline.Turn, time: Duration, from start: Duration,
            keepsHistory: Bool = false
        ) {
            if let last = frames.lastIndex(where: { $0.turn == turn }) {
                guard time > frames[last].time else { return }
                if time <= start + Self.grace {
                    if keepsHistory { dropSurplus(of: turn) } else { frames.remove(at: last) }
                }
            }
            // At the end, unless turns count down.
            let place = frames.lastIndex { $0.turn <= turn }.map { $0 + 1 } ?? 0
            frames.insert(Frame(turn: turn, time: time, picture: picture), at: place)
        }

        /// Makes room for another frame of a turn before the target of decoding.
        private mutating func dropSurplus(of turn: MemberTimeline.Turn) {
            guard let first = frames.firstIndex(where: { $0.turn == turn }), frames.count - first > Self.history else {
                return
            }
            frames.remove(at: first)
        }

        /// Times of the frames of one turn, in order and without gaps, if the one due at the position is among them.
        func times(around position: MemberTimeline.Position) -> [Duration] {
            guard due(at: position) != nil else { return [] }
            return frames.filter { repeatsForever || $0.turn == position.turn }.map(\.time)
        }

        /// The time of the last frame of a turn; `nil`: there is none.
        func lastTime(of turn: MemberTimeline.Turn) -> Duration? { frames.last { $0.turn == turn }?.time }

        /// Drops all but the newest frame: frames will be left out on the way to a later target, so that those before the gap
        /// would seem to last until those after it.
        mutating func keepOnlyLast() {
            frames.removeFirst(max(frames.count - 1, 0))
        }

        /// Drops the frames of other turns.
        mutating func keepOnly(_ turn: MemberTimeline.Turn) {
            frames.removeAll { $0.turn != turn }
        }

        /// Records that `turn` ends at this item time and that no more of its frames follow.
        mutating func finish(_ turn: MemberTimeline.Turn, at end: Duration, repeatsForever: Bool = false) {
            let present = Set(frames.map(\.turn))
            ends = ends.filter { present.contains($0.key) }
            ends[turn] = end
            if repeatsForever, frames.allSatisfy({ $0.turn == turn }), !frames.isEmpty { self.repeatsForever = true }
        }

        /// Ends the repetition: what was repeated belongs to these turns only, and those after them are decoded again.
        mutating func endRepeating(after turns: [MemberTimeline.Turn]) {
            guard repeatsForever, let end = ends.values.first else { return }
            let turn = frames
            frames = turns.flatMap { number in turn.map { Frame(turn: number, time: $0.time, picture: $0.picture) } }
            ends = Dictionary(uniqueKeysWithValues: turns.map { ($0, end) })
            repeatsForever = false
        }

        /// The latest time that a frame of a piece can have: in the last microsecond the grace must not reach the frame
        /// that begins at the end of the piece.
        static func lastInstant(of piece: Range<Duration>) -> Duration {
            max(piece.upperBound - grace - .nanoseconds(1), piece.lowerBound + grace)
        }

        /// The newest frame of the piece at or before the position, if the window has one.
        func due(at position: MemberTimeline.Position) -> Due? {
            let limit = min(position.itemTime + Self.grace, Self.lastInstant(of: position.piece))
            if repeatsForever {
                return frames.last { $0.time <= limit }.map { Due(frame: $0, isExact: true) }
            }
            guard let index = frames.lastIndex(where: { $0.turn == position.turn && $0.time <= limit }) else {
                return nil
            }
            let hasNext = index + 1 < frames.count && frames[index + 1].turn == position.turn
            // The end of a turn in a shorter part of the file says nothing about the frames that follow it in a longer one.
            let isExact = hasNext || ends[position.turn].map { position.itemTime < $0 + Self.grace } ?? false
            return Due(frame: frames[index], isExact: isExact)
        }

        /// The number of frames that are due after the position's, decoded ahead of it.
        func countAhead(of position: MemberTimeline.Position, on timeline: MemberTimeline) -> Int {
            frames.count { isAhead($0, of: position, on: timeline) } - (dueIsAhead(of: position, on: timeline) ? 1 : 0)
        }

        /// Whether a frame is due after a position; backwards this includes the one due at the position itself.
        private func isAhead(_ frame: Frame, of position: MemberTimeline.Position, on timeline: MemberTimeline) -> Bool
        {
            guard frame.turn == position.turn else { return timeline.isBefore(position.turn, frame.turn) }
            let isPast = frame.time <= position.itemTime + Self.grace
            return timeline.descends(in: position.turn) ? isPast : !isPast
        }

        private func dueIsAhead(of position: MemberTimeline.Position, on timeline: MemberTimeline) -> Bool {
            timeline.descends(in: position.turn)
                && frames.contains { $0.turn == position.turn && $0.time <= position.itemTime + Self.grace }
        }

        /// Drops frames more than `history` behind the due one, which no nudge reaches.
        mutating func discard(
            before position: MemberTimeline.Position, on timeline: MemberTimeline, keeping history: Int = Self.history
        ) {
            guard !repeatsForever else { return }
            var behind = frames.indices.filter { !isAhead(frames[$0], of: position, on: timeline) }
            // The farthest first. Forwards the due frame is the last of them.
            var kept = history + 1
            if timeline.descends(in: position.turn) {
                let others = behind.filter { frames[$0].turn != position.turn }
                behind = others + behind.filter { frames[$0].turn == position.turn }.reversed()
                kept = history
            }
            guard behind.count > kept else { return }
            for index in behind.dropLast(kept).sorted(by: >) { frames.remove(at: index) }
        }

        /// Adds frames of one turn that lie right before, or right behind, those of it that are here.
        mutating func insert(_ new: [Frame]) {
            frames.append(contentsOf: new)
            frames.sort { ($0.turn, $0.time) < ($1.turn, $1.time) }
        }

        /// The frames of one turn, in order.
        func frames(of turn: MemberTimeline.Turn) -> [Frame] { frames.filter { $0.turn == turn } }

        /// Whether all frames of a turn up to this end have been delivered.
        func isFinished(_ turn: MemberTimeline.Turn, at end: Duration) -> Bool { ends[turn] == end }

        /// Drops frames that a changed timeline no longer reaches.
        mutating func truncate(turn: MemberTimeline.Turn, to end: Duration) {
            frames.removeAll { $0.turn > turn || ($0.turn == turn && $0.time >= end - Self.grace) }
            ends = ends.filter { $0.key <= turn }
            if ends[turn] != nil { ends[turn] = end }
        }

        /// Where the position lies relative to the frames that are here and those that will arrive without a seek.
        func reach(of position: MemberTimeline.Position) -> Reach {
            if repeatsForever { return .here }
            guard let first = frames.first else { return .empty }
            if position.turn < first.turn { return .behind }
            if position.turn == first.turn, first.time > position.itemTime + Self.grace { return .behind }
            guard let last = frames.last(where: { $0.turn == position.turn }) else { return .ahead(nil) }
            if let due = due(at: position), due.isExact { return .here }
            return .ahead(position.itemTime - last.time)
        }

        enum Reach: Equatable {
            /// The frame due is here.
            case here
            /// Nothing is here yet.
            case empty
            /// The frame was discarded or never decoded: only a seek can bring it.
            case behind
            /// Decoding on reaches the frame; the distance, or `nil` if its turn has not begun.
            case ahead(Duration?)
        }
    }
#endif
