#if canImport(CGStreamer)
    import CGStreamer
    import Foundation
    import MultiPlayerKit

    /// Tracks what the tiles of a group show, from tick to tick.
    struct GroupTiles {
        /// The content of a tile.
        private struct Tile {
            var picture: Picture
            var time: Duration
            var turn: MemberTimeline.Turn
            /// The position for which the picture is known to be the frame due.
            var exactAt: MemberTimeline.Position?
            /// The group time for which the picture is the frame due, by the map that its member had.
            var span: FrameSpan
            var map: TimeMap
            var isStandIn = false
            /// Whether its member has left the line since: it may come back with another file.
            var isOver = false
            /// Whether the picture was shown independently of the other tiles.
            var isAlone = false
        }

        /// A member's answer for the requested instant.
        private struct Candidate {
            var entry: GroupRunner.Entry
            var timeline: MemberTimeline
            /// The position due at the tick.
            var due: MemberTimeline.Position
            /// The requested instant, which may differ from the tick's.
            var asked: HostTime
            /// The content for its tile; `nil` leaves the tile as it is.
            var tile: Tile?
            /// Whether the member cannot be late, because not every frame is decoded.
            var isReduced = false
            /// Whether the exact frame was requested, which the member's tier may leave out.
            var isExact = false
            /// Whether the tile is independent of the others: in a group that does not move together, or as a
            /// background that is not fully decoded.
            var isAlone = false
        }

        /// What a tick shows, and which members are left behind or back from this tick on.
        struct Collected {
            var showings: [TickLedger.Showing] = []
            var verdict = TickGate.Verdict()
            /// Frames that tiles still show although their members are no longer on the line: they failed, or are being
            /// reopened.
            var remains: [FrameSpan] = []
            /// The barrier for whose target all tiles show a stand-in from this tick on.
            var stoodIn: Int?
        }

        /// Whether the group's first common start has passed.
        private(set) var hasStarted = false
        private var tiles: [MemberID: Tile] = [:]
        /// What members that took another's place show until they have a picture of their own: the other's last one.
        private var inherited: [MemberID: Tile] = [:]
        private var gate = TickGate()
        private var approach = StandInTiming()
        /// Members no longer on the line whose tiles do not show the others' instant.
        private var remnants: Set<MemberID> = []
        /// The sizes of the tiles that are seen, or may be on the next tick.
        private(set) var sizes: [MemberID: CGSize] = [:]

        /// Takes the placements of the tiles; returns whether any size has changed.
        ///
        /// - Parameter whole: the sizes that pictures must have at least.
        mutating func place(
            _ placements: [MemberID: TilePlacement], of layout: TileLayout, whole: [MemberID: CGSize] = [:]
        ) -> Bool {
            var new = placements.compactMapValues {
                $0.isHidden && !layout.keepsHiddenReady ? nil : $0.picture.size
            }
            for (id, size) in new {
                guard let whole = whole[id] else { continue }
                new[id] = CGSize(width: max(size.width, whole.width), height: max(size.height, whole.height))
            }
            defer { sizes = new }
            return new != sizes
        }

        /// Asks every member on the line for the frame due at `host`, waiting for slow ones until `deadline`.
        ///
        /// - Parameter patience: how long one member may hold up the others; `nil`: each tile is independent.
        mutating func collect(
            _ lineup: GroupRunner.Lineup, at host: HostTime, until deadline: HostTime, patience: Duration?
        ) -> Collected {
            if let start = lineup.startedAt, host >= start { hasStarted = true }
            let known = Set(lineup.entries.map(\.id))
            for entry in lineup.entries where tiles[entry.id] == nil {
                guard let former = entry.former, let tile = tiles[former] ?? inherited[former] else { continue }
                inherited[entry.id] = tile
            }
            inherited = inherited.filter { known.contains($0.key) && tiles[$0.key] == nil }
            for id in tiles.keys where !known.contains(id) { tiles[id] = nil }
            for entry in lineup.entries where !entry.isFollowing { tiles[entry.id]?.isOver = true }
            var collected = Collected()
            // Members that go their own ways are never behind each other.
            if patience == nil { collected.verdict = gate.dissolve() }
            let instant = patience == nil ? host : gate.instant(at: host, on: lineup.line)
            let candidates = lineup.entries.compactMap { entry -> Candidate? in
                guard entry.isFollowing else { return nil }
                let isBehind = gate.leftBehind.contains(entry.id)
                return candidate(
                    entry, at: host, asking: isBehind ? host : instant,
                    isExact: gate.meetsExactly && !isBehind && !entry.isAmbient, deadline: deadline,
                    isAlone: patience == nil)
            }
            let together = candidates.filter { !$0.isAlone && isSeen($0) }
            if let patience {
                // While the group is preparing, no member is late.
                collected.verdict = gate.judge(
                    together.map(offer), at: host, patience: lineup.isPreparing ? Self.forever : patience)
                letBackgroundsGo(of: lineup, &collected.verdict)
            }
            var (isNew, isElsewhere, isRemapped) = (false, false, false)
            for candidate in candidates {
                let id = candidate.entry.id
                // A member that was left behind shows its own instant, and is marked.
                let isFree = candidate.isAlone || !isSeen(candidate) || gate.leftBehind.contains(id)
                guard isFree || collected.verdict.shown.contains(id), let tile = candidate.tile else { continue }
                isNew = isNew || tile.picture !== tiles[id]?.picture
                if !candidate.isAlone, isSeen(candidate), let before = tiles[id], before.time != tile.time {
                    isElsewhere = true
                    isRemapped = isRemapped || before.map != tile.map
                }
                tiles[id] = tile
                tiles[id]?.isAlone = candidate.isAlone
            }
            if isElsewhere, !isRemapped { isElsewhere = !isOneInstant(of: candidates) }
            if approach.isDue(for: lineup.approach, at: host, isNew: isNew), let found = standIns(for: lineup, at: host)
            {
                tiles.merge(found) { $1 }
                for entry in lineup.entries where entry.isAmbient { tiles[entry.id]?.isAlone = true }
                collected.stoodIn = lineup.approach
                approach.shown(at: host)
            }
            if isElsewhere || collected.stoodIn != nil {
                // Only now do the tiles that stay take the new maps: so far all belonged to one instant of the previous
                // maps, even if one of them has just caught up with the others there.
                for candidate in candidates {
                    // A stand-in has the map that leads to its target, which the line may not have yet.
                    guard var tile = tiles[candidate.entry.id], !tile.isStandIn, tile.map != candidate.timeline.map
                    else {
                        continue
                    }
                    (tile.span, tile.map) = (remaining(tile, of: candidate), candidate.timeline.map)
                    tiles[candidate.entry.id] = tile
                }
            }
            collected.showings = candidates.map { candidate in
                TickLedger.Showing(
                    id: candidate.entry.id, outcome: outcome(of: candidate), position: candidate.due,
                    frameRate: candidate.entry.info?.frameRate, isSeen: isSeen(candidate),
                    isTogether: !candidate.isAlone && !goesItsOwnWay(candidate.entry) && isSeen(candidate),
                    span: tiles[candidate.entry.id]?.span)
            }
            remnants = []
            if patience != nil { collected.remains = remains(of: lineup, beside: collected.showings) }
            return collected
        }

        /// A background that has held up the others for too long is not compared with them: it goes its own way until it
        /// has a frame that is due, and is neither marked nor reported.
        private mutating func letBackgroundsGo(of lineup: GroupRunner.Lineup, _ verdict: inout TickGate.Verdict) {
            for entry in lineup.entries where entry.isAmbient && verdict.leftBehind.contains(entry.id) {
                guard tiles[entry.id] != nil else { continue }
                tiles[entry.id]?.isAlone = true
                gate.release(entry.id)
                verdict.leftBehind.remove(entry.id)
            }
        }

        /// The frames that members no longer on the line have left on their tiles; notes those outside the others'
        /// instant.
        private mutating func remains(
            of lineup: GroupRunner.Lineup, beside showings: [TickLedger.Showing]
        ) -> [FrameSpan] {
            let common = FrameSpan.common(of: showings.filter(\.isTogether).compactMap(\.span))
            return lineup.entries.compactMap { entry in
                guard !entry.isFollowing, !entry.isAmbient, sizes[entry.id] != nil,
                    let span = (tiles[entry.id] ?? inherited[entry.id])?.span
                else { return nil }
                if let common, common.common(with: span) == nil { remnants.insert(entry.id) }
                return span
            }
        }
        private static let forever = Duration.seconds(4_000_000_000)

        /// Whether an ambient member's tile shows a picture that need not be of the others' instant.
        private func goesItsOwnWay(_ entry: GroupRunner.Entry) -> Bool {
            entry.isAmbient && tiles[entry.id]?.isAlone == true
        }

        /// Whether the tiles have an instant in common, each by the map that it was shown with.
        private func isOneInstant(of candidates: [Candidate]) -> Bool {
            let together = candidates.filter { !$0.isAlone && !goesItsOwnWay($0.entry) && isSeen($0) }
            return FrameSpan.common(of: together.compactMap { tiles[$0.entry.id]?.span }) != nil
        }

        private func isSeen(_ candidate: Candidate) -> Bool {
            candidate.due.isVisible && sizes[candidate.entry.id] != nil
        }

        private func offer(_ candidate: Candidate) -> TickGate.Offer {
            // A tile that stays as it is offers what it shows. At rest every tile has to be exact, so there it offers
            // nothing yet.
            let stays = candidate.isReduced && !candidate.isExact && candidate.timeline.line.anchor.rate != 0
            let span =
                candidate.tile?.span ?? (stays ? tiles[candidate.entry.id].map { remaining($0, of: candidate) } : nil)
            return TickGate.Offer(
                id: candidate.entry.id, span: span, isReduced: candidate.isReduced && !candidate.isExact)
        }

        /// The group time for which a tile's picture is the frame due, by the map that its member has now.
        private func remaining(_ tile: Tile, of candidate: Candidate) -> FrameSpan {
            guard tile.map != candidate.timeline.map else { return tile.span }
            return span(of: tile.time, of: candidate.entry, candidate.timeline, isDue: false, at: candidate.asked)
        }

        /// One frame of each member, all of the newest instant on the way to the group's target that every member has.
        /// Backgrounds, which have a line of their own, go on beside them.
        private func standIns(for lineup: GroupRunner.Lineup, at host: HostTime) -> [MemberID: Tile]? {
            var candidates: [[(id: MemberID, tile: Tile)]] = []
            for entry in lineup.entries where entry.isFollowing && !entry.isAmbient && sizes[entry.id] != nil {
                guard let aim = entry.aim, let source = entry.player as? any FrameSource else { return nil }
                let position = aim.position(at: host)
                guard position.isVisible else { continue }
                candidates.append(
                    standIns(of: source, in: position).map { picture, time in
                        let span = span(of: time, of: entry, aim, isDue: false, at: host)
                        let tile = Tile(
                            picture: picture, time: time, turn: position.turn, exactAt: nil, span: span, map: aim.map,
                            isStandIn: true)
                        return (entry.id, tile)
                    })
            }
            guard
                let chosen = FrameSpan.newestCommon(
                    of: candidates.map { $0.map(\.tile.span) }, from: lineup.line.range?.lowerBound ?? .zero)
            else { return nil }
            return Dictionary(uniqueKeysWithValues: zip(candidates, chosen).map { $0[$1] })
        }

        private func standIns(
            of source: some FrameSource, in position: MemberTimeline.Position
        ) -> [(Picture, Duration)] {
            source.standIns(in: position.turn).compactMap { picture, time in
                // A decoder may still have pictures of its way to a later target.
                guard time >= position.piece.lowerBound, time <= position.itemTime, let picture = picture as? Picture
                else { return nil }
                return (picture, time)
            }
        }

        /// Asks a member for an instant; its tile is not changed.
        private func candidate(
            _ entry: GroupRunner.Entry, at host: HostTime, asking asked: HostTime, isExact: Bool, deadline: HostTime,
            isAlone: Bool
        ) -> Candidate? {
            guard let timeline = entry.timeline, let source = entry.player as? any FrameSource else { return nil }
            let position = timeline.position(at: asked)
            var candidate = Candidate(
                entry: entry, timeline: timeline, due: timeline.position(at: host), asked: asked, isReduced: isExact,
                isExact: isExact, isAlone: isAlone)
            // A picture made small for a small tile is requested again when the tile has grown.
            if var tile = tiles[entry.id], tile.exactAt == position, !isSmall(tile.picture, for: entry) {
                tile.span = span(of: tile.time, of: entry, timeline, isDue: true, at: asked)
                tile.map = timeline.map
                candidate.tile = tile
                return candidate
            }
            let answer =
                isExact
                ? exact(source, at: position, on: timeline) : ask(source, at: position, on: timeline, until: deadline)
            switch answer {
            case .exact(let picture, let time): candidate.tile = tile(picture, time, isExact: true)
            // Members that move together show no previews of their own.
            case .preview(let picture, let time):
                if isAlone { candidate.tile = tile(picture, time, isExact: false, isStandIn: true) }
            case .reduced(let picture, let time):
                if !isOlder(time, than: tiles[entry.id], at: position, on: timeline) {
                    candidate.tile = tile(picture, time, isExact: false)
                }
                candidate.isReduced = true
            case .still: candidate.isReduced = true
            case .late: break
            }
            // A background that is not fully decoded is shown independently. It rejoins with a frame that is due, and
            // holds up nobody until then.
            if entry.isAmbient, candidate.isReduced || candidate.tile == nil && goesItsOwnWay(entry) {
                (candidate.isReduced, candidate.isAlone) = (true, true)
            }
            func tile(_ picture: Picture, _ time: Duration, isExact: Bool, isStandIn: Bool = false) -> Tile {
                Tile(
                    picture: picture, time: time, turn: position.turn, exactAt: isExact ? position : nil,
                    span: span(of: time, of: entry, timeline, isDue: isExact, at: asked), map: timeline.map,
                    isStandIn: isStandIn)
            }
            return candidate
        }

        /// Whether a tile shows a newer picture of this turn already: the key frames of a size that a member is lowered to
        /// may lie far before what it has shown in another.
        private func isOlder(
            _ time: Duration, than tile: Tile?, at position: MemberTimeline.Position, on timeline: MemberTimeline
        ) -> Bool {
            guard let tile, !tile.isStandIn, !tile.isOver, tile.turn == position.turn, tile.map == timeline.map else {
                return false
            }
            return time < tile.time && tile.time <= position.itemTime
        }

        /// Does not wait: members on key frames are never late.
        private func exact(
            _ source: some FrameSource, at position: MemberTimeline.Position, on timeline: MemberTimeline
        ) -> FrameAnswer<Picture> {
            source.exactFrame(at: position, on: timeline).map { $0 as? Picture }
        }

        private func ask(
            _ source: some FrameSource, at position: MemberTimeline.Position, on timeline: MemberTimeline,
            until deadline: HostTime
        ) -> FrameAnswer<Picture> {
            let answer = source.frame(at: position, on: timeline)
            guard case .late = answer else { return answer.map { $0 as? Picture } }
            let patience = HostTime.now.duration(to: deadline)
            guard patience > .zero else { return .late }
            return source.frame(at: position, on: timeline, waitingAtMost: patience).map { $0 as? Picture }
        }

        private func span(
            of time: Duration, of entry: GroupRunner.Entry, _ timeline: MemberTimeline, isDue: Bool, at host: HostTime
        ) -> FrameSpan {
            // Files of variable rate state no rate; phones record 30 frames a second on average.
            let lasting = (entry.info?.frameRate ?? FrameRate(30)).frameDuration
            return timeline.span(of: time, lasting: lasting, isDue: isDue, at: host)
        }

        /// The outcome of a tick for a tile: what it shows, compared with what is due.
        private func outcome(of candidate: Candidate) -> TickLedger.Showing.Outcome {
            guard let tile = tiles[candidate.entry.id] else { return candidate.isReduced ? .reduced(time: nil) : .late }
            let isReduced = candidate.isReduced || !candidate.isAlone && goesItsOwnWay(candidate.entry)
            if isReduced { return .reduced(time: candidate.tile?.picture === tile.picture ? tile.time : nil) }
            if tile.isStandIn { return .preview }
            if tile.exactAt == candidate.due { return .exact(time: tile.time) }
            // The same frame may be due on several ticks.
            guard let rate = candidate.entry.info?.frameRate, tile.exactAt?.piece == candidate.due.piece,
                tile.turn == candidate.due.turn
            else { return .late }
            let first = candidate.timeline.bounds.start
            let isSame = rate.frame(at: tile.time - first) == rate.frame(at: candidate.due.itemTime - first)
            return isSame ? .exact(time: tile.time) : .late
        }

        /// The decoded pictures of what was collected.
        func frames(for showings: [TickLedger.Showing], of lineup: GroupRunner.Lineup) -> [ShownFrame] {
            showings.compactMap { showing in
                guard showing.isSeen, let tile = tiles[showing.id] else { return nil }
                let isDue = if case .exact = showing.outcome { true } else { false }
                let begin = lineup.entries.first { $0.id == showing.id }?.info?.bounds.start ?? .zero
                return ShownFrame(
                    member: showing.id, picture: tile.picture, itemTime: tile.time, mediaTime: tile.time - begin,
                    groupTime: max(tile.span.times.lowerBound, .zero), isDue: isDue)
            }
        }

        private func isSmall(_ picture: Picture, for entry: GroupRunner.Entry) -> Bool {
            guard let size = sizes[entry.id], let full = entry.info?.displaySize else { return false }
            let width = picture.format.displaySize.width
            return width < full.width.rounded(.down) && width < size.width.rounded(.down)
        }

        /// Adds what is to be drawn, the background first, in whatever order members were added.
        func draw(
            _ lineup: GroupRunner.Lineup, at host: HostTime, placements: [MemberID: TilePlacement], layout: TileLayout,
            in showing: inout StageShowing
        ) {
            let members = lineup.entries.filter { !$0.isAmbient }
            let ordered = lineup.entries.filter(\.isAmbient) + members
            let difference = layout.drawnDifference
            let pair = difference?.pair(of: members.count)
            var tilesDrawn = 0
            for entry in ordered {
                guard let tile = tiles[entry.id] ?? inherited[entry.id], let place = placements[entry.id],
                    !place.isHidden
                else { continue }
                if let timeline = entry.timeline, entry.isFollowing, !timeline.position(at: host).isVisible { continue }
                if !entry.isAmbient { tilesDrawn += 1 }
                var blend = Canvas.Layer.Blend.normal
                if let difference, let pair, tilesDrawn == 2, !entry.isAmbient {
                    blend = .difference(difference, isFirst: pair.first > pair.second)
                }
                showing.layers.append(
                    Canvas.Layer(
                        id: entry.id.number, picture: tile.picture, crop: place.sourceCrop, target: place.visible,
                        blend: blend,
                        isPixelated: layout.zoom.showsPixels(of: tile.picture.format.displaySize, in: place)))
                if gate.leftBehind.contains(entry.id) || remnants.contains(entry.id) {
                    showing.marks.append(Self.mark(on: place.visible))
                }
            }
        }

        /// What is written into the tiles, each by the picture that it shows.
        func captions(
            _ captions: TileCaptions, of lineup: GroupRunner.Lineup, in frame: StageFrame,
            at placements: [MemberID: TilePlacement]
        ) -> [StageCaption] {
            let members = lineup.entries.filter { entry in
                !entry.isAmbient && !(placements[entry.id]?.isHidden ?? true)
            }
            return members.enumerated().compactMap { index, entry in
                guard let place = placements[entry.id] else { return nil }
                let begin = entry.info?.bounds.start ?? .zero
                let text = captions.text(
                    of: CaptionFacts(
                        member: entry.id, name: entry.name, time: tiles[entry.id].map { $0.time - begin },
                        info: entry.info, type: tiles[entry.id]?.picture.codedType))
                return StageCaption(
                    id: entry.id, text: text, area: place.visible, corner: frame.layout.corner(of: captions, at: index),
                    height: captions.pixels(on: frame.size.height))
            }
        }

        /// The mark on a tile that does not show the others' instant: an amber line along its lower edge, visible from
        /// across a room, and covering nothing that viewers compare.
        private static func mark(on tile: CGRect) -> Canvas.Mark {
            let height = max((tile.height / 60).rounded(), 4)
            let rect = CGRect(x: tile.minX, y: tile.maxY - height, width: tile.width, height: height)
            return Canvas.Mark(rect: rect, colour: StageColour(red: 1, green: 0.72, blue: 0), opacity: 1)
        }
    }
#endif
