#if canImport(AVFoundation)
    /// Chooses, tick by tick, the two pictures that are composed: both due at the tick's instant, or none.
    ///
    /// A value that knows no clock and no player. Times are item times; a picture belongs to its item, so the queue of a
    /// member is cleared when that changes.
    struct ComposedFrames<Picture> {
        enum Choice {
            /// Two pictures of this instant, at least one of which was not shown before.
            case new(Picture, Picture)
            /// The two that are shown already are the two that are due.
            case same
            /// At least one is not there: what is shown stays.
            case late
        }

        /// Pictures of one member, the last few that were handed out.
        struct Queue {
            struct Entry {
                var id: Int
                var picture: Picture
                var time: Duration
                /// The latest item time that it was the answer to.
                var answered: Duration
            }

            /// How long one frame is due; `nil` where it is not known.
            var frameLength: Duration?
            private var entries: [Entry] = []
            private var nextID = 0

            /// The one that is due, the one before, and one that came ahead of its time. An output's pool is small, and 4K
            /// pictures take 12 MB each.
            private static var capacity: Int { 3 }

            /// Takes in what the output answered.
            ///
            /// - Parameters:
            ///   - time: of the picture itself.
            ///   - due: what was asked for.
            mutating func add(_ picture: Picture, time: Duration, for due: Duration) {
                if let index = entries.firstIndex(where: { $0.time == time }) {
                    entries[index].answered = max(entries[index].answered, due)
                    return
                }
                if entries.count == Self.capacity { entries.removeFirst() }
                nextID += 1
                entries.append(Entry(id: nextID, picture: picture, time: time, answered: due))
            }

            mutating func clear() {
                entries = []
            }

            /// Whether the output has said what is due then, so that it need not be asked again.
            func hasAnswer(for due: Duration) -> Bool {
                entries.contains { $0.answered == due && $0.time <= due }
            }

            /// The newest picture at or before `due`, if it is the one of that instant.
            func entry(dueAt due: Duration) -> Entry? {
                guard let entry = entries.filter({ $0.time <= due }).max(by: { $0.time < $1.time }) else { return nil }
                guard let frameLength else { return due <= entry.answered ? entry : nil }
                let age = due - entry.time
                // Containers round the times of frames, so an answer may be a little older than one frame; more is the
                // frame before. Without an answer the frame's own length decides.
                return age < frameLength || due <= entry.answered && age < frameLength + frameLength / 4 ? entry : nil
            }
        }

        var queues = (Queue(), Queue())
        /// What is on the screen.
        private(set) var shown: (Picture, Picture)?
        private var shownIDs: (Int, Int)?

        /// - Parameter due: item times of the tick's instant; `nil` for a member that is not on the line.
        mutating func choose(dueAt due: (Duration?, Duration?)) -> Choice {
            guard let first = due.0.flatMap(queues.0.entry(dueAt:)), let second = due.1.flatMap(queues.1.entry(dueAt:))
            else { return .late }
            if let shownIDs, shownIDs == (first.id, second.id) { return .same }
            shown = (first.picture, second.picture)
            shownIDs = (first.id, second.id)
            return .new(first.picture, second.picture)
        }
    }
#endif
