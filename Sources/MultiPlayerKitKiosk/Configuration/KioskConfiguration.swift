import Foundation
import MultiPlayerKit

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

extension KioskConfiguration {
    /// Bytes that a file may have. The largest that is of use, hundreds of clips, has some ten thousand; the bound
    /// keeps a wrong file, as a video, from being read to its end.
    static var largestFile: Int { 1_000_000 }

    /// Reads a configuration from a JSON file. Names of files in it are relative to its folder.
    ///
    /// - Parameters:
    ///   - file: The JSON file, up to 1 MB.
    ///   - checkingFiles: Whether a file that it names and that is not there is a mistake, too. Default: no, so that
    ///     a kiosk starts with what there is. Addresses on the net are not tried.
    /// - Throws: all mistakes in it, each with its line.
    public init(contentsOf file: URL, checkingFiles: Bool = false) throws(KioskConfigurationError) {
        let file = file.absoluteURL
        let data: Data?
        do {
            let handle = try FileHandle(forReadingFrom: file)
            // One byte more than there may be shows that it is too large, however large it is.
            data = try handle.read(upToCount: Self.largestFile + 1)
        } catch {
            let isThere = FileManager.default.fileExists(atPath: file.path)
            throw KioskConfigurationError(
                file.lastPathComponent, isThere ? "cannot be read" : "there is no such file",
                isThere
                    ? "give a file that this user may read"
                    : "looked for it in \(file.deletingLastPathComponent().path)")
        }
        try self.init(
            data: data ?? Data(), fileName: file.lastPathComponent, folder: file.deletingLastPathComponent(),
            checkingFiles: checkingFiles)
    }

    /// Reads a configuration from JSON.
    ///
    /// - Parameters:
    ///   - data: JSON in UTF-8, up to 1 MB.
    ///   - fileName: What messages call it. Default: `kiosk.json`.
    ///   - folder: What names of files in it are relative to.
    ///   - checkingFiles: Whether a file that it names and that is not there is a mistake, too. Default: no.
    /// - Throws: all mistakes in it, each with its line.
    public init(
        data: Data, fileName: String = "kiosk.json", folder: URL, checkingFiles: Bool = false
    ) throws(KioskConfigurationError) {
        guard data.count <= Self.largestFile else {
            throw KioskConfigurationError(
                fileName, "is larger than \(Self.largestFile / 1_000_000) MB",
                "give a JSON file, for example kiosk.json")
        }
        var scan = ConfigurationScan([UInt8](data), file: fileName, folder: folder.absoluteURL)
        let configuration = scan.configuration()
        if checkingFiles { scan.checkFiles() }
        guard let configuration, !scan.hasMistakes else {
            throw KioskConfigurationError(mistakes: scan.mistakes)
        }
        self = configuration
    }
}

extension KioskConfigurationError {
    /// One mistake about the file as a whole.
    fileprivate init(_ file: String, _ problem: String, _ remedy: String) {
        self.init(mistakes: [
            Mistake(file: file, line: nil, column: nil, field: "", problem: problem, remedy: remedy)
        ])
    }
}

extension KioskHours {
    /// Whether it is on at a moment.
    ///
    /// Hours that go over midnight belong to the day on which they begin. On a day on which clocks change, a time that
    /// is left out counts as the first moment after it, and one that comes twice is the first of both.
    ///
    /// - Parameter zone: Whose clocks count. Default: the machine's.
    public func isOn(at date: Date, in zone: TimeZone = .current) -> Bool {
        // Today's, and yesterday's that have gone over midnight.
        openings(on: -1...0, around: date, in: zone).contains { $0.contains(date) }
    }

    /// Its openings that begin on days counted from the one in which `date` lies. None is empty.
    fileprivate func openings(on range: ClosedRange<Int>, around date: Date, in zone: TimeZone) -> [Range<Date>] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let today = calendar.startOfDay(for: date)
        return range.compactMap { index -> Range<Date>? in
            guard let day = calendar.day(index, after: today), let next = calendar.day(index + 1, after: today),
                // Foundation counts from Sunday as 1, hours from Monday as 1.
                days.contains((calendar.component(.weekday, from: day) + 5) % 7 + 1)
            else { return nil }
            let end = off <= on ? calendar.moment(off, of: next) : off < 1440 ? calendar.moment(off, of: day) : next
            let start = calendar.moment(on, of: day)
            // Both may be the same moment where clocks leave out the time between.
            return start < end ? start..<end : nil
        }
    }
}

extension [KioskHours] {
    /// Whether any of them is on; without any, always.
    ///
    /// - Parameter zone: Whose clocks count. Default: the machine's.
    public func isOn(at date: Date, in zone: TimeZone = .current) -> Bool {
        isEmpty || contains { $0.isOn(at: date, in: zone) }
    }

    /// When what ``isOn(at:in:)`` says becomes different, after `date` and within eight days.
    ///
    /// Hours come again every week, so what does not change in eight days never does.
    ///
    /// - Parameter zone: Whose clocks count. Default: the machine's.
    /// - Returns: `nil`: never.
    public func nextChange(after date: Date, in zone: TimeZone = .current) -> Date? {
        let openings = flatMap { $0.openings(on: -1...8, around: date, in: zone) }
        let isOn = isOn(at: date, in: zone)
        let last = date.addingTimeInterval(8 * 86_400)
        return openings.flatMap { [$0.lowerBound, $0.upperBound] }
            .filter { $0 > date && $0 <= last }
            .sorted()
            .first { moment in openings.contains { $0.contains(moment) } != isOn }
    }
}

extension Calendar {
    /// The beginning of a day, counted from another. Not always 0:00: in some places clocks change at midnight.
    fileprivate func day(_ index: Int, after day: Date) -> Date? {
        date(byAdding: .day, value: index, to: day).map(startOfDay(for:))
    }

    /// When clocks show so many minutes after midnight, under 1440.
    fileprivate func moment(_ minutes: Int, of day: Date) -> Date {
        date(
            bySettingHour: minutes / 60, minute: minutes % 60, second: 0, of: day, matchingPolicy: .nextTime,
            repeatedTimePolicy: .first, direction: .forward) ?? day
    }
}
