#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    extension GroupExport {
        /// Ticks between two looks at whether the task was cancelled.
        private static let batch = 15

        /// Plays a copy of the group on a stage that runs as fast as it can, and writes each of its pictures.
        @MainActor
        func write(to url: URL, _ kind: ExportKind, _ progress: @MainActor (Double) -> Void) async throws -> Outcome {
            let stage = try Stage(size: size, rate: rate, pace: .unpaced, background: background)
            defer { stage.stop() }
            let group = PlaybackGroup(on: stage, budget: nil)
            let events = group.events
            let copies = copy.fill(group)
            let infos = try await events.infos(of: copies)
            let span = try span(of: group.length, for: url)
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
            let total = frameCount(of: span)
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
                    try file.write(heard.map(\.sound), until: reached.frames)
                }
                if let error = copies.compactMap({ group.failures[$0] }).first { throw error }
                if let error = file.error { throw error }
                progress(Double(min(file.progress.frames, total)) / Double(total))
            }
            try await Blocking.run { try file.complete() }
            let written = file.progress
            return Outcome(frames: written.frames, lateFrames: written.lateFrames, hasSound: !heard.isEmpty)
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
        ) async throws -> [MemberSound] {
            var sounds: [MemberSound] = []
            for (member, id) in zip(copy.members, copies) where isHeard(member) {
                guard infos[id]?.hasAudio == true else { continue }
                let source = member.source
                sounds.append(try await Blocking.run { try MemberSound(of: source, member: id) })
            }
            return sounds
        }
    }

    extension ExportKind {
        var isWritten: Bool { true }
        /// What else a name may end in.
        static let others = ", or for a moving picture without sound in .webp"
    }

    extension GroupCopy {
        /// Gives all of it to an empty group; returns its members, in their order.
        @MainActor
        func fill(_ group: PlaybackGroup) -> [MemberID] {
            let added = members.map { group.add(source: $0.source, map: $0.map) }
            group.background = background
            return added
        }
    }
#endif
