import Foundation
import MultiPlayerKit

/// The comparison as people steer it: a group, the selected member and the layout.
///
/// It draws nothing and knows no window, so every platform's screen can stand on it.
@MainActor
final class CompareModel {
    /// What an action asks of the screen around the model.
    enum Request: Equatable {
        case snapshot
        case fullScreen
        case quit
    }

    let group: PlaybackGroup
    let options: CompareOptions
    /// The selected member, counted from 0.
    private(set) var selection = 0
    /// Counts the choices and nudges, so that a screen can show the selection for a while after each.
    private(set) var selectionMarks = 0
    private(set) var layout: TileLayout
    /// Where shift and an arrow key go, while the group is still on its way there.
    private var skipTarget: Duration?
    private var resumesAfterScrub = false

    /// Rates of the keys [ and ], in the order of the steps.
    static let rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

    init(_ group: PlaybackGroup, options: CompareOptions) {
        self.group = group
        self.options = options
        layout = options.layout.tiles(besideBackground: options.hasBackground)
    }

    /// Adds the members and the background that the options name.
    func fill(members: [URL], background: URL?) {
        if let range = options.range {
            group.setRange(range.start..<range.end, repeats: options.loop)
        } else if options.loop {
            group.loops = true
        }
        for (index, url) in members.enumerated() {
            group.add(url: url, offset: options.offset(ofMember: index + 1), speed: options.speed(ofMember: index + 1))
        }
        group.background = background.map { LoopingBackground(url: $0) }
        group.rate = options.rate
        if let audible = options.audible { group.audibleMember = member(audible) }
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

    // MARK: Keys

    /// Carries an action out; what the model cannot do itself comes back.
    func perform(_ action: ScreenAction) -> Request? {
        switch action {
        case .togglePlay: togglePlay()
        case .step(let frames): group.step(by: frames)
        case .skip(let seconds): skip(.seconds(seconds))
        case .nudge(let frames):
            selectionMarks += 1
            if let member = member(selection + 1) { group.nudge(member, by: frames) }
        case .select(let number):
            guard member(number) != nil else { break }
            selection = number - 1
            selectionMarks += 1
        case .toggleSound:
            let selected = member(selection + 1)
            group.audibleMember = group.audibleMember == selected ? nil : selected
            selectionMarks += 1
        case .slower: group.rate = Self.rates.last { $0 < group.rate } ?? Self.rates[0]
        case .faster: group.rate = Self.rates.first { $0 > group.rate } ?? Self.rates[Self.rates.count - 1]
        case .toggleLoop: group.loops.toggle()
        case .layout(let layout): self.layout = layout.tiles(besideBackground: options.hasBackground)
        case .snapshot: return .snapshot
        case .fullScreen: return .fullScreen
        case .quit: return .quit
        }
        return nil
    }

    /// Notes what the group did: a skip that has arrived is no longer on its way.
    func note(_ event: GroupEvent) {
        switch event {
        case .started, .arrived: skipTarget = nil
        default: break
        }
    }

    private func togglePlay() {
        switch group.state {
        case .playing, .preparing: group.pause()
        case .paused, .ended: resume()
        }
    }

    private func resume() {
        // What goes wrong comes as an event too.
        Task { try? await group.play() }
    }

    private func skip(_ distance: Duration) {
        var target = (skipTarget ?? group.time()) + distance
        if let range { target = min(max(target, range.lowerBound), range.upperBound) }
        skipTarget = target
        Task { try? await group.seek(to: max(target, .zero)) }
    }

    // MARK: Mouse

    /// Moves the boundary of the wipe, 0…1 from left to right.
    func wipe(to position: Double) {
        guard case .wipe = layout.arrangement else { return }
        layout.arrangement = .wipe(at: position)
    }

    /// Takes hold of the time line; the group stands still until it is let go.
    func beginScrub() {
        resumesAfterScrub = group.state == .playing || group.state == .preparing
        group.pause()
    }

    /// Follows the mouse, 0…1 of the range.
    func scrub(to fraction: Double) {
        guard let target = target(at: fraction) else { return }
        group.scrub(to: target)
    }

    /// Lets the time line go.
    func endScrub(at fraction: Double) {
        guard let target = target(at: fraction) else { return }
        let resumes = resumesAfterScrub
        Task {
            try? await group.seek(to: target)
            if resumes { try? await group.play() }
        }
    }

    /// How far the group is in its range, 0…1.
    var progress: Double {
        guard let range else { return 0 }
        let length = (range.upperBound - range.lowerBound).inSeconds
        return length > 0 ? min(max((group.time() - range.lowerBound).inSeconds / length, 0), 1) : 0
    }

    private func target(at fraction: Double) -> Duration? {
        guard let range else { return nil }
        return range.lowerBound + (range.upperBound - range.lowerBound) * min(max(fraction, 0), 1)
    }
}

extension CompareOptions {
    /// Whether something loops behind the members.
    var hasBackground: Bool { background != nil || sources.isEmpty }
}

extension CompareOptions.Layout {
    /// Pixels that a background keeps around and between tiles: enough to be seen as a frame of its own.
    private static let frame = 16.0

    /// The kit's layout of this name. Without a background the tiles lie edge to edge.
    func tiles(besideBackground: Bool) -> TileLayout {
        let frame = besideBackground ? Self.frame : 0
        return switch self {
        case .sideBySide: TileLayout(.sideBySide, spacing: frame, margin: frame)
        case .stacked: TileLayout(.stacked, spacing: frame, margin: frame)
        case .grid: TileLayout(.grid, spacing: frame, margin: frame)
        case .focus: TileLayout(.focus(on: 0), spacing: frame, margin: frame)
        // Pictures that lie on one another are looked at closely: they get all the room there is.
        case .wipe: .wipe
        case .difference: .difference
        }
    }
}
