#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen

    /// One tick of a feed, on the stage's thread.
    extension StageFeed {
        /// Screens ahead and behind whose posters are made.
        private static let posterScreens = 1.5
        /// After this long the first screen is shown without the posters that it lacks.
        private static let longestWait = Duration.seconds(5)
        /// For this long after a movement no tick waits for a frame: smooth scrolling comes first.
        private static let rest = Duration.milliseconds(100)
        /// The colour of a cell that has neither picture nor poster.
        private static let plate = StageColour(red: 0.16, green: 0.17, blue: 0.2)

        package var moment: [FeedCellID: FeedCellBoard] { board.withLock { $0 } }

        /// What every cell on the screen shows at a tick.
        package func collect(
            _ board: [FeedCellID: FeedCellBoard], at host: HostTime, in frame: StageFrame, until deadline: HostTime
        ) -> StageShowing {
            let size = frame.size
            let (begin, hold) = (HostTime.now, TickHold())
            let place = (scroller.withLock { $0 }(host, startedAt) / 2).rounded() * 2
            let screen = CGRect(x: 0, y: place, width: size.width, height: size.height)
            let decorate = decoration.withLock { $0 }
            var showing = StageShowing()
            let (news, isHurried) = drawing.withLock { drawing -> ([(FeedArrival, FeedBinding)], Bool) in
                if drawing.offset != place || drawing.movedAt == nil { drawing.movedAt = host }
                drawing.offset = place
                drawing.bare = 0
                let isMoving = drawing.movedAt.map { $0.duration(to: host) < Self.rest } ?? true
                let patience = isUnpaced || !isMoving ? deadline : begin
                let ids = layout.cells(in: screen)
                var news: [(FeedArrival, FeedBinding)] = []
                for id in ids {
                    guard let frame = layout.frame(of: id) else { continue }
                    let rect = CGRect(
                        x: (frame.minX / 2).rounded() * 2, y: ((frame.minY - place) / 2).rounded() * 2,
                        width: Double(cell.width), height: Double(cell.height))
                    let own = board[id]
                    let progress = own?.live.flatMap {
                        ask($0, own, id, at: host, until: patience, &drawing, &showing, &news)
                    }
                    addLayer(of: id, own, rect, size, &drawing, &showing)
                    let look = Look(
                        cell: id, frame: rect, isPlaying: own?.role.plays ?? false, offer: own?.offer ?? .nothing,
                        progress: progress)
                    showing.marks += decorate(look).map {
                        Canvas.Mark(rect: $0.rect, colour: $0.colour, opacity: $0.opacity)
                    }
                }
                orderPosters(ids, screen, isMoving: isMoving, &drawing)
                startWhenComplete(at: host, isComplete: drawing.bare == 0, &drawing)
                drawing.forget(except: Set(ids))
                showing.hasStarted = drawing.startedAt != nil
                // At rest a tick may wait for a frame that is due; in movement the tick comes first.
                return (news, drawing.startedAt != nil && isMoving && !isUnpaced)
            }
            tell(FeedViewport(visible: screen), news)
            if isHurried { drawing.withLock { $0.figures.holds.add(hold.time) } }
            return showing
        }

        /// Measures the starts whose first picture was on the tick that is now on the screen.
        package func presented(at now: HostTime) {
            drawing.withLock { drawing in
                for start in drawing.firsts {
                    let wait = max(start.since.duration(to: now), .zero)
                    drawing.figures.add(wait, start.readiness)
                }
                drawing.firsts = []
            }
        }

        // MARK: Frames

        /// Asks a player for its frame; returns how far through its video it is.
        private func ask(
            _ live: FeedCellBoard.Live, _ own: FeedCellBoard?, _ id: FeedCellID, at host: HostTime,
            until deadline: HostTime, _ drawing: inout FeedDrawing, _ showing: inout StageShowing,
            _ news: inout [(FeedArrival, FeedBinding)]
        ) -> Double? {
            guard let own, own.role.plays || drawing.cells[id]?.generation == own.binding.generation else { return nil }
            let position = live.timeline.position(at: host)
            let progress =
                (position.itemTime - live.timeline.range.lowerBound).seconds / live.info.bounds.length.seconds
            if own.role.plays {
                let turn = position.turn.member
                let last = drawing.turns[own.binding] ?? 0
                if turn > last { news.append((.ended, own.binding)) }
                drawing.turns[own.binding] = turn
                // Its last turn is over: the last picture stays until the decision comes.
                if turn > 0, !live.repeats { return 1 }
            }
            var answer = live.player.frame(at: position, on: live.timeline)
            if case .late = answer {
                let patience = HostTime.now.duration(to: deadline)
                if patience > .zero {
                    answer = live.player.frame(at: position, on: live.timeline, waitingAtMost: patience)
                }
            }
            let outcome: TickLedger.Showing.Outcome
            switch answer {
            case .exact(let picture, let time):
                draw(picture, time, live, own, id, &drawing, &news)
                outcome = .exact(time: time)
            case .preview(let picture, let time), .reduced(let picture, let time):
                draw(picture, time, live, own, id, &drawing, &news)
                outcome = .reduced(time: time)
            case .still: outcome = .reduced(time: nil)
            case .late: outcome = .late
            }
            if live.timeline.line.anchor.rate > 0 {
                showing.showings.append(
                    TickLedger.Showing(
                        id: live.member, outcome: outcome, position: position, frameRate: live.info.frameRate))
            }
            return progress
        }

        private func draw(
            _ picture: Picture, _ time: Duration, _ live: FeedCellBoard.Live, _ own: FeedCellBoard, _ id: FeedCellID,
            _ drawing: inout FeedDrawing, _ news: inout [(FeedArrival, FeedBinding)]
        ) {
            let source = source(id)
            // The player may have been given to another cell since the board was read.
            if let from = live.player.pictureSource, from != source {
                drawing.figures.late += 1
                return
            }
            guard let drawn = drawing.canvas(of: live.member)?.draw(picture, display: live.info.displaySize) else {
                return
            }
            let isFirst = drawing.cells[id]?.generation != own.binding.generation
            drawing.cells[id] = FeedDrawing.Drawn(
                generation: own.binding.generation, source: source, picture: drawn, time: time)
            guard isFirst else { return }
            news.append((.firstPicture, own.binding))
            let start = starts.withLock { starts -> Start? in
                guard starts[id]?.binding == own.binding else { return nil }
                return starts.removeValue(forKey: id)
            }
            if let start { drawing.firsts.append(start) }
        }

        /// Adds the cell's own picture while its turn lasts, otherwise its poster.
        private func addLayer(
            of id: FeedCellID, _ own: FeedCellBoard?, _ rect: CGRect, _ size: CGSize, _ drawing: inout FeedDrawing,
            _ showing: inout StageShowing
        ) {
            let visible = rect.intersection(CGRect(origin: .zero, size: size))
            guard visible.width >= 2, visible.height >= 2 else { return }
            let source = source(id)
            let keeps = own?.role.keepsPicture ?? false
            let kept = keeps ? drawing.cells[id] : nil
            if let kept, kept.source != source { drawing.figures.wrong += 1 }
            let mine = kept.flatMap { $0.source == source ? $0.picture : nil }
            guard let picture = mine ?? posters.poster(of: source) else {
                drawing.bare += 1
                if drawing.startedAt != nil { drawing.figures.empty += 1 }
                showing.marks.append(Canvas.Mark(rect: visible, colour: Self.plate, opacity: 1))
                return
            }
            let crop = CGRect(
                x: (visible.minX - rect.minX) / rect.width, y: (visible.minY - rect.minY) / rect.height,
                width: visible.width / rect.width, height: visible.height / rect.height)
            showing.layers.append(
                Canvas.Layer(id: showing.layers.count, picture: picture, crop: crop, target: visible))
        }

        // MARK: Around the tick

        private func orderPosters(
            _ shown: [FeedCellID], _ screen: CGRect, isMoving: Bool, _ drawing: inout FeedDrawing
        ) {
            // Nothing is fetched for cells that fly past, and starting cells have the network first.
            let waits = isMoving && drawing.startedAt != nil || !starts.withLock(\.isEmpty)
            let isNew = shown != drawing.shown || waits != drawing.postersWait
            guard isNew || !waits && !drawing.wanted.isEmpty else { return }
            (drawing.shown, drawing.postersWait) = (shown, waits)
            drawing.wanted = shown.map(source).filter { !posters.isDone($0) }
            let reach = screen.insetBy(dx: 0, dy: -screen.height * Self.posterScreens)
            let near = layout.cells(in: reach)
            posters.want(shown.map(source) + near.map(source), fetching: waits ? [] : Set(drawing.wanted))
        }

        private func startWhenComplete(at host: HostTime, isComplete: Bool, _ drawing: inout FeedDrawing) {
            guard drawing.startedAt == nil else { return }
            let since = drawing.waitingSince ?? host
            drawing.waitingSince = since
            if isComplete || since.duration(to: host) > Self.longestWait { drawing.startedAt = host }
        }

        private func tell(_ viewport: FeedViewport, _ news: [(FeedArrival, FeedBinding)]) {
            let isNew = core.withLockIfAvailable { core -> Bool in
                defer { core.viewport = viewport }
                return core.viewport != viewport
            }
            if isNew ?? true { handle(.viewport(viewport)) }
            for (arrival, binding) in news { handle(.arrived(arrival, binding)) }
        }
    }

    extension FeedRole {
        /// Whether a cell that has shown its video goes on showing it.
        fileprivate var keepsPicture: Bool {
            switch self {
            case .play, .still: true
            case .prepare, .fetch, .poster, .letGo: false
            }
        }
    }
#endif
