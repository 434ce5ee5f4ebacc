import Foundation
import MultiPlayerKit

/// What a kiosk shows, and its condition, at one moment.
///
/// A value of plain numbers and words. It goes through a local socket as JSON, and to Prometheus as text.
public struct KioskStatus: Codable, Hashable, Sendable {
    /// The version of this layout; it grows when a field changes its meaning or is removed.
    public var format = 1
    /// When the kiosk started, in seconds since 1970.
    public var startedAt: Double
    /// When this status was read, in seconds since 1970.
    public var at: Double
    /// Whether the kiosk is on by its hours; `true` without hours.
    public var isOn: Bool
    public var screens: [Screen]
    public var clock: Clock
    public var process: Process

    public init(
        startedAt: Double, at: Double, isOn: Bool = true, screens: [Screen], clock: Clock, process: Process = Process()
    ) {
        self.startedAt = startedAt
        self.at = at
        self.isOn = isOn
        self.screens = screens
        self.clock = clock
        self.process = process
    }

    /// One composed picture.
    public struct Screen: Codable, Hashable, Sendable {
        public var name: String
        /// Width and height in pixels.
        public var size: [Int]
        public var output: Output
        public var ticks: Ticks
        public var tiles: [Tile]

        public init(name: String, size: [Int], output: Output, ticks: Ticks = Ticks(), tiles: [Tile]) {
            self.name = name
            self.size = size
            self.output = output
            self.ticks = ticks
            self.tiles = tiles
        }
    }

    /// Where a screen's picture goes; in JSON a word, or the text of what went wrong.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Output: RawRepresentable, Codable, Hashable, Sendable {
        case window
        /// A connector of the graphics card.
        case connector
        /// Nowhere, as configured.
        case none
        /// Nowhere, for this reason.
        case failed(String)

        public init(rawValue: String) {
            self =
                switch rawValue {
                case "window": .window
                case "connector": .connector
                case "none": .none
                default: .failed(rawValue)
                }
        }

        public var rawValue: String {
            switch self {
            case .window: "window"
            case .connector: "connector"
            case .none: "none"
            case .failed(let reason): reason
            }
        }
    }

    /// Pictures of a screen since its start.
    public struct Ticks: Codable, Hashable, Sendable {
        public var presented: Int
        /// How many of those presented were late.
        public var late: Int
        /// Not presented at all.
        public var missed: Int

        public init(presented: Int = 0, late: Int = 0, missed: Int = 0) {
            self.presented = presented
            self.late = late
            self.missed = missed
        }
    }

    /// One tile of a screen, or its background.
    public struct Tile: Codable, Hashable, Sendable {
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum State: String, Codable, Hashable, Sendable, CaseIterable {
            /// Its clip plays, or is a still.
            case playing
            /// It keeps the picture of the previous clip.
            case previous
            case poster
            /// Only the background is visible there.
            case empty
            /// The kiosk's hours are over.
            case off
        }

        public var name: String
        /// The file name of the clip whose turn it is.
        public var clip: String
        public var state: State
        /// Seconds into the clip.
        public var position: Double
        /// How often its playlist has restarted since the epoch.
        public var turn: Int
        /// How many ticks showed an older picture than the one due.
        public var lateTicks: Int
        /// How often its player was rebuilt.
        public var rebuilds: Int
        /// What is wrong with it now; `nil`: nothing.
        public var failure: String?
        public var isAudible: Bool

        public init(
            name: String, clip: String, state: State, position: Double = 0, turn: Int = 0, lateTicks: Int = 0,
            rebuilds: Int = 0, failure: String? = nil, isAudible: Bool = false
        ) {
            self.name = name
            self.clip = clip
            self.state = state
            self.position = position
            self.turn = turn
            self.lateTicks = lateTicks
            self.rebuilds = rebuilds
            self.failure = failure
            self.isAudible = isAudible
        }
    }

    /// The time that the kiosk follows.
    public struct Clock: Codable, Hashable, Sendable {
        /// The source in words: `system`, or an address.
        public var source: String
        public var isSynchronized: Bool
        /// How far it may be off, in seconds; `nil`: not known.
        public var errorSeconds: Double?
        /// How much faster than the machine's own clock it is made to run, in parts per million.
        public var correctionPPM: Double
        /// The clock's reading, in seconds since 1970.
        public var sharedTime: Double

        public init(
            source: String, isSynchronized: Bool, errorSeconds: Double? = nil, correctionPPM: Double = 0,
            sharedTime: Double
        ) {
            self.source = source
            self.isSynchronized = isSynchronized
            self.errorSeconds = errorSeconds
            self.correctionPPM = correctionPPM
            self.sharedTime = sharedTime
        }
    }

    /// The resources that the process uses now, and its processor time since its start.
    public struct Process: Codable, Hashable, Sendable {
        /// Resident memory.
        public var memoryBytes: Int
        /// Open files and sockets.
        public var descriptors: Int
        public var threads: Int
        /// User and system time of all threads.
        public var processorSeconds: Double

        public init(memoryBytes: Int = 0, descriptors: Int = 0, threads: Int = 0, processorSeconds: Double = 0) {
            self.memoryBytes = memoryBytes
            self.descriptors = descriptors
            self.threads = threads
            self.processorSeconds = processorSeconds
        }
    }
}

extension KioskStatus {
    /// Encodes the status as JSON for programs and people: keys sorted, one per line, a line feed at the end.
    public func json() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // JSON cannot express these, and a status with one strange number is better than none.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        // Nothing else in here can fail to encode.
        guard let data = try? encoder.encode(self) else { return Data("{}\n".utf8) }
        return data + Data("\n".utf8)
    }

    /// - Throws: `DecodingError`.
    public init(json: Data) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        self = try decoder.decode(KioskStatus.self, from: json)
    }
}

#if os(Linux)
    import Foundation
    import Glibc
    import MultiPlayerKit

    extension KioskStatus.Process {
        /// The resources that this process uses now. Reads a few small files; can be called from any thread.
        ///
        /// - Note: Source: `/proc/self` and `getrusage`.
        static var current: KioskStatus.Process {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let words =
                (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
            let memory = (words.count > 1 ? Int(words[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
            return KioskStatus.Process(
                memoryBytes: memory,
                // Listing the folder opens a descriptor itself.
                descriptors: max(entries(of: "/proc/self/fd") - 1, 0),
                threads: entries(of: "/proc/self/task"),
                processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
        }

        private static func entries(of folder: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
        }

        private static func seconds(_ time: timeval) -> Double {
            Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
        }
    }
#endif
