#if canImport(AVFoundation)
    import AVFoundation
    import Testing

    @testable import MultiPlayerKit

    /// What a story is told in: a group of AVPlayers, clips for them, and time that passes.
    ///
    /// One is a double in virtual time (`Tests/AppleContract`); ``RealWorld`` has real players in real time.
    @MainActor
    protocol StoryWorld: AnyObject {
        var group: PlaybackGroup { get }
        /// The events that the group has published so far.
        var events: [GroupEvent] { get }
        /// The host clock's reading.
        var now: HostTime { get }
        /// Calls that AVFoundation would have raised for. Real players raise by themselves.
        var violations: [String] { get }
        /// How far from its line a playing member may be.
        var tolerance: Duration { get }
        /// How far from the group's time a member that stands still may be.
        var stillTolerance: Duration { get }
        /// How many turns of a loop a story waits for.
        var turns: Int { get }

        /// A file that can be opened. Stories that are told everywhere ask for those of ``SmallClip``.
        func clip(seconds: Double, rate: Double, hasAudio: Bool) throws -> URL
        func advance(by duration: Duration) async
        /// Lets time pass until something holds, at most up to the limit; returns whether it holds.
        func advance(atMost limit: Duration, until holds: () -> Bool) async -> Bool
        /// The item time of a player at a host time.
        func itemTime(of player: AVPlayer, at host: HostTime) -> Duration?
        /// Which frame of a small clip a video output's buffer shows; `nil`: it cannot be read beyond doubt.
        func frameIndex(in buffer: CVPixelBuffer) -> Int?
    }

    extension StoryWorld {
        func clip(_ small: SmallClip) throws -> URL {
            try clip(seconds: small.seconds, rate: small.rate, hasAudio: small.hasAudio)
        }

        // MARK: Time

        /// Lets `duration` pass, then time up to twenty milliseconds after the next multiple of `period` in group time.
        func advance(to duration: Duration, behindMultipleOf period: Duration) async {
            await advance(by: duration)
            let (_, rest) = group.time().nanoseconds.flooredDivision(by: period.nanoseconds)
            await advance(by: period - .nanoseconds(rest) + .milliseconds(20))
        }

        // MARK: Playing

        /// Starts the group and waits until the common start has passed.
        func play() async {
            let group = self.group
            let started = Task { try await group.play() }
            _ = await advance(atMost: .seconds(20)) { group.state == .playing }
            await advance(by: .milliseconds(400))
            started.cancel()
        }

        func seek(to time: Duration) async {
            let group = self.group
            let done = Task { try? await group.seek(to: time) }
            await advance(by: .seconds(2))
            done.cancel()
        }

        // MARK: Looking

        /// The group's phases and latest events, for failure messages.
        var told: String {
            let phases = group.runner.lineup.phases.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            let recent = events.suffix(8).map { event in
                if case .opened(let id, _) = event { return "opened(\(id))" }
                return String(describing: event).replacingOccurrences(of: "MultiPlayerKit.", with: "")
            }
            return "\(phases), rules broken: \(violations.prefix(3)), events: \(recent)"
        }

        /// The item time of a player now.
        func itemTime(of player: AVPlayer) -> Duration? { itemTime(of: player, at: now) }

        /// How far a member's player is from where the group's line wants it, ahead positive; `nil` for one that is not
        /// on the line. A looped member's turns are alike, so only the position in the turn counts.
        func error(of id: MemberID) -> Duration? {
            let lineup = group.runner.lineup
            let now = self.now
            guard lineup.phases[id] == .following,
                var timeline = lineup.entries.first(where: { $0.id == id })?.timeline,
                let player = group.player(of: id), let shown = itemTime(of: player, at: now)
            else { return nil }
            timeline.line = lineup.line
            let wanted = timeline.position(at: now).itemTime
            // A timebase runs up to an anchor that lies ahead, from before the first frame.
            let error = max(shown, min(timeline.range.lowerBound, wanted)) - wanted
            // Turns laid end to end for the member's own loop also serve inside a loop of the group.
            let own = timeline.map.end == .loop ? timeline.range : nil
            guard let part = timeline.repeatedPart(at: now) ?? own else { return error }
            let length = (part.upperBound - part.lowerBound).nanoseconds
            let rest = (error + timeline.range.lowerBound).nanoseconds.flooredDivision(by: length).remainder
            return .nanoseconds(rest > length / 2 ? rest - length : rest)
        }

        /// The largest error of all members that are on the line; `nil` when none is.
        var worstError: Duration? {
            (group.members + [group.backgroundMember].compactMap(\.self)).compactMap { error(of: $0) }
                .map { max($0, .zero - $0) }.max()
        }

        /// Expects a member of a paused group to stand at an item time.
        func expectStill(_ id: MemberID, at time: Duration, location: SourceLocation = #_sourceLocation) {
            let shown = group.player(of: id).flatMap { itemTime(of: $0) } ?? .zero
            let error = shown - time
            #expect(
                max(error, .zero - error) < stillTolerance, "\(id) stands at \(shown), not \(time)",
                sourceLocation: location)
        }
    }

    /// Expects a member within the world's tolerance of where the group's line wants it.
    @MainActor
    func expectOnLine(_ world: some StoryWorld, _ id: MemberID, location: SourceLocation = #_sourceLocation) {
        let error = world.error(of: id)
        let isClose = error.map { max($0, .zero - $0) < world.tolerance } ?? false
        #expect(
            isClose, "\(id) is off by \(String(describing: error)) at \(world.group.time()), \(world.told)",
            sourceLocation: location)
    }
#endif
