#if canImport(AVFoundation)
    import MultiPlayerKit

    /// Chooses for each tick the two pictures to compose: both due at the tick's instant, or none.
    ///
    /// A value type without clock or player. Times are item times; a picture belongs to its item, so a member's queue
    /// is cleared when its item changes.
    package struct ComposedFrames<Picture> {
        enum Choice {
            /// Two pictures of this instant, at least one of which was not shown before.
            case new(Picture, Picture)
            /// The two pictures on the screen are the two that are due.
            case same
            /// At least one picture is missing: what is shown stays.
            case late
        }

        /// The last few pictures that one member's output returned.
        package struct Queue {
            package struct Entry {
                var id: Int
                package var picture: Picture
                package var time: Duration
                /// The latest item time for which the output returned this picture.
                var answered: Duration
            }

            /// The duration of one frame; `nil` if it is unknown.
            package var frameLength: Duration?
            private var entries: [Entry] = []
            private var nextID = 0

            /// The picture that is due, the one before, and one that came early. An output's pool is small, and 4K
            /// pictures take 12 MB each.
            private static var capacity: Int { 3 }

            package init() {}

            /// Adds a picture that the output returned.
            ///
            /// - Parameters:
            ///   - time: the item time of the picture itself.
            ///   - due: the requested item time.
            package mutating func add(_ picture: Picture, time: Duration, for due: Duration) {
                if let index = entries.firstIndex(where: { $0.time == time }) {
                    entries[index].answered = max(entries[index].answered, due)
                    return
                }
                if entries.count == Self.capacity { entries.removeFirst() }
                nextID += 1
                entries.append(Entry(id: nextID, picture: picture, time: time, answered: due))
            }

            package mutating func clear() {
                entries = []
            }

            /// Whether the output has already answered for this item time, so that it need not be asked again.
            func hasAnswer(for due: Duration) -> Bool {
                entries.contains { $0.answered == due && $0.time <= due }
            }

            /// The newest picture at or before `due`, if it is the one due at that instant.
            package func entry(dueAt due: Duration) -> Entry? {
                guard let entry = entries.filter({ $0.time <= due }).max(by: { $0.time < $1.time }) else { return nil }
                guard let frameLength else { return due <= entry.answered ? entry : nil }
                let age = due - entry.time
                // Containers round frame times, so a picture the output returned may be slightly older than one frame;
                // anything older is the frame before. Without an answer, the frame's duration decides.
                return age < frameLength || due <= entry.answered && age < frameLength + frameLength / 4 ? entry : nil
            }
        }

        var queues = (Queue(), Queue())
        /// What is on the screen, and the item times of it.
        private(set) var shown: (Picture, Picture)?
        private(set) var shownTimes: (Duration, Duration)?
        private var shownIDs: (Int, Int)?

        /// - Parameter due: item times of the tick's instant; `nil` for a member that is not on the line.
        mutating func choose(dueAt due: (Duration?, Duration?)) -> Choice {
            guard let first = due.0.flatMap(queues.0.entry(dueAt:)), let second = due.1.flatMap(queues.1.entry(dueAt:))
            else { return .late }
            if let shownIDs, shownIDs == (first.id, second.id) { return .same }
            shown = (first.picture, second.picture)
            shownTimes = (first.time, second.time)
            shownIDs = (first.id, second.id)
            return .new(first.picture, second.picture)
        }
    }
#endif
