#if canImport(AVFoundation) && canImport(CoreImage) && canImport(Metal)
    import AVFoundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// Frame by frame on the way from a group's videos to a file.
    ///
    /// Sendable because everything in it is used by one piece of work at a time: the export waits for each before it
    /// begins the next, on ``queue`` or beside it.
    final class ExportRun: @unchecked Sendable {
        /// A member that is seen.
        struct Tile {
            let pictures: MemberPictures
            let placement: TilePlacement
        }

        /// What the members of a group are, before there is a file.
        struct Scene {
            /// Those that are seen, in their order, by their index among all.
            var tiles: [(index: Int, tile: Tile)]
            var background: Tile?
            /// The two that are compared instead of shown, by their index.
            var difference: (pair: (first: Int, second: Int), drawn: TileLayout.Difference)?
            var sounds: [ExportSound]
        }

        /// What the writer has room for.
        private enum Room {
            case forPicture, forNothing
            /// Sound was written.
            case taken
        }

        /// Samples that are written at once, a tenth of a second: few enough to keep no picture waiting.
        private static let chunk = ExportSound.rate / 10
        /// Between two looks at a writer that has room for nothing: a fraction of what a frame takes to encode.
        private static let pause = Duration.milliseconds(2)

        private let scene: Scene
        private let painter: GroupPainter
        private let file: MovieFile
        private let labels: CaptionLabels?
        private let queue: ExportQueue
        private let rate: FrameRate
        private let total: Int
        /// What has been written.
        private(set) var frames = 0
        private(set) var lateFrames = 0
        private var samples = 0
        private var shown: [MemberID: MemberPictures.Shown] = [:]

        /// - Parameters:
        ///   - labels: draws the captions, if there are any.
        ///   - total: frames of the file.
        init(
            _ scene: Scene, painter: GroupPainter, labels: CaptionLabels?, into file: MovieFile, rate: FrameRate,
            total: Int, on queue: ExportQueue
        ) {
            (self.scene, self.painter, self.labels, self.file) = (scene, painter, labels, file)
            (self.rate, self.total, self.queue) = (rate, total, queue)
        }

        /// The part that is done, 0…1.
        var part: Double { Double(frames) / Double(total) }

        /// Writes the next frames.
        func write(_ count: Int) async throws {
            for _ in 0..<min(count, total - frames) {
                try Task.checkCancellation()
                let facts = try await queue.run { try self.look() }
                let captions = await labels?.labels(for: facts) ?? []
                try await waitForRoom()
                try await queue.run { try self.draw(captions) }
            }
        }

        /// Writes the rest of the sound and completes the file.
        func complete() async throws {
            try await queue.run { try self.file.endPictures() }
            while samples < sampleCount(until: total), !scene.sounds.isEmpty {
                try Task.checkCancellation()
                if try await queue.run({ try self.offer() }) != .taken { try await Task.sleep(for: Self.pause) }
            }
            try await file.complete(frames: total)
        }

        /// Removes what was written, unless it is complete.
        func discard() async { try? await queue.run { self.file.discard() } }

        // MARK: Pictures

        /// Reads the pictures of the next frame; returns what their captions tell.
        private func look() throws(PlaybackError) -> [(facts: CaptionFacts, visible: CGRect)] {
            let host = HostTime(nanoseconds: 0).advanced(by: rate.time(ofFrame: Int64(frames)))
            var facts: [(facts: CaptionFacts, visible: CGRect)] = []
            var isLate = false
            for tile in [scene.background].compactMap(\.self) + scene.tiles.map(\.tile) {
                let member = tile.pictures.member
                shown[member.id] = try tile.pictures.picture(at: host)
                if shown[member.id]?.isDue == false { isLate = true }
            }
            for (_, tile) in scene.tiles {
                let member = tile.pictures.member
                let time = shown[member.id].map { $0.time - member.info.bounds.start }
                facts.append(
                    (
                        CaptionFacts(member: member.id, name: member.name, time: time, info: member.info),
                        tile.placement.visible
                    ))
            }
            if isLate { lateFrames += 1 }
            return facts
        }

        private func draw(_ captions: [CaptionLabel]) throws(PlaybackError) {
            let picture = try file.picture()
            painter.paint(layers + captions.map { .caption($0) }, into: picture)
            try file.append(picture, as: frames)
            frames += 1
        }

        private var layers: [GroupPainter.Layer] {
            let background = scene.background.flatMap(painted).map { [GroupPainter.Layer.picture($0)] } ?? []
            let tiles = scene.tiles.compactMap { index, tile in painted(tile).map { (index: index, tile: $0) } }
            if let (pair, difference) = scene.difference,
                let first = tiles.first(where: { $0.index == pair.first })?.tile,
                let second = tiles.first(where: { $0.index == pair.second })?.tile
            {
                return background + [.difference(first, second, difference)]
            }
            return background + tiles.map { .picture($0.tile) }
        }

        private func painted(_ tile: Tile) -> PaintedTile? {
            let member = tile.pictures.member
            return shown[member.id].map {
                PaintedTile($0.buffer, turnedBy: member.transform, at: tile.placement)
            }
        }

        // MARK: Sound

        private func sampleCount(until frame: Int) -> Int {
            Int((rate.time(ofFrame: Int64(frame)).seconds * Double(ExportSound.rate)).rounded())
        }

        /// Waits until the writer takes another picture, and meanwhile gives it the sound that it waits for.
        private func waitForRoom() async throws {
            while true {
                switch try await queue.run({ try self.offer() }) {
                case .forPicture: return
                case .taken: continue
                case .forNothing: try await Task.sleep(for: Self.pause)
                }
            }
        }

        /// Writes sound if that is behind the pictures, or if the writer takes nothing else. The writer decides which of
        /// the two it takes next, so insisting on an order could wait forever.
        private func offer() throws(PlaybackError) -> Room {
            if let error = file.error { throw error }
            let hasSound = file.takesSound
            let isBehind = samples < sampleCount(until: frames + 1)
            if file.takesPictures, !(hasSound && isBehind) { return .forPicture }
            let count = min(Self.chunk, sampleCount(until: total) - samples)
            guard hasSound, count > 0 else { return .forNothing }
            var mix = [Float](repeating: 0, count: count * ExportSound.channels)
            for sound in scene.sounds { try sound.add(to: &mix) }
            try file.append(mix, from: samples)
            samples += count
            if samples == sampleCount(until: total) { try file.endSound() }
            return .taken
        }
    }
#endif
