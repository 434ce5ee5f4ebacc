#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit

    /// Composes two members of a group: each tick yields both pictures of its instant, or keeps the last two.
    @MainActor
    final class ComposedStage {
        /// One of the two pictures, with what is needed to place it.
        struct Part {
            var buffer: CVPixelBuffer
            /// The transform that the file specifies.
            var transform: CGAffineTransform
            /// The size at which the picture is meant to be seen, after rotation.
            var displaySize: CGSize
        }

        /// The result of a tick.
        enum Outcome: Equatable {
            case composed, unchanged, late
        }

        private struct Member {
            var id: MemberID
            var pixels: ComposedMember
        }

        /// The group whose members are composed.
        weak var group: PlaybackGroup? {
            didSet {
                guard group !== oldValue else { return }
                lateTicks = 0
                adapt()
            }
        }

        /// Which two members are composed.
        var difference = TileLayout.Difference() {
            didSet { adapt() }
        }

        /// What is on the screen; empty: nothing yet.
        private(set) var shown: [Part] = []
        /// Ticks of a running group that had to keep an earlier composition.
        private(set) var lateTicks = 0
        /// Gets each new pair of pictures.
        weak var reader: (any ComposedReader)?
        private var members: [Member] = []
        private var frames = ComposedFrames<CVPixelBuffer>()

        /// How often a wedged output was replaced by a new one.
        var replacements: Int { members.reduce(0) { $0 + $1.pixels.replacements } }

        /// Removes the outputs from their players.
        func end() {
            group = nil
            // If the weak group was deallocated, `didSet` sees no change and does not adapt.
            adapt()
        }

        /// Requests both members' pictures for `host`, based on one state of the group.
        func tick(at host: HostTime) -> Outcome {
            let lineup = group?.runner.lineup ?? .empty
            let entries = adapt(to: lineup)
            guard members.count == 2 else { return .unchanged }
            let due = (
                members[0].pixels.look(at: host, of: entries[0], on: lineup.line, into: &frames.queues.0),
                members[1].pixels.look(at: host, of: entries[1], on: lineup.line, into: &frames.queues.1)
            )
            switch frames.choose(dueAt: due) {
            case .new(let first, let second):
                shown = [part(0, first, entries[0]), part(1, second, entries[1])]
                if let reader, let times = frames.shownTimes {
                    reader.read(
                        ComposedPair(
                            first: frame(first, times.0, entries[0], lineup.line, at: host),
                            second: frame(second, times.1, entries[1], lineup.line, at: host)))
                }
                return .composed
            case .same: return .unchanged
            case .late:
                // While a start or a seek is being prepared, nothing is due.
                if lineup.line.anchor.rate > 0, lineup.wantsToPlay, !lineup.isPreparing { lateTicks += 1 }
                return .late
            }
        }

        private func part(_ index: Int, _ buffer: CVPixelBuffer, _ entry: GroupRunner.Entry) -> Part {
            Part(
                buffer: buffer, transform: members[index].pixels.transform ?? .identity,
                displaySize: entry.info?.displaySize ?? .zero)
        }

        private func frame(
            _ buffer: CVPixelBuffer, _ time: Duration, _ entry: GroupRunner.Entry, _ line: GroupLine, at host: HostTime
        ) -> ComposedPair.Frame {
            var timeline = entry.timeline
            timeline?.line = line
            let lasting = (entry.info?.frameRate ?? FrameRate(30)).frameDuration
            let span = timeline?.span(of: time, lasting: lasting, isDue: true, at: host)
            return ComposedPair.Frame(
                member: entry.id, buffer: buffer, mediaTime: time - (entry.info?.bounds.start ?? .zero),
                groupTime: max(span?.times.lowerBound ?? .zero, .zero))
        }

        // MARK: Who is looked at

        private func adapt() {
            _ = adapt(to: group?.runner.lineup ?? .empty)
        }

        /// Switches to the two members that are compared and to their current players.
        private func adapt(to lineup: GroupRunner.Lineup) -> [GroupRunner.Entry] {
            let entries = lineup.entries.filter { !$0.isAmbient }
            let pair = difference.pair(of: entries.count).map { [entries[$0.first], entries[$0.second]] } ?? []
            let players = pair.compactMap { group?.steered($0.id) }
            guard players.count == 2 else {
                replace(with: [])
                return pair
            }
            if members.map(\.id) != pair.map(\.id) {
                replace(with: zip(pair, players).map { Member(id: $0.id, pixels: ComposedMember(of: $1)) })
            }
            // A member has another player for the same video: what is shown stays until both pictures are there again.
            for (index, player) in players.enumerated() where !members[index].pixels.reads(player) {
                members[index].pixels.end()
                members[index].pixels = ComposedMember(of: player)
            }
            return pair
        }

        private func replace(with members: [Member]) {
            for member in self.members { member.pixels.end() }
            self.members = members
            frames = ComposedFrames()
            shown = []
        }
    }
#endif
