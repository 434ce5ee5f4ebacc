#if canImport(CGStreamer)
    import CGStreamer
    import Foundation

    /// What a stage keeps between ticks: the canvas, and what each tile shows.
    struct Composer {
        /// What a tile shows, and for which position it is known to be right.
        private struct Tile {
            var picture: Picture
            var time: Duration
            var exactAt: MemberTimeline.Position?
        }

        let canvas: Canvas
        var nextTick: Int64 = 0
        var lastPicture: Picture?
        var standstill = StandstillReturn()
        /// Whether the group's first common start lies behind.
        private(set) var hasStarted = false
        private var tiles: [MemberID: Tile] = [:]
        /// How large tiles are; those that cannot be seen are left out.
        private(set) var sizes: [MemberID: CGSize] = [:]

        init(canvas: Canvas) {
            self.canvas = canvas
        }

        /// Takes where the tiles lie; returns whether one of them has another size than before.
        mutating func place(_ placements: [MemberID: TilePlacement]) -> Bool {
            let new = placements.compactMapValues { $0.isHidden ? nil : $0.picture.size }
            defer { sizes = new }
            return new != sizes
        }

        /// Asks every member on the line for the frame due at `host`, waiting for slow ones until `deadline`.
        mutating func collect(
            _ lineup: GroupRunner.Lineup, at host: HostTime, until deadline: HostTime
        ) -> [TickLedger.Showing] {
            var showings: [TickLedger.Showing] = []
            if let start = lineup.startedAt, host >= start { hasStarted = true }
            let known = Set(lineup.entries.map(\.id))
            for id in tiles.keys where !known.contains(id) { tiles[id] = nil }
            for entry in lineup.entries where entry.isFollowing {
                guard let timeline = entry.timeline, let source = entry.player as? any FrameSource else { continue }
                let position = timeline.position(at: host)
                let outcome = ask(source, entry, position, deadline: deadline)
                showings.append(
                    TickLedger.Showing(
                        id: entry.id, outcome: outcome, position: position, frameRate: entry.info?.frameRate))
            }
            return showings
        }

        private mutating func ask(
            _ source: some FrameSource, _ entry: GroupRunner.Entry, _ position: MemberTimeline.Position,
            deadline: HostTime
        ) -> TickLedger.Showing.Outcome {
            // A picture made small for a small tile is asked for again when the tile has grown.
            if let tile = tiles[entry.id], tile.exactAt == position, !isSmall(tile.picture, for: entry) {
                return .exact(time: tile.time)
            }
            var answer = source.frame(at: position)
            if case .late = answer {
                let patience = HostTime.now.duration(to: deadline)
                if patience > .zero { answer = source.frame(at: position, waitingAtMost: patience) }
            }
            switch answer {
            case .exact(let picture, let time):
                guard let picture = picture as? Picture else { return .late }
                tiles[entry.id] = Tile(picture: picture, time: time, exactAt: position)
                return .exact(time: time)
            case .preview(let picture, let time):
                guard let picture = picture as? Picture else { return .late }
                tiles[entry.id] = Tile(picture: picture, time: time)
                return .preview
            case .reduced(let picture, let time):
                guard let picture = picture as? Picture else { return .late }
                tiles[entry.id] = Tile(picture: picture, time: time)
                return .reduced(time: time)
            case .still:
                return .reduced(time: nil)
            case .late:
                return .late
            }
        }

        private func isSmall(_ picture: Picture, for entry: GroupRunner.Entry) -> Bool {
            guard let size = sizes[entry.id], let full = entry.info?.displaySize else { return false }
            let width = picture.format.displaySize.width
            return width < full.width.rounded(.down) && width < size.width.rounded(.down)
        }

        /// The composed picture, the same object as before when nothing changed.
        mutating func compose(
            _ lineup: GroupRunner.Lineup, at host: HostTime, placements: [MemberID: TilePlacement],
            scene: (layout: TileLayout, marks: [Canvas.Mark])
        ) -> Picture? {
            var layers: [Canvas.Layer] = []
            // The background is drawn first, whatever the order of adding.
            let ordered = lineup.entries.filter(\.isAmbient) + lineup.entries.filter { !$0.isAmbient }
            var tilesDrawn = 0
            for entry in ordered {
                guard let tile = tiles[entry.id], let place = placements[entry.id], !place.isHidden else { continue }
                if let timeline = entry.timeline, entry.isFollowing, !timeline.position(at: host).isVisible { continue }
                if !entry.isAmbient { tilesDrawn += 1 }
                let isDifference = scene.layout.arrangement == .difference && tilesDrawn == 2 && !entry.isAmbient
                layers.append(
                    Canvas.Layer(
                        id: entry.id.number, picture: tile.picture, crop: place.sourceCrop, target: place.visible,
                        blend: isDifference ? .difference : .normal))
            }
            return canvas.compose(layers, marks: scene.marks)
        }
    }
#endif
