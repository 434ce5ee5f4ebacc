#if canImport(CGStreamer)
    import Foundation
    import MultiPlayerKit
    import MultiPlayerKitScreen
    import Synchronization

    /// One screen of a kiosk on its stage: at each tick every tile shows the frame that is due at that tick.
    final class KioskScreen: StageContent {
        typealias Runner = KioskRunner<FileVersions>

        /// What a tile shows.
        private struct Shown {
            var picture: Picture
            /// The display size, in square pixels.
            var size: CGSize
            var seat: KioskSeatID?
        }

        private struct Drawing {
            var shown: [Int: Shown] = [:]
            var missing = MissingPictures()
            var sizes: [MemberID: CGSize] = [:]
            var waitingSince: HostTime?
            /// Since when every tile has had a picture.
            var completeSince: HostTime?
            /// The tracks without the picture that is due on this tick.
            var inexact: Set<Int> = []
            var hasStarted = false
            var collectedAt = HostTime(nanoseconds: 0)
        }

        /// A screen whose first pictures do not come starts without them after this.
        private static let longestWait = Duration.seconds(5)
        /// A tile has a picture before it has a decoder: that of the instant for which it was prepared, which may lie
        /// in the future. The decoder follows within a few ticks, if the tile gets one at all.
        private static let settling = Duration.milliseconds(300)

        let clock: any GroupClock
        let ledger: LedgerBox
        private let runner: Runner
        private let screen: KioskConfiguration.Screen
        /// The screen's tracks among all tracks, the background first.
        private let tracks: Range<Int>
        private let posters: [Int: Picture]
        /// When all loops begin, since 1970.
        private let epoch: Duration
        private let isUnpaced: Bool
        private let drawing = Mutex(Drawing())

        init(
            _ index: Int, of configuration: KioskConfiguration, on stage: Stage, _ runner: Runner, _ ledger: LedgerBox
        ) {
            (clock, self.runner, self.ledger) = (stage.clock, runner, ledger)
            screen = configuration.screens[index]
            epoch = configuration.clock.epoch
            isUnpaced = stage.pace == .unpaced
            let first = configuration.screens[..<index].reduce(0) { $0 + $1.tracks.count }
            tracks = first..<first + screen.tracks.count
            var posters: [Int: Picture] = [:]
            for (track, tile) in zip(tracks, screen.tracks) {
                guard let url = tile.poster else { continue }
                posters[track] = try? StillFile(source: MediaSource(url: url)).picture()
            }
            self.posters = posters
        }

        var isSettled: Bool { runner.isSettled }

        /// When it was last asked for a tick.
        var lastCollected: HostTime { drawing.withLock(\.collectedAt) }

        /// Whether the screen has started to show its pictures.
        var isShowing: Bool { drawing.withLock(\.hasStarted) }

        /// The seat whose picture a tile shows, if any.
        func shownSeat(of track: Int) -> KioskSeatID? { drawing.withLock { $0.shown[track]?.seat } }

        /// Whether a tile has a picture.
        func hasPicture(_ track: Int) -> Bool { drawing.withLock { $0.shown[track] != nil } }

        // MARK: One tick

        var moment: Runner.Snapshot { runner.snapshot }

        func collect(
            _ snapshot: Runner.Snapshot, at host: HostTime, in frame: StageFrame, until deadline: HostTime
        ) -> StageShowing {
            var silent: [KioskSeatID] = []
            var showing = StageShowing()
            showing.sharedTime = snapshot.board.time(at: host) + epoch
            drawing.withLock { drawing in
                drawing.collectedAt = .now
                guard snapshot.board.isOpen else {
                    drawing.shown = [:]
                    showing.hasStarted = drawing.hasStarted
                    return
                }
                var incoming: [Int: (shown: Shown, weight: Int)] = [:]
                drawing.inexact = Set(tracks)
                for track in tracks {
                    let dues = snapshot.board.due(track, at: host)
                    for (place, due) in dues.enumerated() {
                        let found = ask(due, track, snapshot, at: host, until: deadline, &drawing, &showing, &silent)
                        guard let found else { continue }
                        if place == 1, drawing.shown[track] != nil {
                            incoming[track] = (found, Int(due.moment.presence * 256))
                        } else {
                            drawing.shown[track] = found
                        }
                    }
                    if drawing.shown[track] == nil, let poster = posters[track] {
                        drawing.shown[track] = Shown(picture: poster, size: poster.format.displaySize)
                    }
                }
                drawing.missing.keep(snapshot.shows.keys)
                startWhenComplete(at: host, &drawing)
                showing.hasStarted = drawing.hasStarted
                draw(incoming, snapshot.shows.values, size: frame.size, &drawing, &showing)
            }
            for seat in silent { runner.send(.silent(seat)) }
            return showing
        }

        /// The picture that is due; `nil`: the shown one stays.
        private func ask(
            _ due: KioskBoard.Due, _ track: Int, _ snapshot: Runner.Snapshot, at host: HostTime,
            until deadline: HostTime, _ drawing: inout Drawing, _ showing: inout StageShowing,
            _ silent: inout [KioskSeatID]
        ) -> Shown? {
            guard let seat = due.seat, seat.phase == .ready else {
                if drawing.hasStarted { note(.late, due.position, nil, track, &showing) }
                return nil
            }
            guard let show = snapshot.shows[seat.id] else { return nil }
            switch show.content {
            case .still(let picture):
                guard let picture else { return nil }
                drawing.inexact.remove(track)
                return Shown(picture: picture, size: picture.format.displaySize, seat: seat.id)
            case .video(_, let player):
                guard let position = due.position, let info = show.info else { return nil }
                var answer = player.frame(at: position, on: nil)
                if case .late = answer {
                    let patience = HostTime.now.duration(to: deadline)
                    if patience > .zero { answer = player.frame(at: position, on: nil, waitingAtMost: patience) }
                }
                let picture: Picture?
                switch answer {
                case .exact(let found, let time):
                    picture = found
                    drawing.inexact.remove(track)
                    note(.exact(time: time), position, info.frameRate, track, &showing)
                case .preview(let found, let time), .reduced(let found, let time):
                    picture = found
                    note(.reduced(time: time), position, info.frameRate, track, &showing)
                case .still:
                    picture = nil
                    note(.reduced(time: nil), position, info.frameRate, track, &showing)
                case .late:
                    picture = nil
                    note(.late, position, info.frameRate, track, &showing)
                }
                if drawing.missing.note(seat.id, isMissing: answer.isLate, at: host) { silent.append(seat.id) }
                return picture.map { Shown(picture: $0, size: info.displaySize, seat: seat.id) }
            }
        }

        private func note(
            _ outcome: TickLedger.Showing.Outcome, _ position: MemberTimeline.Position?, _ rate: FrameRate?,
            _ track: Int, _ showing: inout StageShowing
        ) {
            let nowhere = MemberTimeline.Position(
                turn: MemberTimeline.Turn(), itemTime: .zero, piece: .zero..<Duration.nanoseconds(1), isVisible: true)
            showing.showings.append(
                TickLedger.Showing(
                    id: MemberID(track + 1), outcome: outcome, position: position ?? nowhere, frameRate: rate))
        }

        private func startWhenComplete(at host: HostTime, _ drawing: inout Drawing) {
            guard !drawing.hasStarted else { return }
            let since = drawing.waitingSince ?? host
            drawing.waitingSince = since
            var isReady = false
            if tracks.allSatisfy({ drawing.shown[$0] != nil }) {
                let complete = drawing.completeSince ?? host
                drawing.completeSince = complete
                isReady = drawing.inexact.isEmpty || complete.duration(to: host) > Self.settling
            }
            drawing.hasStarted = isReady || since.duration(to: host) > Self.longestWait
        }

        // MARK: Places

        private func draw(
            _ incoming: [Int: (shown: Shown, weight: Int)], _ shows: some Collection<Runner.Show>, size: CGSize,
            _ drawing: inout Drawing, _ showing: inout StageShowing
        ) {
            let wall = Wall(part: screen.part, size: size)
            let sizes = tracks.map { drawing.shown[$0]?.size ?? .zero }
            let places = wall.placements(sizes, screen)
            // A picture of another shape than the one that is shown has another place.
            func place(of picture: CGSize, _ offset: Int) -> TilePlacement {
                guard picture != sizes[offset] else { return places[offset] }
                var others = sizes
                others[offset] = picture
                return wall.placements(others, screen)[offset]
            }
            for (offset, track) in tracks.enumerated() {
                guard let shown = drawing.shown[track] else { continue }
                if let layer = wall.layer(track * 2, shown.picture, places[offset], .normal) {
                    showing.layers.append(layer)
                }
                guard let (upper, weight) = incoming[track] else { continue }
                let place = place(of: upper.size, offset)
                if let layer = wall.layer(track * 2 + 1, upper.picture, place, .fading(weight: weight)) {
                    showing.layers.append(layer)
                }
            }
            // A player that is not visible yet needs its decoder as well: its first picture is due soon.
            var playerSizes: [MemberID: CGSize] = [:]
            for show in shows where tracks.contains(show.track) && drawing.shown[show.track] != nil {
                guard let picture = show.info?.displaySize else { continue }
                playerSizes[show.id.member] = place(of: picture, show.track - tracks.lowerBound).picture.size
            }
            if playerSizes != drawing.sizes {
                drawing.sizes = playerSizes
                runner.display(playerSizes, on: size)
            }
        }
    }

    extension FrameAnswer {
        fileprivate var isLate: Bool { if case .late = self { true } else { false } }
    }

    /// A screen as part of a larger picture that several machines show together.
    struct Wall {
        /// The part of the whole that this screen shows, in pixels of the whole.
        private let part: CGRect
        private let whole: CGSize

        /// - Parameters:
        ///   - part: 0…1; `nil`: all of it.
        ///   - size: the screen's, in pixels.
        init(part: CGRect?, size: CGSize) {
            guard let part, part.width > 0, part.height > 0 else {
                (self.part, whole) = (CGRect(origin: .zero, size: size), size)
                return
            }
            // Even, because colour is stored by pairs of pixels.
            func even(_ value: Double) -> Double { (value / 2).rounded() * 2 }
            whole = CGSize(width: even(size.width / part.width), height: even(size.height / part.height))
            self.part = CGRect(
                x: even(part.minX * whole.width), y: even(part.minY * whole.height), width: size.width,
                height: size.height)
        }

        /// Where pictures of these sizes lie in the whole; the background, if there is one, first.
        func placements(_ sizes: [CGSize], _ screen: KioskConfiguration.Screen) -> [TilePlacement] {
            guard screen.background != nil else { return screen.layout.placements(for: sizes, in: whole) }
            let fill = TileLayout(.sideBySide, fitting: .fill)
            return fill.placements(for: [sizes[0]], in: whole)
                + screen.layout.placements(for: Array(sizes.dropFirst()), in: whole)
        }

        /// The visible part of a picture on this screen; `nil`: none.
        func layer(
            _ id: Int, _ picture: Picture, _ place: TilePlacement, _ blend: Canvas.Layer.Blend
        ) -> Canvas.Layer? {
            guard !place.isHidden else { return nil }
            let seen = place.visible.intersection(part)
            guard seen.width >= 2, seen.height >= 2 else { return nil }
            let (crop, all) = (place.sourceCrop, place.visible)
            let mine = CGRect(
                x: crop.minX + crop.width * (seen.minX - all.minX) / all.width,
                y: crop.minY + crop.height * (seen.minY - all.minY) / all.height,
                width: crop.width * seen.width / all.width, height: crop.height * seen.height / all.height)
            let target = seen.offsetBy(dx: -part.minX, dy: -part.minY)
            return Canvas.Layer(id: id, picture: picture, crop: seen == all ? crop : mine, target: target, blend: blend)
        }
    }
#endif
