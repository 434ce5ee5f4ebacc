import Foundation
import MultiPlayerKit

/// The decisions of a kiosk: when which clip of which playlist opens, and what happens when a file changes, a picture
/// stops or the clock is set.
///
/// A value: it holds no player and reads no clock. ``KioskBoard`` computes the position of each playlist; the core only
/// decides which players have the frames ready by then.
struct KioskCore: Sendable {
    enum Event: Sendable {
        case begin
        /// The same line at another rate.
        case steered(LineAnchor)
        /// Another line, from its own host time on, which changes every position.
        case jumped(LineAnchor)
        /// The stamps of these files in their directories; `nil`: the file does not exist.
        case stamped([MediaSource: FileStamp?])
        case looked(MediaSource, KioskFiles.Look)
        case prepared(KioskSeatID)
        case failed(KioskSeatID, String)
        /// The seat's video ends earlier than its index says.
        case ended(KioskSeatID, at: Duration)
        /// The seat's picture is overdue by two seconds.
        case silent(KioskSeatID)
        /// Where players are that cannot follow the line by arithmetic.
        case readings([KioskSeatID: LineReading])
        /// Something else has moved a player.
        case moved(KioskSeatID)
        /// Whether nobody sees the kiosk: players are in nobody's hands then, and what they report means nothing.
        case away(Bool)
        /// The date, once a second, which tells whether the kiosk's hours have begun or ended.
        case date(Date)
        case time
    }

    /// What a new player is to show.
    struct Opening: Sendable {
        var track: Int
        var source: MediaSource
        var isStill: Bool
        /// The version to open.
        var stamp: FileStamp
        /// The timeline to follow; `nil` for a still picture.
        var timeline: MemberTimeline?
        /// The instant whose frame to prepare.
        var aim: HostTime
    }

    /// How players are kept on the line that cannot follow it by arithmetic.
    struct Steering: Sendable {
        /// A change of the line has to reach a silent player this long before its host time.
        var lead: Duration
        /// The same for the player that is heard.
        var leadWithSound: Duration
    }

    enum Command: Sendable {
        /// Read the stamps of these files; answered by one or several `stamped`.
        case stamp([MediaSource])
        /// Open and probe the file; answered by `looked`. Players may still be opened with the known versions.
        case look(MediaSource, known: [FileStamp])
        case open(KioskSeatID, Opening)
        case follow(KioskSeatID, MemberTimeline, from: HostTime)
        case hear(KioskSeatID)
        case close(KioskSeatID)
        case tell(KioskEvent)
        case wake(HostTime)
    }

    /// A clip opens this long before its first picture is due: a file on a slow disk opens within one second, and a
    /// machine can spare a second decoder for two.
    static let lead = Duration.seconds(2)
    /// The most occurrences open ahead of the present one: of clips shorter than the lead there are many.
    static let ahead = 3
    /// A clip that opens late aims this far ahead: opening takes some 100 ms.
    static let lateness = Duration.milliseconds(300)
    /// A player without a first picture after this long is given up.
    static let patience = Duration.seconds(5)
    /// A new line begins this long after it is known: time to prepare its pictures on all screens.
    static let jumpLead = Duration.milliseconds(1500)
    /// Sound this far off the line restarts on it: half of what viewers notice (ITU-R BT.1359: 45 ms early).
    static let soundTolerance = Duration.milliseconds(22)
    /// A silent player that is further from the line is corrected: an eighth of a tick at 60 Hz.
    static let silentTolerance = Duration.milliseconds(2)
    /// The least time between two corrections of one player; each costs it a preroll.
    static let correctionPause = Duration.seconds(10)
    /// A player that is off by more is corrected again after ``farPause``: a frame at 30 a second.
    static let far = Duration.milliseconds(33)
    static let farPause = Duration.seconds(2)
    /// A player that fails again is reopened after half a second, one, two, up to this.
    static let longestPause = Duration.seconds(60)

    let configuration: KioskConfiguration
    var files: KioskFiles
    var board: KioskBoard
    let audible: Int?
    /// `nil`: each picture follows the line by arithmetic.
    let steering: Steering?
    private var isAway = false
    private var nextSeat = 1
    private var wakeUps = WakeUps()
    private var hasBegun = false

    /// - Parameters:
    ///   - line: from host time to time since the epoch.
    ///   - steering: `nil` where each picture follows the line by arithmetic.
    ///   - looks: the time between two looks at the files.
    init(
        _ configuration: KioskConfiguration, line: LineAnchor, steering: Steering? = nil, looks: Duration = .seconds(1)
    ) {
        (self.configuration, self.steering) = (configuration, steering)
        var tracks: [KioskTrack] = []
        for (index, screen) in configuration.screens.enumerated() {
            for tile in screen.tracks {
                tracks.append(
                    KioskTrack(
                        screen: index, tile: tile, plan: TrackPlan(clips: [], lengths: [], end: tile.end)))
            }
        }
        board = KioskBoard(line: line, tracks: tracks)
        let name = configuration.audio
        audible = name.flatMap { name in tracks.firstIndex { $0.tile.name == name } }
        files = KioskFiles(tracks.flatMap { $0.tile.clips.map(\.source) }, now: line.hostTime, interval: looks)
    }

