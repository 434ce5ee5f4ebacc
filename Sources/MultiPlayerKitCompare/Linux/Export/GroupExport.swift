#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// Writes what a group shows, and what is heard of it, to a video file, as fast as it can be decoded.
    ///
    /// ```swift
    /// var export = GroupExport(of: group, as: .sideBySide)
    /// export.captions = stage.captions
    /// export.range = .seconds(2)..<(.seconds(12))
    /// try await export.write(to: URL(filePath: "comparison.mp4")) { part in show(part) }
    /// ```
    /// The group itself is only looked at: members of the same sources are opened anew, beside it. Each frame of the file
    /// is the picture that a stage in real time shows at that tick. Two exports of the same files with the same versions
    /// of GStreamer and x264 are the same byte for byte.
    public struct GroupExport: Sendable {
        /// What is heard in the file.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Sound: Hashable, Sendable {
            /// Nothing: the file has no sound.
            case none
            /// The group's audible member; nothing if there is none, or if it has no sound.
            case audible
            /// All members at once.
            case mix
        }

        /// What has been written.
        public struct Outcome: Hashable, Sendable {
            /// Frames of the file.
            public var frames: Int
            /// Frames in which a tile shows an earlier picture, because the file lacks the one that is due.
            public var lateFrames: Int
            public var hasSound: Bool
        }

        /// Pixels, whole and even, 16…7680 a side. Default: 1280×720.
        public var size = CGSize(width: 1280, height: 720)
        /// Frames a second, up to 240. Default: 30.
        public var rate = FrameRate(30)
        /// The layout of the tiles.
        public var layout: TileLayout
        /// What is written into the tiles, as on the group's own stage. Default: `nil`, nothing.
        public var captions: TileCaptions?
        /// The group time that is shown. Default: the group's own range if it has one, otherwise `nil`, all of it.
        public var range: Range<Duration>?
        /// What is heard. Default: the audible member.
        public var sound = Sound.audible
        /// The colour where there is no picture. Default: black.
        public var background = StageColour.black

        private let copy: GroupCopy
        private let audible: MemberID?
        private let groupRate: Double

        /// Creates an export of what a group has now: its members with their offsets and speeds, its background, rate,
        /// range and audible member.
        @MainActor
        public init(of group: PlaybackGroup, as layout: TileLayout) {
            copy = GroupCopy(of: group)
            (audible, groupRate, range) = (group.audibleMember, group.rate, group.runner.lineup.loop.range)
            self.layout = layout
        }

        /// Ticks between two looks at whether the task was cancelled.
        private static let batch = 15

        /// Decodes, encodes and writes.
        ///
        /// - Parameters:
        ///   - url: a file ending in .mp4 or .mov, or for a short range in .webp: a picture that moves on a web page,
        ///     without sound. One that is there is replaced when the new one is complete; until then, and if it is
        ///     never complete, it stays.
        ///   - progress: called on the main actor now and then with the part that is done, 0…1.
        /// - Throws: `PlaybackError` for a video that cannot be played, `outputFailed` where the file cannot be written;
        ///   `CancellationError`.
        @MainActor
        @discardableResult
        public func write(
            to url: URL, progress: @MainActor (Double) -> Void = { _ in }
        ) async throws -> Outcome {
            let kind = try ExportKind(url)
            guard !copy.members.isEmpty else {
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent, reason: "the group has no members",
                    cure: "add videos to it first")
            }
            let stage = try Stage(size: size, rate: rate, pace: .unpaced, background: background)
            defer { stage.stop() }
            let group = PlaybackGroup(on: stage, budget: nil)
            let events = group.events
            let copies = copy.fill(group)
            let infos = try await events.infos(of: copies)
            let span = try span(of: group, for: url)
            group.setRange(span, repeats: false)
            group.rate = groupRate
            stage.show(group, layout: layout)
            stage.captions = captions(for: copies)

            let heard = kind == .webp ? [] : try await sounds(of: copies, infos)
            let file: any ExportTarget =
                switch kind {
                case .mp4: try ExportFile(url, in: "mp4mux", stage.format, hasSound: !heard.isEmpty)
                case .mov: try ExportFile(url, in: "qtmux", stage.format, hasSound: !heard.isEmpty)
                case .webp: try ExportAnimation(url, stage.format)
                }
            defer { file.close() }
            try stage.add(file, from: .groupStart)
            try await group.play()
            let length = (span.upperBound - span.lowerBound).seconds / abs(groupRate)
            // A tick that begins within the range is shown.
            let total = max(Int((length * rate.perSecond - 1e-6).rounded(.up)), 1)
            while file.progress.frames < total {
                try Task.checkCancellation()
                let before = file.progress.frames
                let count = min(Self.batch, total - before)
                // Decoding blocks, and so does writing.
                try await Blocking.run {
                    stage.advance(ticks: count)
                    let reached = file.progress
                    guard let start = reached.start else { return }
                    if before == 0 {
                        let lineup = group.runner.lineup
                        for sound in heard { sound.begin(at: start, in: lineup) }
                    }
                    try file.write(heard, until: reached.frames)
                }
                if let error = copies.compactMap({ group.failures[$0] }).first { throw error }
                if let error = file.error { throw error }
                progress(Double(min(file.progress.frames, total)) / Double(total))
            }
            try await Blocking.run { try file.complete() }
            let written = file.progress
            return Outcome(frames: written.frames, lateFrames: written.lateFrames, hasSound: !heard.isEmpty)
        }

        // MARK: The copy of the group

        @MainActor
        private func span(of group: PlaybackGroup, for url: URL) throws -> Range<Duration> {
            let whole = Duration.zero..<(group.length ?? .zero)
            let span = range ?? whole
            guard span.lowerBound >= .zero, !span.isEmpty else {
                throw PlaybackError(
                    .outputFailed, subject: url.lastPathComponent,
                    reason: "there is nothing from \(span.lowerBound.seconds) s to \(span.upperBound.seconds) s",
                    cure: "choose a range that begins at 0 s or later and ends after that")
            }
            return span
        }

        private func captions(for copies: [MemberID]) -> TileCaptions? {
            guard var captions else { return nil }
            let (texts, notes) = (captions.texts, captions.notes)
            (captions.texts, captions.notes) = ([:], [:])
            for (member, id) in zip(copy.members, copies) {
                captions.texts[id] = texts[member.id]
                captions.notes[id] = notes[member.id]
            }
            return captions
        }

        @MainActor
        private func sounds(
            of copies: [MemberID], _ infos: [MemberID: MediaInfo]
        ) async throws -> [ExportSound] {
            var sounds: [ExportSound] = []
            for (member, id) in zip(copy.members, copies)
            where sound == .mix || sound == .audible && member.id == audible {
                guard infos[id]?.hasAudio == true else { continue }
                let source = member.source
                sounds.append(try await Blocking.run { try ExportSound(of: source, member: id) })
            }
            return sounds
        }
    }
#endif
