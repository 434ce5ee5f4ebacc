import Foundation
import MultiPlayerKit
import MultiPlayerKitCompare
import MultiPlayerKitScreen

/// What plays, as people steer it: a group, the selected member and the layout.
///
/// It draws nothing and knows no window, so every platform's screen can stand on it.
@MainActor
final class ScreenModel {
    /// What an action asks of the screen around the model.
    enum Request: Equatable {
        case snapshot
        case stills
        case saveSession
        case fullScreen
        case toggleHelp
        case open([String])
        case replace(Int, with: String)
        case quit
        /// The selected member's tile is where the zoom takes place, and only the screen knows it.
        case zoom(ZoomStep)
    }

    let group: PlaybackGroup
    private(set) var options: ScreenOptions
    /// What was kept of an earlier run; `nil`: the options say everything.
    private(set) var session: ComparisonSession?
    /// Places that somebody wants to find again, in any order.
    var markers: [ComparisonSession.Marker] = []
    /// Members that took the place of others: captions call them by their files, whatever was given for that place.
    private(set) var replacements: Set<MemberID> = []
    /// Other sizes of a file.
    var otherSizes: (URL) -> [URL] = { _ in [] }
    /// The selected member, counted from 0; in a grid the focused one.
    private(set) var selection = 0
    /// Whether the decoder budget is drawn over the picture.
    private(set) var showsBudget: Bool
    private var digits = DigitEntry()
    private var lastDigit: HostTime?
    /// Counts the choices and nudges, so that a screen can show the selection for a while after each.
    private(set) var selectionMarks = 0
    var layout: TileLayout
    /// Which difference is drawn whenever one is.
    var difference: TileLayout.Difference
    /// Whether tiles have captions.
    private(set) var showsCaptions: Bool
    /// What looks closer at a spot of each video; `nil`: nothing.
    var loupe: Loupe?
    /// What the mouse moves, while the pictures are held.
    var grip: PictureGrip?
    /// Where shift and an arrow key go, while the group is still on its way there.
    private var skipTarget: Duration?
    /// Where the mouse let the time line go, 0…1, while the group is still on its way there, and what waits for that.
    var landing: (fraction: Double, task: Task<Void, Never>)?

    /// Rates of the keys [ and ], in the order of the steps.
    static let rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
    /// Digits that follow one another within this time are one number: unhurried typing, and over before one has seen
    /// what the first digit did.
    private static let digitTime = Duration.seconds(1)

    /// What is played for a file or an address: with the small renditions of it that are known.
    private func source(_ url: URL) -> MediaSource {
        var source = options.source(url)
        if url.isFileURL { source.otherSizes = otherSizes(url) }
        return source
    }

    init(_ group: PlaybackGroup, options: ScreenOptions, session: ComparisonSession? = nil) {
        self.group = group
        self.options = options
        self.session = session
        markers = session?.markers ?? []
        difference = session?.difference ?? options.firstDifference
        showsCaptions = session.map { $0.captions != nil } ?? !options.captions.isEmpty
        layout = session?.layout ?? options.firstLayout
        showsBudget = options.overlay
    }

    /// Adds the members and the background that the options name.
    func fill(members: [URL], background: URL?) {
        if let range = options.range {
            group.setRange(range.start..<range.end, repeats: options.loop)
        } else if options.loop {
            group.loops = true
        }
        for (index, url) in members.enumerated() {
            let map =
                session?.members[index].map
                ?? TimeMap(
                    offset: options.offset(ofMember: index + 1), speed: options.speed(ofMember: index + 1),
                    end: options.grid == nil ? .hold : .loop)
            group.add(source: source(url), map: map)
        }
        if let grid = options.grid {
            group.movesTogether = false
            focus(grid.focus)
        }
        group.background = background.map { url in
            var background = LoopingBackground(url: url)
            background.source = options.source(url)
            return background
        }
        group.rate = options.rate
        if let audible = options.audible { group.audibleMember = member(audible) }
    }

    /// Adds a video behind the others; in a grid it loops by itself, as they do.
    func add(_ url: URL) {
        group.add(source: source(url), map: TimeMap(end: options.grid == nil ? .hold : .loop))
    }

