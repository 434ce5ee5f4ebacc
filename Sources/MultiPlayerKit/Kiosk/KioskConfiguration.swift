import Foundation

/// What a kiosk shows, where and when: a value, read from a file or put together in code.
///
/// ```swift
/// var configuration = KioskConfiguration(screens: [KioskConfiguration.Screen(tiles: [left, right])])
/// configuration.schedule = [KioskHours(days: .workdays, on: 9 * 60, off: 18 * 60)]
/// ```
public struct KioskConfiguration: Hashable, Sendable {
    /// At least one; all of them run on one line.
    public var screens: [Screen]
    /// How playlists of unequal length begin again.
    public var loop: Loop
    /// The name of the tile that is heard; `nil`: none.
    public var audio: String?
    /// When the screens are on; empty: always.
    public var schedule: [KioskHours]
    /// What time it follows.
    public var clock: Clock
    /// Who may watch it.
    public var watch: Watch

    public init(
        screens: [Screen], loop: Loop = .each, audio: String? = nil, schedule: [KioskHours] = [],
        clock: Clock = Clock(), watch: Watch = Watch()
    ) {
        self.screens = screens
        self.loop = loop
        self.audio = audio
        self.schedule = schedule
        self.clock = clock
        self.watch = watch
    }

    /// How playlists of unequal length begin again.
    public enum Loop: String, Hashable, Sendable, CaseIterable {
        /// Each at its own end.
        case each
        /// All when the longest has ended.
        case together
    }

    /// One composed picture.
    public struct Screen: Hashable, Sendable {
        /// What status and log lines call it.
        public var name: String
        /// Pixels, whole and even. What the outputs get; of a wall, this machine's part.
        public var size: CGSize
        /// Ticks a second.
        public var rate: FrameRate
        public var layout: TileLayout
        /// Behind all tiles, over the whole screen.
        public var background: Tile?
        public var tiles: [Tile]
        /// Which part of a larger picture this screen shows, 0…1 from its top left; `nil`: all of it.
        public var part: CGRect?
        public var output: Output

        // `CGSize(width: 1920, height: 1080)` would take the initializer of CoreGraphics, which this file does not import.
        public init(
            name: String = "screen", size: CGSize = CGSize(width: 1920 as CGFloat, height: 1080 as CGFloat),
            rate: FrameRate = FrameRate(60), layout: TileLayout = .sideBySide, background: Tile? = nil, tiles: [Tile],
            part: CGRect? = nil, output: Output = .window(fullScreen: false)
        ) {
            self.name = name
            self.size = size
            self.rate = rate
            self.layout = layout
            self.background = background
            self.tiles = tiles
            self.part = part
            self.output = output
        }

        /// Everything that plays: the background, if there is one, and the tiles.
        public var tracks: [Tile] { (background.map { [$0] } ?? []) + tiles }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(size.width)
            hasher.combine(size.height)
            hasher.combine(rate)
            hasher.combine(layout)
            hasher.combine(background)
            hasher.combine(tiles)
            hasher.combine(part != nil)
            if let part { hasher.combine(components: part) }
            hasher.combine(output)
        }
    }

    /// Where a screen's picture goes.
    public enum Output: Hashable, Sendable {
        case window(fullScreen: Bool)
        /// A connector of the graphics card, without a desktop; `nil`: the first that has a display.
        case connector(Int?)
        /// Nowhere: for tests, and for what takes the pictures itself.
        case none
    }

    /// One place on a screen, and what it plays.
    public struct Tile: Hashable, Sendable {
        public var name: String
        /// At least one; played in this order, again and again.
        public var clips: [Clip]
        /// A picture for when there is nothing else to show.
        public var poster: URL?
        /// What a playlist that is shorter than the others does until they begin again together.
        public var end: End

        public init(name: String, clips: [Clip], poster: URL? = nil, end: End = .hold) {
            self.name = name
            self.clips = clips
            self.poster = poster
            self.end = end
        }
    }

    public enum End: String, Hashable, Sendable, CaseIterable {
        /// Its last picture stays.
        case hold
        /// It begins again.
        case loop
    }

    /// One video or still picture of a playlist.
    public struct Clip: Hashable, Sendable {
        public var source: MediaSource
        /// The part of the video that is used, from its first frame; `nil`: all of it.
        public var range: Range<Duration>?
        /// How long it is shown: a video begins again, or is cut. `nil`: a video as long as it is, a still ten seconds.
        public var duration: Duration?
        /// For so long it comes in over the one before, which plays on below.
        public var fade: Duration

        public init(
            source: MediaSource, range: Range<Duration>? = nil, duration: Duration? = nil, fade: Duration = .zero
        ) {
            self.source = source
            self.range = range
            self.duration = duration
            self.fade = fade
        }

        /// Whether its name is a picture's.
        public var isStill: Bool {
            ["png", "jpg", "jpeg"].contains(source.url.pathExtension.lowercased())
        }
    }

    /// What time a kiosk follows. Where in its loops it is, is a function of that time alone.
    public struct Clock: Hashable, Sendable {
        public enum Source: Hashable, Sendable {
            /// The system's, which chrony, ntpd, systemd-timesyncd or ptp4l keep.
            case system
            /// That of a machine that serves it: GStreamer's network clock.
            case network(host: String, port: Int)
            /// The precision time protocol, where GStreamer has it.
            case precision(domain: Int)
        }

        public var source: Source
        /// When all loops begin, since 1970.
        public var epoch: Duration
        /// The UDP port on which this machine serves its system time to others; `nil`: it does not.
        public var serves: Int?

        public init(source: Source = .system, epoch: Duration = .zero, serves: Int? = nil) {
            self.source = source
            self.epoch = epoch
            self.serves = serves
        }
    }

    /// Who may watch a kiosk. Nobody can steer it.
    public struct Watch: Hashable, Sendable {
        /// A local socket that answers whoever connects with the state as JSON.
        public var socket: URL?
        /// A port on the loopback address with the state for Prometheus.
        public var port: Int?
        /// A file that is written anew every few seconds while all is well.
        public var heartbeat: URL?

        public init(socket: URL? = nil, port: Int? = nil, heartbeat: URL? = nil) {
            self.socket = socket
            self.port = port
            self.heartbeat = heartbeat
        }
    }
}

/// Hours in which a kiosk is on, by the local clock.
public struct KioskHours: Hashable, Sendable {
    /// Days of the week, 1 (Monday) to 7 (Sunday); those on which the hours begin.
    public var days: Set<Int>
    /// Minutes after midnight, 0…1439.
    public var on: Int
    /// Minutes after midnight, 0…1440; not after `on`: on the next day.
    public var off: Int

    public init(days: Set<Int> = Set(1...7), on: Int, off: Int) {
        self.days = days
        self.on = on
        self.off = off
    }
}
