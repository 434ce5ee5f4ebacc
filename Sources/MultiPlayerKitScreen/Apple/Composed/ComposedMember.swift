#if canImport(AVFoundation)
    import AVFoundation
    import MultiPlayerKit

    /// The pixels of one member, from a video output on its player's current item.
    @MainActor
    final class ComposedMember {
        private struct Attachment {
            weak var item: AVPlayerItem?
            var output: AVPlayerItemVideoOutput
        }

        /// What an output returned for one instant.
        struct Look {
            /// The item time that is due; `nil`: the player is not on the line.
            var due: Duration?
            var answer: (buffer: CVPixelBuffer, time: Duration)?
            /// Whether earlier pictures belong to another item.
            var isOtherItem = false
        }

        /// An output that returns nothing for this long while its player plays is wedged and gets replaced.
        static let patience = Duration.seconds(1)
        /// A reader that looks once a second has not looked often enough by then.
        static let leastLooks = 10

        /// The transform that the file specifies for its pictures; `nil` until it is open.
        private(set) var transform: CGAffineTransform?
        /// How often a wedged output was replaced.
        private(set) var replacements = 0

        private weak var player: AVFoundationPlayer?
        private var attachments: [Attachment] = []
        private weak var current: AVPlayerItem?
        private var dryFrom: HostTime?
        private var dryLooks = 0

        init(of player: AVFoundationPlayer) {
            self.player = player
            player.beforeItem(for: self) { [weak self] in self?.attach(to: $0) }
            if let item = player.player.currentItem { attach(to: item) }
        }

        func reads(_ other: AVFoundationPlayer) -> Bool {
            player === other
        }

        /// Removes the outputs from their items.
        func end() {
            player?.beforeItem(for: self, nil)
            detach()
        }

        /// Requests the picture of an instant, unless the queue has it, and adds it there.
        ///
        /// - Returns: the item time that is due; `nil`: the player is not on the line.
        func look(
            at host: HostTime, of entry: GroupRunner.Entry, on line: GroupLine,
            into queue: inout ComposedFrames<CVPixelBuffer>.Queue
        ) -> Duration? {
            guard var timeline = entry.timeline else { return nil }
            timeline.line = line
            queue.frameLength = entry.info?.frameRate?.frameDuration
            let look = look(at: host, on: timeline, frameLength: queue.frameLength) { queue.hasAnswer(for: $0) }
            if look.isOtherItem { queue.clear() }
            if let due = look.due, let answer = look.answer { queue.add(answer.buffer, time: answer.time, for: due) }
            return look.due
        }

        /// Requests the picture of an instant, unless `isKnown` says that it is already there.
        func look(
            at host: HostTime, on timeline: MemberTimeline, frameLength: Duration?, isKnown: (Duration) -> Bool
        ) -> Look {
            transform = transform ?? player?.openAsset?.transform
            guard let player, let item = player.player.currentItem else { return Look() }
            var look = Look(isOtherItem: item !== current)
            current = item
            if look.isOtherItem { dryFrom = nil }
            let output = output(of: item)
            guard transform != nil, let due = player.itemTime(of: timeline, at: host) else {
                dryFrom = nil
                return look
            }
            look.due = due
            guard look.isOtherItem || !isKnown(due) else { return look }
            var shown = CMTime.invalid
            if let buffer = output.copyPixelBuffer(forItemTime: CMTime(due), itemTimeForDisplay: &shown),
                let time = Duration(shown)
            {
                look.answer = (buffer, time)
                dryFrom = nil
            } else {
                ranDry(at: host, of: item, rate: timeline.stretch(at: host).rate, frameLength)
            }
            return look
        }

        private func ranDry(at host: HostTime, of item: AVPlayerItem, rate: Double, _ frameLength: Duration?) {
            guard rate > 0, let dryFrom else {
                // The output of a paused player returns each picture only once.
                dryFrom = rate > 0 ? host : nil
                dryLooks = 0
                return
            }
            dryLooks += 1
            let pause = frameLength.map { ($0 * 2).unscaled(by: rate) } ?? .zero
            guard dryFrom.duration(to: host) >= max(Self.patience, pause), dryLooks >= Self.leastLooks else { return }
            self.dryFrom = nil
            replacements += 1
            // There is no other: an item gets its output right before it becomes current.
            detach()
            attach(to: item)
        }

        // MARK: Attaching

        private func attach(to item: AVPlayerItem) {
            guard !attachments.contains(where: { $0.item === item }) else { return }
            let attributes: [String: any Sendable] = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                kCVPixelBufferMetalCompatibilityKey as String: true,
                kCVPixelBufferIOSurfacePropertiesKey as String: [String: Int](),
            ]
            let output = AVPlayerItemVideoOutput(pixelBufferAttributes: attributes)
            item.add(output)
            attachments.append(Attachment(item: item, output: output))
        }

        private func detach() {
            for attachment in attachments { attachment.item?.remove(attachment.output) }
            attachments = []
        }

        /// The output of the current item. Outputs of earlier items are removed.
        private func output(of item: AVPlayerItem) -> AVPlayerItemVideoOutput {
            attach(to: item)
            while let first = attachments.first, first.item !== item {
                first.item?.remove(first.output)
                attachments.removeFirst()
            }
            return attachments[0].output
        }
    }
#endif
