/// What one run was asked to do.
///
/// A plain value: parsing fills it, the screen reads it, and nothing here touches a file. Members are counted
/// from 1 everywhere in it, as the user writes them.
public struct ScreenOptions: Sendable, Equatable {
    /// What plays. The raw value is the word on the command line.
    public enum Screen: String, Sendable, CaseIterable {
        case compare
        case grid
        case feed
        /// Reads what it plays from a file: see ``KioskOptions``.
        case kiosk
        /// Shows nothing: see ``MeasureOptions``.
        case measure
        /// Writes what the others would show to a file: see ``ExportOptions``.
        case export
        /// Finds how videos lie to each other: see ``AlignOptions``.
        case align
    }

    /// How the members share the stage. The raw value is the word on the command line.
    public enum Layout: String, Sendable, CaseIterable {
        case sideBySide = "side-by-side"
        case stacked
        case grid
        case wipe
        case difference
        case focus
        case single
    }

    /// How a difference is drawn. The raw value is the word on the command line.
    public enum Difference: String, Sendable, CaseIterable {
        case absolute, luma, signed, heat, threshold
    }

    /// What captions tell. The raw value is the word on the command line.
    public enum CaptionItem: String, Sendable, CaseIterable {
        case name, time, frame, size, rate, type
    }

    /// Where the stage is shown.
    public enum Display: Sendable, Equatable {
        /// A window if there is a display, otherwise headless.
        case automatic
        case window
        case headless
    }

    /// A piece of group time, in seconds from its origin; `0 <= start < end`, and at least one tick long.
    public struct TimeRange: Sendable, Equatable {
        public var start: Duration
        public var end: Duration

        public init(start: Duration, end: Duration) {
            self.start = start
            self.end = end
        }
    }

    /// Files or URLs as given, in member order; empty for the demo's own clips. A comparison has two or more, a grid
    /// repeats them as needed.
    public var sources: [String] = []
    /// A file that says what is compared and how, in the place of files and of ``OptionName/ofSessions``. Default: none.
    public var sessionPath: String?
    /// Whether local files may lead to other addresses, as playlists do. Default: no.
    public var allowsRemote = false
    /// What makes a grid of it. Default: `nil`, a comparison.
    public var grid: GridOptions?
    /// What makes a feed of it. Default: `nil`.
    public var feed: FeedOptions?
    /// Default: what the machine can carry is learned.
    public var budget = BudgetChoice.auto
    /// Whether the decoder budget is drawn over the picture from the start. Default: no.
    public var overlay = false
    /// File or URL of the looping background, as given. Default: none (the demo's own with its own clips).
    public var background: String?
    /// Default: side by side.
    public var layout = Layout.sideBySide
    /// How the difference is drawn. Default: the distance of each colour.
    public var difference = Difference.absolute
    /// What distances are multiplied by, 1 to 64; the least that a threshold shows is divided by it. Default: 1.
    public var gain = 1.0
    /// What is written into the tiles from the start. Default: nothing.
    public var captions: [CaptionItem] = []
    /// What captions call the members, in member order. Default: by their files.
    public var names: [String] = []
    /// Size of the stage in pixels. Default: 1280x720.
    public var size = StageSize(width: 1280, height: 720)
    /// Default: 60.
    public var ticksPerSecond = TickRate(numerator: 60, denominator: 1)
    /// Position in each file at group time 0, in member order; negative starts later. May be shorter than
    /// ``memberCount``: see ``offset(ofMember:)``.
    public var offsets: [Duration] = []
    /// Speed of each member relative to the group, in member order. May be shorter than ``memberCount``: see
    /// ``speed(ofMember:)``.
    public var speeds: [Double] = []
    /// Rate of the group, 0.25 to 4, or −4 to −0.25: backwards. Default: 1.
    public var rate = 1.0
    /// Whether the group, or ``range``, loops. Default: plays once and holds the last frames.
    public var loop = false
    /// The piece of group time to play or loop. Default: all of it.
    public var range: TimeRange?
    /// Scripted transport in order of time; entries of one time keep the order they were given in.
    ///
    /// An entry later than ``duration`` is allowed and never happens.
    public var script: [ScriptedAction] = []
    /// Stop after this much real time. Default: when playback ends.
    public var duration: Duration?
    /// The one member that is heard, counted from 1. Default: none.
    public var audible: Int?
    /// Default: a window if there is a display.
    public var display = Display.automatic
    /// Recording, `.mkv` or `.mp4`. Default: none.
    public var recordPath: String?
    /// PNG of the last presented tick. Default: none.
    public var snapshotPath: String?
    /// JSON of what was measured. Default: none.
    public var reportPath: String?

    /// The values of a command line without arguments.
    public init() {}
}

extension ScreenOptions {
    /// How many clips play when none is named: the demo's own pair.
    static let ownClipCount = 2

    public var screen: Screen { feed != nil ? .feed : grid != nil ? .grid : .compare }

    /// Number of members in the group, the demo's own clips counted when no source is named.
    public var memberCount: Int { feed?.cells ?? grid?.tiles ?? (sources.isEmpty ? Self.ownClipCount : sources.count) }

    /// One of `files` for each member, in their order and as often as needed.
    func perMember<File>(_ files: [File]) -> [File] {
        files.isEmpty ? [] : (0..<memberCount).map { files[$0 % files.count] }
    }

    /// The other way round: each file once.
    func perFile<File>(_ members: [File]) -> ArraySlice<File> {
        members.prefix(sources.isEmpty ? Self.ownClipCount : sources.count)
    }

    /// Whether it plays until somebody ends it.
    public var isEndless: Bool { (loop || screen != .compare) && duration == nil }

    /// Offset of a member counted from 1; where none was given, a grid's tiles follow one another and others have none.
    public func offset(ofMember member: Int) -> Duration {
        offsets.indices.contains(member - 1) ? offsets[member - 1] : grid?.offset(ofTile: member) ?? .zero
    }

    /// Speed of a member counted from 1; `1` where none was given.
    public func speed(ofMember member: Int) -> Double {
        speeds.indices.contains(member - 1) ? speeds[member - 1] : 1
    }
}
