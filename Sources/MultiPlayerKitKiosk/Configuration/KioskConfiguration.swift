import Foundation
import MultiPlayerKit
import MultiPlayerKitScreen

/// What a kiosk shows, where and when: a value, read from a file or put together in code.
///
/// ```swift
/// var configuration = KioskConfiguration(screens: [KioskConfiguration.Screen(tiles: [left, right])])
/// configuration.schedule = [KioskHours(days: .workdays, on: 9 * 60, off: 18 * 60)]
/// ```
public struct KioskConfiguration: Hashable, Sendable {
    /// The screens, at least one. All of them run on one line.
    public var screens: [Screen]
    /// How playlists of unequal length begin again.
    public var loop: Loop
    /// The name of the tile that is heard; `nil`: none.
    public var audio: String?
    /// When the screens are on; empty: always.
    public var schedule: [KioskHours]
    /// The time that the kiosk follows.
    public var clock: Clock
    /// Where the kiosk can be watched.
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
        /// Each playlist restarts at its own end.
        case each
        /// All playlists restart when the longest has ended.
        case together
    }

    /// One composed picture.
    public struct Screen: Hashable, Sendable {
        /// The name in status and log lines.
        public var name: String
        /// The size of the output picture in whole, even pixels; of a wall, this machine's part.
        public var size: CGSize
        /// Ticks a second.
        public var rate: FrameRate
        public var layout: TileLayout
        /// Behind all tiles, over the whole screen.
        public var background: Tile?
        public var tiles: [Tile]
        /// The part of a larger picture that this screen shows, 0…1 from its top left; `nil`: all of it.
        public var part: CGRect?
        public var output: Output

        // `CGSize(width: 1920, height: 1080)` would pick CoreGraphics' initializer, which this file does not import.
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
        /// Nowhere: for tests, and for code that takes the pictures itself.
        case none
    }

    /// One area of a screen, and what it plays.
    public struct Tile: Hashable, Sendable {
        public var name: String
        /// The clips, at least one, played in this order over and over.
        public var clips: [Clip]
        /// A picture to show when there is nothing else.
        public var poster: URL?
        /// What a playlist shorter than the others does until they all restart together.
        public var end: End

        public init(name: String, clips: [Clip], poster: URL? = nil, end: End = .hold) {
            self.name = name
            self.clips = clips
            self.poster = poster
            self.end = end
        }
    }

    public enum End: String, Hashable, Sendable, CaseIterable {
        /// The last picture stays.
        case hold
        /// The playlist restarts.
        case loop
    }

    /// One video or still picture of a playlist.
    public struct Clip: Hashable, Sendable {
        public var source: MediaSource
        /// The used part of the video, counted from its first frame; `nil`: all of it.
        public var range: Range<Duration>?
        /// How long it is shown; a video repeats, or is cut. `nil`: a video's own length, ten seconds for a still.
        public var duration: Duration?
        /// How long it fades in over the previous clip, which plays on below.
        public var fade: Duration

        public init(
            source: MediaSource, range: Range<Duration>? = nil, duration: Duration? = nil, fade: Duration = .zero
        ) {
            self.source = source
            self.range = range
            self.duration = duration
            self.fade = fade
        }

        /// Whether the file name is that of a still picture.
        public var isStill: Bool {
            ["png", "jpg", "jpeg"].contains(source.url.pathExtension.lowercased())
        }
    }

    /// The time that a kiosk follows. Its position in all loops is a function of that time alone.
    public struct Clock: Hashable, Sendable {
        public enum Source: Hashable, Sendable {
            /// The system's time, which chrony, ntpd, systemd-timesyncd or ptp4l keep.
            case system
            /// The time of a machine that serves it with GStreamer's network clock.
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

    /// Where a kiosk can be watched. Nobody can control it.
    public struct Watch: Hashable, Sendable {
        /// A local socket that answers each connection with the state as JSON.
        public var socket: URL?
        /// A port on the loopback address that serves the state to Prometheus.
        public var port: Int?
        /// A file that is rewritten every few seconds while all is well.
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
    /// The days of the week on which the hours begin, 1 (Monday) to 7 (Sunday).
    public var days: Set<Int>
    /// The start in minutes after midnight, 0…1439.
    public var on: Int
    /// The end in minutes after midnight, 0…1440; on the next day unless it is after `on`.
    public var off: Int

    public init(days: Set<Int> = Set(1...7), on: Int, off: Int) {
        self.days = days
        self.on = on
        self.off = off
    }
}

extension KioskConfiguration {
    /// The most bytes that a file may have. The largest useful one, with hundreds of clips, has some ten thousand; the
    /// bound keeps a wrong file, such as a video, from being read to its end.
    static var largestFile: Int { 1_000_000 }

    /// Reads a configuration from a JSON file. Names of files in it are relative to its folder.
    ///
    /// - Parameters:
    ///   - file: The JSON file, up to 1 MB.
    ///   - checkingFiles: Whether a named file that does not exist is a mistake, too. Default: no, so that a kiosk
    ///     starts with the files that exist. Network addresses are not tried.
    /// - Throws: all mistakes in it, each with its line.
    public init(contentsOf file: URL, checkingFiles: Bool = false) throws(KioskConfigurationError) {
        let file = file.absoluteURL
        let data: Data?
        do {
            let handle = try FileHandle(forReadingFrom: file)
            // One byte over the limit shows that the file is too large, whatever its size.
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
    ///   - fileName: The name of the file in messages. Default: `kiosk.json`.
    ///   - folder: The folder that file names in it are relative to.
    ///   - checkingFiles: Whether a named file that does not exist is a mistake, too. Default: no.
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
    /// Whether the hours include a moment.
    ///
    /// Hours that span midnight belong to the day on which they begin. On a day when clocks change, a skipped time
    /// counts as the first moment after the gap, and a repeated time as the first of the two.
    ///
    /// - Parameter zone: The time zone of the hours. Default: the machine's.
    public func isOn(at date: Date, in zone: TimeZone = .current) -> Bool {
        // Today's hours, and yesterday's past midnight.
        openings(on: -1...0, around: date, in: zone).contains { $0.contains(date) }
    }

    /// The hours that begin on these days, counted from the day of `date`. No range is empty.
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
            // Both are the same moment where clocks skip the time between.
            return start < end ? start..<end : nil
        }
    }
}

extension [KioskHours] {
    /// Whether any of the hours include a moment; `true` if there are none.
    ///
    /// - Parameter zone: The time zone of the hours. Default: the machine's.
    public func isOn(at date: Date, in zone: TimeZone = .current) -> Bool {
        isEmpty || contains { $0.isOn(at: date, in: zone) }
    }

    /// When the result of ``isOn(at:in:)`` next changes, after `date` and within eight days.
    ///
    /// Hours repeat every week, so a result that does not change in eight days never does.
    ///
    /// - Parameter zone: The time zone of the hours. Default: the machine's.
    /// - Returns: The moment of the change; `nil`: it never changes.
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
    /// The start of a day counted from another. Not always 0:00: in some places clocks change at midnight.
    fileprivate func day(_ index: Int, after day: Date) -> Date? {
        date(byAdding: .day, value: index, to: day).map(startOfDay(for:))
    }

    /// When clocks show this many minutes after midnight, under 1440.
    fileprivate func moment(_ minutes: Int, of day: Date) -> Date {
        date(
            bySettingHour: minutes / 60, minute: minutes % 60, second: 0, of: day, matchingPolicy: .nextTime,
            repeatedTimePolicy: .first, direction: .forward) ?? day
    }
}