    mutating func handle(_ event: Event, at now: HostTime) -> [Command] {
        var out: [Command] = []
        settleJump(at: now)
        switch event {
        case .begin:
            hasBegun = true
            for index in board.tracks.indices { board.tracks[index].isTouched = true }
        case .steered(let line): board.line = line
        case .jumped(let line):
            let at = max(line.hostTime, now)
            let step = line.time(at: at) - board.line.time(at: at)
            // A return from the background is a jump in name only, and no news.
            if max(step, .zero - step) >= SharedTimeEstimate.farthest { out.append(.tell(.clockJump(by: step))) }
            board.jump = (line, at)
            for index in board.tracks.indices { change(index, at: nil) }
        case .stamped(let stamps):
            files.rest(at: now)
            for (source, stamp) in stamps { looked(source, .stamp(stamp), at: now, &out) }
        case .looked(let source, let look): looked(source, look, at: now, &out)
        case .prepared(let id): prepared(id, at: now, &out)
        case .failed(let id, let reason):
            // All are made anew on the return.
            if !isAway { lost(id, reason, at: now, &out) }
        case .ended(let id, let end): ended(id, end, at: now, &out)
        case .silent(let id): lost(id, "no picture for two seconds", at: now, &out)
        case .readings(let readings): keepOnLine(readings, at: now, &out)
        case .moved(let id): correct(id, at: now, &out)
        case .away(let isAway): self.isAway = isAway
        case .date(let date): open(at: date, &out)
        case .time: wakeUps.came(at: now)
        }
        guard hasBegun else { return out }
        if files.isDue(at: now) { out.append(.stamp(files.sources)) }
        var checks = [files.nextLook, board.jump?.at]
        for index in board.tracks.indices {
            if board.tracks[index].isTouched || board.tracks[index].checkAt.map({ $0 <= now }) ?? false {
                board.tracks[index].isTouched = false
                board.tracks[index].checkAt = arrange(index, at: now, &out)
            }
            checks.append(board.tracks[index].checkAt)
        }
        if steering == nil { keepOnLine([:], at: now, &out) }
        if let host = wakeUps.ask(for: checks.compactMap { $0 }.min()) { out.append(.wake(host)) }
        return out
    }

    mutating func newSeat() -> KioskSeatID {
        defer { nextSeat += 1 }
        return KioskSeatID(number: nextSeat)
    }

    // MARK: Lines

    private mutating func settleJump(at now: HostTime) {
        guard let jump = board.jump, now >= jump.at else { return }
        board.line = jump.line
        board.jump = nil
        for index in board.tracks.indices { adopt(index) }
    }

    /// Adopts a change of plan whose time has come.
    mutating func adoptChange(_ index: Int, at now: HostTime) {
        guard board.jump == nil, let change = board.tracks[index].change, board.line.time(at: now) >= change.at else {
            return
        }
        let track = board.tracks[index]
        adopt(index)
        board.tracks[index].past = KioskTrack.Past(
            plan: track.plan, generation: track.generation, until: change.at)
    }

    private mutating func adopt(_ index: Int) {
        guard let change = board.tracks[index].change else { return }
        board.tracks[index].isTouched = true
        board.tracks[index].plan = change.plan
        board.tracks[index].generation = change.generation
        board.tracks[index].change = nil
        board.tracks[index].past = nil
        for clip in board.tracks[index].tile.clips where !board.tracks.contains(where: { $0.awaits(clip.source) }) {
            files.adopt(clip.source)
        }
    }

    private mutating func open(at date: Date, _ out: inout [Command]) {
        let isOpen = configuration.schedule.isOn(at: date)
        guard isOpen != board.isOpen else { return }
        board.isOpen = isOpen
        let until = configuration.schedule.nextChange(after: date)
        out.append(.tell(isOpen ? .switchedOn(until: until) : .switchedOff(until: until)))
        for index in board.tracks.indices { board.tracks[index].isTouched = true }
        if isOpen { return }
        for index in board.tracks.indices {
            for seat in board.tracks[index].seats.values { out.append(.close(seat.id)) }
            board.tracks[index].seats = [:]
        }
    }

    // MARK: Files

    private mutating func looked(
        _ source: MediaSource, _ look: KioskFiles.Look, at now: HostTime, _ out: inout [Command]
    ) {
        let before = files.entries[source]
        let (news, opens) = files.take(judged(look, of: source), of: source, at: now)
        let after = files.entries[source]
        if opens { out.append(.look(source, known: after?.stamps ?? [])) }
        if before?.pending != nil, after?.pending == nil { withdraw(source, at: now) }
        if before?.failure != nil, after?.failure == nil {
            for (index, track) in board.tracks.enumerated() where track.uses(source) {
                board.tracks[index].isTouched = true
                out.append(.tell(.clipBack(tile: track.tile.name, clip: source.name)))
            }
        }
        switch news {
        case .none: break
        case .failed(let reason, let pause):
            for track in board.tracks where track.uses(source) {
                out.append(
                    .tell(.clipFailed(tile: track.tile.name, error: "\(source.name): \(reason)", retryIn: pause)))
            }
        case .usable:
            for index in board.tracks.indices where depends(index, on: source) { replan(index) }
        case .replaced:
            for index in board.tracks.indices where depends(index, on: source) {
                if board.tracks[index].uses(source) {
                    out.append(.tell(.replaced(tile: board.tracks[index].tile.name, clip: source.name)))
                }
                change(index, at: seam(of: index, at: now))
            }
        }
    }

