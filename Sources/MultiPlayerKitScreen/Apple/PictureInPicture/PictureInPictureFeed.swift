#if canImport(AVFoundation) && canImport(AVKit) && canImport(UIKit) && !targetEnvironment(macCatalyst)
    import AVFoundation
    import MultiPlayerKit

    /// Feeds a layer with the pictures of one member, each to be shown at its time on the group's line.
    ///
    /// The system moves the layer into its floating window. It shows sample buffers and not a player's layer: a member
    /// has several players, one after another, and a system that pauses one of them would leave the others behind.
    @MainActor
    final class PictureInPictureFeed {
        private struct Member {
            var id: MemberID
            /// Of its players, the one that drives it first; the next one gets its output before it takes over.
            var pixels: [ComposedMember] = []
            var queue = ComposedFrames<CVPixelBuffer>.Queue()
        }

        /// How far ahead pictures are queued: two ticks, of which one may come late.
        static let lead = PictureInPictureFeed.longestTick * 2
        /// Half a frame at 30 a second, so that each frame is seen twice and none is missed.
        private static let longestTick = Duration.nanoseconds(16_666_667)
        /// Half a frame at 60 a second, which is as many as the window shows.
        private static let shortestTick = Duration.nanoseconds(8_333_333)

        let layer: AVSampleBufferDisplayLayer
        /// The member that is shown; `nil`: the one that is heard, or the first whose pixels can be read.
        var chosen: MemberID?
        /// Whether the window is open.
        var isOpen = false

        private let group: PlaybackGroup
        private let timebase: CMTimebase?
        private let turning: any PictureTurning
        private var plan = PictureInPicturePlan()
        private var member: Member?
        /// What was queued last, and for when, as a count of the line.
        private var queued: (id: Int, count: Duration)?
        /// Whether a picture may be seen.
        private var hasPicture = false
        /// Whether each member's file is protected, as far as that has been read.
        private var protection: [MemberID: Bool] = [:]

        init(_ group: PlaybackGroup, layer: AVSampleBufferDisplayLayer, turning: any PictureTurning) {
            self.group = group
            self.layer = layer
            self.turning = turning
            timebase = try? CMTimebase(sourceClock: .hostTimeClock)
            layer.videoGravity = .resizeAspect
            layer.controlTimebase = timebase
        }

        /// The time until the next picture may be due; `nil`: nothing moves.
        var tick: Duration? {
            guard plan.anchor.rate > 0 else { return nil }
            let half = member?.queue.frameLength.map { $0 / 2 } ?? Self.longestTick
            return max(min(half, Self.longestTick), Self.shortestTick)
        }

        /// When pictures have to be queued for a line that does not move yet; `nil`: there is none.
        var start: HostTime? { plan.start?.advanced(by: .zero - Self.lead) }

        /// Queues the picture that is due soon, if it is another one.
        ///
        /// - Returns: whether the system has to ask again what the group does.
        func tick(at now: HostTime) -> Bool {
            let lineup = group.runner.lineup
            var isToRefresh = false
            for command in plan.handle(lineup.course, at: now, lead: Self.lead) {
                switch command {
                case .run(let anchor): run(anchor)
                case .flush: flush()
                case .refresh: isToRefresh = true
                }
            }
            // After the app was away, and after the media services were reset.
            let renderer = layer.sampleBufferRenderer
            if renderer.status == .failed || renderer.requiresFlushToResumeDecoding { flush() }
            queue(lineup, at: now)
            return isToRefresh
        }

        func end() {
            release()
            clear()
        }

        // MARK: Who is shown

        /// Why a member's pixels cannot be read; `nil` if they can be, now or once its video is open.
        private func refusal(of id: MemberID) -> PlaybackError? {
            let name = group.name(of: id)
            guard let player = group.steered(id) else {
                return .pictureInPicture(
                    "\(name) is played by a player whose pixels cannot be read",
                    "choose a member that an AVPlayer plays")
            }
            if player.openAsset?.canCompose == false {
                return .pictureInPicture(
                    "\(name) is a stream, whose pixels cannot be read", "choose a member that is a file")
            }
            guard protection[id] != true else {
                return .pictureInPicture(
                    "\(name) is protected, so its pixels cannot be read", "choose another member")
            }
            return nil
        }

        /// Why nothing can be shown; `nil` if something can be, now or once it is open.
        var refusal: PlaybackError? {
            let course = group.course
            guard shown(of: course) == nil else { return nil }
            guard let id = wanted ?? course.lead, course.live.contains(id) else {
                return .pictureInPicture("there is no video to show", "add one, or choose another member")
            }
            return refusal(of: id)
        }

        /// The chosen member, or the one that has taken its place.
        private var wanted: MemberID? { chosen.map(group.runner.lineup.current) }

        private func shown(of course: GroupCourse) -> MemberID? {
            let candidates = wanted.map { [$0] } ?? [course.lead].compactMap(\.self) + course.live
            return candidates.first { course.live.contains($0) && refusal(of: $0) == nil }
        }

        /// Reads whether a file is protected, once it is open. Until then it counts as one that is not.
        private func learnProtection(of id: MemberID, _ player: AVFoundationPlayer) {
            guard protection[id] == nil, let open = player.openAsset else { return }
            protection[id] = false
            Task { [weak self] in
                if await open.isProtected() { self?.protection[id] = true }
            }
        }

        // MARK: Pictures

        private func queue(_ lineup: GroupRunner.Lineup, at now: HostTime) {
            guard let id = shown(of: lineup.course), let front = group.steered(id),
                let entry = lineup.entries.first(where: { $0.id == id })
            else { return release() }
            learnProtection(of: id, front)
            follow(group.steeredPlayers(of: id), of: id)
            var line = lineup.line
            line.anchor = plan.anchor
            guard var timeline = entry.timeline else { return }
            timeline.line = line
            // Some outputs have nothing yet of what comes.
            let instants = line.anchor.rate > 0 ? [now.advanced(by: Self.lead), now] : [now]
            for host in instants where show(at: host, entry, timeline, front) { return }
        }

        /// - Returns: whether the picture of that instant is queued.
        private func show(
            at host: HostTime, _ entry: GroupRunner.Entry, _ timeline: MemberTimeline, _ front: AVFoundationPlayer
        ) -> Bool {
            guard var member, let pixels = member.pixels.first(where: { $0.reads(front) }) else { return false }
            let position = timeline.position(at: host)
            guard position.isVisible else {
                clear()
                return true
            }
            let due = pixels.look(at: host, of: entry, on: timeline.line, into: &member.queue)
            self.member = member
            guard let due, let picture = member.queue.entry(dueAt: due) else { return false }
            guard picture.id != queued?.id else { return true }
            let anchor = timeline.line.anchor
            let count = PictureInPicturePlan.count(
                at: host, on: anchor, age: due - picture.time, rate: timeline.stretch(at: host).rate)
            if let queued, queued.count >= count {
                // Another player of the member has the same frame, or a member was moved.
                guard anchor.rate == 0 else { return true }
                flush()
            }
            guard let buffer = upright(picture.picture, pixels.transform ?? .identity),
                let sample = try? Self.sample(of: buffer, at: count)
            else { return false }
            layer.sampleBufferRenderer.enqueue(sample)
            queued = (picture.id, count)
            hasPicture = true
            return true
        }

        /// The member's player changes with its turns, its sound and its size.
        private func follow(_ players: [AVFoundationPlayer], of id: MemberID) {
            if member?.id != id {
                release()
                flush()
                member = Member(id: id)
            }
            guard var member else { return }
            member.pixels.removeAll { pixels in
                guard !players.contains(where: pixels.reads) else { return false }
                pixels.end()
                return true
            }
            for player in players where !member.pixels.contains(where: { $0.reads(player) }) {
                member.pixels.append(ComposedMember(of: player))
            }
            self.member = member
        }

        /// Takes the outputs from the players. The last picture stays.
        private func release() {
            for pixels in member?.pixels ?? [] { pixels.end() }
            member = nil
        }

        private func upright(_ buffer: CVPixelBuffer, _ transform: CGAffineTransform) -> CVPixelBuffer? {
            let turn = PictureTurn(transform)
            return turn == .none ? buffer : turning.turn(buffer, by: turn)
        }

        private func run(_ anchor: LineAnchor) {
            try? timebase?.setRateAndAnchorTime(
                rate: anchor.rate, anchorTime: CMTime(anchor.time), referenceTime: CMTime(anchor.hostTime))
        }

        /// The last picture stays until the next one is there.
        private func flush() {
            layer.sampleBufferRenderer.flush()
            queued = nil
        }

        /// Nothing is seen any more.
        private func clear() {
            guard hasPicture else { return }
            hasPicture = false
            layer.sampleBufferRenderer.flush(removingDisplayedImage: true, completionHandler: nil)
            queued = nil
        }

        /// - Parameter count: of the group's line.
        private static func sample(of buffer: CVPixelBuffer, at count: Duration) throws -> CMSampleBuffer {
            let timing = CMSampleTimingInfo(
                duration: .invalid, presentationTimeStamp: CMTime(count), decodeTimeStamp: .invalid)
            return try CMSampleBuffer(
                imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
                sampleTiming: timing)
        }
    }

    extension PlaybackError {
        static func pictureInPicture(_ reason: String, _ cure: String) -> PlaybackError {
            PlaybackError(.outputFailed, subject: "Picture in Picture", reason: reason, cure: cure)
        }
    }
#endif