    /// Puts a video in the place of a member, once it is ready, and plays it as that one is played.
    ///
    /// - Parameter number: the member's, from 1.
    /// - Returns: its name; `nil` if there is no such member.
    func replace(_ number: Int, with url: URL) -> MemberID? {
        member(number).flatMap { group.replace($0, with: source(url)) }
    }

    /// Begins anew with what a session file says, and plays.
    ///
    /// - Throws: `SessionError`; then everything stays as it was.
    func open(session path: String) throws(SessionError) {
        var named = options
        named.sessionPath = path
        let (options, session) = try named.opened()
        guard let session else { return }
        forgetLanding()
        group.pause()
        for member in group.members { group.remove(member) }
        (self.options, self.session, selection) = (options, session, 0)
        markers = session.markers
        difference = session.difference ?? options.firstDifference
        showsCaptions = session.captions != nil
        layout = session.layout
        if options.range == nil { group.setRange(nil, repeats: options.loop) }
        fill(members: session.members.map(\.source), background: session.background)
        let start = options.range?.start ?? .zero
        Task {
            try? await group.seek(to: start)
            try? await group.play()
        }
    }

    /// A member by the number that people count, from 1.
    func member(_ number: Int) -> MemberID? {
        group.members.indices.contains(number - 1) ? group.members[number - 1] : nil
    }

    /// A member's number, from 1; `nil` for the background.
    func number(of member: MemberID) -> Int? {
        group.members.firstIndex(of: member).map { $0 + 1 }
    }

    /// The part of group time that plays; `nil` while no video is open.
    var range: Range<Duration>? {
        if let range = options.range { return range.start..<range.end }
        return group.length.flatMap { $0 > .zero ? .zero..<$0 : nil }
    }

    /// Whether there is an end to move along towards; a grid has none.
    var hasTimeLine: Bool { options.grid == nil }

    // MARK: Keys

    /// Carries an action out; what the model cannot do itself comes back.
    func perform(_ action: ScreenAction) -> Request? {
        switch action {
        case .togglePlay:
            forgetLanding()
            togglePlay()
        case .pause:
            forgetLanding()
            group.pause()
        case .shuttle(let direction):
            forgetLanding()
            shuttle(direction)
        case .step(let frames):
            forgetLanding()
            group.step(by: frames)
        case .skip(let seconds): skip(by: .seconds(seconds))
        case .toggleMarker where options.grid == nil: toggleMarker()
        case .jump(let direction) where options.grid == nil: jump(direction)
        case .nudge(let frames):
            selectionMarks += 1
            if let member = member(selection + 1) { group.nudge(member, by: frames) }
        case .digit(let digit):
            let follows = lastDigit.map { $0.duration(to: .now) < Self.digitTime } ?? false
            lastDigit = .now
            if let number = digits.take(digit, follows: follows, upTo: group.members.count) { select(number) }
        case .select(let number): select(number)
        case .toggleSound:
            let selected = member(selection + 1)
            group.audibleMember = group.audibleMember == selected ? nil : selected
            selectionMarks += 1
        case .slower: setSpeed(Self.rates.last { $0 < abs(group.rate) } ?? Self.rates[0])
        case .faster: setSpeed(Self.rates.first { $0 > abs(group.rate) } ?? Self.rates[Self.rates.count - 1])
        // A grid is one, and loops tile by tile.
        case .nextLoop where options.grid == nil: nextLoop()
        case .layout(let layout) where options.grid == nil:
            let (zoom, order) = (self.layout.zoom, self.layout.order)
            self.layout = layout.tiles(besideBackground: options.hasBackground)
            (self.layout.zoom, self.layout.order) = (zoom, order)
            drawDifference()
        case .nextDifference where options.grid == nil: change { $0.style = $0.nextStyle }
        case .nextPair where options.grid == nil: change { $0.moveOn(among: group.members.count) }
        case .moreGain: change { $0.gain = min($0.gain * 2, Limits.gains.upperBound) }
        case .lessGain: change { $0.gain = max($0.gain / 2, Limits.gains.lowerBound) }
        case .toggleCaptions: showsCaptions.toggle()
        case .flip where options.grid == nil: flip()
        case .peek(let isHeld): if isFlipping { show(isHeld ? next : selection) }
        case .zoomIn: return .zoom(.by(Self.zoomStep))
        case .zoomOut: return .zoom(.by(1 / Self.zoomStep))
        case .togglePixels: return .zoom(.pixels)
        case .toggleSquares:
            layout.zoom.magnification = layout.zoom.magnification == .pixels ? .smooth : .pixels
        case .toggleLoupe: loupe = loupe == nil ? Loupe(x: 0.5, y: 0.5) : nil
        case .toggleMarker, .jump, .nextLoop, .layout, .flip, .nextDifference, .nextPair: break
        case .toggleOverlay: showsBudget.toggle()
        case .snapshot: return .snapshot
        case .stills: return .stills
        case .saveSession where options.grid == nil: return .saveSession
        case .saveSession: break
        case .fullScreen: return .fullScreen
        case .toggleHelp: return .toggleHelp
        case .open(let paths): return .open(paths)
        case .replace(let number, let path): return .replace(number, with: path)
        case .quit: return .quit
        }
        return nil
    }