    /// Makes anew what was prepared for a version of a file that was to be shown from a seam on, and is gone before it.
    private mutating func withdraw(_ source: MediaSource, at now: HostTime) {
        for index in board.tracks.indices where depends(index, on: source) {
            // A playlist without a change has had its seam, and shows the version that is gone.
            change(index, at: board.tracks[index].change?.at ?? seam(of: index, at: now))
        }
    }

    /// Whether the length of a file decides when a track shows what.
    private func depends(_ index: Int, on source: MediaSource) -> Bool {
        configuration.loop == .together || board.tracks[index].uses(source)
    }

    /// Rejects a file that is over before the next is open: it would keep a playlist opening forever.
    private func judged(_ look: KioskFiles.Look, of source: MediaSource) -> KioskFiles.Look {
        guard case .opened(let stamp, let facts) = look else { return look }
        let lengths = board.tracks.filter { $0.tile.clips.count > 1 }.flatMap(\.tile.clips)
            .filter { $0.source == source && $0.duration == nil }.compactMap { facts.length(of: $0) }
        guard let shortest = lengths.min(), shortest < TrackPlan.shortestClip else { return look }
        return .broken(
            stamp,
            "what plays of it lasts \(Int(shortest.seconds * 1_000)) ms, too short for a playlist; "
                + "give it a \"duration\" of at least \(TrackPlan.shortestClip.seconds) s")
    }

    /// The seam at which the plan follows a changed file: where all playlists restart together, or the next clip begins.
    private func seam(of index: Int, at now: HostTime) -> Duration? {
        let time = board.line.time(at: now)
        if configuration.loop == .together, let period = board.tracks.map(\.plan.period).max(), period > .zero {
            let (periods, _) = time.nanoseconds.flooredDivision(by: period.nanoseconds)
            return leadTime(to: period * Int(periods + 1), every: period, from: time)
        }
        guard let moment = board.tracks[index].plan.moment(at: time) else { return time }
        return leadTime(to: moment.next, every: board.tracks[index].plan.cycle, from: time)
    }

    /// The seam, or the one after it if there is no time left to prepare.
    private func leadTime(to seam: Duration, every cycle: Duration, from time: Duration) -> Duration {
        seam - time < Self.lateness ? seam + cycle : seam
    }

    /// Plans a track with all that is known now, pending versions of files included.
    private func plan(of index: Int) -> TrackPlan {
        func lengths(_ tile: KioskConfiguration.Tile) -> [Duration?] {
            tile.clips.map { files.entries[$0.source]?.newest?.facts.length(of: $0) }
        }
        let tile = board.tracks[index].tile
        let own = TrackPlan(clips: tile.clips, lengths: lengths(tile), end: tile.end)
        guard configuration.loop == .together else { return own }
        let cycles = board.tracks.map {
            TrackPlan(clips: $0.tile.clips, lengths: lengths($0.tile), end: $0.tile.end).cycle
        }
        return TrackPlan(clips: tile.clips, lengths: lengths(tile), end: tile.end, period: cycles.max())
    }

    /// Schedules a new plan from a time on; with `nil`, from the jump on.
    private mutating func change(_ index: Int, at time: Duration?) {
        let at = time ?? Duration.nanoseconds(Int64.min)
        let generation = (board.tracks[index].change?.generation ?? board.tracks[index].generation) + 1
        board.tracks[index].isTouched = true
        board.tracks[index].change = KioskTrack.Change(plan: plan(of: index), generation: generation, at: at)
    }

    /// Takes a file into the plan that is shown, of which nothing was visible before, or into the plan that is to take
    /// over.
    private mutating func replan(_ index: Int) {
        let plan = plan(of: index)
        board.tracks[index].isTouched = true
        guard var change = board.tracks[index].change else {
            guard plan != board.tracks[index].plan else { return }
            board.tracks[index].plan = plan
            board.tracks[index].generation += 1
            return
        }
        if plan != change.plan {
            (change.plan, change.generation) = (plan, change.generation + 1)
            board.tracks[index].change = change
        }
        // A track with nothing to show has no seam to wait for.
        if board.jump == nil, board.tracks[index].plan.cycle == .zero { adopt(index) }
    }
}

extension KioskTrack {
    fileprivate func uses(_ source: MediaSource) -> Bool { tile.clips.contains { $0.source == source } }

    /// Whether a plan with the next version of a file is still to come.
    fileprivate func awaits(_ source: MediaSource) -> Bool { change != nil && uses(source) }
}
