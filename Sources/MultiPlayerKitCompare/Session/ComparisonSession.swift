import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

/// A comparison as it is kept in a file: what is compared, how it lies in time, how it is looked at, and what was found.
///
/// ```swift
/// var session = try ComparisonSession(contentsOf: URL(filePath: "wet road.json"))
/// let members = session.fill(group)
/// stage.show(group, layout: session.layout)
/// stage.captions = session.captions(for: members)
/// ```
/// A plain value; nothing in it touches a file but reading and writing it. The format is described at ``json(in:)``.
public struct ComparisonSession: Hashable, Sendable {
    /// One video.
    public struct Member: Hashable, Sendable {
        /// A file, or an http or https address.
        public var source: URL
        /// How it lies on the common line.
        public var map: TimeMap
        /// What captions call it; `nil`: by its file.
        public var name: String?

        /// Creates a member.
        public init(source: URL, map: TimeMap = TimeMap(), name: String? = nil) {
            (self.source, self.map, self.name) = (source, map, name)
        }
    }

    /// A place that somebody wants to find again.
    public struct Marker: Hashable, Sendable {
        /// Group time, 0 or later.
        public var time: Duration
        /// What is there to be seen; may be empty.
        public var text: String

        /// Creates a marker.
        public init(at time: Duration, _ text: String = "") {
            (self.time, self.text) = (time, text)
        }
    }

    /// The videos, in their order.
    public var members: [Member]
    /// Loops behind them. Default: nothing.
    public var background: URL?
    /// How they are looked at. Default: side by side.
    public var layout = TileLayout.sideBySide
    /// What is written into the tiles; names are the members' own. Default: `nil`, nothing.
    public var captions: TileCaptions?
    /// The group time that plays. Default: `nil`, all of it.
    public var range: Range<Duration>?
    /// Whether it plays again and again. Default: no.
    public var loops = false
    /// Whether every other turn of a loop runs the other way, there and back. Default: no.
    public var alternates = false
    /// The group's rate, 0.25…4, or −4…−0.25: backwards. Default: 1.
    public var rate = 1.0
    /// The index of the member that is heard. Default: `nil`, none.
    public var audible: Int?
    /// In any order.
    public var markers: [Marker] = []

    /// Creates a session.
    public init(members: [Member] = []) {
        self.members = members
    }
}

extension ComparisonSession {
    /// Describes what a group has now.
    ///
    /// - Parameters:
    ///   - layout: how it is looked at.
    ///   - captions: what is written into its tiles.
    ///   - markers: what was found in it.
    @MainActor
    public init(of group: PlaybackGroup, layout: TileLayout, captions: TileCaptions? = nil, markers: [Marker] = []) {
        let lineup = group.runner.lineup
        let entries = lineup.entries.filter { !$0.isAmbient }
        self.init(
            members: entries.map { entry in
                Member(
                    source: entry.source.url, map: lineup.maps[entry.id] ?? TimeMap(), name: captions?.texts[entry.id])
            })
        background = group.background?.source.url
        self.layout = layout
        self.captions = captions
        // The members have their names themselves, and notes are of the moment.
        self.captions?.texts = [:]
        self.captions?.notes = [:]
        (range, loops, alternates, rate) = (lineup.loop.range, group.loops, group.alternates, group.rate)
        audible = group.audibleMember.flatMap { heard in entries.firstIndex { $0.id == heard } }
        self.markers = markers
    }

    /// Gives a group that has no members what the session says. It is not started.
    ///
    /// - Returns: the members, in the session's order.
    @MainActor
    @discardableResult
    public func fill(_ group: PlaybackGroup) -> [MemberID] {
        let added = members.map { group.add(source: MediaSource(url: $0.source), map: $0.map) }
        group.background = background.map { LoopingBackground(url: $0) }
        group.setRange(range, repeats: loops, alternates: alternates)
        group.rate = rate
        group.audibleMember = audible.flatMap { added.indices.contains($0) ? added[$0] : nil }
        return added
    }

    /// What is written into the tiles of members that ``fill(_:)`` has added.
    public func captions(for added: [MemberID]) -> TileCaptions? {
        guard var captions else { return nil }
        for (member, id) in zip(members, added) { captions.texts[id] = member.name }
        return captions
    }
}