    /// Notes what the group did: a skip that has arrived is no longer on its way.
    func note(_ event: GroupEvent) {
        switch event {
        case .started, .arrived: skipTarget = nil
        case .replaced(_, by: let id): replacements.insert(id)
        default: break
        }
    }

    private func select(_ number: Int) {
        guard member(number) != nil else { return }
        if options.grid == nil { selection = number - 1 } else { focus(number) }
        // The one that is seen needs no frame to be known by.
        if isFlipping { show(selection) } else { selectionMarks += 1 }
    }

    // MARK: One in the place of all

    private var isFlipping: Bool { if case .single = layout.arrangement { true } else { false } }

    /// The member after the selected one, counted from 0.
    private var next: Int { (selection + 1) % max(group.members.count, 1) }

    private func flip() {
        if isFlipping { selection = next }
        show(selection)
    }

    private func show(_ index: Int) {
        let (zoom, order) = (layout.zoom, layout.order)
        layout = .single(index)
        (layout.zoom, layout.order) = (zoom, order)
    }

    /// The focused tile's number, from 1; `nil` in a comparison.
    var focusedTile: Int? { options.grid == nil ? nil : selection + 1 }

    private func focus(_ number: Int) {
        guard let next = member(number) else { return }
        if let last = member(selection + 1), last != next { group.setPriority(.normal, of: last) }
        group.setPriority(.focused, of: next)
        selection = number - 1
    }

    /// Asks for what a script wants of the screen, at its times from when the group started.
    ///
    /// Nothing that must hit a tick: the rest of a script does, and goes to the group at once.
    func follow(
        from start: HostTime, _ act: @escaping @MainActor (ScreenAction) -> Void
    ) -> Task<Void, Never> {
        Task { [script = options.script] in
            for entry in script {
                guard case .focus(let tile) = entry.action else { continue }
                try? await Task.sleep(for: HostTime.now.duration(to: start.advanced(by: entry.time)))
                guard !Task.isCancelled else { return }
                act(.select(member: tile))
            }
        }
    }

    // MARK: Playing

    /// Changes how fast it plays, not which way.
    private func setSpeed(_ speed: Double) {
        group.rate = group.rate < 0 ? -speed : speed
    }

    private func shuttle(_ direction: ScreenAction.Direction) {
        let sign = direction == .backwards ? -1.0 : 1
        let isPlaying = group.state == .playing || group.state == .preparing
        let isSameWay = (group.rate < 0) == (sign < 0)
        group.rate = isPlaying && isSameWay ? group.rate * 2 : sign
        if !isPlaying || group.state == .ended { resume() }
    }

    private func nextLoop() {
        switch (group.loops, group.alternates) {
        case (false, _): (group.loops, group.alternates) = (true, false)
        case (true, false): group.alternates = true
        case (true, true): (group.loops, group.alternates) = (false, false)
        }
    }

    private func togglePlay() {
        switch group.state {
        case .playing, .preparing: group.pause()
        case .paused, .ended: resume()
        @unknown default: break
        }
    }

    private func resume() {
        // What goes wrong comes as an event too.
        Task { try? await group.play() }
    }

    private func skip(by distance: Duration) { skip(to: position + distance) }

    /// Where the group is, or where keys have sent it.
    var position: Duration { skipTarget ?? group.time() }

    func skip(to time: Duration) {
        var target = time
        if let range { target = min(max(target, range.lowerBound), range.upperBound) }
        skipTarget = target
        Task { try? await group.seek(to: max(target, .zero)) }
    }
}
