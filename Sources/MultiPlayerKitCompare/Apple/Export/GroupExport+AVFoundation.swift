#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal)
    import AVFoundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    extension GroupExport {
        /// Frames between two reports of progress.
        private static let batch = 15

        /// Reads the members' pictures in their order, and nothing plays.
        @MainActor
        func write(to url: URL, _ kind: ExportKind, _ progress: @MainActor (Double) -> Void) async throws -> Outcome {
            try check(url)
            let (members, backdrop) = try await opened()
            let span = try span(of: members.compactMap(\.length).max(), for: url)
            let line = GroupLine(
                anchor: LineAnchor(hostTime: HostTime(nanoseconds: 0), time: span.lowerBound, rate: groupRate),
                range: span)
            guard let painter = GroupPainter(size: size, background: background) else {
                throw PlaybackError.unwritten(url, "this device knows no colours", cure: "update its system")
            }
            let scene = scene(of: members, backdrop, on: line)
            let (total, queue, hasSound) = (frameCount(of: span), ExportQueue(), !scene.sounds.isEmpty)
            let (size, rate) = (size, rate)
            let file = try await queue.run { try MovieFile(url, kind, size: size, rate: rate, hasSound: hasSound) }
            let run = ExportRun(
                scene, painter: painter,
                labels: captions.map { CaptionLabels($0, layout: layout, height: size.height) }, into: file, rate: rate,
                total: total, on: queue)
            do {
                while run.frames < total {
                    try await run.write(Self.batch)
                    progress(run.part)
                }
                try await run.complete()
            } catch {
                await run.discard()
                throw error
            }
            return Outcome(frames: total, lateFrames: run.lateFrames, hasSound: hasSound)
        }

        private func check(_ url: URL) throws(PlaybackError) {
            // Before they become integers: an app's quotient may be no number.
            let sides = [size.width, size.height].map { Double($0) }
            guard sides.allSatisfy({ (16...7680).contains($0) && $0.remainder(dividingBy: 2) == 0 }) else {
                throw PlaybackError.unwritten(
                    url, "a size of \(sides[0]) by \(sides[1]) cannot be written",
                    cure: "choose even sides from 16 to 7680 pixels")
            }
            guard rate.perSecond <= 240 else {
                throw PlaybackError.unwritten(url, "\(rate) frames a second are too many", cure: "choose up to 240")
            }
            guard groupRate > 0 else {
                throw PlaybackError(
                    .onlyForwards, subject: url.lastPathComponent, reason: "the group plays backwards",
                    cure: "set its rate to a positive one")
            }
        }

        // MARK: The copy of the group

        private func opened() async throws -> (members: [ExportMember], background: ExportMember?) {
            var members: [ExportMember] = []
            for member in copy.members { members.append(try await ExportMember.open(member)) }
            guard let background = copy.background else { return (members, nil) }
            // The numbers of members begin at 1.
            let backdrop = GroupCopy.Member(
                id: MemberID(0), source: background.source,
                map: TimeMap(
                    offset: background.offset, speed: background.speed, range: background.range, end: .loop))
            return (members, try await ExportMember.open(backdrop, isBackground: true))
        }

        private func scene(
            of members: [ExportMember], _ background: ExportMember?, on line: GroupLine
        ) -> ExportRun.Scene {
            let placements = layout.placements(for: members.map(\.info.displaySize), in: size)
            let tiles = zip(members, placements).enumerated().filter { !$1.1.isHidden }.map { index, tile in
                (index, ExportRun.Tile(pictures: MemberPictures(of: tile.0, on: line), placement: tile.1))
            }
            let fill = TileLayout(.sideBySide, fitting: .fill)
            let backdrop = background.flatMap { background in
                fill.placements(for: [background.info.displaySize], in: size).first.map {
                    ExportRun.Tile(pictures: MemberPictures(of: background, on: line), placement: $0)
                }
            }
            let difference = layout.drawnDifference.flatMap { difference in
                difference.pair(of: members.count).map { (pair: $0, drawn: difference) }
            }
            let sounds = zip(copy.members, members).filter { isHeard($0.0) }.compactMap {
                $0.1.sound(on: line, from: line.anchor.hostTime)
            }
            return ExportRun.Scene(tiles: tiles, background: backdrop, difference: difference, sounds: sounds)
        }
    }
#endif
